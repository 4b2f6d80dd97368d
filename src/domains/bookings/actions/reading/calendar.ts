/** The calendar of the dashboard: appointments and class sessions of a range, each with its bookings. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import { type Language, translate } from '#kit/pure/languages.ts'
import { formatLocationText } from '../../rules/location-text.ts'
import * as scheduling from '../../scheduling.ts'
import { listAttendances, type AttendanceRow } from '../../store/attendance.ts'
import * as store from '../../store/bookings.ts'
import { formatInstant } from '../../wire.ts'
import { formatClientName, resolveReaderLanguage } from './client-name.ts'
import { resolveSessionLocation } from '../booking/location.ts'

type Session = Awaited<ReturnType<typeof scheduling.sessionsIn>>[number]
type Service = Awaited<ReturnType<typeof scheduling.servicesByIds>>[number]
type AttendanceIndex = ReadonlyMap<string, AttendanceRow>
const toAttendanceKey = (bookingId: string, eventId: string | null) => `${bookingId} ${eventId}`
/** Attendances by booking and session. */
export const indexAttendances = (attendances: readonly AttendanceRow[]): AttendanceIndex =>
  new Map(attendances.map((attendance) => [toAttendanceKey(attendance.bookingId, attendance.eventId), attendance]))

interface CalendarData {
  bookings: readonly store.CalendarBookingRow[]
  attendances: AttendanceIndex
  /** Of those that read no bookings of sessions: how many come, by session of classes and by schedule of courses. */
  guests?: ReadonlyMap<string, number>
  services: ReadonlyMap<string, Service>
  sessionLocations: ReadonlyMap<string, store.LocationCopy | null>
  formatTime: (at: Temporal.Instant) => string
  /** Of who reads it. */
  language: Language
}

/** Most begin and end at the same few times. */
function createTimeFormat(): CalendarData['formatTime'] {
  const known = new Map<number, string>()
  return (at) => {
    const text = known.get(at.epochMilliseconds) ?? formatInstant(at)
    known.set(at.epochMilliseconds, text)
    return text
  }
}

export interface CalendarQuery extends store.CalendarRange {
  /** Above this number of entries they are counted instead. */
  atMost?: number | undefined
  /** Sessions without their bookings, appointments without attendance. */
  isBrief?: boolean
}
/** What the calendar shows of a range; when that is more than can be drawn, how many begin within each hour on the clock of the business. */
export async function loadCalendar(ctx: ReadContext, query: CalendarQuery) {
  const counts = query.atMost === undefined ? undefined : await countStarts(ctx, query)
  const entries = counts?.reduce((sum, count) => sum + count.entries, 0) ?? 0
  if (counts && query.atMost !== undefined && entries > query.atMost) return { items: [], counts }
  return { items: await loadCalendarItems(ctx, query, await scheduling.sessionsIn(ctx, query)) }
}

/** Appointments and sessions by the hour in which they begin, in order of time. No session is read for it. */
async function countStarts(ctx: ReadContext, range: store.CalendarRange): Promise<store.StartCount[]> {
  const { timeZone } = await getSite(ctx)
  const [appointments, sessions] = await Promise.all([store.countAppointmentStarts(ctx, range, timeZone), scheduling.countSessionStarts(ctx, range)])
  const counts = new Map<string, store.StartCount>()
  for (const count of [...appointments, ...sessions]) {
    const key = `${count.day} ${String(count.hour).padStart(2, '0')}`
    counts.set(key, { ...count, entries: count.entries + (counts.get(key)?.entries ?? 0) })
  }
  return [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count)
}

