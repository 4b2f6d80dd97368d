/** Joins a waitlist, accepts an offer, or leaves. Source: guide bookings §13.1, §13.2, §13.4. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { CreateBookingInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction, emitCreated, emitUpdated } from '../../events.ts'
import type { PaymentOption } from '../../rules/due.ts'
import { HOLD_MINUTES } from '../../rules/holds.ts'
import { takeStep } from '../../rules/machine.ts'
import * as store from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import * as lists from '../../store/waitlist.ts'
import * as scheduling from '../../scheduling.ts'
import { saveBooking } from '../changes/change.ts'
import { isCardRequired, toCheckoutItem } from '../money/checkout-items.ts'
import { payWithPlan } from '../money/credits.ts'
import { finishCheckout } from '../money/finish-checkout.ts'
import { queueCustomerEmail } from '../emails/emails.ts'
import { openLink } from '../links/links.ts'
import { getBookableService } from '../booking/bookable-service.ts'
import { acceptTextsFromBooking, assertTextNumber } from '#domains/texts/public.ts'
import { checkBookingPolicy } from '../booking/booking-policy.ts'
import { reclaimSlot } from '../booking/claim-slot.ts'
import { resolveSlot } from '../booking/resolve-slot.ts'
import { calculatePrice, createDraft, type BookingDraft } from '../booking/booking-draft.ts'
import { assertPartySize, assertPaymentAccepted, readBookingRequest, type BookingRequest } from '../booking/booking-request.ts'
import { assertOptionAccepted } from '../booking/payment-options.ts'
import { copyResource } from '../booking/resources.ts'
import { getViewer } from '../reading/viewer.ts'
import { advanceWaitlist, closeEntry, getWaitlistPolicy, type WaitlistPolicy } from './waitlist.ts'

export interface RegisterInput {
  sessionId?: string | null
  eventId?: string | null
  booking: CreateBookingInput['booking']
  sendSmsReminder?: boolean | null
  formSubmission?: CreateBookingInput['formSubmission']
}

const bookDirectlyText: LocalizedText = {
  message: 'There is a free place. Please book it directly.',
  de: 'Es ist ein Platz frei. Du kannst ihn direkt buchen.',
  fr: 'Une place est libre. Réservez-la directement.',
  es: 'Hay una plaza libre. Resérvala directamente.',
}

/** Puts a customer on the waitlist of a full class session. Nothing is charged; the booking has the status WAITING_LIST. */
export async function registerForWaitlist(
  ctx: TransactionContext,
  input: RegisterInput,
): Promise<{ entry: lists.WaitlistEntryRow; booking: store.BookingRow }> {
  const wantsTexts = input.sendSmsReminder === true && ctx.caller.role !== 'owner'
  if (wantsTexts) assertTextNumber('booking.contactDetails.phone', input.booking.contactDetails?.phone)
  const session = await findOpenSession(ctx, input)
  const request = await readWaitlistRequest(ctx, input, session)
  const draft = await createWaitlistDraft(ctx, request)
  const policy = await assertWaitlistOpen(ctx, request, session)

  await lists.lockWaitlist(ctx, session.id, session.startAt)
  const seats = (await scheduling.lockSession(ctx, session.id)) ?? session
  if (seats.bookableCapacity >= draft.participants) refuse('SLOT_NOT_AVAILABLE', { reason: 'BOOK_DIRECTLY' }, bookDirectlyText)
  const waiting = await lists.findWaitingEntries(ctx, [session.id])
  if (waiting.length >= policy.capacity) refuse('WAITLIST_FULL', { capacity: policy.capacity })

  const booking = { ...draft, smsReminder: input.sendSmsReminder !== false, siteId: ctx.siteId, search: '' }
  const entryId = await insertWaitlistBooking(ctx, booking, session.id)
  if (wantsTexts) await acceptTextsFromBooking(ctx, booking.contactDetails.phone)
  await advanceWaitlist(ctx, session.id, false)
  emitCreated(ctx, booking)
  await queueCustomerEmail(ctx, booking, { template: 'waitlist-joined', variables: { position: waiting.length + 1 } })
  return { entry: (await lists.entryById(ctx, entryId)) as lists.WaitlistEntryRow, booking }
}

type Session = NonNullable<Awaited<ReturnType<typeof scheduling.findSession>>>

async function findOpenSession(ctx: ReadContext, input: RegisterInput): Promise<Session> {
  const eventId = input.eventId ?? input.sessionId ?? input.booking.bookedEntity?.slot?.eventId ?? undefined
  const session = eventId ? await scheduling.findSession(ctx, eventId) : undefined
  return session && !session.cancelled ? session : refuse('SESSION_NOT_FOUND', { eventId })
}

/** The request to book the session, with the service of the session when the caller names none. */
function readWaitlistRequest(ctx: TransactionContext, { booking, formSubmission }: RegisterInput, session: Session): Promise<BookingRequest> {
  const slot = { ...booking.bookedEntity?.slot, eventId: session.id }
  const bookedEntity = { slot: { ...slot, serviceId: slot.serviceId || session.serviceId } }
  return readBookingRequest(ctx, { booking: { ...booking, bookedEntity }, formSubmission })
}

async function createWaitlistDraft(ctx: ReadContext, request: BookingRequest): Promise<BookingDraft> {
  const { bookable, slot } = request
  if (bookable.service.type !== 'CLASS') refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'is not a class' }] })
  const deposit = await assertPaymentAccepted(ctx, request)
  if (ctx.caller.role !== 'owner') assertPartySize(request)
  const draft = { ...createDraft(ctx, request, deposit), resource: await copyResource(ctx, slot.resources[0]) }
  return { ...draft, price: await calculatePrice(ctx, bookable, draft), status: 'WAITING_LIST', holdUntil: null }
}

