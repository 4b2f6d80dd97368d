/** What becomes of bookings when their service, session, course or member goes or changes. Source: guide: bookings 5.2 rows 18 and 20, 18.3; services-and-availability 6.4, 6.5, 13.4, 13.5. */
import type { Ctx } from '#kit/ctx.ts'
import { memberById } from '#domains/members/public.ts'
import { setting } from '#domains/site/public.ts'
import { cancelIsInTime } from '../rules/policy.ts'
import * as store from '../store/bookings.ts'
import * as lists from '../store/waitlist.ts'
import { actionAsk } from '../wire.ts'
import { canceled } from './cancel.ts'
import { writeToCustomer, type Notice } from './letters.ts'
import { releasePlace } from './release.ts'
import { wakeWaitlist } from './waitlist.ts'
import { everything } from './viewer.ts'

/** decision: everybody whose session does not take place is told, unless the business says otherwise. */
const closedBy = (notice: Notice | undefined) => ({
  end: { by: 'house' as const },
  ...(notice ? { participantNotification: notice } : { always: true }),
  letter: { canceledBy: 'the business' },
})

/** A booking that the business cannot keep: no fee, credits go back. An unfinished checkout only loses its place. */
export async function close(ctx: Ctx, booking: store.BookingRecord, notice: Notice | undefined): Promise<void> {
  if (booking.status === 'CREATED') {
    await releasePlace(ctx, booking)
    await store.updateBooking(ctx, booking.id, { holdUntil: null })
    return
  }
  if (booking.status === 'WAITING_LIST') {
    const next = await canceled(ctx, booking, { end: { by: 'house' }, quiet: true })
    if (!notice || notice.notifyParticipants) await writeToCustomer(ctx, 'waitlist-closed', next, { ownerMessage: notice?.message ?? '' })
    return
  }
  await canceled(ctx, booking, closedBy(notice))
}

/** The session is cancelled. Nobody is offered its places any more. */
export async function closeSession(ctx: Ctx, eventId: string, notice?: Notice): Promise<void> {
  const bookings = await store.lockOpenBookingsOf(ctx, { eventId })
  if (await lists.lockKnownWaitlist(ctx, eventId)) await lists.saveWaitlist(ctx, eventId, { closed: true, running: false })
  for (const booking of bookings.filter((one) => one.serviceType === 'CLASS')) await close(ctx, booking, notice)
}

/** The service is deleted. `preserved`: sessions with people stay on the calendar, and appointments with them. */
export async function closeService(
  ctx: Ctx,
  serviceId: string,
  how: { preserveFutureSessionsWithParticipants?: boolean | undefined; participantNotification?: Notice | undefined } = {},
): Promise<void> {
  for (const booking of await store.lockOpenBookingsOf(ctx, { serviceId, from: ctx.now })) {
    const dropsOnly = booking.status === 'CREATED' || booking.status === 'WAITING_LIST'
    if (how.preserveFutureSessionsWithParticipants && !dropsOnly) continue
    await close(ctx, booking, how.participantNotification ?? { notifyParticipants: false })
  }
}

/** The usual capacity of a class changed, and with it that of every session without one of its own. */
export async function followCapacity(ctx: Ctx, scheduleId: string): Promise<void> {
  for (const sessionId of await lists.waitedForSessions(ctx, scheduleId)) await wakeWaitlist(ctx, sessionId, false)
}

/** A member is gone, or somebody who is none and has this contact. Their own deletion counts as a cancellation by the customer, an erasure by the business as its own. */
export async function closeMember(ctx: Ctx, memberId: string, byMember: boolean, contact?: string): Promise<void> {
  const contactId = contact ?? (await memberById(ctx, memberId))?.contactId
  for (const booking of await store.lockUpcomingOf(ctx, { memberId, contactId })) {
    if (booking.status === 'CREATED') await close(ctx, booking, undefined)
    else
      await canceled(ctx, booking, {
        end: byMember ? { by: 'customer', inTime: cancelIsInTime(actionAsk(booking), ctx.now) } : { by: 'house' },
        participantNotification: { notifyParticipants: false },
      })
  }
}

/** A plan ended. decision: what it paid for stays booked, unless the business wants it cancelled (guide: pricing-plans 13.4). */
export async function endWithPlan(ctx: Ctx, orderId: string): Promise<void> {
  // Later, for whoever changes a booking holds it before its order, and here the order is held.
  if ((await setting(ctx, 'plans.onPlanEnd')) === 'cancel') ctx.later({ kind: 'bookings.end-with-plan', key: orderId, data: { orderId } })
}
export async function closeBookingsOfPlan(ctx: Ctx, orderId: string): Promise<void> {
  for (const booking of await store.lockUpcomingOfPlan(ctx, orderId)) await close(ctx, booking, { notifyParticipants: true, message: 'Your plan has ended.' })
}

/** The list of a session that has begun is over: nobody is told. */
export async function closeWaitlist(ctx: Ctx, list: lists.WaitlistRecord): Promise<void> {
  const waiting = await lists.waitingIn(ctx, [list.sessionId])
  const bookings: store.BookingRecord[] = []
  for (const entry of waiting.toSorted((a, b) => (a.bookingId < b.bookingId ? -1 : 1))) {
    const booking = await store.lockBooking(ctx, everything, entry.bookingId)
    if (booking?.status === 'WAITING_LIST') bookings.push(booking)
  }
  if (!(await lists.lockKnownWaitlist(ctx, list.sessionId))) return
  await lists.saveWaitlist(ctx, list.sessionId, { closed: true, running: false })
  for (const booking of bookings) await canceled(ctx, booking, { end: { by: 'house' }, quiet: true })
}