/** Everything of a range, in the order of time. */
async function loadCalendarItems(ctx: ReadContext, query: CalendarQuery, sessions: readonly Session[]) {
  const data = await loadCalendarData(ctx, query, sessions)
  const appointments = data.bookings.filter((booking) => booking.serviceType === 'APPOINTMENT').map((booking) => appointmentToItem(data, booking))
  const booked = groupBySession(data.bookings)
  const items = sessions.map((session) => sessionToItem(data, session, [...(booked.get(session.id) ?? []), ...(booked.get(session.scheduleId) ?? [])]))
  // All are written in UTC and alike.
  return [...appointments, ...items].sort((a, b) => (a.startDate < b.startDate ? -1 : a.startDate > b.startDate ? 1 : 0))
}

/** Those of classes by session, those of courses by schedule, as they count for all sessions of it. */
function groupBySession(bookings: readonly store.CalendarBookingRow[]): ReadonlyMap<string, store.CalendarBookingRow[]> {
  const groups = new Map<string, store.CalendarBookingRow[]>()
  for (const booking of bookings) {
    const key = booking.serviceType === 'CLASS' ? booking.eventId : booking.serviceType === 'COURSE' ? booking.scheduleId : null
    if (key === null) continue
    const group = groups.get(key)
    if (group) group.push(booking)
    else groups.set(key, [booking])
  }
  return groups
}

async function loadCalendarData(ctx: ReadContext, { isBrief = false, ...range }: CalendarQuery, sessions: readonly Session[]): Promise<CalendarData> {
  const bookings = await store.findBookingsInRange(ctx, range, isBrief ? 'APPOINTMENT' : undefined)
  const bookingIds = bookings.map((booking) => booking.id)
  const serviceIds = [...bookings.map((booking) => booking.serviceId), ...sessions.flatMap((session) => session.serviceId ?? [])]
  const services = new Map((await scheduling.servicesByIds(ctx, serviceIds)).map((service) => [service.id, service]))
  const sessionLocations = new Map<string, store.LocationCopy | null>()
  for (const session of sessions) {
    const service = services.get(session.serviceId ?? '')
    if (service) sessionLocations.set(session.id, await resolveSessionLocation(ctx, service, session.location))
  }
  return {
    bookings,
    attendances: indexAttendances(isBrief ? [] : await listAttendances(ctx, bookingIds)),
    ...(isBrief && { guests: sessions.length > 0 ? await store.sumSessionGuests(ctx, range) : new Map<string, number>() }),
    services,
    sessionLocations,
    formatTime: createTimeFormat(),
    language: resolveReaderLanguage(ctx),
  }
}

export interface DaysQuery {
  /** `YYYY-MM-DD` in the zone of the business; `until` is inclusive. */
  from: string
  until: string
  /** Of these only those; absent: all of them. */
  days?: readonly string[] | null | undefined
  resourceId?: string | null | undefined
  locationId?: string | null | undefined
  /** Clock times of the day on which something begins, up to `24:00`; what lies within one of them is left out. */
  periods?: readonly { start: string; end: string }[] | null | undefined
}

interface Stretch {
  startDate: string
  endDate: string
}
/** Minutes from midnight, with seconds as a part of one. */
const toMinuteOfDay = ({ hour, minute, second }: Temporal.PlainDateTime): number => hour * 60 + minute + second / 60
const parseClock = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))

