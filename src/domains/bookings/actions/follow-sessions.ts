/** Bookings go with what they are booked to: a session, a course, a place. Source: guide bookings §9; services-and-availability §6.5, §13.4, §13.5. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { updated } from '../events.ts'
import { locationText } from '../rules/location-text.ts'
import { changesOf, type BookedSession } from '../rules/session-changes.ts'
import type { Tongue } from '../rules/tongue.ts'
import { forgetAttendance } from '../store/attendance.ts'
import * as store from '../store/bookings.ts'
import * as lists from '../store/waitlist.ts'
import * as places from '../time.ts'
import { bookingToWire } from '../wire.ts'
import { reminderOf } from './calendar-place.ts'
import { save } from './change.ts'
import { close, closeSession } from './follow.ts'
import { writeToCustomer, type Notice } from './letters.ts'
import { sessionLocation } from './location.ts'
import { announceMove } from './move.ts'
import { resourceCopy } from './place.ts'
import { wakeWaitlist } from './waitlist.ts'

/** The business moved from one time zone to another. */
export interface Zones {
  from: string
  to: string
}
/** Whoever read the time on the clock of the business goes on doing so. */
const inNewZone = (booking: store.BookingRecord, zones: Zones | undefined): { timeZone?: string } =>
  zones && booking.timeZone === zones.from ? { timeZone: zones.to } : {}

/**
 * A class session moved, got another place or other staff, or room for more or fewer: its bookings go with it, and places that come free
 * are offered to those who wait. Customers are told of another time or place unless the business says otherwise, of other staff when it asks for it.
 */
export async function followSession(ctx: Ctx, eventId: string, notice?: Notice, zones?: Zones): Promise<void> {
  const session = await places.sessionPlan(ctx, eventId)
  if (!session) return
  if (session.cancelled) return closeSession(ctx, eventId, notice)
  const list = await lists.lockKnownWaitlist(ctx, eventId)
  if (list && !list.startsAt.equals(session.startAt)) await lists.saveWaitlist(ctx, eventId, { startsAt: session.startAt })
  const bookings = (await store.lockOpenBookingsOf(ctx, { eventId })).filter((booking) => booking.serviceType === 'CLASS')
  const service = bookings.length > 0 ? await places.serviceRow(ctx, { scheduleId: session.scheduleId }) : undefined
  const { startAt, endAt, resourceIds } = session
  const location = service ? await sessionLocation(ctx, service, session.location) : null
  const resource = await resourceCopy(ctx, resourceIds[0])
  for (const booking of bookings) await follow(ctx, booking, { startAt, endAt, location, resourceIds, resource }, notice, zones)
  if (list) await wakeWaitlist(ctx, eventId, false)
}

async function follow(
  ctx: Ctx,
  booking: store.BookingRecord,
  session: BookedSession<store.ResourceCopy>,
  notice: Notice | undefined,
  zones?: Zones,
): Promise<void> {
  const { changed, change } = changesOf(booking, session)
  if (Object.keys(change).length === 0) return
  const isMoved = changed.includes('time')
  if (isMoved) await forgetAttendance(ctx, booking.id)
  const plan = { remindedAt: null, remindAt: booking.status === 'CONFIRMED' ? await reminderOf(ctx, { ...booking, ...change }) : null }
  const next = await save(ctx, booking, { ...change, ...(isMoved && plan), ...inNewZone(booking, zones) })
  if (isMoved) announceMove(ctx, booking, next)
  else updated(ctx, next, { bookedEntity: bookingToWire(booking, true).bookedEntity })
  const isAsked = notice ? notice.notifyParticipants === true : isMoved || changed.includes('place')
  if (isAsked && changed.length > 0) await writeAboutChange(ctx, booking, next, isMoved ? 'booking-rescheduled' : 'booking-changed', notice)
}

