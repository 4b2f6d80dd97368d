import { expect, test } from 'vitest'
import { describeWaitlist, getEntryActions } from './waitlist-view.ts'

const list = { isEnabled: true, freeSeats: 0, isRunning: false, waiting: 1, capacity: 2 }
test.each([
  [list, 'ACTIVE'],
  [{ ...list, waiting: 2 }, 'FULL'],
  [{ ...list, waiting: 2, isRunning: true }, 'LOCKED'],
  [{ ...list, isRunning: true, freeSeats: 1 }, 'OPEN'],
  [{ ...list, isEnabled: false, freeSeats: 1 }, 'DISABLED'],
])('a list that is %j is %s', (input, status) => {
  expect(describeWaitlist(input)).toBe(status)
})

test.each([
  ['WAITING', true, false],
  ['SUGGESTING', true, true],
  ['EXPIRED', true, false],
  ['ENROLLED', false, false],
  ['LEFT', false, false],
] as const)('who is %s may leave: %s, enroll: %s', (status, leave, enroll) => {
  expect(getEntryActions(status)).toEqual({ leave, enroll })
})
