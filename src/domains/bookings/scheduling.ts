/** What bookings use of services and availability: sessions, seats, time of resources. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import * as availability from '#domains/availability/public.ts'
import { serviceById, serviceBySchedule, type ServiceDefinition } from '#domains/services/public.ts'

/** A service by id, or by the id of its schedule; undefined when it is deleted. */
export const findService = async (
  ctx: ReadContext,
  input: { id?: string | undefined; scheduleId?: string | undefined },
): Promise<ServiceDefinition | undefined> => (input.id ? serviceById(ctx, input.id) : input.scheduleId ? serviceBySchedule(ctx, input.scheduleId) : undefined)

export { servicesByIds } from '#domains/services/public.ts'

export const findSession = availability.findSession
export const findSessionPlan = availability.findSessionWithCapacity
export type SessionPlan = availability.SessionWithCapacity
export const findRecentSession = availability.findRecentSession
export const getCustomerChoices = availability.getCustomerChoices
export const lockSessionsForBooking = availability.lockSessionsForBooking
export const findCourse = availability.findCourse
/** Class and course sessions that touch a range; cancelled ones too. */
export const sessionsIn = async (
  ctx: ReadContext,
  { from, to, resourceId }: { from: Temporal.Instant; to: Temporal.Instant; resourceId?: string | undefined },
) =>
  (await availability.sessionsIn(ctx, toScope(resourceId), { start: from.epochMilliseconds, end: to.epochMilliseconds }, true)).filter(
    (session) => session.type !== 'EVENT',
  )
const toScope = (resourceId: string | undefined) => (resourceId === undefined ? {} : { resourceIds: [resourceId] })

/** How many of them begin within each hour, on the clock of the business; those of one person or room only when it is named. */
export const countSessionStarts = (
  ctx: ReadContext,
  { from, to, resourceId }: { from: Temporal.Instant; to: Temporal.Instant; resourceId?: string | undefined },
) =>
  availability.countSessionStarts(ctx, toScope(resourceId), {
    start: from.epochMilliseconds,
    end: to.epochMilliseconds,
  })

export type SessionPlace = availability.SessionLocation
export interface TeamQuery {
  serviceId: string
  start: Temporal.Instant
  end: Temporal.Instant
  resourceId?: string | undefined
  locationId?: string | undefined
  elsewhere?: boolean
  exceptBookingId?: string
}
/** Free teams for an appointment: a person and one resource of each further type, in the order in which to try them. */
export async function findFreeTeams(ctx: ReadContext, { resourceId, locationId, ...rest }: TeamQuery): Promise<string[][]> {
  const free = await availability.findFreeResources(ctx, { ...rest, ...(resourceId && { resourceId }), ...(locationId && { locationId }) })
  const rooms = free.others.map((kind) => kind.resources.map((one) => one.id))
  const widest = Math.max(1, ...rooms.map((kind) => kind.length))
  return free.primary.flatMap((person) => Array.from({ length: widest }, (_, n) => [person.id, ...rooms.map((kind) => kind[n % kind.length] as string)]))
}

export interface TimeClaim {
  bookingId: string
  resourceIds: readonly string[]
  start: Temporal.Instant
  end: Temporal.Instant
  reservedAfterMinutes: number
  holdUntil: Temporal.Instant | null
  forced: boolean
}
/** Claims all resources or none; releases the previous time of the booking only on success. */
export const claimTime = async (ctx: TransactionContext, input: TimeClaim): Promise<boolean> => (await availability.claimTime(ctx, input)).ok
export const releaseTime = availability.releaseTime

export interface SeatsClaim {
  bookingId: string
  sessionId: string
  isCourse: boolean
  capacity: number
  people: number
  holdUntil: Temporal.Instant | null
  forced: boolean
  /** The waitlist entry whose offer or turn the booking uses. */
  fromOffer?: string | undefined
}
/** Undefined when seated; else how many seats are left. */
export async function claimSeats(ctx: TransactionContext, { sessionId, isCourse, fromOffer, ...input }: SeatsClaim): Promise<number | undefined> {
  const answer = await availability.takeSeats(ctx, {
    ...input,
    ...(fromOffer && { fromOffer }),
    ...(isCourse ? { scheduleId: sessionId } : { eventId: sessionId }),
  })
  return answer.ok ? undefined : answer.left
}
export const takeSeatsOrFail = availability.takeSeatsOrFail
export const translateSeatsError = availability.translateSeatsError
export const pipelineKeepSeats = availability.pipelineKeepSeats
export const releaseSeats = availability.releaseSeats
