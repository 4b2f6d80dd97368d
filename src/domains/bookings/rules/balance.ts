/** What of a booking is still to be paid, and whether it can be paid online. Source: guide bookings §12.2, §12.4. */
import type { PaymentTerms } from './due.ts'
import type { BookingStatus, PaymentStatus } from './machine.ts'

export interface BalanceInput {
  status: BookingStatus
  paymentStatus: PaymentStatus
  /** A plan pays for the booking. */
  byPlan: boolean
  /** Minor units: what of the price has not come in. */
  open: number
  terms: Pick<PaymentTerms, 'online'>
}

/**
 * What can be paid online for a confirmed booking, in minor units: the rest after a deposit, or everything that was to be paid on site.
 * decision: a request that waits for an answer is not paid in advance; a refunded booking is not paid again.
 */
export function calculateBalance({ status, paymentStatus, byPlan, open, terms }: BalanceInput): number {
  const isOwed = paymentStatus === 'NOT_PAID' || paymentStatus === 'PARTIALLY_PAID' || paymentStatus === 'UNDEFINED'
  return status === 'CONFIRMED' && isOwed && !byPlan && terms.online ? open : 0
}
