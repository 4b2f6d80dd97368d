/** What other domains may call: sessions and their seats, time of resources, free resources. All within the caller's transaction. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { dayMs, minuteMs, zoneOffsets } from '#kit/pure/zone.ts'
import { serviceById, type ServiceDefinition } from '#domains/services/public.ts'
import { attachSeats, findCourse, findSessionWithSeats, findSessionWithCapacity, sessionsIn, type SessionWithSeats } from './actions/sessions.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery, type AvailabilityData } from './actions/availability-data.ts'
import { isFeasible } from './rules/slots.ts'
import { endSessions } from './actions/series.ts'
import type { SessionChange } from './hooks.ts'
import * as timeStore from './store/busy-times.ts'
import * as seatStore from './store/seats.ts'
import * as sessionLocks from './store/session-locks.ts'

export { getCustomerChoices, type CustomerChoices } from './actions/slot-config.ts'
export {
  countSessionStarts,
  findCourse,
  findRecentSession,
  findSessionWithCapacity,
  sessionsIn,
  type SessionLocation,
  type SessionWithCapacity,
  type Session,
  type SessionWithSeats,
} from './actions/sessions.ts'

/** Sessions of schedules that begin within `days`, with their seats, in chronological order; at most `limit`. `capacities` by schedule. */
export async function listUpcomingSessions(
  ctx: ReadContext,
  { capacities, days, limit }: { capacities: ReadonlyMap<string, number>; days: number; limit: number },
): Promise<SessionWithSeats[]> {
  const now = ctx.now.epochMilliseconds
  const sessions = await sessionsIn(ctx, { scheduleIds: [...capacities.keys()] }, { start: now, end: now + days * dayMs })
  return attachSeats(ctx, sessions.filter((session) => session.start > now).slice(0, limit), capacities)
}

/** A session by event id with its current seats; undefined if there is none. */
export const findSession = (ctx: ReadContext, eventId: string): Promise<SessionWithSeats | undefined> => findSessionWithSeats(ctx, eventId)

/** The same with the seats locked until the transaction ends, so that they cannot change. */
export async function lockSession(ctx: TransactionContext, eventId: string): Promise<SessionWithSeats | undefined> {
  const session = await findSessionWithSeats(ctx, eventId)
  if (!session) return undefined
  await seatStore.lockSeats(ctx, eventId, session.totalCapacity)
  return findSessionWithSeats(ctx, eventId)
}

/** Makes changes of the sessions of a schedule wait for the booking that is made of one of them. Call it before the session is read. */
export const lockSessionsForBooking = sessionLocks.lockSessionsForBooking

export type SeatTarget = { eventId: string; scheduleId?: never } | { scheduleId: string; eventId?: never }
export type SeatOptions = {
  bookingId: string
  people: number
  /** A hold: the seats count only until then. */
  holdUntil?: Temporal.Instant | null
  /** The capacity, if the caller has loaded the session. */
  capacity?: number
  /** Owners may exceed the capacity. */
  forced?: boolean
  /** The seats are an offer from the waitlist; `bookingId` is that of the waitlist entry. */
  offer?: boolean
  /** The waitlist offer that this booking accepts; its seats are transferred. */
  fromOffer?: string
}
export type SeatResult = { ok: true; left: number } | { ok: false; left: number }

async function getCapacity(ctx: ReadContext, target: SeatTarget): Promise<number> {
  if (target.eventId !== undefined) return (await findSessionWithCapacity(ctx, target.eventId))?.totalCapacity ?? 0
  return (await findCourse(ctx, target.scheduleId as string))?.totalCapacity ?? 0
}
/** Takes seats of a class session or a course. The database decides under the lock of the session. A second call replaces the seats of the booking; those that it holds it keeps, also where the capacity was lowered. */
export async function takeSeats(ctx: TransactionContext, input: SeatTarget & SeatOptions): Promise<SeatResult> {
  const capacity = input.capacity ?? (await getCapacity(ctx, input))
  const n = await seatStore.takeSeats(ctx, {
    sessionId: (input.eventId ?? input.scheduleId) as string,
    capacity,
    bookingId: input.bookingId,
    people: input.people,
    holdUntil: input.holdUntil ?? null,
    offer: input.offer ?? false,
    fromOffer: input.fromOffer ?? null,
    forced: input.forced ?? false,
  })
  return n >= 0 ? { ok: true, left: n } : { ok: false, left: -1 - n }
}
/** The same, pipelined: at the latest the commit fails, through `whenFull` with the seats left and whether they are reserved for the waitlist. */
export const takeSeatsOrFail = seatStore.takeSeatsOrFail
export const translateSeatsError = seatStore.translateSeatsError
export const pipelineKeepSeats = seatStore.pipelineKeepSeats
/** Frees the seats of a booking; answers how many rows changed. Call it again without harm. */
export const releaseSeats = (ctx: TransactionContext, bookingId: string): Promise<number> => seatStore.releaseSeats(ctx, bookingId)
/** Stores how many waitlist entries have no offer; while `waiting` is above 0, new bookings get no seats. */
export const setWaitlistCounts = (ctx: TransactionContext, eventId: string, queue: { capacity: number; waiting: number; queued: number }): Promise<unknown> =>
  seatStore.setWaitlistCounts(ctx, eventId, queue)
export const listSessionsWithReservedSeats = seatStore.listSessionsWithReservedSeats
export const hasReservedSeats = seatStore.hasReservedSeats

