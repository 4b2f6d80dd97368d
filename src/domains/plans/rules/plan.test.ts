import { expect, test } from 'vitest'
import { checkPlan, isFreePlan, planSlug, mergePlanInput, mergeMaskedPlanInput, type PlanInput } from './plan.ts'

const limits = { currency: 'USD', minRecurringCycleDays: 7, minSinglePaymentDays: 2, during: 'create' as const }
const sub = (unit: unknown, count: unknown, cycleCount: unknown = 0) => ({ subscription: { cycleDuration: { count, unit }, cycleCount } })
const price = { value: '40' }
const plan = (pricing: object, more: object = {}): PlanInput => ({ name: 'Pass', pricing: { price, ...pricing }, ...more })
const getProblems = (input: PlanInput, during: 'create' | 'update' = 'create') =>
  checkPlan(input, { ...limits, during }).problems.map(({ field, ruleName, violatedRule }) => `${field} ${ruleName ?? violatedRule}`)

test.each<[string, PlanInput, string[]]>([
  ['a plan', plan(sub('MONTH', 1)), []],
  ['two days', plan({ singlePaymentForDuration: { count: 2, unit: 'DAY' } }), []],
  [
    'less than the site sells',
    plan({ singlePaymentForDuration: { count: 1, unit: 'DAY' } }),
    ['plan.pricing.singlePaymentForDuration SINGLE_PAYMENT_DURATION_TOO_SHORT'],
  ],
  ['a form without a GUID', plan(sub('MONTH', 1), { formId: 'form' }), ['plan.formId FORMAT']],
  [
    'six fees',
    plan({ ...sub('MONTH', 1), feeConfigs: Array.from({ length: 6 }, () => ({ fee: { name: 'Fee', amount: '1' } })) }),
    ['plan.pricing.feeConfigs MAX_SIZE'],
  ],
  [
    'a long fee name',
    plan({ ...sub('MONTH', 1), feeConfigs: [{ fee: { name: 'x'.repeat(41), amount: '1' } }] }),
    ['plan.pricing.feeConfigs[0].fee.name MAX_LENGTH'],
  ],
  [
    'eleven keys',
    plan(sub('MONTH', 1), { clientData: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [i, 'x'])) }),
    ['plan.clientData client_data_is_invalid'],
  ],
  ['ten years', plan(sub('YEAR', 1, 10)), []],
  ['no name', plan(sub('MONTH', 1), { name: '  ' }), ['plan.name PLAN_NAME_BLANK']],
  ['a long name', plan(sub('MONTH', 1), { name: 'x'.repeat(51) }), ['plan.name MAX_LENGTH']],
  ['a long description', plan(sub('MONTH', 1), { description: 'x'.repeat(451) }), ['plan.description MAX_LENGTH']],
  ['long terms', plan(sub('MONTH', 1), { termsAndConditions: 'x'.repeat(3001) }), ['plan.termsAndConditions MAX_LENGTH']],
  [
    'a blank perk',
    plan(sub('MONTH', 1), { perks: { values: ['', 'x'.repeat(1401)] } }),
    ['plan.perks.values[0] MIN_LENGTH', 'plan.perks.values[1] MAX_LENGTH'],
  ],
  ['too many perks', plan(sub('MONTH', 1), { perks: { values: Array.from({ length: 501 }, () => 'x') } }), ['plan.perks.values MAX_SIZE']],
  ['a recurring plan for nothing', plan({ ...sub('MONTH', 1), price: { value: '0.00' } }), ['plan.pricing.price RECURRING_PLAN_PAYMENT_PRICE_MISSING']],
  ['a cycle without length', plan(sub('MONTH', 0)), ['plan.pricing.subscription.cycleDuration PERIOD_AMOUNT_OUT_OF_RANGE']],
  ['more than ten years', plan(sub('MONTH', 1, 121)), ['plan.pricing.subscription.cycleDuration PERIOD_AMOUNT_OUT_OF_RANGE']],
  ['six days', plan(sub('DAY', 6)), ['plan.pricing.subscription.cycleDuration RECURRING_PLAN_CYCLE_DURATION_TOO_SHORT']],
  ['no cycle count', plan(sub('MONTH', 1, null)), ['plan.pricing.subscription.cycleCount RECURRING_PLAN_CYCLE_COUNT_INVALID']],
  ['2001 cycles', plan(sub('DAY', 7, 2001)), ['plan.pricing.subscription.cycleCount RECURRING_PLAN_CYCLE_COUNT_INVALID']],
  ['half a duration', plan({ singlePaymentForDuration: { unit: 'DAY' } }), ['plan.pricing.singlePaymentForDuration INVALID_SINGLE_PAYMENT_WITHOUT_DURATION']],
  [
    'a duration of nothing',
    plan({ singlePaymentForDuration: { count: 0, unit: 'DAY' } }),
    ['plan.pricing.singlePaymentForDuration.count SINGLE_PAYMENT_CYCLE_COUNT_INVALID'],
  ],
  [
    'eleven years at once',
    plan({ singlePaymentForDuration: { count: 11, unit: 'YEAR' } }),
    ['plan.pricing.singlePaymentForDuration PERIOD_AMOUNT_OUT_OF_RANGE'],
  ],
  ['a trial of one payment', plan({ singlePaymentUnlimited: true, freeTrialDays: 7 }), ['plan.pricing.freeTrialDays SINGLE_PAYMENT_FREE_TRIAL_UNSUPPORTED']],
  ['a thousand free days', plan({ ...sub('MONTH', 1), freeTrialDays: 1000 }), ['plan.pricing.freeTrialDays MAX']],
  ['no unit', plan(sub('UNDEFINED', 1)), ['plan.pricing.subscription.cycleDuration.unit invalid_duration_unit']],
  ['no model', plan({}), ['plan.pricing VALIDATION']],
  ['two models', plan({ ...sub('MONTH', 1), singlePaymentUnlimited: true }), ['plan.pricing VALIDATION']],
  ['two purchases', plan(sub('MONTH', 1), { maxPurchasesPerBuyer: 2 }), ['plan.maxPurchasesPerBuyer MAX']],
  ['client data', plan(sub('MONTH', 1), { clientData: { a: 1 } }), ['plan.clientData client_data_is_invalid']],
  ['three decimals', plan({ ...sub('MONTH', 1), price: { value: '1.005' } }), ['plan.pricing.price.value VALIDATION']],
  ['a sign', plan({ ...sub('MONTH', 1), price: { value: '-1' } }), ['plan.pricing.price.value FORMAT']],
  ['a million millions', plan({ ...sub('MONTH', 1), price: { value: '1000000000000' } }), ['plan.pricing.price.value FORMAT']],
  ['foreign money', plan({ ...sub('MONTH', 1), price: { value: '1', currency: 'EUR' } }), ['plan.pricing.price.currency VALIDATION']],
  [
    'a fee without name and amount',
    plan({ ...sub('MONTH', 1), feeConfigs: [{ fee: { name: ' ', amount: '0' } }] }),
    ['plan.pricing.feeConfigs[0].fee.name PLAN_FEE_NAME_BLANK', 'plan.pricing.feeConfigs[0].fee.amount MIN'],
  ],
])('%s', (_, input, problems) => {
  expect(getProblems(input)).toEqual(problems)
})

