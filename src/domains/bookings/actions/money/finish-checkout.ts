/** Ends a checkout: our own, or a custom one that reports its end. Source: guide bookings §5.2 rows 5–8, §8.2. */
import type { TransactionContext } from '#kit/api/context.ts'
import { unwrapOrRefuse } from '../../errors.ts'
import { emitAction, emitUpdated } from '../../events.ts'
import { takeStep, type PaymentStatus } from '../../rules/machine.ts'
import { decideOutcome, type Outcome } from '../../rules/outcome.ts'
import type { TextRenderer } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import { saveBooking, takeFirstStep, type FirstStep } from '../changes/change.ts'
import { createCalendarEntry } from '../emails/calendar-entry.ts'
import { refundCredits, payWithPlanIfChosen } from './credits.ts'
import { moneyBackText } from '../../emails/variable-texts.ts'
import { queueBusinessEmail, queueCustomerEmail, type CustomerEmailOptions } from '../emails/emails.ts'
import { refundAll } from './money.ts'
import { isSessionCancelled, mayOverfill, reclaimSlot } from '../booking/claim-slot.ts'
import { releaseSlot } from '../changes/release-slot.ts'
import { findOwnEntryId, leaveWaitlist } from '../waiting.ts'

export interface FinishInput {
  paymentStatus: PaymentStatus
  /** The payment status that a custom checkout reports. */
  reportedStatus?: PaymentStatus | null | undefined
  /** Our own checkout sends emails and refunds; a custom checkout does both by itself. */
  isOwnCheckout: boolean
  skipBusinessConfirmation?: boolean
  change?: store.BookingChange
  /** How it was paid, in the email to the customer. */
  paymentText?: TextRenderer
  /** The caller that finishes the whole set sends one email for all parts. */
  skipEmail?: boolean
  /** The slot of this booking, or of another part of its visit, is known to be gone. */
  isSlotGone?: boolean
}

const slotTakenText: TextRenderer = ({ translate }) =>
  translate({
    message: 'The time was just taken.',
    de: 'Diese Zeit wurde gerade vergeben.',
    fr: 'Cet horaire vient d’être pris.',
    es: 'Esta hora se acaba de ocupar.',
  })

const cancelledMeanwhileText: TextRenderer = ({ translate }) =>
  translate({
    message: 'It was cancelled in the meantime.',
    de: 'Der Termin wurde inzwischen abgesagt.',
    fr: 'Le rendez-vous a été annulé entre-temps.',
    es: 'La cita se ha cancelado mientras tanto.',
  })

const eventSlugs = { CONFIRMED: 'confirmed', PENDING: 'markedAsPending', DECLINED: 'declined' } as const

/** Services that accept several requests for a time keep it open until the business decides. */
const isSlotLeftOpen = (booking: store.BookingRow, status: string) =>
  status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests

