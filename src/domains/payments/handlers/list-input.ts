/** What is asked of a list of money, checked. */
import { Temporal } from 'temporal-polyfill'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { paidStates } from '../rules/receipt.ts'
import type { Period } from '../store/lists.ts'

export interface ListPeriod {
  from?: string | undefined
  to?: string | undefined
}
/** Violates a period that ends before it begins. */
export const parsePeriod = ({ from, to }: ListPeriod): Period => {
  const period = { from: from === undefined ? undefined : Temporal.Instant.from(from), to: to === undefined ? undefined : Temporal.Instant.from(to) }
  const isBackwards = period.from && period.to && Temporal.Instant.compare(period.from, period.to) > 0
  assertNoViolations(isBackwards ? [{ field: 'to', description: 'must not be before from', violatedRule: 'OTHER', ruleName: 'INVALID_PERIOD' }] : [])
  return period
}
/** States in which an invoice of a plan waits for its money, or waits no more. */
const outstandingStates = ['OPEN', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED']
export const paymentStates: readonly string[] = [...outstandingStates, ...paidStates, 'UNCLAIMED']
export const refundStates: readonly string[] = ['SENDING', 'SUCCEEDED', 'FAILED']
export const disputeStates: readonly string[] = ['OPEN', 'WON', 'LOST']
/** Only states that exist may be asked for; a typo must not look like an empty list. */
export function assertStates(requested: readonly string[] | undefined, all: readonly string[]): readonly string[] {
  const states = requested ?? []
  assertNoViolations(
    states
      .filter((state) => !all.includes(state))
      .map((state) => ({ field: 'states', description: `${state} is not a state`, violatedRule: 'INVALID_ENUM_VALUE' })),
  )
  return states
}