/** Writes to whoever is expected to come: what is new, and how it was before. */
async function writeAboutChange(
  ctx: Ctx,
  before: store.BookingRecord,
  next: store.BookingRecord,
  template: 'booking-rescheduled' | 'booking-changed',
  notice: Notice | undefined,
): Promise<void> {
  if (before.status !== 'CONFIRMED' && before.status !== 'PENDING') return
  const { changed } = changesOf(before, next)
  const zone = before.timeZone === next.timeZone ? '' : ` (${before.timeZone})`
  await writeToCustomer(ctx, template, next, {
    ...(changed.includes('time') && { oldStartText: ({ clock }: Tongue) => `${clock(before.startAt, before.timeZone)}${zone}` }),
    ...(changed.includes('place') && { oldLocationText: ({ say }: Tongue) => locationText(before.location, false, say) }),
    ...(changed.includes('staff') && { oldStaffName: before.resource?.name ?? '' }),
    ownerMessage: notice?.message ?? '',
  })
}

/**
 * Sessions of a course were added, moved, cancelled, or got another place or other staff: its bookings run from the first to the last of
 * what is left. A change in the middle of a course leaves their dates and still makes a new revision, so that calendars take the new file.
 */
export async function followCourse(ctx: Ctx, scheduleId: string, isChanged: boolean, notice?: Notice, zones?: Zones): Promise<void> {
  const bookings = (await store.lockOpenBookingsOf(ctx, { scheduleId })).filter((one) => one.serviceType === 'COURSE')
  if (bookings.length === 0) return
  const course = await places.courseFacts(ctx, scheduleId)
  const [first, last] = [course?.sessions[0], course?.sessions.at(-1)]
  for (const booking of bookings) {
    if (!course || !first || !last) {
      await close(ctx, booking, notice)
      continue
    }
    const session = {
      startAt: Temporal.Instant.fromEpochMilliseconds(first.start),
      endAt: Temporal.Instant.fromEpochMilliseconds(last.end),
      location: await sessionLocation(ctx, course.service, first.location),
      resourceIds: first.resourceIds,
      resource: await resourceCopy(ctx, first.resourceIds[0]),
    }
    const { changed, change } = changesOf(booking, session)
    if (!isChanged && Object.keys(change).length === 0) continue
    const next = await save(ctx, booking, {
      ...change,
      ...inNewZone(booking, zones),
      remindAt: booking.status === 'CONFIRMED' ? await reminderOf(ctx, { ...booking, ...change }) : null,
    })
    updated(
      ctx,
      next,
      changed.includes('time')
        ? { startDate: booking.startAt.toString(), endDate: booking.endAt.toString() }
        : { bookedEntity: bookingToWire(booking, true).bookedEntity },
    )
    if (notice?.notifyParticipants) await writeAboutChange(ctx, booking, next, changed.includes('time') ? 'booking-rescheduled' : 'booking-changed', notice)
  }
}

/** Appointments at a place that the service gave up: they stay, move, or are called off. */
export async function followPlaces(
  ctx: Ctx,
  change: {
    serviceId: string
    locationIds: readonly string[]
    action: 'KEEP' | 'MOVE' | 'CANCEL'
    to?: places.SessionPlace | undefined
    participantNotification?: Notice | undefined
  },
): Promise<void> {
  if (change.action === 'KEEP' || change.locationIds.length === 0) return
  const service = await places.serviceRow(ctx, { id: change.serviceId })
  const location = service && change.to ? await sessionLocation(ctx, service, change.to) : null
  const notice = change.participantNotification ?? { notifyParticipants: false }
  for (const booking of await store.lockOpenBookingsOf(ctx, { serviceId: change.serviceId, from: ctx.now })) {
    const isThere = booking.location?.id !== undefined && change.locationIds.includes(booking.location.id)
    if (booking.serviceType !== 'APPOINTMENT' || !isThere || booking.startAt.epochMilliseconds <= ctx.now.epochMilliseconds) continue
    const { startAt, endAt, resourceIds, resource } = booking
    if (change.action === 'CANCEL') await close(ctx, booking, notice)
    else await follow(ctx, booking, { startAt, endAt, resourceIds, resource, location }, notice)
  }
}
