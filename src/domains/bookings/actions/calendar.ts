/** The calendar of the dashboard: appointments and class sessions of a range, each with its bookings. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import * as scheduling from '../scheduling.ts'
import { attendancesOf } from '../store/attendance.ts'
import * as store from '../store/bookings.ts'
import { formatLocationText } from '../rules/location-text.ts'
import { formatInstant } from '../wire.ts'
import { resolveSessionLocation } from './location.ts'

export async function loadCalendarItems(ctx: ReadContext, from: Temporal.Instant, to: Temporal.Instant) {
  const bookings = await store.findBookingsInRange(ctx, from, to)
  const sessions = await scheduling.sessionsIn(ctx, from, to)
  const attendances = await attendancesOf(
    ctx,
    bookings.map((booking) => booking.id),
  )
  const guest = (booking: store.BookingRow, eventId: string | null) => {
    const { firstName, lastName, email, phone } = booking.contactDetails
    const attendance = attendances.find((one) => one.bookingId === booking.id && one.eventId === eventId)
    return {
      id: booking.id,
      revision: String(booking.revision),
      status: booking.status,
      paymentStatus: booking.paymentStatus,
      selectedPaymentOption: booking.paymentOption,
      name: [firstName, lastName].filter(Boolean).join(' ') || 'Guest',
      ...(email && { email }),
      ...(phone && { phone }),
      participants: booking.participants,
      ...(attendance && { attendance: attendance.status }),
    }
  }
  const services = new Map(
    (await scheduling.servicesByIds(ctx, [...bookings.map((booking) => booking.serviceId), ...sessions.flatMap((session) => session.serviceId ?? [])])).map(
      (service) => [service.id, service],
    ),
  )
  // The dashboard is in English.
  const where = (location: store.LocationCopy | null, serviceId: string | null) => {
    const text = formatLocationText(location, services.get(serviceId ?? '')?.conferencing.enabled === true, ({ message }) => message)
    return text ? { where: text } : {}
  }
  const placesOfSessions = new Map<string, store.LocationCopy | null>()
  for (const session of sessions) {
    const service = services.get(session.serviceId ?? '')
    if (service) placesOfSessions.set(session.id, await resolveSessionLocation(ctx, service, session.location))
  }
  const appointments = bookings
    .filter((booking) => booking.serviceType === 'APPOINTMENT')
    .map((booking) => ({
      kind: 'APPOINTMENT' as const,
      id: booking.id,
      serviceId: booking.serviceId,
      title: booking.title,
      startDate: formatInstant(booking.startAt),
      endDate: formatInstant(booking.endAt),
      status: booking.status as string,
      ...where(booking.location, booking.serviceId),
      resourceIds: booking.resourceIds,
      participants: booking.participants,
      bookings: [guest(booking, booking.eventId)],
    }))
  const classes = sessions.map((session) => {
    const inside = bookings.filter((booking) =>
      booking.serviceType === 'CLASS' ? booking.eventId === session.id : booking.serviceType === 'COURSE' && booking.scheduleId === session.scheduleId,
    )
    return {
      kind: 'SESSION' as const,
      id: session.id,
      serviceId: session.serviceId ?? '',
      title: session.title,
      startDate: formatInstant(Temporal.Instant.fromEpochMilliseconds(session.start)),
      endDate: formatInstant(Temporal.Instant.fromEpochMilliseconds(session.end)),
      status: session.cancelled ? 'CANCELLED' : 'CONFIRMED',
      ...where(placesOfSessions.get(session.id) ?? null, session.serviceId),
      resourceIds: session.resourceIds,
      participants: inside.reduce((sum, booking) => sum + booking.participants, 0),
      ...(session.capacity !== null && { capacity: session.capacity }),
      bookings: inside.map((booking) => guest(booking, session.id)),
    }
  })
  return [...appointments, ...classes].sort((a, b) => a.startDate.localeCompare(b.startDate))
}
