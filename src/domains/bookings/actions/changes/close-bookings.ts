/** Closes bookings whose service, session, plan or member is gone. Source: guide bookings §5.2 rows 18 and 20, §18.3; services-and-availability §6.4, §6.5, §13.4, §13.5. */
import type { TransactionContext } from '#kit/api/context.ts'
import { findMemberById } from '#domains/members/public.ts'
import { getSetting } from '#domains/site/public.ts'
import { onSessionCancelled } from '../../hooks.ts'
import { isCancelInTime } from '../../rules/policy.ts'
import * as store from '../../store/bookings.ts'
import { lockUpcomingBookings, lockUpcomingOfPlan } from '../../store/customer-bookings.ts'
import { toActionInput } from '../../wire.ts'
import { applyCancellation } from './cancel.ts'
import { queueCustomerEmail, type NotificationInput } from '../emails/emails.ts'
import { releaseSlot } from './release-slot.ts'

/** decision: customers of a cancelled session get an email unless the business declines it. */
const toSystemCancellation = (notice: NotificationInput | undefined) => ({
  end: { by: 'system' as const },
  ...(notice ? { participantNotification: notice } : { alwaysNotify: true }),
})

/** Closes a booking that the business cannot keep: without a fee, credits return. An unfinished checkout only loses its slot. */
export async function closeBooking(ctx: TransactionContext, booking: store.BookingRow, notice: NotificationInput | undefined): Promise<void> {
  if (booking.status === 'CREATED') {
    await releaseSlot(ctx, booking)
    await store.updateBooking(ctx, booking.id, { holdUntil: null })
    return
  }
  if (booking.status === 'WAITING_LIST') {
    const { booking: next } = await applyCancellation(ctx, booking, { end: { by: 'system' }, skipEmail: true })
    if (!notice || notice.notifyParticipants)
      await queueCustomerEmail(ctx, next, { template: 'waitlist-closed', variables: {}, ownerMessage: notice?.message ?? '' })
    return
  }
  await applyCancellation(ctx, booking, toSystemCancellation(notice))
}

/** The session is cancelled: its bookings and its waitlist close. */
export async function closeBookingsOfSession(ctx: TransactionContext, eventId: string, notice?: NotificationInput): Promise<void> {
  const bookings = await store.lockOpenBookings(ctx, { eventId })
  await onSessionCancelled.call(ctx, { eventId })
  for (const booking of bookings.filter((one) => one.serviceType === 'CLASS')) await closeBooking(ctx, booking, notice)
}

/** The service is deleted. With `preserveFutureSessionsWithParticipants` only holds and waitlist bookings close. */
export async function closeBookingsOfService(
  ctx: TransactionContext,
  serviceId: string,
  options: { preserveFutureSessionsWithParticipants?: boolean | undefined; participantNotification?: NotificationInput | undefined } = {},
): Promise<void> {
  for (const booking of await store.lockOpenBookings(ctx, { serviceId, from: ctx.now })) {
    const dropsOnly = booking.status === 'CREATED' || booking.status === 'WAITING_LIST'
    if (options.preserveFutureSessionsWithParticipants && !dropsOnly) continue
    await closeBooking(ctx, booking, options.participantNotification ?? { notifyParticipants: false })
  }
}

/** A member or contact is deleted. A deletion by the member counts as a cancellation by the customer, an erasure by the business as one by the system. */
export async function closeBookingsOfMember(ctx: TransactionContext, memberId: string, byMember: boolean, contact?: string): Promise<void> {
  const contactId = contact ?? (await findMemberById(ctx, memberId))?.contactId
  for (const booking of await lockUpcomingBookings(ctx, { memberId, contactId })) {
    if (booking.status === 'CREATED') await closeBooking(ctx, booking, undefined)
    else
      await applyCancellation(ctx, booking, {
        end: byMember ? { by: 'customer', inTime: isCancelInTime(toActionInput(booking), ctx.now) } : { by: 'system' },
        participantNotification: { notifyParticipants: false },
      })
  }
}

/** A plan ended. decision: what it paid for stays booked, unless the business wants it cancelled. Source: guide pricing-plans §13.4. */
export async function onPlanEnded(ctx: TransactionContext, orderId: string): Promise<void> {
  // In a job: bookings are locked before orders, and here the order is locked already.
  if ((await getSetting(ctx, 'plans.onPlanEnd')) === 'cancel') ctx.enqueue({ kind: 'bookings.end-with-plan', key: orderId, data: { orderId } })
}
/** Cancels the upcoming bookings that an order pays for, and emails their customers. */
export async function closeBookingsOfPlan(ctx: TransactionContext, orderId: string): Promise<void> {
  for (const booking of await lockUpcomingOfPlan(ctx, orderId)) await closeBooking(ctx, booking, { notifyParticipants: true, message: 'Your plan has ended.' })
}
