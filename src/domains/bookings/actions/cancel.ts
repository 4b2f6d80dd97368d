/** A booking is given up. Source: guide: bookings 11. */
import type { Ctx } from '#kit/ctx.ts'
import type { Flags } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import { cancelIsInTime } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import { actionAsk } from '../wire.ts'
import { begin, mayStep, save } from './change.ts'
import { giveCreditBack } from './credits.ts'
import { writeToCustomer, type Notice } from './letters.ts'
import { releasePlace } from './place.ts'

export interface Cancellation {
  revision?: string | null
  participantNotification?: Notice | null
  flowControlSettings?: Flags | null
}

export async function cancelBooking(ctx: Ctx, id: string, wish: Cancellation): Promise<store.BookingRecord> {
  const booking = await begin(ctx, id, wish.revision)
  mayStep(booking, 'cancel')
  if (booking.multiServiceBooking) refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  const owner = ctx.caller.role === 'owner'
  const flags = owner ? (wish.flowControlSettings ?? {}) : {}
  if (!flags.ignoreCancellationPolicy && !cancelIsInTime(actionAsk(booking), ctx.now)) refuse('BOOKING_POLICY_VIOLATION', { action: 'cancel' })
  return canceled(ctx, booking, { ...wish, returnCredit: !owner || flags.withRefund === true, canceledBy: owner ? 'the business' : 'you' })
}

/** The effects, once it is decided: place and credits go back, the reminder is dropped. */
export async function canceled(
  ctx: Ctx,
  booking: store.BookingRecord,
  how: Cancellation & { returnCredit: boolean; canceledBy: string; always?: boolean },
): Promise<store.BookingRecord> {
  await releasePlace(ctx, booking)
  const credited = how.returnCredit && (await giveCreditBack(ctx, booking))
  const next = await save(ctx, booking, {
    status: 'CANCELED',
    holdUntil: null,
    remindAt: null,
    canceledAt: ctx.now,
    ...(credited && { paymentStatus: 'REFUNDED' as const }),
  })
  acted(ctx, 'canceled', next, { previousStatus: booking.status })
  if (how.always || how.participantNotification?.notifyParticipants)
    await writeToCustomer(ctx, 'booking-canceled', next, { canceledBy: how.canceledBy, ownerMessage: how.participantNotification?.message ?? '' })
  return next
}
