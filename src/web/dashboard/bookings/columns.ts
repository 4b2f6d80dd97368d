/** What the list of bookings can say about each of them beside the client. */
import type { ExtendedBooking, Site } from '../entities.ts'
import { toBookingSummary } from '../parts/booking-summary.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { formatInstant, formatPeople, formatPrice, formatTimeRange, paymentState } from '../parts/format.ts'

interface BookingColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (extended: ExtendedBooking, site: Site) => string | undefined
}
/** The payment is shown as a tag. */
export const PAYMENT = 'payment'
export const bookingColumns: readonly BookingColumn[] = [
  { key: 'service', label: 'Service', isDefault: true, value: ({ booking }) => toBookingSummary(booking).what },
  {
    key: 'time',
    label: 'Time',
    isDefault: true,
    // The day stands above.
    value: ({ booking }, site) => {
      const { course, start, end } = toBookingSummary(booking)
      return course ? formatTimeRange(start, end, site) : `${formatInstant(start, site, 'time')}–${formatInstant(end, site, 'time')}`
    },
  },
  { key: 'staff', label: 'Staff', isDefault: true, value: ({ booking }) => booking.bookedEntity.slot?.resource?.name },
  {
    key: 'people',
    label: 'People, if more than one',
    isDefault: true,
    value: ({ booking }) => {
      const { people } = toBookingSummary(booking)
      return people > 1 ? formatPeople(people) : undefined
    },
  },
  {
    key: PAYMENT,
    label: 'Payment',
    isDefault: true,
    value: ({ booking }) => paymentState(booking.paymentStatus, booking.selectedPaymentOption)[0],
  },
  {
    key: 'price',
    label: 'Price',
    value: ({ price }, site) => price && formatPrice({ value: price.total, currency: price.currency }, site),
  },
  { key: 'location', label: 'Location', value: ({ booking }) => booking.bookedEntity.slot?.location?.name },
  { key: 'email', label: 'Email', value: ({ booking }) => booking.contactDetails.email },
  { key: 'phone', label: 'Phone', value: ({ booking }) => booking.contactDetails.phone },
  { key: 'bookedOn', label: 'Booked on', value: ({ booking }, site) => `booked ${formatInstant(booking.createdDate, site, 'date')}` },
]