export interface TimeClaim {
  bookingId: string
  resourceIds: readonly string[]
  start: Temporal.Instant
  end: Temporal.Instant
  /** Buffer after the appointment. */
  reservedAfterMinutes: number
  holdUntil?: Temporal.Instant | null
  /** Owners may double-book; the time still blocks others. */
  forced?: boolean
}
/** Claims time of resources, all or none; false when it is taken. A second call moves the booking, or leaves it where it is. */
export const claimTime = async (ctx: TransactionContext, claim: TimeClaim): Promise<{ ok: boolean }> => ({
  ok:
    claim.resourceIds.length === 0 ||
    (await timeStore.claimTime(ctx, {
      bookingId: claim.bookingId,
      resourceIds: claim.resourceIds,
      from: claim.start,
      to: claim.end.add({ minutes: claim.reservedAfterMinutes }),
      holdUntil: claim.holdUntil ?? null,
      forced: claim.forced ?? false,
    })),
})
/** Frees the time of resources that a booking holds. */
export const releaseTime = async (ctx: TransactionContext, bookingId: string): Promise<void> => void (await timeStore.releaseTime(ctx, bookingId))

export interface FreeResourcesQuery {
  serviceId: string
  start: Temporal.Instant
  end: Temporal.Instant
  /** A business location; absent means the first location of the service. */
  locationId?: string
  /** A location outside the business (CUSTOM, CUSTOMER). */
  isOffsite?: boolean
  resourceId?: string
  exceptBookingId?: string
}
export interface FreeResources {
  /** Free primary resources, in the order in which bookings without a chosen staff member try them. */
  primary: { id: string; name: string }[]
  /** The free resources of each further required type. */
  others: { typeId: string; resources: { id: string; name: string }[] }[]
}
/** The free resources for an appointment; empty lists when it cannot be booked. Only `claimTime` decides. Source: guide services-and-availability §15.5. */
export async function findFreeResources(ctx: ReadContext, input: FreeResourcesQuery): Promise<FreeResources> {
  const service = await serviceById(ctx, input.serviceId)
  if (!service) return { primary: [], others: [] }
  const range = { start: input.start.epochMilliseconds, end: input.end.epochMilliseconds }
  const data = await loadAvailabilityData(ctx, [service], range, input.exceptBookingId)
  const location = input.isOffsite ? 'offsite' : input.locationId ? { locationId: input.locationId } : toSlotLocation(service.locations[0])
  const query = toSlotQuery(data, service, {
    range: { start: range.start, end: range.start + 1 },
    location,
    durationMinutes: (range.end - range.start) / minuteMs,
    resourceIds: input.resourceId ? [input.resourceId] : undefined,
  })
  const toNamedResource = (id: string) => ({ id, name: data.resources.get(id)?.name ?? '' })
  const filterFree = (list: typeof query.primaries) =>
    list.filter((r) => isFeasible(range.start, r, query.duration, query.buffer)).map((r) => toNamedResource(r.id))
  const others = query.others.map(({ typeId, resources }) => ({ typeId, resources: filterFree(resources) }))
  const primary = others.every((type) => type.resources.length > 0) ? filterFree(query.primaries) : []
  return { primary: await sortByStaffPolicy(ctx, data, service, primary, input.start), others }
}

/** The order in which bookings without a chosen staff member try staff: random, or by rank and then by the fewest bookings of the day. Source: guide services-and-availability §15.7. */
async function sortByStaffPolicy<R extends { id: string }>(
  ctx: ReadContext,
  data: AvailabilityData,
  service: ServiceDefinition,
  free: readonly R[],
  start: Temporal.Instant,
): Promise<R[]> {
  const { sortingMethodType, rankingOptions } = service.policy.staffSortingPolicy
  if (free.length < 2) return [...free]
  if (sortingMethodType !== 'RANKING')
    return free
      .map((one) => ({ one, chance: ctx.newId() }))
      .toSorted((a, b) => (a.chance < b.chance ? -1 : 1))
      .map(({ one }) => one)
  const offsets = zoneOffsets(data.zone)
  const day = Math.floor(offsets.toLocal(start.epochMilliseconds) / dayMs) * dayMs
  const ids = free.map((one) => one.id)
  const taken = await timeStore.listBusy(ctx, ids, { start: offsets.toInstant(day), end: offsets.toInstant(day + dayMs) })
  const load = (one: R) => taken.filter((row) => row.resourceId === one.id).length
  const rank = (one: R) => (rankingOptions?.order === 'HIGHEST_TO_LOWEST' ? -1 : 1) * (data.resources.get(one.id)?.staff?.rank ?? 100)
  return free.toSorted((a, b) => rank(a) - rank(b) || load(a) - load(b) || (a.id < b.id ? -1 : 1))
}

/** Ends the sessions of a deleted service. */
export async function endServiceSessions(
  ctx: TransactionContext,
  input: { serviceId: string; preserveFutureSessionsWithParticipants: boolean; participantNotification?: SessionChange['participantNotification'] },
): Promise<void> {
  const service = await serviceById(ctx, input.serviceId)
  if (!service || service.type === 'APPOINTMENT') return
  await endSessions(ctx, {
    scheduleId: service.scheduleId,
    capacity: service.capacity,
    isCourse: service.type === 'COURSE',
    keepBooked: input.preserveFutureSessionsWithParticipants,
    notice: input.participantNotification ?? { notifyParticipants: false },
  })
}
export { moveSessionsToZone } from './actions/change-zone.ts'
export { moveSessionLocations } from './actions/move-session-locations.ts'
export { copyRunningSeries } from './actions/series.ts'
