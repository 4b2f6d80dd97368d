/** What time makes due for bookings. Source: guide: bookings 20.2, 22. */
import type { Ctx } from '#kit/ctx.ts'
import { declined } from './actions/decide.ts'
import { writeToCustomer } from './actions/letters.ts'
import { releasePlace } from './actions/place.ts'
import { isWorthReminding } from './rules/reminders.ts'
import * as store from './store/bookings.ts'

/** Row 16: nothing is written but the release; the booking stays CREATED and nobody is told. */
async function releaseOverdueHolds(ctx: Ctx): Promise<number> {
  const overdue = await store.overdueHolds(ctx)
  for (const booking of overdue) {
    await releasePlace(ctx, booking)
    await store.updateBooking(ctx, booking.id, { holdUntil: null })
  }
  return overdue.length
}

/** Row 19: a request that nobody answered before its start is declined. */
async function declineUnanswered(ctx: Ctx): Promise<number> {
  const requests = await store.unansweredRequests(ctx)
  for (const booking of requests) await declined(ctx, booking, { always: true, reason: 'The request was not answered in time.' })
  return requests.length
}

async function remind(ctx: Ctx): Promise<number> {
  const waiting = await store.dueReminders(ctx)
  for (const booking of waiting) {
    if (isWorthReminding(booking.startAt, ctx.now)) await writeToCustomer(ctx, 'booking-reminder', booking)
    await store.updateBooking(ctx, booking.id, { remindAt: null, remindedAt: ctx.now })
  }
  return waiting.length
}

export const bookingsSweeps = [
  { name: 'bookings.holds', everySeconds: 15, run: releaseOverdueHolds },
  { name: 'bookings.unanswered', everySeconds: 60, run: declineUnanswered },
  { name: 'bookings.reminders', everySeconds: 60, run: remind },
]
