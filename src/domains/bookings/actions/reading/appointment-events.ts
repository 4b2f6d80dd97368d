/** Appointments as the calendar shows them beside its sessions. Source: guide services-and-availability §13.1, §13.2. */
import { Temporal } from 'temporal-polyfill'
import type { BookedAppointment, AppointmentsQuery } from '#domains/availability/hooks.ts'
import type { ReadContext } from '#kit/api/context.ts'
import * as store from '../../store/bookings.ts'

const eventLocationTypes: Readonly<Record<string, 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'>> = {
  OWNER_BUSINESS: 'BUSINESS',
  OWNER_CUSTOM: 'CUSTOM',
  CUSTOM: 'CUSTOMER',
}

function toLocation({ location }: Pick<store.BookingRow, 'location'>): BookedAppointment['location'] {
  if (!location) return undefined
  const { id, name, formattedAddress, locationType } = location
  const type = eventLocationTypes[locationType] ?? 'CUSTOM'
  // The address of a customer belongs to the booking.
  return type === 'CUSTOMER' ? { type } : { type, ...(id && { id }), ...(name && { name }), ...(formattedAddress && { formattedAddress }) }
}
const approvals: Partial<Record<store.BookingRow['status'], BookedAppointment['approval']>> = {
  PENDING: 'PENDING',
  CONFIRMED: 'APPROVED',
  CANCELED: 'APPROVED',
  DECLINED: 'DECLINED',
}

/** Appointments that hold time in a range, or the one with an id, whatever became of it. */
export async function listAppointments(ctx: ReadContext, query: AppointmentsQuery): Promise<BookedAppointment[]> {
  const at = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
  const bookings =
    'id' in query ? await store.bookingsByIds(ctx, [query.id]) : await store.findBookingsInRange(ctx, { from: at(query.range.start), to: at(query.range.end) })
  return bookings
    .filter(({ serviceType }) => serviceType === 'APPOINTMENT')
    .map((booking) => ({
      id: booking.id,
      scheduleId: booking.scheduleId,
      serviceId: booking.serviceId,
      title: booking.title,
      start: booking.startAt.epochMilliseconds,
      end: booking.endAt.epochMilliseconds,
      resourceIds: booking.resourceIds,
      location: toLocation(booking),
      approval: approvals[booking.status],
      isCancelled: booking.status === 'CANCELED' || booking.status === 'DECLINED',
      revision: booking.revision,
    }))
}
