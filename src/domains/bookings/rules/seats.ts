/** Why a party gets no seats of a class or course. Whether it does is decided by the database under the lock of the session. Source: guide bookings §7.1, §13.3. */
import type { Decision } from './decision.ts'

export interface NoSeatsInput {
  type: 'CLASS' | 'COURSE'
  /** Seats that newcomers may take; fewer than the party needs. */
  left: number
  /** Whether enough seats are free, but kept for people on the waitlist. */
  kept?: boolean
}

/** The refusal for a party without seats: full, too large, or kept for the waitlist. */
export function explainNoSeats({
  type,
  left,
  kept,
}: NoSeatsInput): Decision<never, 'SLOT_NOT_AVAILABLE' | 'SESSION_CAPACITY_EXCEEDED' | 'SCHEDULE_CAPACITY_EXCEEDED'> {
  if (type === 'COURSE') return { refused: 'SCHEDULE_CAPACITY_EXCEEDED', data: { left } }
  return kept ? { refused: 'SLOT_NOT_AVAILABLE', data: { reason: 'KEPT_FOR_WAITING_LIST' } } : { refused: 'SESSION_CAPACITY_EXCEEDED', data: { left } }
}
