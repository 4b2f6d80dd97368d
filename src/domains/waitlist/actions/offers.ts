/** Offers of free seats: in turn, out of turn, accepted, given up and expired. Source: guide bookings §13. */
import { Temporal } from 'temporal-polyfill'
import { lockSession, releaseSeats, setWaitlistCounts, takeSeats } from '#domains/availability/public.ts'
import { findAnyBooking, queueCustomerEmail } from '#domains/bookings/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { findTransition } from '#kit/pure/state-machine.ts'
import { refuse, unwrapOrRefuse } from '../errors.ts'
import { calculateOfferEnd, decideOfferNow, decideOffers, waitlistEntryMachine, type EntryStep } from '../rules/waitlist.ts'
import * as lists from '../store/waitlist.ts'
import { getLatestBookingTime, getWaitlistPolicy } from './policy.ts'

/**
 * Offers free seats to the next in line; called whenever one may have come free. `freed`: one did just now,
 * which begins a new round; so does a capacity that grew since the last call. Once the session has begun its list only waits to be closed.
 * Lock order: list before seats.
 */
export async function advanceWaitlist(ctx: TransactionContext, sessionId: string, freed: boolean): Promise<void> {
  const list = await lists.lockWaitlistIfAny(ctx, sessionId)
  if (!list) return
  const session = await lockSession(ctx, sessionId)
  if (!session) return
  const entries = await lists.findWaitingEntries(ctx, [sessionId])
  const policy = await getWaitlistPolicy(ctx, session.serviceId)
  const latest = getLatestBookingTime(policy, session)
  const next = decideOffers({
    round: list.round,
    running: list.running,
    free: session.remainingCapacity - sumOffered(entries),
    freed: freed || (list.servedCapacity ?? -1) < session.totalCapacity,
    closed: session.cancelled || Math.min(latest.epochMilliseconds, session.startAt.epochMilliseconds) <= ctx.now.epochMilliseconds,
    entries,
  })
  const until = Temporal.Instant.fromEpochMilliseconds(calculateOfferEnd(ctx.now.epochMilliseconds, policy.minutes, latest.epochMilliseconds))
  for (const id of next.offers)
    await offer(ctx, entries.find((entry) => entry.id === id) as lists.WaitlistEntryRow, { round: next.round, until, capacity: session.totalCapacity })
  await lists.saveWaitlist(ctx, sessionId, { round: next.round, running: next.running, servedCapacity: session.totalCapacity })
  const queued = entries.filter((entry) => entry.status !== 'SUGGESTING').length - next.offers.length
  await setWaitlistCounts(ctx, sessionId, { capacity: session.totalCapacity, waiting: next.waiting, queued })
}

const sumOffered = (entries: readonly lists.WaitlistEntryRow[]): number =>
  entries.filter((entry) => entry.status === 'SUGGESTING').reduce((sum, entry) => sum + entry.people, 0)

/**
 * The business offers free seats to one entry, whatever its turn. Refuses with REGISTRATION_NOT_FOUND, INVALID_BOOKING_STATUS for an entry
 * that has an offer or is closed, BOOKING_POLICY_VIOLATION after the latest booking time, NO_OPEN_SPOTS when too few seats are free.
 * Source: guide bookings §13.3.
 */
export async function offerNow(ctx: TransactionContext, entryId: string): Promise<void> {
  const known = (await lists.entryById(ctx, entryId)) ?? refuse('REGISTRATION_NOT_FOUND', { registrationId: entryId })
  const list = await lists.lockWaitlistIfAny(ctx, known.sessionId)
  const session = await lockSession(ctx, known.sessionId)
  const entry = await lists.entryById(ctx, entryId)
  if (!list || !session || !entry) return refuse('REGISTRATION_NOT_FOUND', { registrationId: entryId })
  const entries = await lists.findWaitingEntries(ctx, [entry.sessionId])
  const policy = await getWaitlistPolicy(ctx, session.serviceId)
  const latest = getLatestBookingTime(policy, session)
  const closed = session.cancelled || latest.epochMilliseconds <= ctx.now.epochMilliseconds
  unwrapOrRefuse(decideOfferNow(entry, { free: session.remainingCapacity - sumOffered(entries), closed }))
  const until = Temporal.Instant.fromEpochMilliseconds(calculateOfferEnd(ctx.now.epochMilliseconds, policy.minutes, latest.epochMilliseconds))
  const round = Math.max(1, list.round)
  await offer(ctx, entry, { round, until, capacity: session.totalCapacity })
  await lists.saveWaitlist(ctx, entry.sessionId, { round, running: true })
  // What stays free, and whom it waits for, is counted again.
  await advanceWaitlist(ctx, entry.sessionId, false)
}