/** Claims the slot again under its lock, then decides, saves and emits. Source: guide bookings §5.2 rows 5–8. */
export async function finishCheckout(ctx: TransactionContext, booking: store.BookingRow, input: FinishInput): Promise<store.BookingRow> {
  const fromOffer = await findOwnEntryId(ctx, booking)
  const isSlotFree = !input.isSlotGone && (await reclaimSlot(ctx, booking, { fromOffer }))
  const outcome = decideOutcome({
    type: booking.serviceType,
    isSlotFree,
    forced: !isSlotFree && !input.isSlotGone && (await mayOverfill(ctx, booking)),
    isOwnCheckout: input.isOwnCheckout,
    needsApproval: booking.needsApproval && !input.skipBusinessConfirmation,
    paymentStatus: input.paymentStatus,
  })
  const step = input.isOwnCheckout ? 'finishCheckout' : 'confirmOrDecline'
  const transition = unwrapOrRefuse(takeStep(booking.status, step, outcome.status))
  if (!isSlotFree && outcome.status !== 'DECLINED') await reclaimSlot(ctx, booking, { forced: true, fromOffer })
  if (isSlotLeftOpen(booking, outcome.status) || outcome.status === 'DECLINED') await releaseSlot(ctx, booking)
  const next = await saveBooking(ctx, booking, await resolveChange(ctx, booking, input, outcome), transition)
  if (transition.from === transition.to) {
    emitUpdated(ctx, next, { paymentStatus: booking.paymentStatus })
    return next
  }
  await leaveWaitlist(ctx, booking, outcome.status === 'DECLINED' ? 'leave' : 'enroll')
  emitAction(ctx, eventSlugs[outcome.status], next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (input.isOwnCheckout && !input.skipEmail) await queueOutcomeEmails(ctx, next, { isRefunded: outcome.refund, paymentText: input.paymentText })
  await queueAlertEmails(ctx, next, outcome.refund)
  return next
}

/**
 * Finishes a new booking before it is stored: its slot was claimed in the same transaction, or is about to be, and the transaction fails without it.
 * Source: guide bookings §5.2 rows 5–6.
 */
export async function finishNewBooking(ctx: TransactionContext, booking: store.BookingRow, input: FinishInput): Promise<FirstStep> {
  const { needsApproval, forced, serviceType: type } = booking
  const outcome = decideOutcome({ type, isSlotFree: true, forced, isOwnCheckout: input.isOwnCheckout, needsApproval, paymentStatus: input.paymentStatus })
  const transition = unwrapOrRefuse(takeStep(booking.status, 'finishCheckout', outcome.status))
  if (isSlotLeftOpen(booking, outcome.status)) await releaseSlot(ctx, booking)
  const next = takeFirstStep(ctx, booking, await resolveChange(ctx, booking, input, outcome), transition)
  const announce = async () => {
    emitAction(ctx, eventSlugs[outcome.status], next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
    await queueOutcomeEmails(ctx, next, { isRefunded: false, paymentText: input.paymentText })
    await queueAlertEmails(ctx, next, false)
  }
  return { booking: next, announce }
}

/** The columns that the outcome changes, after money and credits moved. */
async function resolveChange(ctx: TransactionContext, booking: store.BookingRow, input: FinishInput, outcome: Outcome): Promise<store.BookingChange> {
  const isRefunded = outcome.refund && input.isOwnCheckout
  if (isRefunded) await refundAll(ctx, booking, 'LATE')
  // A slot that is gone costs no credit.
  const returnsCredits = outcome.status === 'DECLINED' && (await refundCredits(ctx, { ...booking, ...input.change }, 'NOT_TAKEN_PLACE'))
  // After a custom checkout a chosen plan pays now; our own checkout has spent its credits before.
  const paysByPlan = !input.isOwnCheckout && outcome.status !== 'DECLINED'
  return {
    ...input.change,
    paymentStatus: isRefunded ? 'REFUNDED' : input.paymentStatus,
    ...(paysByPlan && (await payWithPlanIfChosen(ctx, booking, { given: input.reportedStatus }))),
    doubleBooked: outcome.doubleBooked || booking.doubleBooked,
    holdUntil: null,
    ...(outcome.status === 'CONFIRMED' && (await createCalendarEntry(ctx, booking))),
    ...(returnsCredits && { credits: 0, paymentStatus: 'REFUNDED' }),
  }
}

/** To the customer what became of it; to the business unless it was declined. */
async function queueOutcomeEmails(
  ctx: TransactionContext,
  booking: store.BookingRow,
  { isRefunded, ...options }: Pick<CustomerEmailOptions, 'parts' | 'paymentText'> & { isRefunded: boolean },
): Promise<void> {
  if (booking.status === 'DECLINED') {
    const reason = (await isSessionCancelled(ctx, booking)) ? cancelledMeanwhileText : slotTakenText
    const variables = { reason, refundText: isRefunded ? moneyBackText : '' }
    return queueCustomerEmail(ctx, booking, { ...options, template: 'booking-declined', variables })
  }
  const isPending = booking.status === 'PENDING'
  await queueCustomerEmail(ctx, booking, { ...options, template: isPending ? 'booking-requested' : 'booking-confirmed', variables: {} })
  await queueBusinessEmail(ctx, booking, { template: isPending ? 'booking-request' : 'new-booking', variables: {}, parts: options.parts })
}
/** Emails that ask the business to act, for parts of a visit, too. */
async function queueAlertEmails(ctx: TransactionContext, booking: store.BookingRow, refund: boolean): Promise<void> {
  if (refund) await queueBusinessEmail(ctx, booking, { template: 'money-without-place', variables: {} })
  else if (booking.doubleBooked) await queueBusinessEmail(ctx, booking, { template: 'double-booking', variables: {} })
}

/** One email to the customer and one to the business for all parts of a visit with the same outcome. Source: guide bookings §16.4. */
export async function queueVisitEmails(ctx: TransactionContext, done: readonly store.BookingRow[], isRefunded = false): Promise<void> {
  const visits = new Set(done.flatMap((booking) => booking.multiServiceBooking?.id ?? []))
  for (const id of visits)
    for (const status of ['CONFIRMED', 'PENDING', 'DECLINED'] as const) {
      const parts = done.filter((booking) => booking.multiServiceBooking?.id === id && booking.status === status)
      const [first] = parts
      if (first) await queueOutcomeEmails(ctx, first, { isRefunded, parts })
    }
}
