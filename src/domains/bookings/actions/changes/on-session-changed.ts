/** Updates bookings when their session, course or location changes. Source: guide bookings §9; services-and-availability §6.5, §13.4, §13.5. */
import { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { emitUpdated } from '../../events.ts'
import { onSeatsChanged } from '../../hooks.ts'
import { formatLocationText } from '../../rules/location-text.ts'
import { diffSession, type BookedSession } from '../../rules/session-changes.ts'
import type { LocaleFormatter } from '../../rules/locale-formatter.ts'
import { deleteAttendances } from '../../store/attendance.ts'
import * as store from '../../store/bookings.ts'
import * as scheduling from '../../scheduling.ts'
import { bookingToWire } from '../../wire.ts'
import { calculateReminder } from '../emails/calendar-entry.ts'
import { saveBooking } from './change.ts'
import { closeBooking, closeBookingsOfSession } from './close-bookings.ts'
import { queueCustomerEmail, type NotificationInput } from '../emails/emails.ts'
import { resolveSessionLocation } from '../booking/location.ts'
import { emitMove } from './move.ts'
import { copyResource } from '../booking/resources.ts'
import { lockSessionWaitlist } from '../waiting.ts'

/** The time zone of the business changed. */
export interface TimeZoneChange {
  from: string
  to: string
}
/** Bookings shown in the zone of the business are shown in its new zone. */
const toNewTimeZone = (booking: store.BookingRow, zones: TimeZoneChange | undefined): { timeZone?: string } =>
  zones && booking.timeZone === zones.from ? { timeZone: zones.to } : {}

/**
 * A class session changed its time, location, staff or capacity: its bookings take the change over, and free seats
 * are offered to the waitlist. Customers get an email about time and location unless the business declines it, about staff only if it asks for it.
 */
export async function updateBookingsOfSession(ctx: TransactionContext, eventId: string, notice?: NotificationInput, zones?: TimeZoneChange): Promise<void> {
  const session = await scheduling.findSessionPlan(ctx, eventId)
  if (!session) return
  if (session.cancelled) return closeBookingsOfSession(ctx, eventId, notice)
  const hasList = await lockSessionWaitlist(ctx, { eventId, startAt: session.startAt })
  const bookings = (await store.lockOpenBookings(ctx, { eventId })).filter((booking) => booking.serviceType === 'CLASS')
  const service = bookings.length > 0 ? await scheduling.findService(ctx, { scheduleId: session.scheduleId }) : undefined
  const { startAt, endAt, allDay, resourceIds } = session
  const location = service ? await resolveSessionLocation(ctx, service, session.location) : null
  const resource = await copyResource(ctx, resourceIds[0])
  for (const booking of bookings) await applySessionChange(ctx, booking, { startAt, endAt, allDay, location, resourceIds, resource }, notice, zones)
  if (hasList) await onSeatsChanged.call(ctx, { eventId, areFreed: false })
}

async function applySessionChange(
  ctx: TransactionContext,
  booking: store.BookingRow,
  session: BookedSession<store.ResourceCopy>,
  notice: NotificationInput | undefined,
  zones?: TimeZoneChange,
): Promise<void> {
  const { changed, change } = diffSession(booking, session)
  if (Object.keys(change).length === 0) return
  const isMoved = changed.includes('time')
  if (isMoved) await deleteAttendances(ctx, booking.id)
  const plan = { remindedAt: null, remindAt: booking.status === 'CONFIRMED' ? await calculateReminder(ctx, { ...booking, ...change }) : null }
  const next = await saveBooking(ctx, booking, { ...change, ...(isMoved && plan), ...toNewTimeZone(booking, zones) })
  if (isMoved) emitMove(ctx, booking, next)
  else emitUpdated(ctx, next, { bookedEntity: bookingToWire(booking, true).bookedEntity })
  const isAsked = notice ? notice.notifyParticipants === true : isMoved || changed.includes('place')
  if (isAsked && changed.length > 0) await queueChangeEmail(ctx, booking, next, isMoved ? 'booking-rescheduled' : 'booking-changed', notice)
}

/** Emails customers with a confirmed or requested booking what changed and how it was before. */
async function queueChangeEmail(
  ctx: TransactionContext,
  before: store.BookingRow,
  next: store.BookingRow,
  template: 'booking-rescheduled' | 'booking-changed',
  notice: NotificationInput | undefined,
): Promise<void> {
  if (before.status !== 'CONFIRMED' && before.status !== 'PENDING') return
  const { changed } = diffSession(before, next)
  const zone = before.timeZone === next.timeZone ? '' : ` (${before.timeZone})`
  await queueCustomerEmail(ctx, next, {
    template,
    variables: {
      ...(changed.includes('time') && { oldStartText: ({ formatDateTime }: LocaleFormatter) => `${formatDateTime(before.startAt, before.timeZone)}${zone}` }),
      ...(changed.includes('place') && { oldLocationText: ({ translate }: LocaleFormatter) => formatLocationText(before.location, false, translate) }),
      ...(changed.includes('staff') && { oldStaffName: before.resource?.name ?? '' }),
    },
    ownerMessage: notice?.message ?? '',
  })
}

/**
 * Sessions of a course were added, moved, cancelled, or changed location or staff: its bookings span from the first to the last session that
 * remains. A change in the middle keeps their dates but still makes a new revision, so that calendars accept the new file.
 */
export async function updateBookingsOfCourse(
  ctx: TransactionContext,
  scheduleId: string,
  isChanged: boolean,
  notice?: NotificationInput,
  zones?: TimeZoneChange,
): Promise<void> {
  const bookings = (await store.lockOpenBookings(ctx, { scheduleId })).filter((one) => one.serviceType === 'COURSE')
  if (bookings.length === 0) return
  const course = await scheduling.findCourse(ctx, scheduleId)
  const [first, last] = [course?.sessions[0], course?.sessions.at(-1)]
  for (const booking of bookings) {
    if (!course || !first || !last) {
      await closeBooking(ctx, booking, notice)
      continue
    }
    const session = {
      startAt: Temporal.Instant.fromEpochMilliseconds(first.start),
      endAt: Temporal.Instant.fromEpochMilliseconds(last.end),
      allDay: false,
      location: await resolveSessionLocation(ctx, course.service, first.location),
      resourceIds: first.resourceIds,
      resource: await copyResource(ctx, first.resourceIds[0]),
    }
    const { changed, change } = diffSession(booking, session)
    if (!isChanged && Object.keys(change).length === 0) continue
    const next = await saveBooking(ctx, booking, {
      ...change,
      ...toNewTimeZone(booking, zones),
      remindAt: booking.status === 'CONFIRMED' ? await calculateReminder(ctx, { ...booking, ...change }) : null,
    })
    emitUpdated(
      ctx,
      next,
      changed.includes('time')
        ? { startDate: booking.startAt.toString(), endDate: booking.endAt.toString() }
        : { bookedEntity: bookingToWire(booking, true).bookedEntity },
    )
    if (notice?.notifyParticipants) await queueChangeEmail(ctx, booking, next, changed.includes('time') ? 'booking-rescheduled' : 'booking-changed', notice)
  }
}

/** Appointments at a location that the service no longer offers are kept, moved or cancelled. */
export async function updateBookingsAtLocations(
  ctx: TransactionContext,
  change: {
    serviceId: string
    locationIds: readonly string[]
    action: 'KEEP' | 'MOVE' | 'CANCEL'
    to?: scheduling.SessionPlace | undefined
    participantNotification?: NotificationInput | undefined
  },
): Promise<void> {
  if (change.action === 'KEEP' || change.locationIds.length === 0) return
  const service = await scheduling.findService(ctx, { id: change.serviceId })
  const location = service && change.to ? await resolveSessionLocation(ctx, service, change.to) : null
  const notice = change.participantNotification ?? { notifyParticipants: false }
  for (const booking of await store.lockOpenBookings(ctx, { serviceId: change.serviceId, from: ctx.now })) {
    const isThere = booking.location?.id !== undefined && change.locationIds.includes(booking.location.id)
    if (booking.serviceType !== 'APPOINTMENT' || !isThere || booking.startAt.epochMilliseconds <= ctx.now.epochMilliseconds) continue
    const { startAt, endAt, allDay, resourceIds, resource } = booking
    if (change.action === 'CANCEL') await closeBooking(ctx, booking, notice)
    else await applySessionChange(ctx, booking, { startAt, endAt, allDay, resourceIds, resource, location }, notice)
  }
}
