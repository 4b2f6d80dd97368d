/** Somebody joins a waiting list, takes an offer up, or leaves. Source: guide: bookings 13.1, 13.2, 13.4. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { CreateIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted, created, updated } from '../events.ts'
import { due, resolvedOption, type PaymentOption } from '../rules/due.ts'
import { HOLD_MINUTES } from '../rules/holds.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import * as lists from '../store/waitlist.ts'
import * as places from '../time.ts'
import { save } from './change.ts'
import { waitingDraft } from './create.ts'
import { payWithCredit } from './credits.ts'
import { finishCheckout } from './finish.ts'
import { writeToCustomer } from './letters.ts'
import { openLink } from './links.ts'
import { flagsOf, offerOf, placeOf, takeAgain } from './place.ts'
import { viewerOf } from './viewer.ts'
import { closeEntry, waitlistPolicyOf, wakeWaitlist } from './waitlist.ts'

export interface Registration {
  sessionId?: string | null
  eventId?: string | null
  booking: CreateIn['booking']
  formSubmission?: CreateIn['formSubmission']
}

/** Waits for a place. Nothing is charged; the booking has the status WAITING_LIST. */
export async function register(ctx: Ctx, wish: Registration): Promise<{ entry: lists.EntryRecord; booking: store.BookingRecord }> {
  const eventId = wish.eventId ?? wish.sessionId ?? wish.booking.bookedEntity?.slot?.eventId ?? undefined
  const booking = { ...wish.booking, bookedEntity: { slot: { ...wish.booking.bookedEntity?.slot, eventId: eventId ?? null } } }
  const session = eventId ? await places.sessionRow(ctx, eventId) : undefined
  if (!session || session.cancelled) return refuse('SESSION_NOT_FOUND', { eventId })
  if (!booking.bookedEntity.slot.serviceId) booking.bookedEntity.slot.serviceId = session.serviceId
  const { draft, offer, place } = await waitingDraft(ctx, { booking, formSubmission: wish.formSubmission })
  const policy = await waitlistPolicyOf(ctx, offer.service.id)
  const flags = flagsOf(ctx, offer, place)
  if (!policy.enabled || flags.tooLateToBook || flags.bookOnlineDisabled || session.startAt.epochMilliseconds <= ctx.now.epochMilliseconds)
    refuse('BOOKING_POLICY_VIOLATION', { ...flags, ...(!policy.enabled && { waitlistDisabled: true }) })
  await lists.lockWaitlist(ctx, session.id, session.startAt)
  const seats = (await places.lockSession(ctx, session.id)) ?? session
  if (seats.bookableCapacity >= draft.participants)
    refuse(
      'SLOT_NOT_AVAILABLE',
      { reason: 'BOOK_DIRECTLY' },
      {
        message: 'There is a free place. Please book it directly.',
        de: 'Es ist ein Platz frei. Bitte buche ihn gleich.',
      },
    )
  const waiting = await lists.waitingIn(ctx, [session.id])
  if (waiting.length >= policy.capacity) refuse('WAITLIST_FULL', { capacity: policy.capacity })
  const stored = { ...draft, siteId: ctx.siteId, search: '' }
  await store.insertBooking(ctx, stored)
  const entryId = ctx.newId()
  const isNew = await lists.insertEntry(ctx, {
    id: entryId,
    bookingId: stored.id,
    sessionId: session.id,
    scheduleId: stored.scheduleId,
    contactId: stored.contactId ?? stored.id,
    people: stored.participants,
  })
  if (!isNew) refuse('ALREADY_EXISTS')
  await wakeWaitlist(ctx, session.id, false)
  created(ctx, stored)
  await writeToCustomer(ctx, 'waitlist-joined', stored, { position: waiting.length + 1 })
  return { entry: (await lists.entryById(ctx, entryId)) as lists.EntryRecord, booking: stored }
}

