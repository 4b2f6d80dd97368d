/** Bookings as CSV. Source: guide bookings §18.8. */
import type { ReadContext } from '#kit/api/context.ts'
import { type CsvColumn, csvListReply, EXPORT_PAGE_ROWS, mapPages, readCursorPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import { csvHeads } from '#kit/pure/csv-heads.ts'
import { type LocalizedText, translate } from '#kit/pure/languages.ts'
import type { ExtendedBookingsQuery } from '../../contract.ts'
import { listAttendances } from '../../store/attendance.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { bookingPage } from '../../store/reader.ts'
import { formatInstant, resourceToWire } from '../../wire.ts'
import { getFullName } from '../emails/calendar-attachment.ts'
import { sumPaid, taxesToWire, toDecimal } from '../money/money.ts'
import { getViewer } from './viewer.ts'

interface ExportBookingsInput {
  filter?: unknown
  search?: ExtendedBookingsQuery['search']
}
interface ExportedBooking {
  booking: BookingRow
  /** In minor units. */
  paid: number
  /** Of courses each session has its own. */
  attendance: string | undefined
}

const guest: LocalizedText = { message: 'Guest', de: 'Gast', fr: 'Invité', es: 'Invitado' }
const findFirstTax = ({ booking }: ExportedBooking) => taxesToWire([booking]).taxes?.[0]

const columns: readonly CsvColumn<ExportedBooking>[] = [
  [csvHeads.name, ({ booking }, language) => getFullName(booking) || booking.contactDetails.email || translate(guest, language)],
  [csvHeads.email, ({ booking }) => booking.contactDetails.email],
  [csvHeads.phone, ({ booking }) => booking.contactDetails.phone],
  [{ message: 'Service', de: 'Angebot', fr: 'Prestation', es: 'Servicio' }, ({ booking }) => booking.title],
  [csvHeads.start, ({ booking }) => formatInstant(booking.startAt)],
  [csvHeads.end, ({ booking }) => formatInstant(booking.endAt)],
  [
    { message: 'Staff', de: 'Team', fr: 'Équipe', es: 'Equipo' },
    ({ booking }) => (booking.serviceType === 'COURSE' ? undefined : resourceToWire(booking, true)?.name),
  ],
  [{ message: 'People', de: 'Personen', fr: 'Personnes', es: 'Personas' }, ({ booking }) => booking.participants],
  [csvHeads.status, ({ booking }) => booking.status],
  [csvHeads.payment, ({ booking }) => booking.paymentStatus],
  [csvHeads.price, ({ booking: { price } }) => toDecimal(price.total, price.currency)],
  [csvHeads.tax, (row) => findFirstTax(row)?.amount],
  [csvHeads.taxRate, (row) => findFirstTax(row)?.rate],
  [csvHeads.paid, ({ booking: { price }, paid }) => toDecimal(paid, price.currency)],
  [csvHeads.currency, ({ booking }) => booking.price.currency],
  [{ message: 'Attendance', de: 'Anwesenheit', fr: 'Présence', es: 'Asistencia' }, ({ attendance }) => attendance],
  [{ message: 'Booked on', de: 'Gebucht am', fr: 'Réservé le', es: 'Reservado el' }, ({ booking }) => formatInstant(booking.createdAt)],
  [csvHeads.id, ({ booking }) => booking.id],
]

async function loadExportedBookings(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<ExportedBooking[]> {
  const paid = await sumPaid(ctx, bookings)
  const attendances = await listAttendances(
    ctx,
    bookings.map(({ id }) => id),
  )
  const attendanceByEvent = new Map(attendances.map(({ bookingId, eventId, status }) => [`${bookingId} ${eventId}`, status]))
  return bookings.map((booking) => ({
    booking,
    paid: paid.get(booking.id) ?? 0,
    attendance: booking.serviceType === 'COURSE' ? undefined : (attendanceByEvent.get(`${booking.id} ${booking.eventId}`) ?? 'NOT_SET'),
  }))
}

/**
 * The bookings that match, as far as the caller sees them. Those booked last first: the day of a booking may change while the file is written, the
 * moment in which it was booked does not. Amounts are decimal strings of the currency beside them, times as on the wire. Violates a filter that is wrong.
 */
export async function exportBookings(ctx: ReadContext, { filter, search }: ExportBookingsInput): Promise<StreamedReply> {
  const viewer = await getViewer(ctx)
  const pages = readCursorPages<BookingRow>(async (cursor) => {
    const { rows, meta } = await bookingPage(ctx, viewer, {
      query: {
        ...(cursor ? {} : { filter, sort: [{ fieldName: 'createdDate', order: 'DESC' }] }),
        cursorPaging: { limit: EXPORT_PAGE_ROWS, cursor: cursor ?? null },
      },
      options: { search: search?.expression ?? undefined },
      maxLimit: EXPORT_PAGE_ROWS,
    })
    return { rows, next: 'cursors' in meta ? meta.cursors.next : undefined }
  })
  return csvListReply(ctx, { file: 'bookings.csv', columns, pages: mapPages(pages, (page) => loadExportedBookings(ctx, page)) })
}
