/** Sessions in a range: single events, occurrences of series, and the exceptions that replace occurrences. Source: guide services-and-availability §13. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { overlaps, type Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatDayNumber, hourMs, parseLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { getSite } from '#domains/site/public.ts'
import { serviceBySchedule, type ServiceDefinition } from '#domains/services/public.ts'
import { occurrencesIn, hasOccurrenceAt, parseOccurrenceId, type FormerZone, type Series } from '../rules/recurrence.ts'
import { countSeats, type Seats } from '../rules/sessions.ts'
import * as eventStore from '../store/events.ts'
import * as seatStore from '../store/seats.ts'

export interface SessionLocation {
  type: 'BUSINESS' | 'CUSTOM' | 'CUSTOMER'
  id?: string
  name?: string
  formattedAddress?: string
}
/** A session or a block of time, single or of a series. */
export interface Session extends Interval {
  id: string
  masterId?: string
  scheduleId: string
  serviceId: string | null
  type: 'EVENT' | 'CLASS' | 'COURSE'
  title: string
  notes: string | null
  allDay: boolean
  localStart: string
  localEnd: string
  resourceIds: string[]
  /** Those of them whose time stays free. */
  freeResourceIds: string[]
  location?: SessionLocation
  capacity: number | null
  transparent: boolean
  cancelled: boolean
  recurrenceType: 'NONE' | 'INSTANCE' | 'EXCEPTION'
  /** Stored as its own row; otherwise computed from its series. */
  hasRow: boolean
  revision: number
}

/** The people and rooms whose time a session takes. */
export const listTakenResources = ({ transparent, resourceIds, freeResourceIds }: Session): string[] =>
  transparent ? [] : resourceIds.filter((id) => !freeResourceIds.includes(id))

/** The series of a stored master, as the rules of recurrence read it. */
export const toSeries = (row: eventStore.EventRow): Series => ({
  masterId: row.id,
  localStart: row.localStart,
  localEnd: row.localEnd,
  intervalWeeks: row.intervalWeeks ?? 1,
  ...(row.untilLocal ? { untilLocal: row.untilLocal } : {}),
  zones: row.zones as FormerZone[],
})

const common = (row: eventStore.EventRow) => ({
  scheduleId: row.scheduleId,
  serviceId: row.serviceId,
  type: row.type as Session['type'],
  title: row.title,
  notes: row.notes,
  allDay: row.allDay,
  resourceIds: row.resourceIds,
  freeResourceIds: row.freeResourceIds,
  ...(row.location ? { location: row.location as SessionLocation } : {}),
  capacity: row.capacity,
  transparent: row.transparency === 'FREE',
  revision: row.revision,
})
/** A stored session: a single one, or an occurrence with its own row. */
export const rowToSession = (row: eventStore.EventRow): Session => ({
  ...common(row),
  id: row.id,
  ...(row.masterId ? { masterId: row.masterId } : {}),
  start: row.startAt.epochMilliseconds,
  end: row.endAt.epochMilliseconds,
  localStart: row.localStart,
  localEnd: row.localEnd,
  cancelled: row.status === 'CANCELLED',
  hasRow: true,
  recurrenceType: row.recurrenceType === 'EXCEPTION' ? 'EXCEPTION' : row.recurrenceType === 'INSTANCE' ? 'INSTANCE' : 'NONE',
})
const occurrenceToSession = (master: eventStore.EventRow, at: { id: string; start: number; end: number; localStart: string; localEnd: string }): Session => ({
  ...common(master),
  id: at.id,
  masterId: master.id,
  start: at.start,
  end: at.end,
  localStart: at.localStart,
  localEnd: at.localEnd,
  cancelled: false,
  hasRow: false,
  recurrenceType: 'INSTANCE',
})

/** Occurrences of the series in the range that no stored event replaces. */
function expandSeries({ masters, exceptions }: Record<'masters' | 'exceptions', eventStore.EventRow[]>, range: Interval, offsets: ZoneOffsets): Session[] {
  const replaced = new Set(exceptions.map((row) => `${row.masterId} ${row.originalLocalStart}`))
  return masters.flatMap((master) =>
    occurrencesIn(toSeries(master), range, offsets)
      .filter((o) => !replaced.has(`${master.id} ${o.originalLocalStart}`))
      .map((o) => occurrenceToSession(master, o)),
  )
}

