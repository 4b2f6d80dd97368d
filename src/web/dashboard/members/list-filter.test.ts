import { expect, test } from 'vitest'
import { chosenChips, toMemberFilter } from './list-filter.ts'

test('tabs and chips narrow together, and never to nothing', () => {
  expect(toMemberFilter({})).toEqual({ status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] } })
  expect(toMemberFilter({ tab: 'blocked', only: 'muted-never' })).toEqual({ status: 'BLOCKED', activityStatus: 'MUTED', lastLoginDate: { $exists: false } })
  expect(toMemberFilter({ only: 'left' })).toEqual({ status: 'OFFLINE' })
  expect(toMemberFilter({ tab: 'nonsense', only: 'nonsense' })).toEqual(toMemberFilter({}))
})
test('a hand-typed address names known chips only', () => expect(chosenChips('muted-drop-open')).toEqual(['muted', 'open']))
