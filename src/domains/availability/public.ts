/** The only door of availability: sessions and their seats, time of resources, and what is free. Callers are inside one transaction. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { dayMs, minuteMs, zoneOffsets } from '#kit/pure/zone.ts'
import { serviceById, type ServiceDefinition } from '#domains/services/public.ts'
import { findCourse, findSessionWithSeats, findSessionWithCapacity, type SessionWithSeats } from './actions/sessions.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery, type AvailabilityData } from './actions/availability-data.ts'
import { isFeasible } from './rules/slots.ts'
import { endSessions } from './actions/series.ts'
import type { SessionChange } from './hooks.ts'
import * as store from './store/calendar.ts'

export { findCourse, findSessionWithCapacity, sessionsIn, type SessionLocation, type Session, type SessionWithSeats } from './actions/sessions.ts'

/** A session by its event id with seats as they are now; undefined if there is none. */
export const findSession = (ctx: Ctx, eventId: string): Promise<SessionWithSeats | undefined> => findSessionWithSeats(ctx, eventId)

/** The same, with the seats locked until the transaction ends: what it says stays true. */
export async function lockSession(ctx: Ctx, eventId: string): Promise<SessionWithSeats | undefined> {
  const session = await findSessionWithSeats(ctx, eventId)
  if (!session) return undefined
  await store.lockSeats(ctx, eventId, session.totalCapacity)
  return findSessionWithSeats(ctx, eventId)
}

export type SeatTarget = { eventId: string; scheduleId?: never } | { scheduleId: string; eventId?: never }
export type SeatOptions = {
  bookingId: string
  people: number
  /** While set, the seats count only until then. */
  holdUntil?: Temporal.Instant | null
  /** Saves a look-up when the caller has the session already. */
  capacity?: number
  /** The owner may overfill. */
  forced?: boolean
  /** These seats are an offer to somebody who waits; `bookingId` is the waitlist entry. */
  offer?: boolean
  /** The offer that this booking takes up; its seats are given over. */
  fromOffer?: string
}
export type SeatResult = { ok: true; left: number } | { ok: false; left: number }

