import { expect, test } from 'vitest'
import type { SlotEntry } from './catalog.ts'
import { findFirstDay } from './use-slot-picker.ts'

const free = { bookable: true, openSpots: 3, totalSpots: 6 } as SlotEntry
const full = { ...free, bookable: false, openSpots: 0 }
const withWaitlist = { ...full, waitingList: { totalSpots: 4, openSpots: 4 } } as SlotEntry
const range = { from: '2027-05-03', end: '2027-06-01' }

test.each<[what: string, days: Record<string, SlotEntry[]>, first: string | undefined]>([
  ['nothing', {}, undefined],
  ['a free day', { '2027-05-06': [free], '2027-05-04': [free] }, '2027-05-04'],
  ['a free day after one with a waitlist', { '2027-05-04': [withWaitlist], '2027-05-06': [full, free] }, '2027-05-06'],
  ['a waitlist alone', { '2027-05-04': [full], '2027-05-06': [withWaitlist] }, '2027-05-06'],
  ['days outside the range', { '2027-05-02': [free], '2027-06-01': [free] }, undefined],
])('the day that is chosen first: %s', (_what, days, first) => {
  const isSelectable = (entry: SlotEntry) => entry !== full
  expect(findFirstDay(new Map(Object.entries(days)), range, isSelectable)).toBe(first)
})
test('a day that cannot be chosen is never the first', () => {
  expect(findFirstDay(new Map([['2027-05-04', [free]]]), range, () => false)).toBeUndefined()
})
