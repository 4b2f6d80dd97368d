import { expect, test } from 'vitest'
import { combineTaxes, displayState, calculateRefundedTax, splitTax, toReceiptTax, type NamedTax } from './receipt.ts'

const tax = (rate: string, amount: string, { name = 'VAT', includedInPrice = true } = {}): NamedTax => ({ name, rate, includedInPrice, amount })
test.each([
  ['nothing', [], []],
  ['one', [tax('19', '6.39')], [tax('19', '6.39')]],
  ['the same tax, however its rate is written', [tax('19', '6.39'), tax('19.00', '0.61')], [tax('19', '7.00')]],
  ['two rates', [tax('19', '1.00'), tax('7', '0.70'), tax('19', '0.01')], [tax('19', '1.01'), tax('7', '0.70')]],
  ['two names of one rate', [tax('5', '1.00', { name: 'GST' }), tax('5', '1.00')], [tax('5', '1.00', { name: 'GST' }), tax('5', '1.00')]],
  ['included and added', [tax('5', '1.00'), tax('5', '1.00', { includedInPrice: false })], [tax('5', '1.00'), tax('5', '1.00', { includedInPrice: false })]],
])('taxes of lines are added up by kind: %s', (_, taxes, combined) => expect(combineTaxes(taxes, 'EUR')).toEqual(combined))

test.each([
  ['no tax', [], null],
  ['one tax on two lines', [tax('19', '6.39'), tax('19', '0.61')], tax('19', '7.00')],
  ['two rates', [tax('19', '1.00'), tax('7', '0.70')], { ...tax('19', '1.70'), parts: [tax('19', '1.00'), tax('7', '0.70')] }],
])('a receipt shows its tax as one sum: %s', (_, taxes, whole) => expect(toReceiptTax(taxes, 'EUR')).toEqual(whole))

test('tax goes back with the money, to the last cent', () => {
  expect(splitTax('44.00', '4.00', 'USD')).toEqual({ earned: '40.00', tax: '4.00' })
  const parts = ['10.00', '0.33', '33.67']
  let before = 0
  const taxes = parts.map((refund) => {
    const tax = calculateRefundedTax({ amount: '44.00', tax: '4.00', before: before.toFixed(2), refund, currency: 'USD' })
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
