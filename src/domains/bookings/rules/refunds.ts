/** Refunds of bookings that end, and the payment status after a refund. Source: guide bookings §12.6. */
import type { EndOfBooking } from './credits.ts'
import type { BookingStatus, PaymentStatus } from './machine.ts'

/** The setting for cancellations in time: no automatic refund, or what was paid minus the fee. */
export type RefundOnCancel = 'none' | 'full-minus-fee'

export interface EndInput {
  /** Before it ended. */
  status: BookingStatus
  /** Whether the business ever accepted the booking. */
  accepted: boolean
  end: EndOfBooking
  setting: RefundOnCancel
  /** Minor units: card payments minus refunds, and the cancellation fee. */
  paid: number
  fee: number
}

/**
 * The automatic refund of a cancelled booking, in minor units.
 * decision: a paid request that was never accepted is refunded in full. An accepted booking follows the
 * setting when its customer cancels in time or its session is cancelled; when the owner cancels it, the owner decides.
 */
export function calculateRefundOnEnd({ status, accepted, end, setting, paid, fee }: EndInput): number {
  if (status === 'PENDING' && !accepted) return paid
  if (setting === 'none' || (status !== 'PENDING' && status !== 'CONFIRMED')) return 0
  switch (end.by) {
    case 'customer':
      return end.inTime ? Math.max(0, paid - fee) : 0
    case 'system':
      return paid
    case 'business':
      return 0
  }
}

export interface AfterRefundInput {
  before: PaymentStatus
  /** Whether the booking stands: not cancelled, not declined. */
  stands: boolean
  /** Minor units: the price, what came in for it without fees, and what of that stayed. */
  total: number
  received: number
  kept: number
  byPlan: boolean
}

/**
 * The payment status after a refund.
 * decision: what the business gives back of a booking that stands is not owed again: paid in full, it stays PAID until all has gone back.
 */
export function getStatusAfterRefund({ before, stands, total, received, kept, byPlan }: AfterRefundInput): PaymentStatus {
  if (received === 0 || kept >= received) return before
  if (before !== 'PAID' && before !== 'PARTIALLY_PAID' && before !== 'REFUNDED') return before
  if (kept > 0 && stands && !byPlan && received >= total) return 'PAID'
  // What the plan paid stays paid.
  if (kept > 0 || byPlan) return 'PARTIALLY_PAID'
  return 'REFUNDED'
}
