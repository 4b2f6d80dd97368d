import { expect, test } from 'vitest'
import { displayState, refundedTax, splitTax } from './receipt.ts'

test('tax goes back with the money, to the last cent', () => {
  expect(splitTax('44.00', '4.00', 'USD')).toEqual({ earned: '40.00', tax: '4.00' })
  const parts = ['10.00', '0.33', '33.67']
  let before = 0
  const taxes = parts.map((refund) => {
    const tax = refundedTax({ amount: '44.00', tax: '4.00', before: before.toFixed(2), refund, currency: 'USD' })
    before += Number(refund)
    return Math.round(Number(tax) * 100)
  })
  expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(400)
})

test.each([
  ['EARNED', '0', 'PAID'],
  ['EARNED', '0.01', 'PARTIALLY_REFUNDED'],
  ['EARNED', '40.00', 'REFUNDED'],
  ['LATE', '40.00', 'REFUNDED'],
  ['UNCLAIMED', '0', 'UNCLAIMED'],
  ['UNCLAIMED', '40.00', 'REFUNDED'],
])('%s money of which %s has gone back is shown as %s', (state, refunded, shown) => {
  expect(displayState({ state, amount: '40.00', refunded, currency: 'USD' })).toBe(shown)
})
