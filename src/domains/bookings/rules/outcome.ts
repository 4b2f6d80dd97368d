/** The status of a booking after its checkout or a move. Source: guide bookings §5.2 rows 5–8, §8.2, §9. */
import type { BookingStatus, PaymentStatus } from './machine.ts'

export type ServiceType = 'APPOINTMENT' | 'CLASS' | 'COURSE'

export interface OutcomeInput {
  type: ServiceType
  /** The slot is free under its lock, apart from the booking's own hold. */
  isSlotFree: boolean
  /** Made with skipAvailabilityValidation: never checked again. */
  forced: boolean
  needsApproval: boolean
  /** Our own checkout can refund; a custom checkout cannot be made to. */
  isOwnCheckout?: boolean
  paymentStatus: PaymentStatus
}

export interface Outcome {
  status: Extract<BookingStatus, 'CONFIRMED' | 'PENDING' | 'DECLINED'>
  doubleBooked: boolean
  /** The payment for a slot that is gone is refunded. */
  refund: boolean
}

const hasMoneyArrived = (status: PaymentStatus) => status === 'PAID' || status === 'PARTIALLY_PAID' || status === 'FAILED'

/**
 * decision: our own checkout refunds a payment for a slot that is gone. An appointment that was paid in a custom checkout is double
 * booked; a class never exceeds its capacity.
 */
export function decideOutcome(input: OutcomeInput): Outcome {
  const accepted = input.needsApproval ? 'PENDING' : 'CONFIRMED'
  if (input.isSlotFree) return { status: accepted, doubleBooked: false, refund: false }
  if (input.forced) return { status: accepted, doubleBooked: true, refund: false }
  if (!hasMoneyArrived(input.paymentStatus)) return { status: 'DECLINED', doubleBooked: false, refund: false }
  if (input.type === 'APPOINTMENT' && !input.isOwnCheckout) return { status: accepted, doubleBooked: true, refund: false }
  return { status: 'DECLINED', doubleBooked: false, refund: true }
}

/** decision: an approved booking that its customer moves needs approval again; one that the owner moves does not. Source: guide bookings §9. */
export function decideStatusAfterMove(
  before: 'CREATED' | 'PENDING' | 'CONFIRMED',
  by: 'customer' | 'owner',
  needsApproval: boolean,
): 'CREATED' | 'PENDING' | 'CONFIRMED' {
  return before === 'CONFIRMED' && by === 'customer' && needsApproval ? 'PENDING' : before
}
