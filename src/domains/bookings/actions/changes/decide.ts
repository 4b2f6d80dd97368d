/** The business confirms, declines or postpones a booking. Source: guide bookings §8. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { Flags } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction } from '../../events.ts'
import { returnsCredits } from '../../rules/credits.ts'
import { takeStep, type PaymentStatus } from '../../rules/machine.ts'
import type { TextRenderer } from '../../rules/locale-formatter.ts'
import type * as store from '../../store/bookings.ts'
import { createCalendarEntry } from '../emails/calendar-entry.ts'
import { lockForChange, lockOwnBooking, assertStepAllowed, assertFlagsPermitted, saveBooking } from './change.ts'
import { refundCredits, payWithPlanIfChosen } from '../money/credits.ts'
import { finishCheckout } from '../money/finish-checkout.ts'
import { moneyBackText, creditBackText } from '../../emails/variable-texts.ts'
import { preloadReader, queueCustomerEmailIfRequested, queueCustomerEmail, type CustomerEmail, type NotificationInput } from '../emails/emails.ts'
import { refundAll } from '../money/money.ts'
import { mayOverfill, reclaimSlot } from '../booking/claim-slot.ts'
import { releaseSlot } from './release-slot.ts'
import { findOwnEntryId, leaveWaitlist } from '../waiting.ts'

export interface DecisionInput {
  revision?: string | null
  paymentStatus?: PaymentStatus | null
  doubleBooked?: boolean | null
  participantNotification?: NotificationInput | null
  sendSmsReminder?: boolean | null
  flowControlSettings?: Flags | null
  /** A set sends one email for all its parts. */
  skipEmail?: boolean
}

/** Claims the slot without an end. A class or course needs free seats; an appointment overrides a conflict. Answers whether there was one. */
async function claimPermanently(ctx: TransactionContext, booking: store.BookingRow, meanwhile?: () => Promise<unknown>): Promise<boolean> {
  const fromOffer = await findOwnEntryId(ctx, booking)
  if (await reclaimSlot(ctx, booking, { fromOffer, meanwhile })) return false
  if (booking.serviceType !== 'APPOINTMENT' && !(await mayOverfill(ctx, booking))) refuse('NO_OPEN_SPOTS', { bookingId: booking.id })
  await reclaimSlot(ctx, booking, { forced: true, fromOffer })
  return true
}
/** decision: a plan that is to pay and has not paid yet pays now, unless the caller names a payment status. Source: guide bookings §12.7. */
const resolvePayment = async (ctx: TransactionContext, booking: store.BookingRow, { paymentStatus }: DecisionInput): Promise<store.BookingChange> =>
  paymentStatus ? { paymentStatus } : { paymentStatus: booking.paymentStatus, ...(await payWithPlanIfChosen(ctx, booking)) }
/** `doubleBooked` of the caller counts only together with the check flag. Source: guide bookings §8.1, §8.3. */
const isDeclaredDoubleBooked = (decision: DecisionInput) => decision.doubleBooked === true && decision.flowControlSettings?.checkAvailabilityValidation === true

/** The business confirms a booking. Refuses with BOOKING_NOT_FOUND, REVISION_MISMATCH, the code of the step, or as the slot does. */
export async function confirmBooking(ctx: TransactionContext, id: string, decision: DecisionInput): Promise<store.BookingRow> {
  const booking = await lockForChange(ctx, id, decision.revision)
  assertStepAllowed(booking, 'confirm')
  return applyConfirmation(ctx, booking, decision)
}

