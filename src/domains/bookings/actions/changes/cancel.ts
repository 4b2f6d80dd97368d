/** Cancels a booking. Source: guide bookings §11. */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { Flags } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction } from '../../events.ts'
import { formatDuration } from '../../rules/duration-text.ts'
import { returnsCredits, type EndOfBooking } from '../../rules/credits.ts'
import { takeStep } from '../../rules/machine.ts'
import { isBoundToSet, isCancelInTime } from '../../rules/policy.ts'
import type { LocaleFormatter } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import * as payments from '../../store/payments.ts'
import { toActionInput } from '../../wire.ts'
import { lockForChange, assertStepAllowed, assertFlagsPermitted, assertOpenForVisitor, saveBooking } from './change.ts'
import { refundCredits } from '../money/credits.ts'
import { recordCancellationFee, recordChosenFee } from '../money/fees.ts'
import { refundOnCancel } from '../money/refunds.ts'
import { creditBackText } from '../../emails/variable-texts.ts'
import {
  isByCustomer,
  queueCustomerEmailIfRequested,
  queueBusinessEmail,
  queueCustomerEmail,
  type CustomerEmail,
  type CustomerEmailOptions,
  type NotificationInput,
} from '../emails/emails.ts'
import { releaseSlot } from './release-slot.ts'
import { leaveWaitlist } from '../waiting.ts'

export interface CancelInput {
  revision?: string | null
  participantNotification?: NotificationInput | null
  flowControlSettings?: Flags | null
  waiveCharges?: boolean | null
  newPrice?: string | null
}

/**
 * Cancels a booking by its customer or the business. Refuses with BOOKING_NOT_FOUND, REVISION_MISMATCH, BOOKING_POLICY_VIOLATION,
 * REFUND_NOT_ALLOWED, and parts of a set with NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING.
 */
export async function cancelBooking(ctx: TransactionContext, id: string, input: CancelInput): Promise<store.BookingRow> {
  const booking = await lockForChange(ctx, id, input.revision)
  assertOpenForVisitor(ctx, booking)
  assertStepAllowed(booking, 'cancel')
  if (isBoundToSet(booking.multiServiceBooking)) refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (input.waiveCharges && input.newPrice) refuse('NEW_PRICE_WITH_WAIVE_CHARGES')
  const inTime = isCancelInTime(toActionInput(booking), ctx.now)
  if (!canIgnorePolicy(ctx, input) && !inTime) refuse('BOOKING_POLICY_VIOLATION', { action: 'cancel' }, describeCancellationPolicy(booking))
  const end = resolveEndOfBooking(ctx, input, inTime)
  const { booking: next } = await applyCancellation(ctx, booking, { ...input, end })
  // decision: withRefund is ignored when there is nothing to refund; for credits of a plan that has ended it is refused. Source: guide bookings §10.
  if (end.by === 'business' && end.withRefund && next.planOrderId && next.credits > 0) refuse('REFUND_NOT_ALLOWED')
  return next
}

/** Only the business may ignore the policy, and only with the flag. */
export function canIgnorePolicy(ctx: BaseContext, input: CancelInput): boolean {
  assertFlagsPermitted(ctx, input.flowControlSettings)
  return !isByCustomer(ctx) && input.flowControlSettings?.ignoreCancellationPolicy === true
}
/** Who ends the booking and how; decides about credits and money. The flags of customers are ignored. */
export const resolveEndOfBooking = (ctx: BaseContext, input: CancelInput, inTime: boolean): EndOfBooking =>
  isByCustomer(ctx) ? { by: 'customer', inTime } : { by: 'business', withRefund: input.flowControlSettings?.withRefund === true }

export const cancellationFeeText: LocalizedText = {
  message: 'A cancellation fee of {amount} applies.',
  de: 'Für die Absage fällt eine Gebühr von {amount} an.',
  fr: 'Des frais d’annulation de {amount} s’appliquent.',
  es: 'Se aplica un cargo por cancelación de {amount}.',
}

const describeCancellationPolicy = ({ policy: { cancellation } }: store.BookingRow): LocalizedText => {
  if (!cancellation.enabled)
    return {
      message: 'This booking cannot be cancelled online.',
      de: 'Diese Buchung kannst du nicht online absagen.',
      fr: 'Cette réservation ne peut pas être annulée en ligne.',
      es: 'Esta reserva no se puede cancelar en línea.',
    }
  if (!cancellation.limited)
    return {
      message: 'This booking has already started.',
      de: 'Diese Buchung hat schon begonnen.',
      fr: 'Cette réservation a déjà commencé.',
      es: 'Esta reserva ya ha empezado.',
    }
  return {
    message: `Please cancel at least ${formatDuration(cancellation.latestMinutes, 'en')} before the start.`,
    de: `Bitte sag mindestens ${formatDuration(cancellation.latestMinutes, 'de')} vor Beginn ab.`,
    fr: `Annulez au moins ${formatDuration(cancellation.latestMinutes, 'fr')} avant le début.`,
    es: `Cancela al menos ${formatDuration(cancellation.latestMinutes, 'es')} antes del inicio.`,
  }
}
export interface CancelCommand extends CancelInput {
  end: EndOfBooking
  /** Our own pages, links and jobs always email the customer. */
  alwaysNotify?: boolean
  /** A set sends one email for all its parts. */
  skipEmail?: boolean
}

const creditReasons = { customer: 'CANCELED_BY_CUSTOMER', business: 'CANCELED_BY_BUSINESS', system: 'NOT_TAKEN_PLACE' } as const

