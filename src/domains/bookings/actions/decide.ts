/** What the business decides about a booking that waits. Source: guide: bookings 8. */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import type { Flags } from '../contract.ts'
import type { PaymentStatus } from '../rules/machine.ts'
import { reminderAt } from '../rules/reminders.ts'
import * as store from '../store/bookings.ts'
import { begin, lockOwn, mayStep, save } from './change.ts'
import { giveCreditBack } from './credits.ts'
import { finishCheckout } from './finish.ts'
import { writeToCustomer, type Notice } from './letters.ts'
import { capacityOf, releasePlace, takePlace } from './place.ts'

export interface Decision {
  revision?: string | null
  paymentStatus?: PaymentStatus | null
  doubleBooked?: boolean | null
  participantNotification?: Notice | null
  flowControlSettings?: Flags | null
}

/** Takes the place for good. A class or course needs its seats; an appointment is confirmed in spite of a conflict and marked. */
async function takeForGood(ctx: Ctx, booking: store.BookingRecord): Promise<boolean> {
  const capacity = await capacityOf(ctx, booking)
  const { taken } = await takePlace(ctx, booking, { capacity, holdUntil: null, forced: false })
  if (taken) return false
  if (booking.serviceType !== 'APPOINTMENT' && !booking.forced) refuse('NO_OPEN_SPOTS', { bookingId: booking.id })
  await takePlace(ctx, booking, { capacity, holdUntil: null, forced: true })
  return true
}

export async function confirmBooking(ctx: Ctx, id: string, decision: Decision): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, decision.revision)
  mayStep(booking, 'confirm')
  const conflict = await takeForGood(ctx, booking)
  const next = await save(ctx, booking, {
    status: 'CONFIRMED',
    paymentStatus: decision.paymentStatus ?? booking.paymentStatus,
    holdUntil: null,
    doubleBooked: booking.doubleBooked || conflict,
    eventId: booking.eventId ?? (booking.serviceType === 'APPOINTMENT' ? ctx.newId() : null),
    remindAt: reminderAt(booking.startAt, ctx.now),
  })
  acted(ctx, 'confirmed', next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  await tell(ctx, 'booking-confirmed', next, decision)
  return next
}

export async function markAsPending(ctx: Ctx, id: string, decision: Decision): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, decision.revision)
  mayStep(booking, 'markAsPending')
  if (!booking.needsApproval && !decision.flowControlSettings?.skipPendingApprovalServiceValidation) refuse('NOT_PENDING_APPROVAL_SERVICE')
  const conflict = await takeForGood(ctx, booking)
  const next = await save(ctx, booking, {
    status: 'PENDING',
    paymentStatus: decision.paymentStatus ?? booking.paymentStatus,
    holdUntil: null,
    doubleBooked: booking.doubleBooked || conflict,
  })
  acted(ctx, 'markedAsPending', next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  await tell(ctx, 'booking-requested', next, decision)
  return next
}

export async function declineBooking(ctx: Ctx, id: string, decision: Decision): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, decision.revision)
  mayStep(booking, 'decline')
  return declined(ctx, booking, decision)
}

/** A request that is turned down gives its place, its credits and its money back. */
export async function declined(
  ctx: Ctx,
  booking: store.BookingRecord,
  decision: Decision & { always?: boolean; reason?: string },
): Promise<store.BookingRecord> {
  await releasePlace(ctx, booking)
  const credited = await giveCreditBack(ctx, booking)
  const refunds = booking.status === 'PENDING' ? await store.markRefunded(ctx, booking.id) : []
  const refunded = credited || refunds.length > 0
  const next = await save(ctx, booking, {
    status: 'DECLINED',
    holdUntil: null,
    remindAt: null,
    paymentStatus: refunded ? 'REFUNDED' : (decision.paymentStatus ?? booking.paymentStatus),
  })
  acted(ctx, 'declined', next, { previousStatus: booking.status, previousPaymentStatus: booking.paymentStatus })
  if (decision.always) await writeToCustomer(ctx, 'booking-declined', next, { reason: decision.reason ?? '' })
  else await tell(ctx, 'booking-declined', next, decision)
  return next
}

/** A custom checkout reports its end; a repeated report is refused without effect. */
export async function confirmOrDecline(ctx: Ctx, id: string, paymentStatus: PaymentStatus | null | undefined): Promise<store.BookingRecord> {
  const booking = await lockOwn(ctx, id)
  mayStep(booking, 'confirmOrDecline')
  return finishCheckout(ctx, booking, { paymentStatus: paymentStatus ?? booking.paymentStatus, letters: false })
}

async function tell(ctx: Ctx, template: string, booking: store.BookingRecord, decision: Decision): Promise<void> {
  if (decision.participantNotification?.notifyParticipants)
    await writeToCustomer(ctx, template, booking, { ownerMessage: decision.participantNotification.message ?? '' })
}