/** The same for a booking that is locked and may take the step; a set confirms its parts with it. */
export async function applyConfirmation(ctx: TransactionContext, booking: store.BookingRow, decision: DecisionInput): Promise<store.BookingRow> {
  assertFlagsPermitted(ctx, decision.flowControlSettings)
  const isEmailed = !decision.skipEmail && decision.participantNotification?.notifyParticipants === true
  const conflict = await claimPermanently(ctx, booking, async () => isEmailed && (await preloadReader(ctx, booking)))
  const transition = unwrapOrRefuse(takeStep(booking.status, 'confirm'))
  const change = {
    ...(await resolvePayment(ctx, booking, decision)),
    holdUntil: null,
    doubleBooked: booking.doubleBooked || conflict || isDeclaredDoubleBooked(decision),
    ...(await createCalendarEntry(ctx, booking)),
  }
  const next = await saveBooking(ctx, booking, change, transition)
  await leaveWaitlist(ctx, booking, 'enroll')
  emitAction(ctx, 'confirmed', next, { ...toEventFields(decision), previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (!decision.skipEmail) await queueCustomerEmailIfRequested(ctx, next, decision.participantNotification, { template: 'booking-confirmed', variables: {} })
  return next
}

/** The business puts a booking back to be decided. Refuses with NOT_PENDING_APPROVAL_SERVICE for services without approval. */
export async function markAsPending(ctx: TransactionContext, id: string, decision: DecisionInput): Promise<store.BookingRow> {
  const booking = await lockForChange(ctx, id, decision.revision)
  assertStepAllowed(booking, 'markAsPending')
  if (!booking.needsApproval && !decision.flowControlSettings?.skipPendingApprovalServiceValidation) refuse('NOT_PENDING_APPROVAL_SERVICE')
  return applyMarkAsPending(ctx, booking, decision)
}

/** The same for a booking that is locked and may take the step. */
export async function applyMarkAsPending(ctx: TransactionContext, booking: store.BookingRow, decision: DecisionInput): Promise<store.BookingRow> {
  assertFlagsPermitted(ctx, decision.flowControlSettings)
  const conflict = await claimPermanently(ctx, booking)
  if (booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests) await releaseSlot(ctx, booking)
  const change = {
    ...(await resolvePayment(ctx, booking, decision)),
    holdUntil: null,
    doubleBooked: booking.doubleBooked || conflict || isDeclaredDoubleBooked(decision),
  }
  const next = await saveBooking(ctx, booking, change, unwrapOrRefuse(takeStep(booking.status, 'markAsPending')))
  emitAction(ctx, 'markedAsPending', next, { ...toEventFields(decision), previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (!decision.skipEmail) await queueCustomerEmailIfRequested(ctx, next, decision.participantNotification, { template: 'booking-requested', variables: {} })
  return next
}

/** The business declines a booking. Refuses with BOOKING_NOT_FOUND, REVISION_MISMATCH, or the code of the step. */
export async function declineBooking(ctx: TransactionContext, id: string, decision: DecisionInput): Promise<store.BookingRow> {
  const booking = await lockForChange(ctx, id, decision.revision)
  assertStepAllowed(booking, 'decline')
  return (await applyDecline(ctx, booking, decision)).booking
}

/** What a decline led to. */
export interface DeclinedBooking {
  booking: store.BookingRow
  /** Minor units that go back to the customer. */
  refunded: number
  /** Whether plan sessions were given back. */
  credited: boolean
}

/** What the email about a declined booking, or about the parts of a visit, says of money and plan sessions that go back; empty for none. */
export const describeGivenBack = (declined: readonly DeclinedBooking[]): TextRenderer => {
  const texts = [declined.some(({ refunded }) => refunded > 0) && moneyBackText, declined.some(({ credited }) => credited) && creditBackText]
  return (formatter) => texts.flatMap((text) => (text ? [text(formatter)] : [])).join(' ')
}

/** Declines a booking: releases its slot, refunds its money, and returns its credits when the business asks for it. */
export async function applyDecline(
  ctx: TransactionContext,
  booking: store.BookingRow,
  decision: DecisionInput & { bySystem?: { reason: LocalizedText } },
): Promise<DeclinedBooking> {
  assertFlagsPermitted(ctx, decision.flowControlSettings)
  await releaseSlot(ctx, booking)
  const withRefund = decision.flowControlSettings?.withRefund === true
  const credited =
    returnsCredits(decision.bySystem ? { by: 'system' } : { by: 'business', withRefund }) &&
    (await refundCredits(ctx, booking, decision.bySystem ? 'NOT_TAKEN_PLACE' : 'DECLINED'))
  const refunded = booking.status === 'PENDING' ? await refundAll(ctx, booking, 'DECLINED') : 0
  const change = {
    holdUntil: null,
    remindAt: null,
    paymentStatus: credited || refunded > 0 ? ('REFUNDED' as const) : (decision.paymentStatus ?? booking.paymentStatus),
    ...(credited && { credits: 0 }),
  }
  const next = await saveBooking(ctx, booking, change, unwrapOrRefuse(takeStep(booking.status, 'decline')))
  await leaveWaitlist(ctx, booking, 'leave')
  emitAction(ctx, 'declined', next, { ...toEventFields(decision), previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  const declined = { booking: next, refunded, credited }
  if (decision.skipEmail) return declined
  const reason = decision.bySystem?.reason
  const email: CustomerEmail<'booking-declined'> = {
    template: 'booking-declined',
    variables: { refundText: describeGivenBack([declined]), reason: reason ? ({ translate }) => translate(reason) : '' },
  }
  if (reason) await queueCustomerEmail(ctx, next, email)
  else await queueCustomerEmailIfRequested(ctx, next, decision.participantNotification, email)
  return declined
}

/** A custom checkout reports its end. A repeated report is refused without effect. */
export async function confirmOrDecline(ctx: TransactionContext, id: string, paymentStatus: PaymentStatus | null | undefined): Promise<store.BookingRow> {
  const booking = await lockOwnBooking(ctx, id)
  assertStepAllowed(booking, 'confirmOrDecline')
  return finishCheckout(ctx, booking, { paymentStatus: paymentStatus ?? booking.paymentStatus, reportedStatus: paymentStatus, isOwnCheckout: false })
}

/** Fields of the call that the event repeats. */
const toEventFields = ({ participantNotification, sendSmsReminder }: DecisionInput) => ({
  ...(participantNotification && { participantNotification }),
  ...(typeof sendSmsReminder === 'boolean' && { sendSmsReminder }),
})
