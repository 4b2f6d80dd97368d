/** What goes back when a booking ends, and what a refund makes of its payment status. Source: guide: bookings 12.6. */
import type { EndOfBooking } from './credits.ts'
import type { BookingStatus, PaymentStatus } from './machine.ts'

/** What the business chose for cancellations in time: nothing goes back by itself, or what was paid minus the fee. */
export type RefundOnCancel = 'none' | 'full-minus-fee'

export interface EndInput {
  /** Before it ended. */
  status: BookingStatus
  /** Whether the business had ever said yes. */
  accepted: boolean
  end: EndOfBooking
  setting: RefundOnCancel
  /** Minor units: what was paid by card and kept, and what the cancellation costs. */
  paid: number
  fee: number
}

/**
 * Minor units that go back by themselves when a booking is cancelled.
 * decision: a paid request that nobody ever accepted goes back in full, whoever ends it. A booking that was accepted follows the
 * setting when its customer cancels in time or its session does not take place; when the owner cancels it, the owner decides.
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

/** The status after money went back. `kept` and `received` are minor units for the price, fees aside. */
export function getStatusAfterRefund(of: { before: PaymentStatus; received: number; kept: number; byPlan: boolean }): PaymentStatus {
  const { before, received, kept, byPlan } = of
  if (received === 0 || kept >= received) return before
  if (before !== 'PAID' && before !== 'PARTIALLY_PAID' && before !== 'REFUNDED') return before
  // What the plan paid stays paid.
  if (kept > 0 || byPlan) return 'PARTIALLY_PAID'
  return 'REFUNDED'
}
