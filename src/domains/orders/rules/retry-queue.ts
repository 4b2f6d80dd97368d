/** What a declined renewal waits for, as the owner reads it. Source: guide pricing-plans §9.3, §9.5. */
import type { Temporal } from 'temporal-polyfill'

export interface DeclinedRenewal {
  /** An attempt was sent and its answer is not known yet. */
  isInFlight: boolean
  isOnHold: boolean
  isPaused: boolean
  retryAt: Temporal.Instant | null
  graceEndAt: Temporal.Instant | null
  /** When the provider is asked again about an attempt in flight. */
  checkAt: Temporal.Instant | null
}
export type RetryBlocker = 'CHECKING' | 'ON_HOLD' | 'PAUSED' | 'RETRY' | 'BUYER'

/** What has to happen next, and when; nothing is tried while the answer is open, a dispute holds the order, or it is paused. */
export function nextRetryStep(order: DeclinedRenewal): { waitsFor: RetryBlocker; at: Temporal.Instant | null } {
  if (order.isInFlight) return { waitsFor: 'CHECKING', at: order.checkAt }
  if (order.isOnHold) return { waitsFor: 'ON_HOLD', at: null }
  if (order.isPaused) return { waitsFor: 'PAUSED', at: null }
  return order.retryAt ? { waitsFor: 'RETRY', at: order.retryAt } : { waitsFor: 'BUYER', at: order.graceEndAt }
}
