import { expect, test } from 'vitest'
import { newPlanForm, type PlanForm } from './plan-form.ts'
import { planProblems, refusedPlanFields } from './plan-problems.ts'

const plan = (change: Partial<PlanForm>): PlanForm => ({ ...newPlanForm, name: 'Monthly', price: '60', ...change })

test('a plan with a name and a price has no problem; a one-time plan can be free', () => {
  expect(planProblems(plan({}))).toEqual({})
  expect(planProblems(plan({ kind: 'once', price: '' }))).toEqual({})
})

test('an empty form says at each field what is missing', () => {
  expect(planProblems({ ...newPlanForm, fees: [{ name: ' ', amount: '' }] })).toEqual({
    name: 'Enter a name.',
    price: 'Enter a price above zero. A plan without a price can only be one-time.',
    'fee 0 name': 'Enter a name for the fee.',
    'fee 0 amount': 'Enter an amount above zero, such as 10.00.',
  })
})

test('numbers beyond their bounds are named where they count', () => {
  const form = plan({ count: 1001, cycles: 1000, trial: 1.5, sessions: 10_000, covers: ['yoga'] })
  expect(Object.keys(planProblems(form)).toSorted()).toEqual(['count', 'cycles', 'sessions', 'trial'])
  expect(planProblems({ ...form, kind: 'once', endless: true, covers: [] })).toEqual({})
})

test('what the server refuses stands at its field', () => {
  expect(
    refusedPlanFields([
      { field: 'plan.pricing.feeConfigs[1].fee.amount', description: 'must have at most 2 decimals' },
      { field: 'plan.pricing.subscription.cycleDuration', description: 'the whole plan …', ruleName: 'PERIOD_AMOUNT_OUT_OF_RANGE' },
      { field: 'plan.name', description: 'must have at most 50 characters' },
    ]),
  ).toEqual({
    'fee 1 amount': 'Must have at most 2 decimals.',
    count: 'A plan can last 10 years at most, with all its payments.',
    name: 'Must have at most 50 characters.',
  })
})

test('a refusal that belongs to no field is left to the summary', () => {
  expect(refusedPlanFields([{ field: 'plan.clientData', description: 'must have at most 10 keys' }])).toBeUndefined()
})