test('a wrong unit has another name when a plan is changed', () => {
  expect(getProblems(plan(sub('FORTNIGHT', 1)), 'update')).toEqual(['plan.pricing.subscription.cycleDuration.unit INVALID_DURATION_UNIT'])
})

test('without a mask what was sent changes; a pricing without a model is merged; with a mask the named is cleared', () => {
  const stored = plan(sub('MONTH', 1), { description: 'Old', perks: { values: ['Towel'] } })
  expect(mergePlanInput(stored, { description: null, pricing: { price: { value: '5' } } })).toMatchObject({
    description: null,
    pricing: { subscription: {}, price: { value: '5' } },
    perks: { values: ['Towel'] },
  })
  expect(mergePlanInput(stored, { pricing: { singlePaymentUnlimited: true } })['pricing']).toEqual({ singlePaymentUnlimited: true })
  expect(mergeMaskedPlanInput(stored, { name: 'New', description: 'Ignored' }, ['plan.perks', 'name'])).toEqual({ ...stored, name: 'New', perks: undefined })
})

test('slugs are plain; a plan with a fee but no price is free of price only', () => {
  expect([planSlug('Été & Yoga!'), planSlug('瑜伽'), planSlug(' -A- ')]).toEqual(['ete-yoga', 'plan', 'a'])
  expect([isFreePlan(checkPlan(plan({ singlePaymentUnlimited: true, price: undefined }), limits).plan.pricing)]).toEqual([true])
})
