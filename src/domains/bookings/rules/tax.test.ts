import { describe, expect, test } from 'vitest'
import { calculateDue, calculateTaxedPart, type PaymentOption, type PaymentTerms } from './due.ts'
import { addTax, calculateIncludedTax, calculateTaxShare, combineTaxes } from './tax.ts'

const taxAdded = (rate: string) => ({ name: 'Sales tax', rate, includedInPrice: false })
const taxIncluded = (rate: string) => ({ name: 'VAT', rate, includedInPrice: true })

// Minor units of the currency; JPY has none, so that 1000 is ¥1000; KWD has three digits.
test.each([
  ['no tax', 4000, undefined, { total: 4000, tax: 0 }],
  ['added, exact', 4000, taxAdded('10'), { total: 4400, tax: 400 }],
  ['added, rounded up: 7.25 % of 55.00 is 3.9875', 5500, taxAdded('7.25'), { total: 5899, tax: 399 }],
  ['added, half a minor unit goes up: 5 % of 0.10', 10, taxAdded('5'), { total: 11, tax: 1 }],
  ['added, below half a minor unit', 9, taxAdded('5'), { total: 9, tax: 0 }],
  ['added, four decimals of rate', 10000, taxAdded('8.8751'), { total: 10888, tax: 888 }],
  ['added, without minor units: 10 % of ¥670', 670, taxAdded('10'), { total: 737, tax: 67 }],
  ['added, three digits: 5 % of 3.281', 3281, taxAdded('5'), { total: 3445, tax: 164 }],
  ['included: 99.99 with 21 %', 9999, taxIncluded('21'), { total: 9999, tax: 1735 }],
  ['included: 40.00 with 19 %', 4000, taxIncluded('19'), { total: 4000, tax: 639 }],
  ['included, without minor units: ¥1100 with 10 %', 1100, taxIncluded('10'), { total: 1100, tax: 100 }],
  ['a rate of zero', 4000, taxAdded('0'), { total: 4000, tax: 0 }],
  ['nothing costs nothing', 0, taxIncluded('19'), { total: 0, tax: 0 }],
])('%s', (_title, line, tax, expected) => {
  expect(addTax(line, tax)).toEqual(expected)
})

test.each([
  ['a deposit and the balance', 4399, 399, [1000, 3399], [91, 308]],
  ['three equal parts', 100, 10, [33, 33, 34], [3, 4, 3]],
  ['all at once', 4400, 400, [4400], [400]],
  ['more than the price holds no more tax', 4400, 400, [4400, 500], [400, 0]],
  ['a price of nothing', 0, 0, [0], [0]],
])('%s hold the whole tax', (_title, total, tax, payments, shares) => {
  let before = 0
  const found = payments.map((amount) => {
    const share = calculateTaxShare({ total, tax, before, amount })
    before += amount
    return share
  })
  expect(found).toEqual(shares)
  if (total > 0) expect(found.reduce((sum, one) => sum + one, 0)).toBe(tax)
})

test('a fee contains its tax', () => {
  expect([calculateIncludedTax(1000, taxAdded('10')), calculateIncludedTax(1190, taxIncluded('19'))]).toEqual([91, 190])
})

test('taxes are added up by name and rate', () => {
  const vat = { ...taxIncluded('19'), amount: 100 }
  expect(combineTaxes([vat, { ...taxIncluded('19.00'), amount: 50 }, { ...taxIncluded('7'), amount: 7 }])).toEqual([
    { ...taxIncluded('19.00'), amount: 150 },
    { ...taxIncluded('7'), amount: 7 },
  ])
  expect(combineTaxes([])).toEqual([])
})

describe('what is due', () => {
  const terms = (more: Partial<PaymentTerms>): PaymentTerms => ({
    rate: 'FIXED',
    price: 4000,
    deposit: null,
    fullUpfrontAllowed: true,
    online: true,
    inPerson: true,
    pricingPlan: true,
    ...more,
  })
  test.each([
    ['included', { tax: taxIncluded('19') }, 'ONLINE', 1, false, {}, { total: 4000, now: 4000, tax: 639, after: 'PAID' }],
    ['added', { tax: taxAdded('10') }, 'ONLINE', 1, false, {}, { total: 4400, now: 4400, tax: 400, after: 'PAID' }],
    ['added, on site', { tax: taxAdded('10') }, 'OFFLINE', 1, false, {}, { total: 4400, now: 0, tax: 400, after: 'NOT_PAID' }],
    ['added, three people', { price: 333, tax: taxAdded('7.25') }, 'ONLINE', 3, false, {}, { total: 1071, now: 1071, tax: 72, after: 'PAID' }],
    [
      'a deposit is taken as it was set',
      { deposit: 1000, tax: taxAdded('10') },
      'ONLINE',
      1,
      true,
      {},
      { total: 4400, now: 1000, tax: 400, after: 'PARTIALLY_PAID' },
    ],
    [
      'a deposit is at most the total',
      { deposit: 9000, tax: taxAdded('10') },
      'ONLINE',
      1,
      true,
      {},
      { total: 4400, now: 4400, tax: 400, after: 'PARTIALLY_PAID' },
    ],
    [
      'price and add-ons are rounded each',
      { price: 10, tax: taxAdded('5') },
      'ONLINE',
      1,
      false,
      { addOns: 10 },
      { total: 22, now: 22, tax: 2, after: 'PAID' },
    ],
    [
      'a price by choices',
      { tax: taxAdded('10') },
      'ONLINE',
      1,
      false,
      { priced: { total: 5555, people: 1 } },
      { total: 6111, now: 6111, tax: 556, after: 'PAID' },
    ],
    [
      'a plan pays the price, its add-ons are due with tax',
      { addOnsOnline: true, tax: taxAdded('10') },
      'MEMBERSHIP',
      1,
      false,
      { addOns: 500 },
      { total: 4950, now: 550, tax: 450, after: 'PAID' },
    ],
    ['on request', { rate: 'CUSTOM', tax: taxAdded('10') }, 'OFFLINE', 1, false, {}, { total: 0, now: 0, tax: 0, after: 'NOT_PAID' }],
  ] as const)('%s', (_title, more, option, people, deposit, extras, expected) => {
    expect(calculateDue(terms(more), option, people, deposit, extras)).toMatchObject(expected)
  })

  // 19 % within 10.00 are 1.60; a share of the tax of price and add-ons together would be 1.59 of 40.05 and 10.00.
  test.each([
    ['money pays both', 'ONLINE', null, { total: 5005, tax: 799 }],
    ['on site', 'OFFLINE', null, { total: 5005, tax: 799 }],
    ['credits pay the price', 'MEMBERSHIP', null, { total: 1000, tax: 160 }],
    ['a plan was redeemed on site', 'MEMBERSHIP_OFFLINE', 'plan order', { total: 1000, tax: 160 }],
    ['a service that only a plan pays, without a choice', 'UNDEFINED', null, { total: 1000, tax: 160 }, { online: false, inPerson: false }],
    ['a plan that was not redeemed: money is owed', 'MEMBERSHIP_OFFLINE', null, { total: 5005, tax: 799 }],
  ] as [string, PaymentOption, string | null, object, Partial<PaymentTerms>?][])(
    'the part that is taxed: %s',
    (_title, paymentOption, planOrderId, expected, more) => {
      const price = { terms: terms({ price: 4005, tax: taxIncluded('19'), ...more }), addOns: 1000, total: 5005 }
      expect(calculateTaxedPart({ price, paymentOption, planOrderId, participants: 1, depositSelected: false })).toEqual(expected)
    },
  )
})
