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

export interface FreeOfChargeInput extends OnSiteInput {
  /** Minor units. */
  total: number
  paid: number
  byPlan: boolean
}
/**
 * The payment status of a booking that the business gives away, or asks money for again. Only while nothing paid for it: what was paid is refunded
 * instead. decision: a booking without a price has nothing to give away and stays as it is.
 */
export function decideFreeOfCharge(input: FreeOfChargeInput, isFree: boolean): { ok: 'EXEMPT' | 'NOT_PAID' } | { refused: 'INVALID_BOOKING_STATUS' } {
  const isOpenPrice = isFree ? ['NOT_PAID', 'UNDEFINED', 'EXEMPT'] : ['EXEMPT', 'NOT_PAID']
  if (!isOpen(input) || input.byPlan || input.paid > 0 || input.total === 0 || !isOpenPrice.includes(input.paymentStatus))
    return { refused: 'INVALID_BOOKING_STATUS' }
  return { ok: isFree ? 'EXEMPT' : 'NOT_PAID' }
}

/** A plan does not pay for a booking that money paid in part. */
export function decidePayByPlan(input: OnSiteInput): Decision {
  if (input.paymentStatus === 'PAID') return { ok: { isPaid: true } }
  return isOpen(input) && input.paymentStatus === 'NOT_PAID' ? { ok: { isPaid: false } } : { refused: 'INVALID_BOOKING_STATUS' }
}