/** The entry of the caller: the same customer, the holder of its link, or the business. Its booking is locked. */
async function ownEntry(ctx: Ctx, registrationId: string, token: string | null | undefined) {
  const entry = (await lists.entryById(ctx, registrationId)) ?? refuse('REGISTRATION_NOT_FOUND')
  const linked = token ? await openLink(ctx, token, true) : undefined
  if (linked && linked.id !== entry.bookingId) refuse('REGISTRATION_NOT_FOUND')
  const booking = linked ?? (await store.lockBooking(ctx, await viewerOf(ctx), entry.bookingId)) ?? refuse('REGISTRATION_NOT_FOUND')
  await lists.lockKnownWaitlist(ctx, entry.sessionId)
  return { entry: (await lists.entryById(ctx, registrationId)) ?? entry, booking }
}

/** Takes an offer up: the booking holds the place for its checkout; with nothing to pay it is final at once. */
export async function enroll(
  ctx: Ctx,
  ask: { registrationId: string; token?: string | null; paymentOption?: PaymentOption | null },
): Promise<store.BookingRecord> {
  const { entry, booking } = await ownEntry(ctx, ask.registrationId, ask.token)
  const until = entry.offerUntil
  if (entry.status !== 'SUGGESTING' || !until || until.epochMilliseconds <= ctx.now.epochMilliseconds)
    return refuse('SLOT_NOT_AVAILABLE', { reason: 'OFFER_OVER' })
  const offer = await offerOf(ctx, { serviceId: booking.serviceId })
  const { tooEarlyToBook: _, ...flags } = flagsOf(ctx, offer, await placeOf(ctx, offer, { eventId: booking.eventId, timezone: booking.timeZone }))
  if (Object.keys(flags).length > 0) refuse('BOOKING_POLICY_VIOLATION', flags)
  const latest = until.add({ minutes: HOLD_MINUTES })
  const wanted = ctx.now.add({ minutes: HOLD_MINUTES })
  const holdUntil = Temporal.Instant.compare(wanted, latest) < 0 ? wanted : latest
  if (!(await takeAgain(ctx, booking, { holdUntil, fromOffer: entry.id }))) return refuse('SLOT_NOT_AVAILABLE')
  await closeEntry(ctx, entry, 'ENROLLED')
  const held = await save(ctx, booking, { status: 'CREATED', holdUntil, ...(ask.paymentOption && { paymentOption: ask.paymentOption }) })
  updated(ctx, held, { status: booking.status })
  return finishIfFree(ctx, held)
}

async function finishIfFree(ctx: Ctx, booking: store.BookingRecord): Promise<store.BookingRecord> {
  const option = resolvedOption(booking.paymentOption, booking.price.terms, booking.price)
  const price = due(booking.price.terms, option, booking.participants, booking.depositSelected === true, booking.price)
  const needsCard = booking.policy.cancellationFee.enabled && booking.policy.saveCard
  if (price.now > 0 || needsCard) return booking
  const planOrderId = option === 'MEMBERSHIP' ? await payWithCredit(ctx, booking, undefined) : undefined
  const orderId = await payments.insertOrder(ctx, booking.price.currency)
  const more = { paymentOption: option, orderId, ...(planOrderId && { planOrderId, credits: booking.participants }) }
  return finishCheckout(ctx, booking, { paymentStatus: price.after, ours: true, more })
}

/** Gives up waiting; an offer under way goes to the next. */
export async function leave(ctx: Ctx, ask: { registrationId: string; token?: string | null }): Promise<void> {
  const { entry, booking } = await ownEntry(ctx, ask.registrationId, ask.token)
  if (booking.status !== 'WAITING_LIST') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  const next = await save(ctx, booking, { status: 'CANCELED', canceledAt: ctx.now })
  acted(ctx, 'canceled', next, { previousStatus: booking.status })
  await closeEntry(ctx, entry, 'LEFT')
}