/** What a cancellation led to. */
export interface CanceledBooking {
  booking: store.BookingRow
  /** Minor units: the fee that it costs, and what goes back to the customer. */
  fee: number
  refunded: number
  /** Whether plan sessions were given back. */
  credited: boolean
}

/** The business charges the fee when it says that it does not waive it; a customer owes it. Answers minor units. Source: guide bookings §14. */
async function recordFeeOfEnd(ctx: TransactionContext, booking: store.BookingRow, { end, flowControlSettings }: CancelCommand): Promise<number> {
  if (booking.status !== 'CONFIRMED') return 0
  if (end.by === 'customer') return recordCancellationFee(ctx, booking)
  return end.by === 'business' && flowControlSettings?.waiveCancellationFee === false ? recordChosenFee(ctx, booking) : 0
}

/** Carries a cancellation out: releases the slot, returns credits and money by their rules, records a fee, drops the reminder. */
export async function applyCancellation(ctx: TransactionContext, booking: store.BookingRow, command: CancelCommand): Promise<CanceledBooking> {
  const { by } = command.end
  await releaseSlot(ctx, booking)
  const credited = returnsCredits(command.end) && (await refundCredits(ctx, booking, creditReasons[by]))
  const fee = await recordFeeOfEnd(ctx, booking, command)
  const refund = await refundOnCancel(ctx, booking, command.end, fee)
  const change = {
    holdUntil: null,
    remindAt: null,
    canceledAt: ctx.now,
    ...(refund.status && { paymentStatus: refund.status }),
    ...(credited && { paymentStatus: 'REFUNDED' as const, credits: 0 }),
  }
  const next = await saveBooking(ctx, booking, change, unwrapOrRefuse(takeStep(booking.status, by === 'system' ? 'close' : 'cancel')))
  await leaveWaitlist(ctx, booking, 'leave')
  if (booking.status === 'CREATED') ctx.enqueue({ kind: 'bookings.close-pages', key: booking.id, data: { bookingId: booking.id } })
  if (command.waiveCharges && by === 'business') await cancelUnpaidOrder(ctx, next)
  emitAction(ctx, 'canceled', next, {
    previousStatus: booking.status,
    ...(command.participantNotification && { participantNotification: command.participantNotification }),
    ...(command.flowControlSettings && by === 'business' && { flowControlSettings: command.flowControlSettings }),
  })
  const canceled = { booking: next, fee, refunded: refund.amount, credited }
  if (command.skipEmail) return canceled
  await queueCancellationEmail(ctx, [canceled], command)
  if (by === 'customer' && booking.status !== 'CREATED') await queueBusinessEmail(ctx, next, { template: 'booking-canceled-by-customer', variables: {} })
  return canceled
}

const refundText: LocalizedText = {
  message: '{amount} will be refunded.',
  de: 'Wir erstatten dir {amount}.',
  fr: '{amount} vous seront remboursés.',
  es: 'Te reembolsaremos {amount}.',
}
/** What goes back to the customer, in minor units, as a sentence; empty for nothing. */
export const describeRefund = (amount: number, currency: string, { translate, formatAmount }: LocaleFormatter): string =>
  amount > 0 ? translate(refundText, { amount: formatAmount(amount, currency) }) : ''

/**
 * Emails the customer about a cancelled booking, or about the parts of a visit in one email: what they cost and give back together.
 * Without `alwaysNotify` only if the caller asks for it.
 */
export async function queueCancellationEmail(
  ctx: TransactionContext,
  canceled: readonly CanceledBooking[],
  {
    end,
    alwaysNotify,
    participantNotification,
    parts,
  }: Pick<CancelCommand, 'end' | 'alwaysNotify' | 'participantNotification'> & Pick<CustomerEmailOptions, 'parts'>,
): Promise<void> {
  const booking = canceled[0]?.booking
  if (!booking) return
  const sum = (of: 'fee' | 'refunded') => canceled.reduce((total, one) => total + one[of], 0)
  const withAmount = (text: LocalizedText, amount: number) =>
    amount > 0 ? ({ translate, formatAmount }: LocaleFormatter) => translate(text, { amount: formatAmount(amount, booking.price.currency) }) : ''
  const email: CustomerEmail<'booking-canceled'> = {
    template: 'booking-canceled',
    parts,
    variables: {
      canceledBy: end.by === 'customer' ? 'you' : 'the business',
      feeText: withAmount(cancellationFeeText, sum('fee')),
      creditText: canceled.some(({ credited }) => credited) ? creditBackText : '',
      refundText: (formatter) => describeRefund(sum('refunded'), booking.price.currency, formatter),
    },
  }
  if (alwaysNotify) await queueCustomerEmail(ctx, booking, { ...email, ownerMessage: participantNotification?.message ?? '' })
  else await queueCustomerEmailIfRequested(ctx, booking, participantNotification, email)
}

/** Cancels an unpaid order when all its bookings are cancelled or declined. */
async function cancelUnpaidOrder(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  if (!booking.orderId) return
  const parts = await store.bookingsOfOrder(ctx, booking.orderId)
  const isOver = parts.every((part) => part.id === booking.id || part.status === 'CANCELED' || part.status === 'DECLINED')
  const paid = await payments.listPayments(
    ctx,
    parts.map((part) => part.id),
  )
  if (isOver && !paid.some((payment) => payment.status === 'SUCCEEDED')) await payments.cancelOrder(ctx, booking.orderId)
}
