/** Bookings that wait for a place of a full class, as the waitlists make, enroll and withdraw them. Source: guide bookings §13.1, §13.2, §13.4. */
import { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import type { CreateBookingInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction, emitCreated, emitUpdated } from '../../events.ts'
import type { PaymentOption } from '../../rules/due.ts'
import { HOLD_MINUTES } from '../../rules/holds.ts'
import { takeStep } from '../../rules/machine.ts'
import * as store from '../../store/bookings.ts'
import { saveBooking } from '../changes/change.ts'
import { isCardRequired, toCheckoutItem } from '../money/checkout-items.ts'
import { finishUnpaid } from '../money/finish-unpaid.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'
import { getBookableService } from './bookable-service.ts'
import { calculatePrice, createDraft } from './booking-draft.ts'
import { checkBookingPolicy } from './booking-policy.ts'
import { assertPartySize, assertPaymentAccepted, readBookingRequest } from './booking-request.ts'
import { reclaimSlot } from './claim-slot.ts'
import { assertOptionAccepted } from './payment-options.ts'
import { resolveSlot } from './resolve-slot.ts'
import { copyResource } from './resources.ts'

export type WaitingRequest = Pick<CreateBookingInput, 'booking' | 'formSubmission' | 'sendSmsReminder'>
/** A booking that is not stored yet, and the flags of the policy that forbid booking its session now. */
export interface WaitingDraft {
  booking: store.BookingRow
  flags: ReturnType<typeof checkBookingPolicy>
}

/** The booking of a customer who wants to wait. Refuses as booking the session would, and with VALIDATION_FAILURE what is no class. */
export async function draftWaitingBooking(ctx: TransactionContext, { sendSmsReminder, ...asked }: WaitingRequest): Promise<WaitingDraft> {
  const request = await readBookingRequest(ctx, asked)
  const { bookable, slot } = request
  if (bookable.service.type !== 'CLASS') refuse('VALIDATION_FAILURE', { violations: [{ field: 'booking.bookedEntity', description: 'is not a class' }] })
  const deposit = await assertPaymentAccepted(ctx, request)
  if (ctx.caller.role !== 'owner') assertPartySize(request)
  const draft = { ...createDraft(ctx, request, deposit), resource: await copyResource(ctx, slot.resources[0]) }
  const price = await calculatePrice(ctx, bookable, draft)
  const booking = {
    ...draft,
    price,
    status: 'WAITING_LIST' as const,
    holdUntil: null,
    smsReminder: sendSmsReminder !== false,
    siteId: ctx.siteId,
    search: store.joinSearchText(draft.contactDetails),
  }
  return { booking, flags: checkBookingPolicy(ctx, bookable, slot) }
}

/** Stores it and tells that it was made. Its entry on the list refers to it. */
export async function insertWaitingBooking(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  await store.insertBooking(ctx, booking)
  emitCreated(ctx, booking)
}

/** Those of these bookings that wait, of any customer, locked in a fixed order. */
export async function lockWaitingBookings(ctx: TransactionContext, ids: readonly string[]): Promise<store.BookingRow[]> {
  const found: store.BookingRow[] = []
  for (const id of ids.toSorted()) {
    const booking = await store.lockBooking(ctx, unrestrictedViewer, id)
    if (booking?.status === 'WAITING_LIST') found.push(booking)
  }
  return found
}

export interface AcceptedOffer {
  entryId: string
  until: Temporal.Instant
  /** Another way to pay than the one chosen when joining. */
  paymentOption?: PaymentOption | null | undefined
}
/** Claims the seats of an offer for the checkout. Answers until when they are held. Refuses with VALIDATION_FAILURE, BOOKING_POLICY_VIOLATION, SLOT_NOT_AVAILABLE. */
export async function claimOffer(
  ctx: TransactionContext,
  booking: store.BookingRow,
  { entryId, until, paymentOption }: AcceptedOffer,
): Promise<Temporal.Instant> {
  if (paymentOption) await assertOptionAccepted(ctx, paymentOption, booking.price.terms)
  const bookable = await getBookableService(ctx, { serviceId: booking.serviceId })
  const slot = await resolveSlot(ctx, bookable, { eventId: booking.eventId, timezone: booking.timeZone })
  const { tooEarlyToBook: _, ...flags } = checkBookingPolicy(ctx, bookable, slot)
  if (Object.keys(flags).length > 0) refuse('BOOKING_POLICY_VIOLATION', flags)
  const latest = until.add({ minutes: HOLD_MINUTES })
  const wanted = ctx.now.add({ minutes: HOLD_MINUTES })
  const holdUntil = Temporal.Instant.compare(wanted, latest) < 0 ? wanted : latest
  if (!(await reclaimSlot(ctx, booking, { holdUntil, fromOffer: entryId }))) return refuse('SLOT_NOT_AVAILABLE')
  return holdUntil
}

/** The booking has its seats: it is held for its checkout, or final at once when nothing is due. */
export async function enrollBooking(
  ctx: TransactionContext,
  booking: store.BookingRow,
  { holdUntil, paymentOption }: { holdUntil: Temporal.Instant } & Pick<AcceptedOffer, 'paymentOption'>,
): Promise<store.BookingRow> {
  const change = { holdUntil, ...(paymentOption && { paymentOption }) }
  const held = await saveBooking(ctx, booking, change, unwrapOrRefuse(takeStep(booking.status, 'enroll')))
  emitUpdated(ctx, held, { status: booking.status })
  return finishIfFree(ctx, held)
}

/** Finishes the checkout of a booking for which nothing is due now and no card is asked for. */
async function finishIfFree(ctx: TransactionContext, booking: store.BookingRow): Promise<store.BookingRow> {
  const item = toCheckoutItem(booking, undefined)
  if (item.price.now > 0 || isCardRequired(booking)) return booking
  const [finished = booking] = await finishUnpaid(ctx, [item], {})
  return finished
}

/** The customer waits no longer. */
export async function withdrawBooking(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  const next = await saveBooking(ctx, booking, { canceledAt: ctx.now }, unwrapOrRefuse(takeStep(booking.status, 'cancel')))
  emitAction(ctx, 'canceled', next, { previousStatus: booking.status })
}
