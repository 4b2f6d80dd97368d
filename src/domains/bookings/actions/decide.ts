/** What the business decides about a booking that waits. Source: guide: bookings 8. */
import type { Ctx } from '#kit/ctx.ts'
import type { Sentence } from '#kit/pure/languages.ts'
import type { Flags } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import { returnsCredits } from '../rules/credits.ts'
import type { PaymentStatus } from '../rules/machine.ts'
import type { Tongue } from '../rules/tongue.ts'
import type * as store from '../store/bookings.ts'
import { onCalendar } from './calendar-place.ts'
import { begin, lockOwn, mayStep, mustHaveFlags, save } from './change.ts'
import { giveCreditBack, paidByPlan } from './credits.ts'
import { finishCheckout } from './finish.ts'
import { moneyGoesBack, sessionIsBack, tellIfAsked, writeToCustomer, type Notice } from './letters.ts'
import { sendMoneyBack } from './money.ts'
import { takeAgain } from './place.ts'
import { releasePlace } from './release.ts'
import { stopWaiting, turnOf } from './waitlist.ts'

export interface Decision {
  revision?: string | null
  paymentStatus?: PaymentStatus | null
  doubleBooked?: boolean | null
  participantNotification?: Notice | null
  flowControlSettings?: Flags | null
  /** One letter speaks for a whole set. */
  quiet?: boolean
}

/** Takes the place for good. A class or course needs its seats; an appointment is kept in spite of a conflict and marked. */
async function takeForGood(ctx: Ctx, booking: store.BookingRecord): Promise<boolean> {
  const fromOffer = await turnOf(ctx, booking)
  if (await takeAgain(ctx, booking, { fromOffer })) return false
  if (booking.serviceType !== 'APPOINTMENT' && !booking.forced) refuse('NO_OPEN_SPOTS', { bookingId: booking.id })
  await takeAgain(ctx, booking, { forced: true, fromOffer })
  return true
}
/** decision: a plan that is to pay and paid nothing yet pays now, unless the caller says how it is paid. Source: guide bookings 12.7. */
const paidAsDecided = async (ctx: Ctx, booking: store.BookingRecord, { paymentStatus }: Decision): Promise<Partial<store.BookingRecord>> =>
  paymentStatus ? { paymentStatus } : { paymentStatus: booking.paymentStatus, ...(await paidByPlan(ctx, booking)) }
/** The caller's own word counts only together with the check. Source: guide: bookings 8.1, 8.3. */
const saysDoubleBooked = (decision: Decision) => decision.doubleBooked === true && decision.flowControlSettings?.checkAvailabilityValidation === true

export async function confirmBooking(ctx: Ctx, id: string, decision: Decision): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, decision.revision)
  mayStep(booking, 'confirm')
  return confirmed(ctx, booking, decision)
}

export async function confirmed(ctx: Ctx, booking: store.BookingRecord, decision: Decision): Promise<store.BookingRecord> {
  mustHaveFlags(ctx, decision.flowControlSettings)
  const conflict = await takeForGood(ctx, booking)
  const next = await save(ctx, booking, {
    status: 'CONFIRMED',
    ...(await paidAsDecided(ctx, booking, decision)),
    holdUntil: null,
    doubleBooked: booking.doubleBooked || conflict || saysDoubleBooked(decision),
    ...(await onCalendar(ctx, booking)),
  })
  await stopWaiting(ctx, booking, 'ENROLLED')
  acted(ctx, 'confirmed', next, { ...told(decision), previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (!decision.quiet) await tellIfAsked(ctx, 'booking-confirmed', next, decision.participantNotification)
  return next
}

export async function markAsPending(ctx: Ctx, id: string, decision: Decision): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, decision.revision)
  mayStep(booking, 'markAsPending')
  if (!booking.needsApproval && !decision.flowControlSettings?.skipPendingApprovalServiceValidation) refuse('NOT_PENDING_APPROVAL_SERVICE')
  return markedAsPending(ctx, booking, decision)
}

export async function markedAsPending(ctx: Ctx, booking: store.BookingRecord, decision: Decision): Promise<store.BookingRecord> {
  mustHaveFlags(ctx, decision.flowControlSettings)
  const conflict = await takeForGood(ctx, booking)
  if (booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests) await releasePlace(ctx, booking)
  const next = await save(ctx, booking, {
    status: 'PENDING',
    ...(await paidAsDecided(ctx, booking, decision)),
    holdUntil: null,
    doubleBooked: booking.doubleBooked || conflict || saysDoubleBooked(decision),
  })
  acted(ctx, 'markedAsPending', next, { ...told(decision), previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (!decision.quiet) await tellIfAsked(ctx, 'booking-requested', next, decision.participantNotification)
  return next
}

export async function declineBooking(ctx: Ctx, id: string, decision: Decision): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, decision.revision)
  mayStep(booking, 'decline')
  return declined(ctx, booking, decision)
}

/** A request that is turned down gives its place and its money back, and its sessions when the business wants it. */
export async function declined(ctx: Ctx, booking: store.BookingRecord, decision: Decision & { byHouse?: { reason: Sentence } }): Promise<store.BookingRecord> {
  mustHaveFlags(ctx, decision.flowControlSettings)
  await releasePlace(ctx, booking)
  const withRefund = decision.flowControlSettings?.withRefund === true
  const credited =
    returnsCredits(decision.byHouse ? { by: 'house' } : { by: 'business', withRefund }) &&
    (await giveCreditBack(ctx, booking, decision.byHouse ? 'NOT_TAKEN_PLACE' : 'DECLINED'))
  const returned = booking.status === 'PENDING' ? await sendMoneyBack(ctx, booking, 'DECLINED') : 0
  const refunded = credited || returned > 0
  const next = await save(ctx, booking, {
    status: 'DECLINED',
    holdUntil: null,
    remindAt: null,
    paymentStatus: refunded ? 'REFUNDED' : (decision.paymentStatus ?? booking.paymentStatus),
    ...(credited && { credits: 0 }),
  })
  await stopWaiting(ctx, booking, 'LEFT')
  acted(ctx, 'declined', next, { ...told(decision), previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (decision.quiet) return next
  const more = { refundText: returned > 0 ? moneyGoesBack : credited ? sessionIsBack : '' }
  const reason = decision.byHouse?.reason
  if (reason) await writeToCustomer(ctx, 'booking-declined', next, { ...more, reason: ({ say }: Tongue) => say(reason) })
  else await tellIfAsked(ctx, 'booking-declined', next, decision.participantNotification, more)
  return next
}

/** A custom checkout reports its end; a repeated report is refused without effect. */
export async function confirmOrDecline(ctx: Ctx, id: string, paymentStatus: PaymentStatus | null | undefined): Promise<store.BookingRecord> {
  const booking = await lockOwn(ctx, id)
  mayStep(booking, 'confirmOrDecline')
  return finishCheckout(ctx, booking, { paymentStatus: paymentStatus ?? booking.paymentStatus, given: paymentStatus, ours: false })
}

/** What the event repeats of the call. */
const told = ({ participantNotification }: Decision) => ({ ...(participantNotification && { participantNotification }) })
