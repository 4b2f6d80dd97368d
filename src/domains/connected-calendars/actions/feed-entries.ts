/** Bookings and sessions as entries of calendars. */
import { Temporal } from 'temporal-polyfill'
import { findCourse, findSessionWithCapacity, type Session, sessionsIn } from '#domains/availability/public.ts'
import { servicesBySchedules, type ServiceDefinition } from '#domains/services/public.ts'
import { getSiteLanguage } from '#domains/site/public.ts'
import { listLocations } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { mapInSlices } from '#kit/jobs/slices.ts'
import { describePeople } from '../rules/words.ts'
import { countPeople, type ShownBooking } from '../store/copies.ts'
import type { FeedEntry } from './feed-file.ts'

interface Place {
  id?: string | undefined
  formattedAddress?: string | undefined
  business?: { id?: string | undefined } | null | undefined
}
const statuses: Record<string, FeedEntry['status']> = { CONFIRMED: 'CONFIRMED', PENDING: 'TENTATIVE' }

async function describePlace(ctx: ReadContext, { id, business, formattedAddress }: Place): Promise<string> {
  const known = (await listLocations(ctx)).find((one) => one.id === (id ?? business?.id))
  return known ? [known.name, known.address].filter(Boolean).join(', ') : (formattedAddress ?? '')
}

/** `withClient`: the first name of the client is told, never more: these addresses are passed on. decision */
export async function bookingToEntry(ctx: ReadContext, booking: ShownBooking, withClient = true): Promise<FeedEntry> {
  const client = withClient ? (booking.contactDetails as { firstName?: string | null }).firstName : undefined
  return {
    id: booking.id,
    status: statuses[booking.status] ?? 'CANCELLED',
    revision: booking.revision,
    changedAt: booking.updatedAt,
    start: booking.startAt,
    end: booking.endAt,
    title: [booking.title, client].filter(Boolean).join(' · '),
    description: booking.participants > 1 ? describePeople(await getSiteLanguage(ctx), booking.participants) : '',
    location: await describePlace(ctx, (booking.location ?? {}) as Place),
  }
}

const toInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
/** A booking of a member: of a course each of its sessions in the range. */
export async function bookingToOwnEntries(ctx: ReadContext, booking: ShownBooking, range: EntryRange): Promise<FeedEntry[]> {
  const entry = await bookingToEntry(ctx, booking, false)
  const course = booking.serviceType === 'COURSE' ? await findCourse(ctx, booking.scheduleId) : undefined
  if (!course) return [entry]
  return course.sessions
    .filter((one) => one.end > range.from.epochMilliseconds && one.start < range.to.epochMilliseconds)
    .map((one) => ({ ...entry, id: `${booking.id}-${one.id}`, start: toInstant(one.start), end: toInstant(one.end) }))
}

export interface EntryRange {
  from: Temporal.Instant
  to: Temporal.Instant
}
/** A session of a class or course; `people` have booked it. */
export interface SessionEntry extends FeedEntry {
  people: number
  resourceIds: readonly string[]
  locationId: string | undefined
}
/** A session takes place where it says, else at the first location of its service. */
const findSessionPlace = (session: Session, service: ServiceDefinition | undefined): Place => session.location ?? service?.locations[0] ?? {}

async function sessionToEntry(ctx: ReadContext, session: Session, service: ServiceDefinition | undefined, people: number): Promise<SessionEntry> {
  const place = findSessionPlace(session, service)
  return {
    id: session.id,
    status: session.cancelled ? 'CANCELLED' : 'CONFIRMED',
    revision: session.revision,
    changedAt: ctx.now,
    start: toInstant(session.start),
    end: toInstant(session.end),
    title: session.title || (service?.name ?? ''),
    description: describePeople(await getSiteLanguage(ctx), people),
    location: await describePlace(ctx, place),
    people,
    resourceIds: session.resourceIds,
    locationId: place.id ?? place.business?.id,
  }
}
const isOffered = ({ type }: Session): boolean => type === 'CLASS' || type === 'COURSE'
const findPeople = (counts: ReadonlyMap<string, number>, { type, scheduleId, id }: Session): number => counts.get(type === 'COURSE' ? scheduleId : id) ?? 0

/** Sessions of classes and courses in the range, once each, those without a booking and the cancelled ones included. `resourceIds` absent: of all. */
export async function listSessionEntries(ctx: ReadContext, range: EntryRange, resourceIds?: readonly string[]): Promise<SessionEntry[]> {
  const interval = { start: range.from.epochMilliseconds, end: range.to.epochMilliseconds }
  const sessions = (await sessionsIn(ctx, resourceIds ? { resourceIds } : {}, interval, true)).filter(isOffered)
  const services = await servicesBySchedules(ctx, [...new Set(sessions.map((one) => one.scheduleId))])
  const counts = await countPeople(ctx, range.from)
  const bySchedule = new Map(services.map((one) => [one.scheduleId, one]))
  return mapInSlices(sessions, (one) => sessionToEntry(ctx, one, bySchedule.get(one.scheduleId), findPeople(counts, one)))
}

/** One of them, by its id; undefined for anything else. */
export async function findSessionEntry(ctx: ReadContext, id: string): Promise<SessionEntry | undefined> {
  const session = await findSessionWithCapacity(ctx, id)
  if (!session || !isOffered(session)) return undefined
  const [service] = await servicesBySchedules(ctx, [session.scheduleId])
  return sessionToEntry(ctx, session, service, findPeople(await countPeople(ctx, ctx.now), session))
}
