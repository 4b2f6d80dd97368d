/** What a booking gets when it is put on the calendar: an entry of its own and a reminder. Source: guide: bookings 8.1, 20.2. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { nextReminder } from '../rules/reminders.ts'
import type { BookingRecord } from '../store/bookings.ts'
import * as places from '../time.ts'

/** A course reminds before each session, a set before its first part only. */
export async function reminderOf(ctx: Ctx, booking: BookingRecord): Promise<Temporal.Instant | null> {
  if ((booking.multiServiceBooking?.place ?? 0) > 0) return null
  const starts =
    booking.serviceType === 'COURSE'
      ? ((await places.courseFacts(ctx, booking.scheduleId))?.sessions ?? []).map((session) => Temporal.Instant.fromEpochMilliseconds(session.start))
      : [booking.startAt]
  return nextReminder(starts, ctx.now)
}

export const onCalendar = async (ctx: Ctx, booking: BookingRecord): Promise<Pick<BookingRecord, 'eventId' | 'remindAt'>> => ({
  eventId: booking.eventId ?? (booking.serviceType === 'APPOINTMENT' ? ctx.newId() : null),
  remindAt: await reminderOf(ctx, booking),
})
