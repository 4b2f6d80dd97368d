import { describe, expect, test } from 'vitest'
import { countDecimals, fromMinor, isAmount, calculatePercent, toMinor } from '#kit/pure/money.ts'
import { isFree, priceSpans, receiptLines, type Coupon, type PriceTerms } from './price.ts'

const percent = (value: string, cycles?: number): Coupon => ({ id: 'c', code: 'CODE', off: { percent: value }, cycles })
const amount = (value: string, cycles?: number): Coupon => ({ id: 'c', code: 'CODE', off: { amount: value }, cycles })
const taxAdded = (rate: string) => ({ name: 'Sales tax', rate, includedInPrice: false })
const taxIncluded = (rate: string) => ({ name: 'VAT', rate, includedInPrice: true })
const terms = (price: string, currency: string, cycleCount: number, more: Partial<PriceTerms> = {}): PriceTerms => ({
  price,
  currency,
  cycleCount,
  fees: [],
  ...more,
})
const fee = (value: string) => [{ name: 'Joining fee', amount: value }]

/** from, number of cycles, subtotal, coupon, discount, fees, tax, total; a dash means absent. */
type Line = [number, number | '–', string, string, string, string, string, string]
const rows: [string, PriceTerms, Line[]][] = [
  ['M1', terms('49.90', 'USD', 0), [[1, '–', '49.90', '–', '0.00', '–', '–', '49.90']]],
  [
    'M2',
    terms('30.00', 'USD', 0, { fees: fee('25.00'), tax: taxAdded('7.25') }),
    [
      [1, 1, '30.00', '–', '0.00', '25.00', '3.99', '58.99'],
      [2, '–', '30.00', '–', '0.00', '–', '2.18', '32.18'],
    ],
  ],
  ['M3', terms('99.99', 'EUR', 0, { tax: taxIncluded('21') }), [[1, '–', '82.64', '–', '0.00', '–', '17.35', '99.99']]],
  [
    'M4',
    terms('20.00', 'USD', 12, { coupon: percent('10', 3) }),
    [
      [1, 3, '20.00', '2.00', '2.00', '–', '–', '18.00'],
      [4, 9, '20.00', '–', '0.00', '–', '–', '20.00'],
    ],
  ],
  ['M5', terms('12.50', 'USD', 0, { coupon: amount('15.00') }), [[1, '–', '12.50', '12.50', '12.50', '–', '–', '0.00']]],
  ['M6', terms('1000', 'JPY', 1, { coupon: percent('33'), tax: taxAdded('10') }), [[1, 1, '1000', '330', '330', '–', '67', '737']]],
  ['M7', terms('3.750', 'KWD', 1, { coupon: percent('12.5'), tax: taxAdded('5') }), [[1, 1, '3.750', '0.469', '0.469', '–', '0.164', '3.445']]],
  [
    'M8',
    terms('19.99', 'EUR', 0, { fees: fee('5.00'), coupon: percent('25', 1), tax: taxIncluded('20') }),
    [
      [1, 1, '16.66', '5.00', '4.17', '5.00', '3.33', '19.99'],
      [2, '–', '16.66', '–', '0.00', '–', '3.33', '19.99'],
    ],
  ],
  ['M9', terms('10.05', 'USD', 1, { coupon: percent('50') }), [[1, 1, '10.05', '5.03', '5.03', '–', '–', '5.02']]],
  ['M10', terms('100.00', 'USD', 1, { coupon: amount('30.00'), tax: taxAdded('8.875') }), [[1, 1, '100.00', '30.00', '30.00', '–', '6.21', '76.21']]],
  [
    'M11',
    terms('40.00', 'USD', 6, { fees: fee('10.00'), coupon: percent('25', 3), tax: taxAdded('10') }),
    [
      [1, 1, '40.00', '10.00', '10.00', '10.00', '4.00', '44.00'],
      [2, 2, '40.00', '10.00', '10.00', '–', '3.00', '33.00'],
      [4, 3, '40.00', '–', '0.00', '–', '4.00', '44.00'],
    ],
  ],
  ['M12', terms('0.10', 'USD', 1, { tax: taxAdded('5') }), [[1, 1, '0.10', '–', '0.00', '–', '0.01', '0.11']]],
]

describe('what a plan costs', () => {
  test.each(rows)('%s', (_name, input, lines) => {
    const spans = priceSpans(input).map(({ duration, price }) => [
      duration.cycleFrom,
      duration.numberOfCycles ?? '–',
      price.subtotal,
      price.coupon?.amount ?? '–',
      price.discount,
      price.fees?.[0]?.amount ?? '–',
      price.tax?.amount ?? '–',
      price.total,
    ])
    expect(spans).toEqual(lines)
  })
  test.each(rows)('the receipt of %s adds up', (_name, input) => {
    for (const { price } of priceSpans(input)) {
      const minor = (text: string) => toMinor(text, input.currency)
      const lines = receiptLines(price, { name: 'Pass', price: fromMinor(minor(input.price), input.currency) })
      const sum = lines.reduce((total, { kind, amount: one }) => total + (kind === 'coupon' ? -minor(one) : minor(one)), 0n)
      expect(fromMinor(sum + (price.tax && !price.tax.includedInPrice ? minor(price.tax.amount) : 0n), input.currency)).toBe(price.total)
    }
  })
  test('tax is rounded per line', () => {
    expect(priceSpans(terms('0.10', 'USD', 1, { fees: fee('0.10'), tax: taxAdded('5') }))[0]?.price.tax?.amount).toBe('0.02')
  })
  test('nothing is free as long as one cycle costs something', () => {
    expect(isFree(priceSpans(terms('0', 'USD', 1)))).toBe(true)
    expect(isFree(priceSpans(terms('12.50', 'USD', 0, { coupon: amount('15.00', 2) })))).toBe(false)
    expect(isFree(priceSpans(terms('0', 'USD', 1, { fees: fee('1') })))).toBe(false)
  })
})

test('amounts are read and written exactly', () => {
  expect(fromMinor(toMinor('20', 'USD'), 'USD')).toBe('20.00')
  expect(fromMinor(5n, 'KWD')).toBe('0.005')
  expect(calculatePercent(3000n, '7.25')).toBe(218n)
  expect(isAmount('-1') || isAmount('1e3') || isAmount('1,000')).toBe(false)
  expect(countDecimals('20.50')).toBe(2)
})