/** All sessions that overlap the range, in chronological order; cancelled ones only on request. */
export async function sessionsIn(ctx: ReadContext, scope: eventStore.EventScope, range: Interval, withCancelled = false): Promise<Session[]> {
  const offsets = zoneOffsets((await getSite(ctx)).timeZone)
  const { singles, ...series } = await eventStore.eventsIn(ctx, scope, range)
  const found = [...singles.map(rowToSession), ...expandSeries(series, range, offsets)].filter(
    (session) => overlaps(session, range) && (withCancelled || !session.cancelled),
  )
  return found.sort((a, b) => a.start - b.start || (a.id < b.id ? -1 : 1))
}

/** How many sessions of classes and courses begin within each hour of the range, on the clock of the business. Stored ones are counted by the database. */
export async function countSessionStarts(ctx: ReadContext, scope: eventStore.EventScope, range: Interval): Promise<eventStore.StartCount[]> {
  const { timeZone } = await getSite(ctx)
  const offsets = zoneOffsets(timeZone)
  const [stored, series] = await Promise.all([eventStore.countStoredStarts(ctx, scope, range, timeZone), eventStore.seriesIn(ctx, scope, range)])
  const computed = expandSeries(series, range, offsets).filter(({ type, start }) => type !== 'EVENT' && start >= range.start && start < range.end)
  return [
    ...stored,
    ...computed.map(({ start }) => {
      const local = offsets.toLocal(start)
      return { day: formatDayNumber(Math.floor(local / dayMs)), hour: Math.floor((local % dayMs) / hourMs), entries: 1 }
    }),
  ]
}

/** A session by event id, stored or computed from its series; undefined if there is none. */
export async function sessionById(ctx: ReadContext, id: string): Promise<Session | undefined> {
  const row = await eventStore.findEvent(ctx, id)
  if (row) return row.recurrenceType === 'MASTER' ? undefined : rowToSession(row)
  const named = parseOccurrenceId(id)
  const master = named && (await eventStore.findEvent(ctx, named.masterId))
  return named && master?.recurrenceType === 'MASTER' && master.status !== 'CANCELLED' ? computeOccurrence(ctx, master, named.localStart) : undefined
}

/** The occurrence of a series that starts at a local time, without a look at what is stored; undefined if the series has none then. */
export async function computeOccurrence(ctx: ReadContext, master: eventStore.EventRow, localStart: string): Promise<Session | undefined> {
  if (!hasOccurrenceAt(toSeries(master), localStart)) return undefined
  const first = parseLocal(localStart) as number
  const length = (parseLocal(master.localEnd) as number) - (parseLocal(master.localStart) as number)
  const offsets: ZoneOffsets = zoneOffsets((await getSite(ctx)).timeZone)
  const [found] = occurrencesIn(
    { ...toSeries(master), untilLocal: localStart },
    // The business may have been in another zone then.
    { start: offsets.toInstant(first) - 2 * dayMs, end: offsets.toInstant(first + length) + 2 * dayMs },
    offsets,
  ).filter((o) => o.originalLocalStart === localStart)
  return found && occurrenceToSession(master, found)
}

/** A session with its seats. */
export interface SessionWithSeats extends Session, Seats {
  startAt: Temporal.Instant
  endAt: Temporal.Instant
  taken: number
  /** People with a live offer from the waitlist, and entries without one for which seats are kept. */
  offered: number
  reserved: number
  /** All entries of the waitlist, with and without an offer. */
  waiting: number
}

