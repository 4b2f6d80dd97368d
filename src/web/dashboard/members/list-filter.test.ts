import { expect, test } from 'vitest'
import { chosenChips, filterOf } from './list-filter.ts'

test('tabs and chips narrow together, and never to nothing', () => {
  expect(filterOf({})).toEqual({ status: { $in: ['PENDING', 'APPROVED', 'BLOCKED'] } })
  expect(filterOf({ tab: 'blocked', only: 'muted-never' })).toEqual({ status: 'BLOCKED', activityStatus: 'MUTED', lastLoginDate: { $exists: false } })
  expect(filterOf({ only: 'left' })).toEqual({ status: 'OFFLINE' })
  expect(filterOf({ tab: 'nonsense', only: 'nonsense' })).toEqual(filterOf({}))
})
test('a hand-typed address names known chips only', () => expect(chosenChips('muted-drop-open')).toEqual(['muted', 'open']))
