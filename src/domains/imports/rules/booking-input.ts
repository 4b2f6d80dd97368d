/** Which rows of bookings are brought in, and what they say of the money. */
import { Temporal } from 'temporal-polyfill'
import type { RowValues } from './read-row.ts'
import { createReason, type Reason } from './reasons.ts'

/** Why a row is left out: it is over, or was never to happen. */
export function findBookingSkip({ start = '', status = '' }: RowValues, now: Temporal.Instant): Reason | undefined {
  if (/cancel|declin|no[ -_]?show|storniert|abgelehnt|annulé|refusé|anulad|rechazad/i.test(status)) return createReason('BOOKING_CANCELED')
  if (/(?<!\p{L})wait|warteliste|attente|espera/iu.test(status)) return createReason('BOOKING_ON_WAITLIST')
  return Temporal.Instant.compare(Temporal.Instant.from(start), now) <= 0 ? createReason('BOOKING_PAST') : undefined
}

/** Whether nothing is to be paid for it any more. */
export const isPaidBooking = ({ payment = '' }: RowValues): boolean =>
  /paid|exempt|free|membership|package|plan|bezahlt|payé|gratuit|pagad|gratis/i.test(payment) &&
  !/un ?paid|not[ _]paid|partial|unbezahlt|teil|impayé|non payé|partiel|impagad|no pagad|parcial/i.test(payment)