/** Refuses with BOOKING_POLICY_VIOLATION a list that is closed, or that the policy of the service does not offer. */
async function assertWaitlistOpen(ctx: ReadContext, request: BookingRequest, session: Session): Promise<WaitlistPolicy> {
  const { bookable, slot } = request
  const policy = await getWaitlistPolicy(ctx, bookable.service.id)
  const flags = checkBookingPolicy(ctx, bookable, slot)
  if (!policy.enabled || flags.tooLateToBook || flags.bookOnlineDisabled || session.startAt.epochMilliseconds <= ctx.now.epochMilliseconds)
    refuse('BOOKING_POLICY_VIOLATION', { ...flags, ...(!policy.enabled && { waitlistDisabled: true }) })
  return policy
}

/** Stores the booking with its entry on the list. Refuses with ALREADY_EXISTS a customer who waits for the session already. */
async function insertWaitlistBooking(ctx: TransactionContext, booking: store.BookingRow, sessionId: string): Promise<string> {
  await store.insertBooking(ctx, booking)
  const id = ctx.newId()
  const isNew = await lists.insertEntry(ctx, {
    id,
    bookingId: booking.id,
    sessionId,
    scheduleId: booking.scheduleId,
    contactId: booking.contactId ?? booking.id,
    people: booking.participants,
  })
  if (!isNew) refuse('ALREADY_EXISTS')
  return id
}

/** The entry of the caller (its customer, the holder of its link, or the business), with its booking and list locked. */
async function lockOwnEntry(ctx: TransactionContext, registrationId: string, token: string | null | undefined) {
  const entry = (await lists.entryById(ctx, registrationId)) ?? refuse('REGISTRATION_NOT_FOUND')
  const linked = token ? await openLink(ctx, token, true) : undefined
  if (linked && linked.id !== entry.bookingId) refuse('REGISTRATION_NOT_FOUND')
  const booking = linked ?? (await store.lockBooking(ctx, await getViewer(ctx), entry.bookingId)) ?? refuse('REGISTRATION_NOT_FOUND')
  await lists.lockWaitlistIfAny(ctx, entry.sessionId)
  return { entry: (await lists.entryById(ctx, registrationId)) ?? entry, booking }
}

/** Accepts an offer: the booking holds the seat for its checkout, or is final at once when nothing is due. */
export async function enrollFromWaitlist(
  ctx: TransactionContext,
  input: { registrationId: string; token?: string | null; paymentOption?: PaymentOption | null },
): Promise<store.BookingRow> {
  const { entry, booking } = await lockOwnEntry(ctx, input.registrationId, input.token)
  const until = entry.offerUntil
  if (entry.status !== 'SUGGESTING' || !until || until.epochMilliseconds <= ctx.now.epochMilliseconds)
    return refuse('SLOT_NOT_AVAILABLE', { reason: 'OFFER_OVER' })
  if (input.paymentOption) await assertOptionAccepted(ctx, input.paymentOption, booking.price.terms)
  const bookable = await getBookableService(ctx, { serviceId: booking.serviceId })
  const { tooEarlyToBook: _, ...flags } = checkBookingPolicy(
    ctx,
    bookable,
    await resolveSlot(ctx, bookable, { eventId: booking.eventId, timezone: booking.timeZone }),
  )
  if (Object.keys(flags).length > 0) refuse('BOOKING_POLICY_VIOLATION', flags)
  const latest = until.add({ minutes: HOLD_MINUTES })
  const wanted = ctx.now.add({ minutes: HOLD_MINUTES })
  const holdUntil = Temporal.Instant.compare(wanted, latest) < 0 ? wanted : latest
  if (!(await reclaimSlot(ctx, booking, { holdUntil, fromOffer: entry.id }))) return refuse('SLOT_NOT_AVAILABLE')
  await closeEntry(ctx, entry, 'enroll')
  const held = await saveBooking(
    ctx,
    booking,
    { holdUntil, ...(input.paymentOption && { paymentOption: input.paymentOption }) },
    unwrapOrRefuse(takeStep(booking.status, 'enroll')),
  )
  emitUpdated(ctx, held, { status: booking.status })
  return finishIfFree(ctx, held)
}

/** Finishes the checkout of a booking for which nothing is due now and no card is asked for. */
async function finishIfFree(ctx: TransactionContext, booking: store.BookingRow): Promise<store.BookingRow> {
  const { option, price } = toCheckoutItem(booking, undefined)
  if (price.now > 0 || isCardRequired(booking)) return booking
  const planOrderId = option === 'MEMBERSHIP' ? await payWithPlan(ctx, booking, undefined) : undefined
  const orderId = payments.insertOrder(ctx, booking.price.currency)
  const change = { paymentOption: option, orderId, ...(planOrderId && { planOrderId, credits: booking.participants }) }
  return finishCheckout(ctx, booking, { paymentStatus: price.after, isOwnCheckout: true, change })
}

/** Leaves the list; an open offer goes to the next in line. */
export async function leaveWaitlist(ctx: TransactionContext, input: { registrationId: string; token?: string | null }): Promise<void> {
  const { entry, booking } = await lockOwnEntry(ctx, input.registrationId, input.token)
  if (booking.status !== 'WAITING_LIST') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  const next = await saveBooking(ctx, booking, { canceledAt: ctx.now }, unwrapOrRefuse(takeStep(booking.status, 'cancel')))
  emitAction(ctx, 'canceled', next, { previousStatus: booking.status })
  await closeEntry(ctx, entry, 'leave')
}
