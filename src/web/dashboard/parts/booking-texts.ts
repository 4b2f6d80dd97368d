/** What dialogs about a booking say of it. Pure. */
import type { BookingSummary } from './booking-summary.ts'
import { formatTimeRange } from './format-times.ts'

/** The booked thing and its time. */
export const describeBooking = (booking: BookingSummary, site: Parameters<typeof formatTimeRange>[2]): string =>
  `${booking.what}, ${formatTimeRange(booking.start, booking.end, site)}`
export const hasPaid = ({ paymentStatus }: BookingSummary): boolean => paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_PAID'
export const isByPlan = ({ option }: BookingSummary): boolean => option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE'
