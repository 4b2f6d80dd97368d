/** Waiting lists of full classes: register, offer in turn, enrol, leave. Source: guide: bookings 13. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { offerUntil, nextOffers } from '../rules/waitlist.ts'
import type { Tongue } from '../rules/tongue.ts'
import * as store from '../store/bookings.ts'
import * as lists from '../store/waitlist.ts'
import * as places from '../time.ts'
import { writeToCustomer } from './letters.ts'
import { everything } from './viewer.ts'

export interface WaitlistPolicy {
  enabled: boolean
  capacity: number
  minutes: number
  /** Nobody is offered a place later than this before the start; null when the policy has no such limit. */
  latestMinutes: number | null
  bookAfterStart: boolean
}
interface Rule {
  enabled?: boolean
  [name: string]: unknown
}
/** The waiting list as the policy of the service wants it now. */
export async function waitlistPolicyOf(ctx: Ctx, serviceId: string): Promise<WaitlistPolicy> {
  const rules = ((await places.serviceRow(ctx, { id: serviceId }))?.policy ?? {}) as unknown as Record<string, Rule | undefined>
  const [list, late] = [rules.waitlistPolicy, rules.limitLateBookingPolicy]
  return {
    enabled: list?.enabled === true,
    capacity: Number(list?.capacity ?? 10),
    minutes: Number(list?.reservationTimeInMinutes ?? 10),
    latestMinutes: late?.enabled ? Number(late.latestBookingInMinutes ?? 1440) : null,
    bookAfterStart: rules.bookAfterStartPolicy?.enabled === true,
  }
}
/** The last instant at which a customer may book the session. */
export const latestBooking = (policy: WaitlistPolicy, session: { startAt: Temporal.Instant; endAt: Temporal.Instant }): Temporal.Instant =>
  policy.latestMinutes !== null ? session.startAt.subtract({ minutes: policy.latestMinutes }) : policy.bookAfterStart ? session.endAt : session.startAt

/**
 * Offers free places to those whose turn it is; to be called whenever one may have come free. `freed` says that it did just now,
 * which begins a new round; a capacity that grew since the last look counts as that. Locks the list, then the seats.
 */
export async function wakeWaitlist(ctx: Ctx, sessionId: string, freed: boolean): Promise<void> {
  const list = await lists.lockKnownWaitlist(ctx, sessionId)
  if (!list) return
  const session = await places.lockSession(ctx, sessionId)
  if (!session) return
  const entries = await lists.waitingIn(ctx, [sessionId])
  const policy = await waitlistPolicyOf(ctx, session.serviceId ?? '')
  const offered = entries.filter((entry) => entry.status === 'SUGGESTING').reduce((sum, entry) => sum + entry.people, 0)
  const latest = latestBooking(policy, session)
  const next = nextOffers({
    round: list.round,
    running: list.running,
    free: session.remainingCapacity - offered,
    freed: freed || (list.servedCapacity ?? -1) < session.totalCapacity,
    closed: session.cancelled || latest.epochMilliseconds <= ctx.now.epochMilliseconds,
    entries,
  })
  const until = Temporal.Instant.fromEpochMilliseconds(offerUntil(ctx.now.epochMilliseconds, policy.minutes, latest.epochMilliseconds))
  for (const id of next.offers)
    await offer(ctx, entries.find((entry) => entry.id === id) as lists.EntryRecord, { round: next.round, until, capacity: session.totalCapacity })
  await lists.saveWaitlist(ctx, sessionId, { round: next.round, running: next.running, servedCapacity: session.totalCapacity })
  const queued = entries.filter((entry) => entry.status !== 'SUGGESTING').length - next.offers.length
  await places.setQueue(ctx, sessionId, { capacity: session.totalCapacity, waiting: next.waiting, queued })
}

async function offer(
  ctx: Ctx,
  entry: lists.EntryRecord,
  { round, until, capacity }: { round: number; until: Temporal.Instant; capacity: number },
): Promise<void> {
  await places.takeSeats(ctx, {
    bookingId: entry.id,
    sessionId: entry.sessionId,
    isCourse: false,
    capacity,
    people: entry.people,
    holdUntil: until,
    forced: false,
    offer: true,
  })
  await lists.updateEntry(ctx, entry.id, { status: 'SUGGESTING', offeredRound: round, offers: entry.offers + 1, offerUntil: until })
  const booking = await store.bookingById(ctx, everything, entry.bookingId)
  if (booking)
    await writeToCustomer(ctx, 'waitlist-offer', booking, {
      occasion: `offer-${entry.offers + 1}`,
      offerUntilText: ({ clock }: Tongue) => clock(until, booking.timeZone),
    })
}

/** The place of an entry on the list is over: its offer goes back, and the next one is asked. */
export async function closeEntry(ctx: Ctx, entry: lists.EntryRecord, status: 'ENROLLED' | 'LEFT'): Promise<void> {
  await lists.updateEntry(ctx, entry.id, { status, offerUntil: null })
  if (entry.status === 'SUGGESTING' && status === 'LEFT') await places.releaseSeats(ctx, entry.id)
  await wakeWaitlist(ctx, entry.sessionId, entry.status === 'SUGGESTING' && status === 'LEFT')
}

/** Closes the entry of a booking that stops waiting, if it has one. */
export async function stopWaiting(ctx: Ctx, booking: Pick<store.BookingRecord, 'id' | 'status'>, status: 'ENROLLED' | 'LEFT'): Promise<void> {
  const entry = booking.status === 'WAITING_LIST' ? await lists.entryOfBooking(ctx, booking.id) : undefined
  if (entry && entry.status !== 'LEFT' && entry.status !== 'ENROLLED') await closeEntry(ctx, entry, status)
}

/** The entry whose turn lets a booking take a seat that newcomers do not get. */
export const turnOf = async (ctx: Ctx, booking: Pick<store.BookingRecord, 'id' | 'status'>): Promise<string | undefined> =>
  booking.status === 'WAITING_LIST' ? (await lists.entryOfBooking(ctx, booking.id))?.id : undefined

/** An offer ran out: the place goes to the next in turn. */
export async function expireOffer(ctx: Ctx, entry: lists.EntryRecord): Promise<void> {
  await lists.lockKnownWaitlist(ctx, entry.sessionId)
  const now = await lists.entryById(ctx, entry.id)
  if (now?.status !== 'SUGGESTING' || !now.offerUntil || now.offerUntil.epochMilliseconds > ctx.now.epochMilliseconds) return
  await lists.updateEntry(ctx, entry.id, { status: 'EXPIRED', offerUntil: null })
  await places.releaseSeats(ctx, entry.id)
  const booking = await store.bookingById(ctx, everything, entry.bookingId)
  if (booking) await writeToCustomer(ctx, 'waitlist-missed', booking, { occasion: `offer-${entry.offers}` })
  await wakeWaitlist(ctx, entry.sessionId, false)
}
