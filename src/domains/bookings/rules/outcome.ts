/** What becomes of a booking when checkout ends, a callback arrives or it is moved. Source: guide: bookings 5.2 rows 5–8, 8.2, 9. */
import type { BookingStatus, PaymentStatus } from './machine.ts'

export type ServiceType = 'APPOINTMENT' | 'CLASS' | 'COURSE'

export interface OutcomeAsk {
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

const moneyIsIn = (status: PaymentStatus) => status === 'PAID' || status === 'PARTIALLY_PAID' || status === 'FAILED'

/**
 * decision: money that we took for a place that is gone goes back, whatever was booked. An appointment that was paid in a custom
 * checkout is kept next to the other one; a class never holds more people than it has places.
 */
export function outcome(ask: OutcomeAsk): Outcome {
  const accepted = ask.needsApproval ? 'PENDING' : 'CONFIRMED'
  if (ask.placeIsFree) return { status: accepted, doubleBooked: false, refund: false }
  if (ask.forced) return { status: accepted, doubleBooked: true, refund: false }
  if (!moneyIsIn(ask.paymentStatus)) return { status: 'DECLINED', doubleBooked: false, refund: false }
  if (ask.type === 'APPOINTMENT' && !ask.ours) return { status: accepted, doubleBooked: true, refund: false }
  return { status: 'DECLINED', doubleBooked: false, refund: true }
}

/** decision: a customer who moves an approved booking asks again for approval; the owner does not. Source: guide: bookings 9. */
export function statusAfterMove(
  before: 'CREATED' | 'PENDING' | 'CONFIRMED',
  by: 'customer' | 'owner',
  needsApproval: boolean,
): 'CREATED' | 'PENDING' | 'CONFIRMED' {
  return before === 'CONFIRMED' && by === 'customer' && needsApproval ? 'PENDING' : before
}
