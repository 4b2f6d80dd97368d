/** The calendar entry of a confirmed booking: its event id and its reminder. Source: guide bookings §8.1, §20.2. */
import { Temporal } from 'temporal-polyfill'
import { getAutomation } from '#domains/notifications/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { getNextReminder } from '../../rules/reminders.ts'
import type { BookingRow } from '../../store/bookings.ts'
import * as scheduling from '../../scheduling.ts'

/**
 * The next reminder, of a course before each session. Every part of a set has one: which of them is first is known when it is due, for parts are
 * cancelled, moved, added and removed until then.
 */
export async function calculateReminder(ctx: ReadContext, booking: BookingRow): Promise<Temporal.Instant | null> {
  const starts =
    booking.serviceType === 'COURSE'
      ? ((await scheduling.findCourse(ctx, booking.scheduleId))?.sessions ?? []).map((session) => Temporal.Instant.fromEpochMilliseconds(session.start))
      : [booking.startAt]
  return getNextReminder(starts, ctx.now, (await getAutomation(ctx, 'BEFORE_BOOKING')).amount)
}

/** The columns of a booking that enters the customer's calendar. */
export const createCalendarEntry = async (ctx: ReadContext, booking: BookingRow): Promise<Pick<BookingRow, 'eventId' | 'remindAt'>> => ({
  eventId: booking.eventId ?? (booking.serviceType === 'APPOINTMENT' ? ctx.newId() : null),
  remindAt: await calculateReminder(ctx, booking),
})
