/** Claims the time of people and rooms, or the seats of a session or course. The constraint of the database has the last word. Source: guide bookings §7. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { isSlotTaken } from '../../rules/holds.ts'
import { explainNoSeats } from '../../rules/seats.ts'
import * as scheduling from '../../scheduling.ts'
import * as store from '../../store/bookings.ts'
import type { BookableService } from './bookable-service.ts'
import type { BookingDraft } from './booking-draft.ts'
import type { BookingSlot } from './resolve-slot.ts'
import { copyResource } from './resources.ts'

/** The query for teams that could give an appointment. */
export const toTeamQuery = (bookable: BookableService, slot: BookingSlot): scheduling.TeamQuery => ({
  serviceId: bookable.service.id,
  start: slot.start,
  end: slot.end,
  resourceId: slot.resourceNamed ? slot.resources[0] : undefined,
  locationId: slot.location?.id,
  elsewhere: slot.location?.locationType === 'CUSTOM',
})

/** What of a booking decides which time or seats it claims. */
export type SeatClaim = Pick<
  store.BookingRow,
  'id' | 'serviceType' | 'startAt' | 'endAt' | 'bufferMinutes' | 'resourceIds' | 'eventId' | 'scheduleId' | 'participants'
>
export interface ClaimOptions {
  capacity: number
  holdUntil: Temporal.Instant | null
  forced: boolean
  /** The waitlist entry that entitles the booking to seats which newcomers do not get. */
  fromOffer?: string | undefined
}

/** Claims time or seats under the constraint of the database. Replaces what the booking held before in the same statement; a refusal changes nothing. */
export async function claimSlot(ctx: TransactionContext, booking: SeatClaim, options: ClaimOptions): Promise<{ taken: true } | { taken: false; left: number }> {
  if (booking.serviceType === 'APPOINTMENT') {
    const taken = await scheduling.claimTime(ctx, {
      bookingId: booking.id,
      resourceIds: booking.resourceIds,
      start: booking.startAt,
      end: booking.endAt,
      reservedAfterMinutes: booking.bufferMinutes,
      holdUntil: options.holdUntil,
      forced: options.forced,
    })
    return taken ? { taken } : { taken, left: 0 }
  }
  const sessionId = booking.serviceType === 'CLASS' ? (booking.eventId as string) : booking.scheduleId
  const left = await scheduling.claimSeats(ctx, {
    bookingId: booking.id,
    sessionId,
    isCourse: booking.serviceType === 'COURSE',
    capacity: options.capacity,
    people: booking.participants,
    holdUntil: options.holdUntil,
    forced: options.forced,
    fromOffer: options.fromOffer,
  })
  return left === undefined ? { taken: true } : { taken: false, left }
}

/** The capacity of the session or course of a stored booking. */
export async function getCapacity(ctx: ReadContext, booking: store.BookingRow): Promise<number> {
  if (booking.serviceType === 'APPOINTMENT') return 1
  const session = booking.eventId ? await scheduling.findSessionPlan(ctx, booking.eventId) : undefined
  return session?.totalCapacity ?? (await scheduling.findService(ctx, { id: booking.serviceId }))?.capacity ?? 0
}

export interface ReclaimOptions extends Partial<ClaimOptions> {
  /** What can be looked up in the same trip. */
  meanwhile?: (() => Promise<unknown>) | undefined
}

/** Claims the slot of a stored booking again, without end unless the options say otherwise. False when it, its session or the whole course is gone or cancelled. */
export async function reclaimSlot(ctx: TransactionContext, booking: store.BookingRow, { meanwhile, ...options }: ReclaimOptions = {}): Promise<boolean> {
  const isKept = options.forced || options.fromOffer ? undefined : await pipelineKeepSeats(ctx, booking, options.holdUntil ?? null)
  await meanwhile?.()
  if (await isKept?.()) return true
  const session = await findSession(ctx, booking)
  if (await isGone(ctx, booking, session)) return false
  const capacity = session?.totalCapacity ?? (await getCapacity(ctx, booking))
  return (await claimSlot(ctx, booking, { capacity, holdUntil: null, forced: false, ...options })).taken
}

/**
 * Keeps so many minutes free after an appointment and claims its time with them, where it holds it. Not a new revision: the buffer is in no answer.
 * Undefined, and nothing changes, when the time is taken.
 */
export async function changeBuffer(
  ctx: TransactionContext,
  booking: store.BookingRow,
  bufferMinutes: number,
  forced = booking.forced || booking.doubleBooked,
): Promise<store.BookingRow | undefined> {
  const next = { ...booking, bufferMinutes }
  const isHolding = isSlotTaken({ ...booking, type: booking.serviceType }, ctx.now)
  if (isHolding && !(await reclaimSlot(ctx, next, { holdUntil: booking.holdUntil, forced }))) return undefined
  await store.updateBooking(ctx, booking.id, { bufferMinutes })
  return next
}

const findSession = async (ctx: ReadContext, { serviceType, eventId }: store.BookingRow): Promise<scheduling.SessionPlan | undefined> =>
  serviceType === 'CLASS' && eventId !== null ? scheduling.findSessionPlan(ctx, eventId) : undefined

