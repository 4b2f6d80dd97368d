import { expect, test } from 'vitest'
import { maskEmail, applyKindChoices } from './email-kinds.ts'

test('a change names the kinds it is about; the others stay', () => {
  expect(applyKindChoices([], [])).toEqual([])
  expect(applyKindChoices(['PLAN_NEWS'], [{ kind: 'BOOKING_REMINDERS', wanted: false }])).toEqual(['BOOKING_REMINDERS', 'PLAN_NEWS'])
  expect(applyKindChoices(['BOOKING_REMINDERS', 'PLAN_NEWS'], [{ kind: 'PLAN_NEWS', wanted: true }])).toEqual(['BOOKING_REMINDERS'])
})
test.each([
  ['ann@shop.example', 'a…@shop.example'],
  ['ä@x.example', 'ä…@x.example'],
])('%s is shown as %s', (address, shown) => expect(maskEmail(address)).toBe(shown))
