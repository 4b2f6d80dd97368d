/** The only door of availability: sessions and their seats, time of resources, and what is free. Callers are inside one transaction. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { dayMs, minuteMs, rulerFor } from '#kit/pure/zone.ts'
import { serviceById, type ServiceFacts } from '#domains/services/public.ts'
import { courseFacts, sessionFacts, sessionPlan, type SessionFacts } from './actions/sessions.ts'
import { groundOf, placeOf, questionOf, type Ground } from './actions/resource-time.ts'
import { isFeasible } from './rules/slots.ts'
import { endSessions } from './actions/series.ts'
import type { SessionChange } from './asks.ts'
import * as store from './store/calendar.ts'

export { courseFacts, sessionPlan, sessionsIn, type Place, type Session, type SessionFacts } from './actions/sessions.ts'

/** A session by its event id with seats as they are now; undefined if there is none. */
export const sessionOf = (ctx: Ctx, eventId: string): Promise<SessionFacts | undefined> => sessionFacts(ctx, eventId)

/** The same, with the seats locked until the transaction ends: what it says stays true. */
export async function lockSession(ctx: Ctx, eventId: string): Promise<SessionFacts | undefined> {
  const session = await sessionFacts(ctx, eventId)
  if (!session) return undefined
  await store.lockSeats(ctx, eventId, session.totalCapacity)
  return sessionFacts(ctx, eventId)
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
export type SeatAnswer = { ok: true; left: number } | { ok: false; left: number }

async function capacityOf(ctx: Ctx, target: SeatTarget): Promise<number> {
  if (target.eventId !== undefined) return (await sessionPlan(ctx, target.eventId))?.totalCapacity ?? 0
  return (await courseFacts(ctx, target.scheduleId as string))?.totalCapacity ?? 0
}
/** Takes seats of a class session or a course, decided by the database under the lock of the session. Calling it again replaces what the booking had. */
export async function takeSeats(ctx: Ctx, ask: SeatTarget & SeatOptions): Promise<SeatAnswer> {
  const capacity = ask.capacity ?? (await capacityOf(ctx, ask))
  const n = await store.takeSeats(ctx, {
    sessionId: (ask.eventId ?? ask.scheduleId) as string,
    capacity,
    bookingId: ask.bookingId,
    people: ask.people,
    holdUntil: ask.holdUntil ?? null,
    offer: ask.offer ?? false,
    fromOffer: ask.fromOffer ?? null,
    forced: ask.forced ?? false,
  })
  return n >= 0 ? { ok: true, left: n } : { ok: false, left: -1 - n }
}
/** The same for a new booking that is written with it: refused by `whenFull` at the latest at the commit, with what is left and whether that is kept for those who wait. */
export const mustTakeSeats = store.mustTakeSeats
export const releaseSeats = (ctx: Ctx, bookingId: string): Promise<number> => store.releaseSeats(ctx, bookingId)
/** How many wait without an offer for a place of a session of `capacity`; while `waiting` is above 0, newcomers get none. */
export const setQueue = (ctx: Ctx, eventId: string, queue: { capacity: number; waiting: number; queued: number }): Promise<unknown> =>
  store.setQueue(ctx, eventId, queue)
export const sessionsWithKeptPlaces = store.sessionsWithKeptPlaces

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

export interface FreeAsk {
  serviceId: string
  start: Temporal.Instant
  end: Temporal.Instant
  /** A place of the business; absent means the first place of the service. */
  locationId?: string
  /** A place outside the business (CUSTOM, CUSTOMER). */
  elsewhere?: boolean
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
export async function freeResources(ctx: Ctx, ask: FreeAsk): Promise<FreeResources> {
  const service = await serviceById(ctx, ask.serviceId)
  if (!service) return { primary: [], others: [] }
  const range = { start: ask.start.epochMilliseconds, end: ask.end.epochMilliseconds }
  const ground = await groundOf(ctx, [service], range, ask.exceptBookingId)
  const place = ask.elsewhere ? 'elsewhere' : ask.locationId ? { locationId: ask.locationId } : placeOf(service.locations[0])
  const question = questionOf(ground, service, {
    range: { start: range.start, end: range.start + 1 },
    place,
    durationMinutes: (range.end - range.start) / minuteMs,
    resourceIds: ask.resourceId ? [ask.resourceId] : undefined,
  })
  const named = (id: string) => ({ id, name: ground.resources.get(id)?.name ?? '' })
  const free = (list: typeof question.primaries) => list.filter((r) => isFeasible(range.start, r, question.duration, question.buffer)).map((r) => named(r.id))
  const others = question.others.map(({ typeId, resources }) => ({ typeId, resources: free(resources) }))
  const primary = others.every((type) => type.resources.length > 0) ? free(question.primaries) : []
  return { primary: await inTurn(ctx, ground, service, primary, ask.start), others }
}

/** The order in which any-staff bookings try people: by chance, or by rank and then by who has the least to do that day. guide: 15.7 */
async function inTurn<R extends { id: string }>(ctx: Ctx, ground: Ground, service: ServiceFacts, free: readonly R[], start: Temporal.Instant): Promise<R[]> {
  const { sortingMethodType, rankingOptions } = service.policy.staffSortingPolicy
  if (free.length < 2) return [...free]
  if (sortingMethodType !== 'RANKING')
    return free
      .map((one) => ({ one, chance: ctx.newId() }))
      .toSorted((a, b) => (a.chance < b.chance ? -1 : 1))
      .map(({ one }) => one)
  const ruler = rulerFor(ground.zone)
  const day = Math.floor(ruler.local(start.epochMilliseconds) / dayMs) * dayMs
  const ids = free.map((one) => one.id)
  const taken = await store.busyOf(ctx, ids, { start: ruler.instant(day), end: ruler.instant(day + dayMs) })
  const load = (one: R) => taken.filter((row) => row.resourceId === one.id).length
  const rank = (one: R) => (rankingOptions?.order === 'HIGHEST_TO_LOWEST' ? -1 : 1) * (ground.resources.get(one.id)?.staff?.rank ?? 100)
  return free.toSorted((a, b) => rank(a) - rank(b) || load(a) - load(b) || (a.id < b.id ? -1 : 1))
}

/** A deleted service, removed places and copies of a service, as services ask for them. */
export async function followServiceEnd(
  ctx: Ctx,
  ask: { serviceId: string; preserveFutureSessionsWithParticipants: boolean; participantNotification?: SessionChange['participantNotification'] },
): Promise<void> {
  const service = await serviceById(ctx, ask.serviceId)
  if (!service || service.type === 'APPOINTMENT') return
  await endSessions(ctx, {
    scheduleId: service.scheduleId,
    capacity: service.capacity,
    isCourse: service.type === 'COURSE',
    keepPeople: ask.preserveFutureSessionsWithParticipants,
    notice: ask.participantNotification ?? { notifyParticipants: false },
  })
}
export { moveSessionsToZone } from './actions/change-zone.ts'
export { leavePlaces } from './actions/leave-places.ts'
export { copyRunningSeries } from './actions/series.ts'
