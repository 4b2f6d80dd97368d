/** What the business may settle by hand on a booking. Source: guide bookings §12.2. */
import type { BookingStatus } from './machine.ts'

export interface OnSiteInput {
  status: BookingStatus
  paymentStatus: string
}
/** `isPaid`: nothing is left to do. */
type Decision = { ok: { isPaid: boolean } } | { refused: 'INVALID_BOOKING_STATUS' }

const isOpen = ({ status }: OnSiteInput) => status === 'PENDING' || status === 'CONFIRMED'

/** Requested and confirmed bookings are paid on site; a paid one stays as it is. */
export function decideMarkPaid(input: OnSiteInput): Decision {
  if (input.paymentStatus === 'PAID') return { ok: { isPaid: true } }
  return isOpen(input) ? { ok: { isPaid: false } } : { refused: 'INVALID_BOOKING_STATUS' }
}

/** A plan does not pay for a booking that money paid in part. */
export function decidePayByPlan(input: OnSiteInput): Decision {
  if (input.paymentStatus === 'PAID') return { ok: { isPaid: true } }
  return isOpen(input) && input.paymentStatus === 'NOT_PAID' ? { ok: { isPaid: false } } : { refused: 'INVALID_BOOKING_STATUS' }
}