async function getCapacity(ctx: Ctx, target: SeatTarget): Promise<number> {
  if (target.eventId !== undefined) return (await findSessionWithCapacity(ctx, target.eventId))?.totalCapacity ?? 0
  return (await findCourse(ctx, target.scheduleId as string))?.totalCapacity ?? 0
}
/** Takes seats of a class session or a course, decided by the database under the lock of the session. Calling it again replaces what the booking had. */
export async function takeSeats(ctx: Ctx, input: SeatTarget & SeatOptions): Promise<SeatResult> {
  const capacity = input.capacity ?? (await getCapacity(ctx, input))
  const n = await store.takeSeats(ctx, {
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
/** The same for a new booking that is written with it: refused by `whenFull` at the latest at the commit, with what is left and whether that is kept for those who wait. */
export const takeSeatsOrFail = store.takeSeatsOrFail
export const releaseSeats = (ctx: Ctx, bookingId: string): Promise<number> => store.releaseSeats(ctx, bookingId)
/** How many wait without an offer for a place of a session of `capacity`; while `waiting` is above 0, newcomers get none. */
export const setWaitlistCounts = (ctx: Ctx, eventId: string, queue: { capacity: number; waiting: number; queued: number }): Promise<unknown> =>
  store.setWaitlistCounts(ctx, eventId, queue)
export const listSessionsWithReservedSeats = store.listSessionsWithReservedSeats

export interface TimeClaim {
  bookingId: string
  resourceIds: readonly string[]
  start: Temporal.Instant
  end: Temporal.Instant
  /** Kept free after the appointment. */
  reservedAfterMinutes: number
  holdUntil?: Temporal.Instant | null
  /** The owner may double book; the time still blocks others. */
  forced?: boolean
}
/** Takes time of resources, all or none; false when somebody else has it. Calling it again moves the booking; a refusal keeps what it had. */
export const claimTime = async (ctx: Ctx, claim: TimeClaim): Promise<{ ok: boolean }> => ({
  ok:
    claim.resourceIds.length === 0 ||
    (await store.claimTime(ctx, {
      bookingId: claim.bookingId,
      resourceIds: claim.resourceIds,
      from: claim.start,
      to: claim.end.add({ minutes: claim.reservedAfterMinutes }),
      holdUntil: claim.holdUntil ?? null,
      forced: claim.forced ?? false,
    })),
})
export const releaseTime = async (ctx: Ctx, bookingId: string): Promise<void> => void (await store.releaseTime(ctx, bookingId))
/** Moves the end of a hold, of time and seats; null makes it lasting. */
export const setHold = (ctx: Ctx, bookingId: string, until: Temporal.Instant | null): Promise<void> => store.setHold(ctx, bookingId, until)

export interface FreeResourcesQuery {
  serviceId: string
  start: Temporal.Instant
  end: Temporal.Instant
  /** A place of the business; absent means the first place of the service. */
  locationId?: string
  /** A place outside the business (CUSTOM, CUSTOMER). */
  isOffsite?: boolean
  resourceId?: string
  exceptBookingId?: string
}
export interface FreeResources {
  /** Free primary resources in the order in which any-staff bookings try them. */
  primary: { id: string; name: string }[]
  /** Of each further type that the service needs: the free ones. */
  others: { typeId: string; resources: { id: string; name: string }[] }[]
}
/** Who and what is free for an appointment at a time; empty lists when it can't be had. A hint until claimTime agrees. guide: 15.5 */
export async function findFreeResources(ctx: Ctx, input: FreeResourcesQuery): Promise<FreeResources> {
  const service = await serviceById(ctx, input.serviceId)
  if (!service) return { primary: [], others: [] }
  const range = { start: input.start.epochMilliseconds, end: input.end.epochMilliseconds }
  const data = await loadAvailabilityData(ctx, [service], range, input.exceptBookingId)
  const location = input.isOffsite ? 'elsewhere' : input.locationId ? { locationId: input.locationId } : toSlotLocation(service.locations[0])
  const query = toSlotQuery(data, service, {
    range: { start: range.start, end: range.start + 1 },
    location,
    durationMinutes: (range.end - range.start) / minuteMs,
    resourceIds: input.resourceId ? [input.resourceId] : undefined,
  })
  const named = (id: string) => ({ id, name: data.resources.get(id)?.name ?? '' })
  const free = (list: typeof query.primaries) => list.filter((r) => isFeasible(range.start, r, query.duration, query.buffer)).map((r) => named(r.id))
  const others = query.others.map(({ typeId, resources }) => ({ typeId, resources: free(resources) }))
  const primary = others.every((type) => type.resources.length > 0) ? free(query.primaries) : []
  return { primary: await sortByStaffPolicy(ctx, data, service, primary, input.start), others }
}

/** The order in which any-staff bookings try people: by chance, or by rank and then by who has the least to do that day. guide: 15.7 */
async function sortByStaffPolicy<R extends { id: string }>(
  ctx: Ctx,
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
  const taken = await store.listBusy(ctx, ids, { start: offsets.toInstant(day), end: offsets.toInstant(day + dayMs) })
  const load = (one: R) => taken.filter((row) => row.resourceId === one.id).length
  const rank = (one: R) => (rankingOptions?.order === 'HIGHEST_TO_LOWEST' ? -1 : 1) * (data.resources.get(one.id)?.staff?.rank ?? 100)
  return free.toSorted((a, b) => rank(a) - rank(b) || load(a) - load(b) || (a.id < b.id ? -1 : 1))
}

/** A deleted service, removed places and copies of a service, as services ask for them. */
export async function endServiceSessions(
  ctx: Ctx,
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
