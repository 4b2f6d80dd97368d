import { expect, test } from 'vitest'
import { readAmount, showAmount } from './amounts.ts'

test.each([
  ['en', '37.5', '37.5'],
  ['de', '37.5', '37,5'],
  ['fr', '37.', '37,'],
  ['es', '1000', '1000'],
  ['de', '', ''],
])('in %s %j is shown as %j, and read back', (language, amount, shown) => {
  expect(showAmount(amount, language)).toBe(shown)
  expect(readAmount(shown)).toBe(amount)
})

test('a comma is read as a point everywhere, and what surrounds the number is not', () => {
  expect([readAmount(' 12,50 '), readAmount('12.50')]).toEqual(['12.50', '12.50'])
})
