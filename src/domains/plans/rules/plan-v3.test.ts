import { expect, test } from 'vitest'
import { toPlanInput, toSentField } from './plan-v3.ts'

const variant = (billingTerms: object, more: object = {}) => ({ billingTerms, pricingStrategies: [{ flatRate: { amount: '40' } }], ...more })
const month = { period: 'MONTH', count: '2' }
const cycle = { unit: 'MONTH', count: 2 }

/** Source: guide pricing-plans §18, the table of models read backwards. */
test.each([
  ['recurring without end', variant({ billingCycle: month, endType: 'UNTIL_CANCELLED' }), { subscription: { cycleDuration: cycle, cycleCount: 0 } }],
  [
    'recurring six times',
    variant({ billingCycle: month, endType: 'CYCLES_COMPLETED', cyclesCompletedDetails: { billingCycleCount: '6' } }),
    { subscription: { cycleDuration: cycle, cycleCount: 6 } },
  ],
  [
    'one payment for a time',
    variant({ billingCycle: month, endType: 'CYCLES_COMPLETED', cyclesCompletedDetails: { billingCycleCount: '1' } }),
    { singlePaymentForDuration: cycle },
  ],
  ['one payment for ever', variant({ endType: 'UNTIL_CANCELLED' }), { singlePaymentUnlimited: true }],
])('%s', (_, sent, model) => {
  expect(toPlanInput({ pricingVariants: [sent] })).toEqual({ input: { pricing: { ...model, price: { value: '40' } }, allowFutureStartDate: false } })
})

test('fields that were not sent stay, null clears, and the others come under their stored names', () => {
  expect(toPlanInput({ name: 'Pass' })).toEqual({ input: { name: 'Pass' } })
  expect(toPlanInput({ description: null, visibility: 'PRIVATE', perks: [{ description: 'Tea' }] })).toEqual({
    input: { description: null, public: false, perks: { values: ['Tea'] } },
  })
  const sent = variant({ startType: 'CUSTOM' }, { freeTrialDays: 7, fees: [{ name: 'Entry', fixedAmountOptions: { amount: '5' } }] })
  expect(toPlanInput({ currency: 'USD', pricingVariants: [sent] })).toMatchObject({
    input: {
      allowFutureStartDate: true,
      pricing: { price: { value: '40', currency: 'USD' }, freeTrialDays: 7, feeConfigs: [{ fee: { name: 'Entry', amount: '5' }, appliedAt: 'FIRST_PAYMENT' }] },
    },
  })
})

test('a plan has exactly one price', () => {
  const one = variant({})
  expect(toPlanInput({ pricingVariants: [] })).toMatchObject({ problem: { violatedRule: 'MIN_SIZE' } })
  expect(toPlanInput({ pricingVariants: [one, one] })).toMatchObject({ problem: { violatedRule: 'MAX_SIZE' } })
})

test.each([
  ['plan.pricing.price.value', 'plan.pricingVariants[0].pricingStrategies[0].flatRate.amount'],
  ['plan.pricing.subscription.cycleCount', 'plan.pricingVariants[0].billingTerms'],
  ['plan.name', 'plan.name'],
])('a problem of %s is told of %s', (stored, sent) => {
  expect(toSentField(stored)).toBe(sent)
})
