import { expect, test } from 'vitest'
import { findCreditChangeProblem } from './credit-change.ts'

test.each([
  ['ACTIVE', 3, 2, undefined],
  ['PAUSED', 3, -3, undefined],
  ['ACTIVE', 3, -4, 'NOT_ENOUGH_CREDITS'],
  ['ACTIVE', null, 1, 'CREDITS_NOT_COUNTED'],
  ['ENDED', 3, 1, 'PLAN_NOT_RUNNING'],
  ['PENDING', 0, 1, 'PLAN_NOT_RUNNING'],
  ['DRAFT', null, 1, 'PLAN_NOT_RUNNING'],
] as const)('a plan that is %s with %s left, %s more: %s', (status, balance, amount, problem) => {
  expect(findCreditChangeProblem({ status, balance }, amount)).toBe(problem)
})
