/** A booking is given up. Source: guide: bookings 11. */
import type { Ctx } from '#kit/ctx.ts'
import type { Sentence } from '#kit/pure/languages.ts'
import type { Flags } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import { lengthIn } from '../rules/length-words.ts'
import { returnsCredits, type EndOfBooking } from '../rules/credits.ts'
import { cancelIsInTime } from '../rules/policy.ts'
import type { Tongue } from '../rules/tongue.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { actionAsk } from '../wire.ts'
import { begin, mayStep, mustHaveFlags, assertOpenForVisitor, save } from './change.ts'
import { giveCreditBack } from './credits.ts'
import { feeOnCancel } from './fees.ts'
import { moneyBackOnCancel } from './refunds.ts'
import { isByCustomer, sessionIsBack, tellIfAsked, writeToBusiness, writeToCustomer, type More, type Notice } from './letters.ts'
import { releasePlace } from './release.ts'
import { stopWaiting } from './waitlist.ts'

export interface Cancellation {
  revision?: string | null
  participantNotification?: Notice | null
  flowControlSettings?: Flags | null
  waiveCharges?: boolean | null
  newPrice?: string | null
}

export async function cancelBooking(ctx: Ctx, id: string, wish: Cancellation): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, wish.revision)
  assertOpenForVisitor(ctx, booking)
  mayStep(booking, 'cancel')
  if (booking.multiServiceBooking) refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (wish.waiveCharges && wish.newPrice) refuse('NEW_PRICE_WITH_WAIVE_CHARGES')
  const inTime = cancelIsInTime(actionAsk(booking), ctx.now)
  if (!mayIgnorePolicy(ctx, wish) && !inTime) refuse('BOOKING_POLICY_VIOLATION', { action: 'cancel' }, policySentence(booking))
  const end = endFor(ctx, wish, inTime)
  const next = await canceled(ctx, booking, { ...wish, end })
  // decision: the flag is ignored where nothing can go back, but a plan that is over is said. Source: guide: bookings 10.
  if (end.by === 'business' && end.withRefund && next.planOrderId && next.credits > 0) refuse('REFUND_NOT_ALLOWED')
  return next
}

/** Only the business may look away from the policy, and only on purpose. */
export function mayIgnorePolicy(ctx: Ctx, wish: Cancellation): boolean {
  mustHaveFlags(ctx, wish.flowControlSettings)
  return !isByCustomer(ctx) && wish.flowControlSettings?.ignoreCancellationPolicy === true
}
/** Who ends it, for the question whether plan sessions go back. The flags of customers are ignored. */
export const endFor = (ctx: Ctx, wish: Cancellation, inTime: boolean): EndOfBooking =>
  isByCustomer(ctx) ? { by: 'customer', inTime } : { by: 'business', withRefund: wish.flowControlSettings?.withRefund === true }

const feeApplies: Sentence = { message: 'A cancellation fee of {amount} applies.', de: 'Für die Absage fällt eine Gebühr von {amount} an.' }

const policySentence = ({ policy: { cancellation } }: store.BookingRecord): Sentence => {
  if (!cancellation.enabled) return { message: 'This booking cannot be cancelled online.', de: 'Diese Buchung lässt sich nicht online absagen.' }
  if (!cancellation.limited) return { message: 'This booking has begun.', de: 'Diese Buchung hat schon begonnen.' }
  return {
    message: `Please cancel at least ${lengthIn(cancellation.latestMinutes, 'en')} before the start.`,
    de: `Bitte sag mindestens ${lengthIn(cancellation.latestMinutes, 'de')} vor Beginn ab.`,
  }
}
export interface Ending extends Cancellation {
  end: EndOfBooking
  /** Our own pages, links and jobs always write to the customer. */
  always?: boolean
  /** One letter speaks for a whole set. */
  quiet?: boolean
  letter?: More
}

const creditReasons = { customer: 'CANCELED_BY_CUSTOMER', business: 'CANCELED_BY_BUSINESS', house: 'NOT_TAKEN_PLACE' } as const

/** The effects, once it is decided: place, credits and money go back by their rules, a fee may fall due, the reminder is dropped. */
export async function canceled(ctx: Ctx, booking: store.BookingRecord, how: Ending): Promise<store.BookingRecord> {
  await releasePlace(ctx, booking)
  const credited = returnsCredits(how.end) && (await giveCreditBack(ctx, booking, creditReasons[how.end.by]))
  const fee = how.end.by === 'customer' && booking.status === 'CONFIRMED' ? await feeOnCancel(ctx, booking) : 0
  const back = await moneyBackOnCancel(ctx, booking, how.end, fee)
  const next = await save(ctx, booking, {
    status: 'CANCELED',
    holdUntil: null,
    remindAt: null,
    canceledAt: ctx.now,
    ...(back.status && { paymentStatus: back.status }),
    ...(credited && { paymentStatus: 'REFUNDED' as const, credits: 0 }),
  })
  await stopWaiting(ctx, booking, 'LEFT')
  if (booking.status === 'CREATED') ctx.later({ kind: 'bookings.close-pages', key: booking.id, data: { bookingId: booking.id } })
  if (how.waiveCharges && how.end.by === 'business') await waiveOrder(ctx, next)
  acted(ctx, 'canceled', next, {
    previousStatus: booking.status,
    ...(how.participantNotification && { participantNotification: how.participantNotification }),
    ...(how.flowControlSettings && how.end.by === 'business' && { flowControlSettings: how.flowControlSettings }),
  })
  if (how.quiet) return next
  const letter = {
    canceledBy: how.end.by === 'customer' ? 'you' : 'the business',
    feeText: (tongue: Tongue) => (fee > 0 ? tongue.say(feeApplies, { amount: tongue.money(fee, booking.price.currency) }) : ''),
    creditText: credited ? sessionIsBack : '',
    refundText: (tongue: Tongue) => (back.amount > 0 ? tongue.say(goesBack, { amount: tongue.money(back.amount, booking.price.currency) }) : ''),
    ...how.letter,
  }
  if (how.always) await writeToCustomer(ctx, 'booking-canceled', next, { ...letter, ownerMessage: how.participantNotification?.message ?? '' })
  else await tellIfAsked(ctx, 'booking-canceled', next, how.participantNotification, letter)
  if (how.end.by === 'customer' && booking.status !== 'CREATED') await writeToBusiness(ctx, 'booking-canceled-by-customer', next)
  return next
}

const goesBack: Sentence = { message: '{amount} goes back to you.', de: '{amount} gehen an dich zurück.' }

/** An unpaid order that holds nothing but cancelled bookings is cancelled, too. */
async function waiveOrder(ctx: Ctx, booking: store.BookingRecord): Promise<void> {
  if (!booking.orderId) return
  const parts = await store.bookingsOfOrder(ctx, booking.orderId)
  const isOver = parts.every((part) => part.id === booking.id || part.status === 'CANCELED' || part.status === 'DECLINED')
  const paid = await payments.paymentsOf(
    ctx,
    parts.map((part) => part.id),
  )
  if (isOver && !paid.some((payment) => payment.status === 'SUCCEEDED')) await payments.cancelOrder(ctx, booking.orderId)
}
