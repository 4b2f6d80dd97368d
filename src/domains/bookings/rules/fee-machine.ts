/** How a fee of a late cancellation or a no-show moves on. Source: guide bookings §14. */
import { isAllowedAction, nextStates, type StateMachine } from '#kit/pure/state-machine.ts'

/** UNKNOWN_STATUS: recorded for a booking without an order. WAIVED: the business does not ask for it. */
export type FeeStatus = 'NOT_YET_APPLIED_TO_ORDER' | 'UNKNOWN_STATUS' | 'APPLIED_TO_ORDER' | 'WAIVED'
export type FeeStep =
  /** It becomes an additional fee of the order. */
  | 'apply'
  /** The saved card has paid it. */
  | 'collect'
  /** The business lets the customer off. */
  | 'waive'

export const feeMachine: StateMachine<FeeStatus, FeeStep> = {
  NOT_YET_APPLIED_TO_ORDER: { apply: 'APPLIED_TO_ORDER', waive: 'WAIVED' },
  UNKNOWN_STATUS: { apply: 'APPLIED_TO_ORDER', waive: 'WAIVED' },
  APPLIED_TO_ORDER: { collect: 'APPLIED_TO_ORDER' },
  WAIVED: {},
}

/** Whether the table allows the step. */
export const canTakeFeeStep = (from: FeeStatus, step: FeeStep): boolean => isAllowedAction(feeMachine, from, step)

/** The status after a step; throws where the table has none, which callers have asked before. */
export function takeFeeStep(from: FeeStatus, step: FeeStep): FeeStatus {
  const [to] = nextStates(feeMachine, from, step)
  if (!to) throw new Error(`a fee that is ${from} cannot ${step}`)
  return to
}
