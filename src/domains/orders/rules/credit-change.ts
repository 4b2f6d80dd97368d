/** Sessions of a plan that the business gives or takes by hand. Own rule of this product. */
import type { OrderStatus } from './states.ts'

/** How many sessions one change gives or takes at most. */
export const MAX_CREDIT_CHANGE = 1000

export type CreditChangeProblem =
  /** The plan has not begun, or is over. */
  | 'PLAN_NOT_RUNNING'
  /** It is unlimited, or covers nothing that is booked. */
  | 'CREDITS_NOT_COUNTED'
  | 'NOT_ENOUGH_CREDITS'

export interface CountedPlan {
  status: OrderStatus
  /** Sessions left; null when the plan counts none. */
  balance: number | null
}
/** Why so many sessions (below zero: taken) cannot be given; undefined when they can. */
export function findCreditChangeProblem({ status, balance }: CountedPlan, amount: number): CreditChangeProblem | undefined {
  if (status !== 'ACTIVE' && status !== 'PAUSED') return 'PLAN_NOT_RUNNING'
  if (balance === null) return 'CREDITS_NOT_COUNTED'
  return balance + amount < 0 ? 'NOT_ENOUGH_CREDITS' : undefined
}
