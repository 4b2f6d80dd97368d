/** What the list of bookings can say about each of them beside the client. */
import { joinClocks } from '#kit/pure/date-format.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { ExtendedBooking, Site } from '../entities.ts'
import { toBookingSummary } from '../parts/booking-summary.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { formatInstant, formatPrice, formatTimeRange } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import { paymentState } from '../parts/format.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    time: 'Time',
    people: 'People, if more than one',
    booked: (day: string) => `booked ${day}`,
  },
  {
    de: {
      time: 'Zeit',
      people: 'Personen, wenn mehr als eine',
      booked: (day) => `gebucht am ${day}`,
    },
  },
)
const text = currentMessages(messages)
const word = currentMessages(words)

interface BookingColumn extends ListColumn {
  /** Empty: nothing is said. */
  value: (extended: ExtendedBooking, site: Site) => string | undefined
}
/** The payment is shown as a tag. */
export const PAYMENT = 'payment'
export const bookingColumns: readonly BookingColumn[] = [
  { key: 'service', label: word.service, isDefault: true, value: ({ booking }) => toBookingSummary(booking).what },
  {
    key: 'time',
    label: text.time,
    isDefault: true,
    // The day stands above.
    value: ({ booking }, site) => {
      const { course, start, end } = toBookingSummary(booking)
      return course ? formatTimeRange(start, end, site) : joinClocks(formatInstant(start, site, 'time'), formatInstant(end, site, 'time'))
    },
  },
  { key: 'staff', label: word.staff, isDefault: true, value: ({ booking }) => booking.bookedEntity.slot?.resource?.name },
  {
    key: 'people',
    label: text.people,
    isDefault: true,
    value: ({ booking }) => {
      const { people } = toBookingSummary(booking)
      return people > 1 ? formatPeople(people) : undefined
    },
  },
  {
    key: PAYMENT,
    label: word.payment,
    isDefault: true,
    value: ({ booking }) => paymentState(booking.paymentStatus, booking.selectedPaymentOption)[0],
  },
  {
    key: 'price',
    label: word.price,
    value: ({ price }, site) => price && formatPrice({ value: price.total, currency: price.currency }, site),
  },
  { key: 'location', label: word.location, value: ({ booking }) => booking.bookedEntity.slot?.location?.name },
  { key: 'email', label: commonWords.email, value: ({ booking }) => booking.contactDetails.email },
  { key: 'phone', label: commonWords.phone, value: ({ booking }) => booking.contactDetails.phone },
  { key: 'bookedOn', label: word.bookedOn, value: ({ booking }, site) => text.booked(formatInstant(booking.createdDate, site, 'date')) },
]