/** Sessions with their current seats, in the same order. `capacities`: default seats by schedule, for sessions without a number of their own. */
export async function attachSeats(ctx: ReadContext, sessions: readonly Session[], capacities: ReadonlyMap<string, number>): Promise<SessionWithSeats[]> {
  const seats = await seatStore.loadSeats(
    ctx,
    sessions.map((session) => session.id),
  )
  return sessions.map((session) => {
    const row = seats.get(session.id)
    const capacity = session.capacity ?? capacities.get(session.scheduleId) ?? 0
    const used = { taken: row?.taken ?? 0, offered: row?.offered ?? 0, reserved: row?.waiting ?? 0 }
    return {
      ...session,
      ...countSeats({ capacity, ...used }),
      ...used,
      waiting: (row?.queued ?? 0) + (row?.offers ?? 0),
      startAt: Temporal.Instant.fromEpochMilliseconds(session.start),
      endAt: Temporal.Instant.fromEpochMilliseconds(session.end),
    }
  })
}

/** A session with its capacity only: taking seats counts them anyway. */
export type SessionWithCapacity = Session & Pick<SessionWithSeats, 'startAt' | 'endAt' | 'totalCapacity'>
/** A session of a class by event id with its capacity, without counting seats; undefined for anything else. */
export async function findSessionWithCapacity(ctx: ReadContext, eventId: string): Promise<SessionWithCapacity | undefined> {
  const session = await sessionById(ctx, eventId)
  if (!session) return undefined
  return {
    ...session,
    startAt: Temporal.Instant.fromEpochMilliseconds(session.start),
    endAt: Temporal.Instant.fromEpochMilliseconds(session.end),
    totalCapacity: session.capacity ?? (await serviceBySchedule(ctx, session.scheduleId))?.capacity ?? 0,
  }
}

/**
 * The same as this process read it within the last second. Who changes something by it compares it with its row, under the lock of those who book
 * (`book_class` of the database).
 */
export const findRecentSession = (ctx: ReadContext, eventId: string): Promise<SessionWithCapacity | undefined> =>
  ctx.cache(['calendar_event', 'service', 'booking_policy', 'site'], `session ${eventId}`, () => findSessionWithCapacity(ctx, eventId))

/** A session of a class by event id with its current seats; undefined for anything else. */
export async function findSessionWithSeats(ctx: ReadContext, eventId: string): Promise<SessionWithSeats | undefined> {
  const session = await findSessionWithCapacity(ctx, eventId)
  return session && (await attachSeats(ctx, [session], new Map([[session.scheduleId, session.totalCapacity]])))[0]
}

/** All sessions of a course, in order; a series without an end is cut three years from now. */
export const courseSessions = (ctx: ReadContext, scheduleId: string): Promise<Session[]> => sessionsOfCourses(ctx, [scheduleId])
const sessionsOfCourses = (ctx: ReadContext, scheduleIds: readonly string[]): Promise<Session[]> =>
  scheduleIds.length === 0 ? Promise.resolve([]) : sessionsIn(ctx, { scheduleIds }, { start: 0, end: ctx.now.epochMilliseconds + 3 * 366 * dayMs })

/** A course with its sessions in order and its seats; undefined if the schedule is not that of a course. */
export async function findCourse(ctx: ReadContext, scheduleId: string) {
  const service = await serviceBySchedule(ctx, scheduleId)
  return service?.type === 'COURSE' ? (await findCourses(ctx, [service])).get(scheduleId) : undefined
}
/** Courses with their sessions in order and their seats, by schedule. The number of statements is constant. */
export async function findCourses(ctx: ReadContext, courses: readonly ServiceDefinition[]) {
  const scheduleIds = courses.map((course) => course.scheduleId)
  const [sessions, seats] = [await sessionsOfCourses(ctx, scheduleIds), await seatStore.loadSeats(ctx, scheduleIds)]
  const bySchedule = new Map<string, Session[]>(scheduleIds.map((id) => [id, []]))
  for (const session of sessions) bySchedule.get(session.scheduleId)?.push(session)
  return new Map(
    courses.map((service) => {
      const row = seats.get(service.scheduleId)
      const used = { taken: row?.taken ?? 0, offered: row?.offered ?? 0, reserved: row?.waiting ?? 0 }
      const course = { service, sessions: bySchedule.get(service.scheduleId) ?? [], ...countSeats({ capacity: service.capacity, ...used }), ...used }
      return [service.scheduleId, course]
    }),
  )
}
