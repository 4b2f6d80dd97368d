import { expect, test } from 'vitest'
import { masked, refusedAfter } from './kinds.ts'

test('a change names the kinds it is about; the others stay', () => {
  expect(refusedAfter([], [])).toEqual([])
  expect(refusedAfter(['PLAN_NEWS'], [{ kind: 'BOOKING_REMINDERS', wanted: false }])).toEqual(['BOOKING_REMINDERS', 'PLAN_NEWS'])
  expect(refusedAfter(['BOOKING_REMINDERS', 'PLAN_NEWS'], [{ kind: 'PLAN_NEWS', wanted: true }])).toEqual(['BOOKING_REMINDERS'])
})
test.each([
  ['ann@shop.example', 'a…@shop.example'],
  ['ä@x.example', 'ä…@x.example'],
])('%s is shown as %s', (address, shown) => expect(masked(address)).toBe(shown))
