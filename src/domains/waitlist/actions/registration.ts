/** Joins a waitlist, accepts an offer, or leaves. Source: guide bookings §13.1, §13.2, §13.4. */
import { findSession, lockSession } from '#domains/availability/public.ts'
import {
  claimOffer,
  draftWaitingBooking,
  enrollBooking,
  insertWaitingBooking,
  lockBookings,
  openLink,
  queueCustomerEmail,
  withdrawBooking,
  type AcceptedOffer,
  type BookingRow,
  type WaitingDraft,
  type WaitingRequest,
} from '#domains/bookings/public.ts'
import { acceptTextsFromBooking, assertTextNumber } from '#domains/texts/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { refuse } from '../errors.ts'
import * as lists from '../store/waitlist.ts'
import { advanceWaitlist, closeEntry } from './offers.ts'
import { getWaitlistPolicy, type WaitlistPolicy } from './policy.ts'

export interface RegisterInput extends WaitingRequest {
  sessionId?: string | null
  eventId?: string | null
}

const bookDirectlyText: LocalizedText = {
  message: 'There is a free place. Please book it directly.',
  de: 'Es ist ein Platz frei. Du kannst ihn direkt buchen.',
  fr: 'Une place est libre. Réservez-la directement.',
  es: 'Hay una plaza libre. Resérvala directamente.',
}

/** Puts a customer on the waitlist of a full class session. Nothing is charged; the booking has the status WAITING_LIST. */
export async function registerForWaitlist(ctx: TransactionContext, input: RegisterInput): Promise<lists.WaitlistEntryRow> {
  const wantsTexts = input.sendSmsReminder === true && ctx.caller.role !== 'owner'
  if (wantsTexts) assertTextNumber('booking.contactDetails.phone', input.booking.contactDetails?.phone)
  const session = await findOpenSession(ctx, input)
  const draft = await draftWaitingBooking(ctx, toWaitingRequest(input, session))
  const { booking } = draft
  const policy = await assertWaitlistOpen(ctx, draft, session)

  await lists.lockWaitlist(ctx, session.id, session.startAt)
  const seats = (await lockSession(ctx, session.id)) ?? session
  if (seats.bookableCapacity >= booking.participants) refuse('SLOT_NOT_AVAILABLE', { reason: 'BOOK_DIRECTLY' }, bookDirectlyText)
  const waiting = await lists.findWaitingEntries(ctx, [session.id])
  if (waiting.length >= policy.capacity) refuse('WAITLIST_FULL', { capacity: policy.capacity })

  await insertWaitingBooking(ctx, booking)
  const entryId = await insertEntry(ctx, booking, session.id)
  if (wantsTexts) await acceptTextsFromBooking(ctx, booking.contactDetails.phone)
  await advanceWaitlist(ctx, session.id, false)
  await queueCustomerEmail(ctx, booking, { template: 'waitlist-joined', variables: { position: waiting.length + 1 } })
  return (await lists.entryById(ctx, entryId)) as lists.WaitlistEntryRow
}

type Session = NonNullable<Awaited<ReturnType<typeof findSession>>>

async function findOpenSession(ctx: ReadContext, input: RegisterInput): Promise<Session> {
  const eventId = input.eventId ?? input.sessionId ?? input.booking.bookedEntity?.slot?.eventId ?? undefined
  const session = eventId ? await findSession(ctx, eventId) : undefined
  return session && !session.cancelled ? session : refuse('SESSION_NOT_FOUND', { eventId })
}

/** The request to book the session, with the service of the session when the caller names none. */
function toWaitingRequest({ booking, formSubmission, sendSmsReminder }: RegisterInput, session: Session): WaitingRequest {
  const slot = { ...booking.bookedEntity?.slot, eventId: session.id }
  const bookedEntity = { slot: { ...slot, serviceId: slot.serviceId || session.serviceId } }
  return { booking: { ...booking, bookedEntity }, formSubmission, sendSmsReminder }
}

/** Refuses with BOOKING_POLICY_VIOLATION a list that is closed, or that the policy of the service does not offer. */
async function assertWaitlistOpen(ctx: ReadContext, { booking, flags }: WaitingDraft, session: Session): Promise<WaitlistPolicy> {
  const policy = await getWaitlistPolicy(ctx, booking.serviceId)
  if (!policy.enabled || flags.tooLateToBook || flags.bookOnlineDisabled || session.startAt.epochMilliseconds <= ctx.now.epochMilliseconds)
    refuse('BOOKING_POLICY_VIOLATION', { ...flags, ...(!policy.enabled && { waitlistDisabled: true }) })
  return policy
}

/** Puts a booking at the end of the line. Refuses with ALREADY_EXISTS a customer who waits for the session already. */
async function insertEntry(ctx: TransactionContext, { id: bookingId, scheduleId, contactId, participants }: BookingRow, sessionId: string): Promise<string> {
  const id = ctx.newId()
  const isNew = await lists.insertEntry(ctx, { id, bookingId, sessionId, scheduleId, contactId: contactId ?? bookingId, people: participants })
  if (!isNew) refuse('ALREADY_EXISTS')
  return id
}

/** The entry of the caller (its customer, the holder of its link, or the business), with its booking and list locked. */
async function lockOwnEntry(ctx: TransactionContext, registrationId: string, token: string | null | undefined) {
  const entry = (await lists.entryById(ctx, registrationId)) ?? refuse('REGISTRATION_NOT_FOUND')
  const linked = token ? await openLink(ctx, token, true) : undefined
  if (linked && linked.id !== entry.bookingId) refuse('REGISTRATION_NOT_FOUND')
  const booking = linked ?? (await lockBookings(ctx, [entry.bookingId]))[0] ?? refuse('REGISTRATION_NOT_FOUND')
  await lists.lockWaitlistIfAny(ctx, entry.sessionId)
  return { entry: (await lists.entryById(ctx, registrationId)) ?? entry, booking }
}

/** Accepts an offer: the booking holds the seat for its checkout, or is final at once when nothing is due. */
export async function enrollFromWaitlist(
  ctx: TransactionContext,
  { registrationId, token, paymentOption }: { registrationId: string; token?: string | null } & Pick<AcceptedOffer, 'paymentOption'>,
): Promise<BookingRow> {
  const { entry, booking } = await lockOwnEntry(ctx, registrationId, token)
  const until = entry.offerUntil
  if (entry.status !== 'SUGGESTING' || !until || until.epochMilliseconds <= ctx.now.epochMilliseconds)
    return refuse('SLOT_NOT_AVAILABLE', { reason: 'OFFER_OVER' })
  const holdUntil = await claimOffer(ctx, booking, { entryId: entry.id, until, paymentOption })
  await closeEntry(ctx, entry, 'enroll')
  return enrollBooking(ctx, booking, { holdUntil, paymentOption })
}

/** Leaves the list; an open offer goes to the next in line. */
export async function leaveWaitlist(ctx: TransactionContext, input: { registrationId: string; token?: string | null }): Promise<void> {
  const { entry, booking } = await lockOwnEntry(ctx, input.registrationId, input.token)
  if (booking.status !== 'WAITING_LIST') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  await withdrawBooking(ctx, booking)
  await closeEntry(ctx, entry, 'leave')
}