/** What is booked on days, with the number of bookings. Refuses with 400 days that end before they begin or last more than a year. */
export async function listBookedOnDays(ctx: ReadContext, { from, until, days: named, resourceId, locationId, periods }: DaysQuery) {
  const [first, last] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(until)]
  const days = first.until(last).days
  assertNoViolations(
    days < 0 || days > 365 ? [{ field: 'until', description: 'must be at most a year after the first day', violatedRule: 'VALIDATION', data: {} }] : [],
  )
  const { timeZone } = await getSite(ctx)
  const toLocal = (instant: string) => Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
  const isOnDay = ({ startDate, endDate }: Stretch) => {
    // What ends at midnight is not on the day that begins then.
    const [start, end] = [toLocal(startDate).toPlainDate().toString(), toLocal(endDate).subtract({ nanoseconds: 1 }).toPlainDate().toString()]
    return !named || named.some((day) => day >= start && day <= end)
  }
  const isWithin = ({ startDate, endDate }: Stretch) => {
    const [start, end] = [toLocal(startDate), toLocal(endDate)]
    const startMinute = toMinuteOfDay(start)
    const endMinute = start.toPlainDate().until(end.toPlainDate()).days * 1440 + toMinuteOfDay(end)
    return (periods ?? []).some((period) => startMinute >= parseClock(period.start) && endMinute <= parseClock(period.end))
  }
  const toMidnight = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant()
  const range = { from: toMidnight(first), to: toMidnight(last.add({ days: 1 })) }
  const items = await loadCalendarItems(ctx, range, await scheduling.sessionsIn(ctx, range))
  const found = items
    .map((item) => ({ ...item, bookings: item.bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING') }))
    .filter(
      (item) =>
        item.bookings.length > 0 &&
        isOnDay(item) &&
        (!resourceId || item.resourceIds.includes(resourceId)) &&
        (!locationId || ('locationId' in item && item.locationId === locationId)) &&
        !isWithin(item),
    )
  return { total: found.reduce((sum, item) => sum + item.bookings.length, 0), items: found.slice(0, 50) }
}

const appointmentToItem = (data: CalendarData, booking: store.CalendarBookingRow) => ({
  kind: 'APPOINTMENT' as const,
  id: booking.id,
  serviceId: booking.serviceId,
  title: booking.title,
  startDate: data.formatTime(booking.startAt),
  endDate: data.formatTime(booking.endAt),
  status: booking.status as string,
  ...locationToItem(data, booking.location, booking.serviceId),
  resourceIds: booking.resourceIds,
  participants: booking.participants,
  bookings: [bookingToItem(data, booking, booking.eventId)],
})

function sessionToItem(data: CalendarData, session: Session, booked: readonly store.CalendarBookingRow[]) {
  return {
    kind: 'SESSION' as const,
    id: session.id,
    serviceId: session.serviceId ?? '',
    title: session.title,
    startDate: data.formatTime(Temporal.Instant.fromEpochMilliseconds(session.start)),
    endDate: data.formatTime(Temporal.Instant.fromEpochMilliseconds(session.end)),
    status: session.cancelled ? 'CANCELLED' : 'CONFIRMED',
    ...locationToItem(data, data.sessionLocations.get(session.id) ?? null, session.serviceId),
    resourceIds: session.resourceIds,
    participants: data.guests
      ? (data.guests.get(session.id) ?? data.guests.get(session.scheduleId) ?? 0)
      : booked.reduce((sum, booking) => sum + booking.participants, 0),
    ...(session.capacity !== null && { capacity: session.capacity }),
    bookings: booked.map((booking) => bookingToItem(data, booking, session.id)),
  }
}

function locationToItem({ services, language }: CalendarData, location: store.LocationCopy | null, serviceId: string | null) {
  const text = formatLocationText(location, services.get(serviceId ?? '')?.conferencing.enabled === true, (words) => translate(words, language))
  return { ...(text && { where: text }), ...(location?.id && location.locationType === 'OWNER_BUSINESS' && { locationId: location.id }) }
}

/** A booking as lists of who comes show it; `eventId` names the session whose attendance is meant. */
export function bookingToItem(
  { attendances, language }: Pick<CalendarData, 'attendances' | 'language'>,
  booking: store.CalendarBookingRow,
  eventId: string | null,
) {
  const { email, phone } = booking.contactDetails
  const attendance = attendances.get(toAttendanceKey(booking.id, eventId))
  return {
    id: booking.id,
    revision: String(booking.revision),
    status: booking.status,
    paymentStatus: booking.paymentStatus,
    selectedPaymentOption: booking.paymentOption,
    name: formatClientName(booking.contactDetails, language),
    ...(email && { email }),
    ...(phone && { phone }),
    participants: booking.participants,
    ...(attendance && { attendance: attendance.status }),
  }
}