/**
 * A session that is no longer stored belonged to a series that was cancelled, and none of its seats was taken. With its service goes what was not decided yet:
 * what the business had accepted it may keep. Source: guide services-and-availability §6.4.
 */
async function isGone(ctx: ReadContext, booking: store.BookingRow, session: scheduling.SessionPlan | undefined): Promise<boolean> {
  const { serviceType, eventId, scheduleId } = booking
  if (booking.status === 'CREATED' && !(await scheduling.findService(ctx, { id: booking.serviceId }))) return true
  if (serviceType === 'COURSE') return (await scheduling.findCourse(ctx, scheduleId))?.sessions.length === 0
  return serviceType === 'CLASS' && eventId !== null && session?.cancelled !== false
}

/** Whether the business cancelled the session of a booking, or the last one of its course. */
export const isSessionCancelled = async (ctx: ReadContext, booking: store.BookingRow): Promise<boolean> => isGone(ctx, booking, await findSession(ctx, booking))

/** Whether a booking for which there is no room is put in all the same: the business forced it, and what was booked takes place. */
export const mayOverfill = async (ctx: ReadContext, booking: store.BookingRow): Promise<boolean> => booking.forced && !(await isSessionCancelled(ctx, booking))

/** Pipelined: whether a booking of a class keeps the seats that it holds. Undefined for what has no seats of its own. */
const pipelineKeepSeats = async (
  ctx: TransactionContext,
  { id, serviceType, eventId, participants }: store.BookingRow,
  holdUntil: Temporal.Instant | null,
): Promise<(() => Promise<boolean>) | undefined> =>
  serviceType === 'CLASS' && eventId ? scheduling.pipelineKeepSeats(ctx, { sessionId: eventId, bookingId: id, people: participants, holdUntil }) : undefined

export interface NewClaim {
  bookable: BookableService
  slot: BookingSlot
  /** The business books in spite of a conflict. */
  forced: boolean
  holdUntil: Temporal.Instant | null
}

/** The draft with who gives it. An appointment claims their time; the seats of a class or course are claimed afterwards. Refuses with SLOT_NOT_AVAILABLE. */
export const assignResource = async (ctx: TransactionContext, draft: BookingDraft, claim: NewClaim): Promise<BookingDraft> =>
  draft.serviceType === 'APPOINTMENT'
    ? claimTeam(ctx, draft, claim)
    : Object.assign(draft, { forced: claim.forced, resource: await copyResource(ctx, claim.slot.resources[0]) })

/**
 * Claims the seats of a new booking. A full session fails the transaction with SESSION_CAPACITY_EXCEEDED or SCHEDULE_CAPACITY_EXCEEDED, at its commit at the
 * latest; the parts of a set wait for their answer. `last`: sent with the commit, so that other transactions do not wait for the rest of this one.
 */
export async function claimSeatsOfDraft(
  ctx: TransactionContext,
  draft: BookingDraft,
  { slot, forced, holdUntil, last }: NewClaim & { last: boolean },
): Promise<void> {
  if (draft.serviceType === 'APPOINTMENT') return
  const type = draft.serviceType
  const sessionId = (type === 'CLASS' ? draft.eventId : draft.scheduleId) as string
  const seats = { sessionId, bookingId: draft.id, capacity: slot.capacity, people: draft.participants, holdUntil, forced }
  const send = () => scheduling.takeSeatsOrFail(ctx, seats, (room) => unwrapOrRefuse(explainNoSeats({ type, ...room })))
  if (last) return ctx.sendLast(send)
  const seated = await send()
  // A set refuses by the index of the part: its parts wait for their answer one by one.
  if (draft.multiServiceBooking) await seated()
}

/** Tries the teams that are free by their hours in order of preference. */
async function claimTeam(ctx: TransactionContext, draft: BookingDraft, { bookable, slot, forced, holdUntil }: NewClaim): Promise<BookingDraft> {
  const teams = forced ? slot.resources.map((id) => [id]) : await scheduling.findFreeTeams(ctx, toTeamQuery(bookable, slot))
  for (const team of teams) {
    const candidate = { ...draft, resourceId: team[0] ?? null, resourceIds: team }
    const { taken, doubleBooked } = await claimTeamTime(ctx, candidate, { forced, holdUntil })
    if (taken) return { ...candidate, forced, doubleBooked, resource: await copyResource(ctx, team[0]) }
  }
  return refuse('SLOT_NOT_AVAILABLE')
}

/** Claims the time of one team. Where the business forces it, an overlap is allowed and reported. */
export async function claimTeamTime(
  ctx: TransactionContext,
  candidate: SeatClaim,
  { forced, holdUntil }: { forced: boolean; holdUntil: Temporal.Instant | null },
): Promise<{ taken: boolean; doubleBooked: boolean }> {
  const { id, resourceIds, startAt, endAt } = candidate
  const overlapping = forced ? await store.countOverlappingAppointments(ctx, { resourceIds, from: startAt, to: endAt, except: id }) : 0
  const { taken } = await claimSlot(ctx, candidate, { capacity: 1, holdUntil, forced: overlapping > 0 })
  return { taken, doubleBooked: overlapping > 0 }
}
