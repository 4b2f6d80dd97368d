/** Somebody joins a waiting list, takes an offer up, or leaves. Source: guide: bookings 13.1, 13.2, 13.4. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import type { CreateBookingInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { emitAction, emitCreated, emitUpdated } from '../events.ts'
import { calculateDue, resolvePaymentOption, type PaymentOption } from '../rules/due.ts'
import { HOLD_MINUTES } from '../rules/holds.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import * as lists from '../store/waitlist.ts'
import * as places from '../scheduling.ts'
import { saveBooking } from './change.ts'
import { createWaitlistDraft } from './create.ts'
import { payWithPlan } from './credits.ts'
import { finishCheckout } from './finish-checkout.ts'
import { queueCustomerEmail } from './emails.ts'
import { openLink } from './links.ts'
import { checkBookingPolicy, getBookableService, resolveSlot, reclaimSlot } from './place.ts'
import { getViewer } from './viewer.ts'
import { closeEntry, getWaitlistPolicy, advanceWaitlist } from './waitlist.ts'

export interface RegisterInput {
  sessionId?: string | null
  eventId?: string | null
  booking: CreateBookingInput['booking']
  formSubmission?: CreateBookingInput['formSubmission']
}

/** Waits for a place. Nothing is charged; the booking has the status WAITING_LIST. */
export async function registerForWaitlist(ctx: Ctx, input: RegisterInput): Promise<{ entry: lists.WaitlistEntryRow; booking: store.BookingRow }> {
  const eventId = input.eventId ?? input.sessionId ?? input.booking.bookedEntity?.slot?.eventId ?? undefined
  const booking = { ...input.booking, bookedEntity: { slot: { ...input.booking.bookedEntity?.slot, eventId: eventId ?? null } } }
  const session = eventId ? await places.findSession(ctx, eventId) : undefined
  if (!session || session.cancelled) return refuse('SESSION_NOT_FOUND', { eventId })
  if (!booking.bookedEntity.slot.serviceId) booking.bookedEntity.slot.serviceId = session.serviceId
  const { draft, offer, place } = await createWaitlistDraft(ctx, { booking, formSubmission: input.formSubmission })
  const policy = await getWaitlistPolicy(ctx, offer.service.id)
  const flags = checkBookingPolicy(ctx, offer, place)
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
  const waiting = await lists.findWaitingEntries(ctx, [session.id])
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
  await advanceWaitlist(ctx, session.id, false)
  emitCreated(ctx, stored)
  await queueCustomerEmail(ctx, 'waitlist-joined', stored, { position: waiting.length + 1 })
  return { entry: (await lists.entryById(ctx, entryId)) as lists.WaitlistEntryRow, booking: stored }
}

/** The entry of the caller: the same customer, the holder of its link, or the business. Its booking is locked. */
async function lockOwnEntry(ctx: Ctx, registrationId: string, token: string | null | undefined) {
  const entry = (await lists.entryById(ctx, registrationId)) ?? refuse('REGISTRATION_NOT_FOUND')
  const linked = token ? await openLink(ctx, token, true) : undefined
  if (linked && linked.id !== entry.bookingId) refuse('REGISTRATION_NOT_FOUND')
  const booking = linked ?? (await store.lockBooking(ctx, await getViewer(ctx), entry.bookingId)) ?? refuse('REGISTRATION_NOT_FOUND')
  await lists.lockWaitlistIfAny(ctx, entry.sessionId)
  return { entry: (await lists.entryById(ctx, registrationId)) ?? entry, booking }
}

/** Takes an offer up: the booking holds the place for its checkout; with nothing to pay it is final at once. */
export async function enrollFromWaitlist(
  ctx: Ctx,
  input: { registrationId: string; token?: string | null; paymentOption?: PaymentOption | null },
): Promise<store.BookingRow> {
  const { entry, booking } = await lockOwnEntry(ctx, input.registrationId, input.token)
  const until = entry.offerUntil
  if (entry.status !== 'SUGGESTING' || !until || until.epochMilliseconds <= ctx.now.epochMilliseconds)
    return refuse('SLOT_NOT_AVAILABLE', { reason: 'OFFER_OVER' })
  const offer = await getBookableService(ctx, { serviceId: booking.serviceId })
  const { tooEarlyToBook: _, ...flags } = checkBookingPolicy(
    ctx,
    offer,
    await resolveSlot(ctx, offer, { eventId: booking.eventId, timezone: booking.timeZone }),
  )
  if (Object.keys(flags).length > 0) refuse('BOOKING_POLICY_VIOLATION', flags)
  const latest = until.add({ minutes: HOLD_MINUTES })
  const wanted = ctx.now.add({ minutes: HOLD_MINUTES })
  const holdUntil = Temporal.Instant.compare(wanted, latest) < 0 ? wanted : latest
  if (!(await reclaimSlot(ctx, booking, { holdUntil, fromOffer: entry.id }))) return refuse('SLOT_NOT_AVAILABLE')
  await closeEntry(ctx, entry, 'ENROLLED')
  const held = await saveBooking(ctx, booking, { status: 'CREATED', holdUntil, ...(input.paymentOption && { paymentOption: input.paymentOption }) })
  emitUpdated(ctx, held, { status: booking.status })
  return finishIfFree(ctx, held)
}

async function finishIfFree(ctx: Ctx, booking: store.BookingRow): Promise<store.BookingRow> {
  const option = resolvePaymentOption(booking.paymentOption, booking.price.terms, booking.price)
  const price = calculateDue(booking.price.terms, option, booking.participants, booking.depositSelected === true, booking.price)
  const needsCard = booking.policy.cancellationFee.enabled && booking.policy.saveCard
  if (price.now > 0 || needsCard) return booking
  const planOrderId = option === 'MEMBERSHIP' ? await payWithPlan(ctx, booking, undefined) : undefined
  const orderId = await payments.insertOrder(ctx, booking.price.currency)
  const more = { paymentOption: option, orderId, ...(planOrderId && { planOrderId, credits: booking.participants }) }
  return finishCheckout(ctx, booking, { paymentStatus: price.after, ours: true, more })
}

/** Gives up waiting; an offer under way goes to the next. */
export async function leaveWaitlist(ctx: Ctx, input: { registrationId: string; token?: string | null }): Promise<void> {
  const { entry, booking } = await lockOwnEntry(ctx, input.registrationId, input.token)
  if (booking.status !== 'WAITING_LIST') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  const next = await saveBooking(ctx, booking, { status: 'CANCELED', canceledAt: ctx.now })
  emitAction(ctx, 'canceled', next, { previousStatus: booking.status })
  await closeEntry(ctx, entry, 'LEFT')
}
