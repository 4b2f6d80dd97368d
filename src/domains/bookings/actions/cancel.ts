/** Cancels a booking. Source: guide bookings §11. */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { Flags } from '../contract.ts'
import { refuse, unwrapOrRefuse } from '../errors.ts'
import { emitAction } from '../events.ts'
import { formatDuration } from '../rules/duration-text.ts'
import { returnsCredits, type EndOfBooking } from '../rules/credits.ts'
import { takeStep } from '../rules/machine.ts'
import { isCancelInTime } from '../rules/policy.ts'
import type { LocaleFormatter } from '../rules/locale-formatter.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { toActionInput } from '../wire.ts'
import { lockForChange, assertStepAllowed, assertFlagsPermitted, assertOpenForVisitor, saveBooking } from './change.ts'
import { refundCredits } from './credits.ts'
import { recordCancellationFee } from './fees.ts'
import { refundOnCancel } from './refunds.ts'
import {
  isByCustomer,
  creditBackText,
  queueCustomerEmailIfRequested,
  queueBusinessEmail,
  queueCustomerEmail,
  type EmailVariables,
  type NotificationInput,
} from './emails.ts'
import { releaseSlot } from './release-slot.ts'
import { closeEntryOfBooking } from './waitlist.ts'

export interface CancelInput {
  revision?: string | null
  participantNotification?: NotificationInput | null
  flowControlSettings?: Flags | null
  waiveCharges?: boolean | null
  newPrice?: string | null
}

export async function cancelBooking(ctx: TransactionContext, id: string, input: CancelInput): Promise<store.BookingRow> {
  const booking = await lockForChange(ctx, id, input.revision)
  assertOpenForVisitor(ctx, booking)
  assertStepAllowed(booking, 'cancel')
  if (booking.multiServiceBooking) refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (input.waiveCharges && input.newPrice) refuse('NEW_PRICE_WITH_WAIVE_CHARGES')
  const inTime = isCancelInTime(toActionInput(booking), ctx.now)
  if (!canIgnorePolicy(ctx, input) && !inTime) refuse('BOOKING_POLICY_VIOLATION', { action: 'cancel' }, describeCancellationPolicy(booking))
  const end = resolveEndOfBooking(ctx, input, inTime)
  const next = await applyCancellation(ctx, booking, { ...input, end })
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

const cancellationFeeText: LocalizedText = { message: 'A cancellation fee of {amount} applies.', de: 'Für die Absage fällt eine Gebühr von {amount} an.' }

const describeCancellationPolicy = ({ policy: { cancellation } }: store.BookingRow): LocalizedText => {
  if (!cancellation.enabled) return { message: 'This booking cannot be cancelled online.', de: 'Diese Buchung lässt sich nicht online absagen.' }
  if (!cancellation.limited) return { message: 'This booking has begun.', de: 'Diese Buchung hat schon begonnen.' }
  return {
    message: `Please cancel at least ${formatDuration(cancellation.latestMinutes, 'en')} before the start.`,
    de: `Bitte sag mindestens ${formatDuration(cancellation.latestMinutes, 'de')} vor Beginn ab.`,
  }
}
export interface CancelCommand extends CancelInput {
  end: EndOfBooking
  /** Our own pages, links and jobs always email the customer. */
  alwaysNotify?: boolean
  /** A set sends one email for all its parts. */
  skipEmail?: boolean
  letter?: EmailVariables
}

const creditReasons = { customer: 'CANCELED_BY_CUSTOMER', business: 'CANCELED_BY_BUSINESS', system: 'NOT_TAKEN_PLACE' } as const

/** Carries a cancellation out: releases the slot, returns credits and money by their rules, records a fee, drops the reminder. */
export async function applyCancellation(ctx: TransactionContext, booking: store.BookingRow, how: CancelCommand): Promise<store.BookingRow> {
  await releaseSlot(ctx, booking)
  const credited = returnsCredits(how.end) && (await refundCredits(ctx, booking, creditReasons[how.end.by]))
  const fee = how.end.by === 'customer' && booking.status === 'CONFIRMED' ? await recordCancellationFee(ctx, booking) : 0
  const back = await refundOnCancel(ctx, booking, how.end, fee)
  const transition = unwrapOrRefuse(takeStep(booking.status, how.end.by === 'system' ? 'close' : 'cancel'))
  const change = {
    holdUntil: null,
    remindAt: null,
    canceledAt: ctx.now,
    ...(back.status && { paymentStatus: back.status }),
    ...(credited && { paymentStatus: 'REFUNDED' as const, credits: 0 }),
  }
  const next = await saveBooking(ctx, booking, change, transition)
  await closeEntryOfBooking(ctx, booking, 'leave')
  if (booking.status === 'CREATED') ctx.enqueue({ kind: 'bookings.close-pages', key: booking.id, data: { bookingId: booking.id } })
  if (how.waiveCharges && how.end.by === 'business') await cancelUnpaidOrder(ctx, next)
  emitAction(ctx, 'canceled', next, {
    previousStatus: booking.status,
    ...(how.participantNotification && { participantNotification: how.participantNotification }),
    ...(how.flowControlSettings && how.end.by === 'business' && { flowControlSettings: how.flowControlSettings }),
  })
  if (how.skipEmail) return next
  const letter = {
    canceledBy: how.end.by === 'customer' ? 'you' : 'the business',
    feeText: (formatter: LocaleFormatter) =>
      fee > 0 ? formatter.translate(cancellationFeeText, { amount: formatter.formatAmount(fee, booking.price.currency) }) : '',
    creditText: credited ? creditBackText : '',
    refundText: (formatter: LocaleFormatter) =>
      back.amount > 0 ? formatter.translate(moneyBackText, { amount: formatter.formatAmount(back.amount, booking.price.currency) }) : '',
    ...how.letter,
  }
  if (how.alwaysNotify) await queueCustomerEmail(ctx, 'booking-canceled', next, { ...letter, ownerMessage: how.participantNotification?.message ?? '' })
  else await queueCustomerEmailIfRequested(ctx, 'booking-canceled', next, how.participantNotification, letter)
  if (how.end.by === 'customer' && booking.status !== 'CREATED') await queueBusinessEmail(ctx, 'booking-canceled-by-customer', next)
  return next
}

const moneyBackText: LocalizedText = { message: '{amount} goes back to you.', de: '{amount} gehen an dich zurück.' }

/** Cancels an unpaid order when all its bookings are cancelled or declined. */
async function cancelUnpaidOrder(ctx: TransactionContext, booking: store.BookingRow): Promise<void> {
  if (!booking.orderId) return
  const parts = await store.bookingsOfOrder(ctx, booking.orderId)
  const isOver = parts.every((part) => part.id === booking.id || part.status === 'CANCELED' || part.status === 'DECLINED')
  const paid = await payments.paymentsOf(
    ctx,
    parts.map((part) => part.id),
  )
  if (isOver && !paid.some((payment) => payment.status === 'SUCCEEDED')) await payments.cancelOrder(ctx, booking.orderId)
}
