/** What becomes of a booking when checkout ends, a callback arrives or it is moved. Source: guide: bookings 5.2 rows 5–8, 8.2, 9. */
import type { BookingStatus, PaymentStatus } from './machine.ts'

export type ServiceType = 'APPOINTMENT' | 'CLASS' | 'COURSE'

export interface OutcomeInput {
  type: ServiceType
  /** Enough places for this booking under the lock, its own hold left out. */
  placeIsFree: boolean
  /** The booking was made with skipAvailabilityValidation: never checked again. */
  forced: boolean
  needsApproval: boolean
  /** Our own checkout took the money and can give it back; a custom checkout cannot be told to. */
  ours?: boolean
  paymentStatus: PaymentStatus
}

export interface Outcome {
  status: Extract<BookingStatus, 'CONFIRMED' | 'PENDING' | 'DECLINED'>
  doubleBooked: boolean
  /** Money came in for a place that is gone: it goes back. */
  refund: boolean
}

const hasMoneyArrived = (status: PaymentStatus) => status === 'PAID' || status === 'PARTIALLY_PAID' || status === 'FAILED'

/**
 * decision: money that we took for a place that is gone goes back, whatever was booked. An appointment that was paid in a custom
 * checkout is kept next to the other one; a class never holds more people than it has places.
 */
export function decideOutcome(input: OutcomeInput): Outcome {
  const accepted = input.needsApproval ? 'PENDING' : 'CONFIRMED'
  if (input.placeIsFree) return { status: accepted, doubleBooked: false, refund: false }
  if (input.forced) return { status: accepted, doubleBooked: true, refund: false }
  if (!hasMoneyArrived(input.paymentStatus)) return { status: 'DECLINED', doubleBooked: false, refund: false }
  if (input.type === 'APPOINTMENT' && !input.ours) return { status: accepted, doubleBooked: true, refund: false }
  return { status: 'DECLINED', doubleBooked: false, refund: true }
}

/** decision: a customer who moves an approved booking asks again for approval; the owner does not. Source: guide: bookings 9. */
export function decideStatusAfterMove(
  before: 'CREATED' | 'PENDING' | 'CONFIRMED',
  by: 'customer' | 'owner',
  needsApproval: boolean,
): 'CREATED' | 'PENDING' | 'CONFIRMED' {
  return before === 'CONFIRMED' && by === 'customer' && needsApproval ? 'PENDING' : before
}