async function offer(
  ctx: TransactionContext,
  entry: lists.WaitlistEntryRow,
  { round, until, capacity }: { round: number; until: Temporal.Instant; capacity: number },
): Promise<void> {
  await takeSeats(ctx, { bookingId: entry.id, eventId: entry.sessionId, capacity, people: entry.people, holdUntil: until, offer: true })
  await moveEntry(ctx, entry, 'offer', { offeredRound: round, offers: entry.offers + 1, offerUntil: until })
  const booking = await findAnyBooking(ctx, entry.bookingId)
  if (booking)
    await queueCustomerEmail(ctx, booking, {
      template: 'waitlist-offer',
      uniqueBy: `offer-${entry.offers + 1}`,
      offerUntil: until,
      variables: { offerUntilText: ({ formatDateTime }) => formatDateTime(until, booking.timeZone) },
    })
}

/** Closes an entry. The offered seat of an entry that leaves goes to the next in line. */
export async function closeEntry(ctx: TransactionContext, entry: lists.WaitlistEntryRow, step: 'enroll' | 'leave'): Promise<void> {
  await moveEntry(ctx, entry, step, { offerUntil: null, ...(step === 'enroll' && { enrolledAt: ctx.now }) })
  const givesUpOffer = entry.status === 'SUGGESTING' && step === 'leave'
  if (givesUpOffer) await releaseSeats(ctx, entry.id)
  await advanceWaitlist(ctx, entry.sessionId, givesUpOffer)
}

/** Closes the entry of a booking that leaves the status WAITING_LIST, if it is open. */
export async function closeEntryOfBooking(ctx: TransactionContext, { bookingId, step }: { bookingId: string; step: 'enroll' | 'leave' }): Promise<void> {
  const entry = await lists.entryOfBooking(ctx, bookingId)
  if (entry && entry.status !== 'LEFT' && entry.status !== 'ENROLLED') await closeEntry(ctx, entry, step)
}

/** Writes a step that the caller has checked; anything else is a bug. */
async function moveEntry(
  ctx: TransactionContext,
  { id, status }: lists.WaitlistEntryRow,
  step: EntryStep,
  change: Parameters<typeof lists.updateEntry>[3],
): Promise<void> {
  const transition = findTransition(waitlistEntryMachine, status, step)
  if (!transition) throw new Error(`a waitlist entry cannot ${step} when it is ${status}`)
  await lists.updateEntry(ctx, id, transition, change)
}

/** Expires an offer; the seat goes to the next in line. */
export async function expireOffer(ctx: TransactionContext, entry: lists.WaitlistEntryRow): Promise<void> {
  await lists.lockWaitlistIfAny(ctx, entry.sessionId)
  const now = await lists.entryById(ctx, entry.id)
  if (now?.status !== 'SUGGESTING' || !now.offerUntil || now.offerUntil.epochMilliseconds > ctx.now.epochMilliseconds) return
  await moveEntry(ctx, now, 'expire', { offerUntil: null })
  await releaseSeats(ctx, entry.id)
  const booking = await findAnyBooking(ctx, entry.bookingId)
  if (booking) await queueCustomerEmail(ctx, booking, { template: 'waitlist-missed', uniqueBy: `offer-${entry.offers}`, variables: {} })
  await advanceWaitlist(ctx, entry.sessionId, false)
}
