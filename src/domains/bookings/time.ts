/** Where bookings meet their neighbours: services, sessions, seats and the time of people. */
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import * as availability from '#domains/availability/public.ts'
import { serviceById, serviceBySchedule, type ServiceFacts } from '#domains/services/public.ts'

export const serviceRow = async (ctx: Ctx, ask: { id?: string | undefined; scheduleId?: string | undefined }): Promise<ServiceFacts | undefined> =>
  ask.id ? serviceById(ctx, ask.id) : ask.scheduleId ? serviceBySchedule(ctx, ask.scheduleId) : undefined

export { servicesByIds } from '#domains/services/public.ts'

export const sessionRow = availability.sessionOf
export const sessionPlan = availability.sessionPlan
export const lockSession = availability.lockSession
export const courseFacts = availability.courseFacts
/** Class and course sessions that touch a range; cancelled ones too. */
export const sessionsIn = async (ctx: Ctx, from: Temporal.Instant, to: Temporal.Instant) =>
  (await availability.sessionsIn(ctx, {}, { start: from.epochMilliseconds, end: to.epochMilliseconds }, true)).filter((session) => session.type !== 'EVENT')

export type SessionPlace = availability.Place
export interface TeamAsk {
  serviceId: string
  start: Temporal.Instant
  end: Temporal.Instant
  resourceId?: string | undefined
  locationId?: string | undefined
  elsewhere?: boolean
  exceptBookingId?: string
}
/** What an appointment needs at a time, complete: somebody and one of each further kind (a room), in the order in which they are tried. */
export async function freeTeams(ctx: Ctx, { resourceId, locationId, ...rest }: TeamAsk): Promise<string[][]> {
  const free = await availability.freeResources(ctx, { ...rest, ...(resourceId && { resourceId }), ...(locationId && { locationId }) })
  const rooms = free.others.map((kind) => kind.resources.map((one) => one.id))
  const widest = Math.max(1, ...rooms.map((kind) => kind.length))
  return free.primary.flatMap((person) => Array.from({ length: widest }, (_, n) => [person.id, ...rooms.map((kind) => kind[n % kind.length] as string)]))
}

export interface TimeAsk {
  bookingId: string
  resourceIds: readonly string[]
  start: Temporal.Instant
  end: Temporal.Instant
  reservedAfterMinutes: number
  holdUntil: Temporal.Instant | null
  forced: boolean
}
/** All resources or none; what the booking had before is given back only when the new time is taken. */
export const claimTime = async (ctx: Ctx, ask: TimeAsk): Promise<boolean> => (await availability.claimTime(ctx, ask)).ok
export const releaseTime = availability.releaseTime

export interface SeatsAsk {
  bookingId: string
  sessionId: string
  isCourse: boolean
  capacity: number
  people: number
  holdUntil: Temporal.Instant | null
  forced: boolean
  /** The seats are an offer; `bookingId` is the entry on the waiting list. */
  offer?: boolean
  /** The entry whose offer, or whose turn, this booking takes up. */
  fromOffer?: string | undefined
}
/** Undefined when seated; else how many seats are left. */
export async function takeSeats(ctx: Ctx, { sessionId, isCourse, fromOffer, ...ask }: SeatsAsk): Promise<number | undefined> {
  const answer = await availability.takeSeats(ctx, {
    ...ask,
    ...(fromOffer && { fromOffer }),
    ...(isCourse ? { scheduleId: sessionId } : { eventId: sessionId }),
  })
  return answer.ok ? undefined : answer.left
}
export const mustTakeSeats = availability.mustTakeSeats
export const releaseSeats = availability.releaseSeats
export const setQueue = availability.setQueue
export const sessionsWithKeptPlaces = availability.sessionsWithKeptPlaces
