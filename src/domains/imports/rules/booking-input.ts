/** Which rows of bookings are brought in, and what they say of the money. */
import { Temporal } from 'temporal-polyfill'
import type { RowValues } from './read-row.ts'

/** Why a row is left out: it is over, or was never to happen. */
export function findBookingSkip({ start = '', status = '' }: RowValues, now: Temporal.Instant): string | undefined {
  if (/cancel|declin|storniert|abgelehnt|no[ -_]?show/i.test(status)) return 'was cancelled or declined'
  if (/wait/i.test(status)) return 'is on a waitlist: waitlists are not brought over'
  return Temporal.Instant.compare(Temporal.Instant.from(start), now) <= 0 ? 'is in the past' : undefined
}

/** Whether nothing is to be paid for it any more. */
export const isPaidBooking = ({ payment = '' }: RowValues): boolean =>
  /paid|exempt|bezahlt|free|membership|package|plan/i.test(payment) && !/un ?paid|not[ _]paid|partial|unbezahlt/i.test(payment)
