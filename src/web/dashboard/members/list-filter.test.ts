import { expect, test } from 'vitest'
import { birthdaysFrom, chosenChips, toMemberFilter } from './list-filter.ts'

const day = { today: '2027-03-03', timeZone: 'Europe/Berlin' }

test('tabs and chips narrow together, and never to nothing', () => {
  expect(toMemberFilter({}, day)).toEqual({ status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] } })
  expect(toMemberFilter({ tab: 'blocked', only: 'muted-never' }, day)).toEqual({
    status: 'BLOCKED',
    activityStatus: 'MUTED',
    lastLoginDate: { $exists: false },
  })
  expect(toMemberFilter({ only: 'left' }, day)).toEqual({ status: 'OFFLINE' })
  expect(toMemberFilter({ tab: 'nonsense', only: 'nonsense' }, day)).toEqual(toMemberFilter({}, day))
})
test('chips of time begin with a day of the business', () => {
  expect(toMemberFilter({ only: 'lapsed-new-plan' }, day)).toEqual({
    status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] },
    'business.lastBookingEnd': { $lt: '2027-01-31T23:00:00.000Z' },
    createdDate: { $gte: '2027-01-31T23:00:00.000Z' },
    'business.runningPlans': { $gt: 0 },
  })
})
test.each([
  ['2027-12-29', ['12-29', '12-30', '12-31', '01-01', '01-02', '01-03', '01-04']],
  ['2027-02-22', ['02-22', '02-23', '02-24', '02-25', '02-26', '02-27', '02-28', '02-29']],
  ['2028-02-26', ['02-26', '02-27', '02-28', '02-29', '03-01', '03-02', '03-03']],
])('the birthdays of the week from %s', (today, days) => expect(birthdaysFrom(today)).toEqual(days))
test('a hand-typed address names known chips only', () => expect(chosenChips('muted-drop-open')).toEqual(['muted', 'open']))
