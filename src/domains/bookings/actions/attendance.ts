/** Who came. Source: guide: bookings 15. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import type { AttendanceIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/bookings.ts'
import { everything } from './viewer.ts'

export async function setAttendance(ctx: Ctx, said: AttendanceIn): Promise<store.AttendanceRecord> {
  const booking = (await store.lockBooking(ctx, everything, said.bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: said.bookingId })
  if (booking.status !== 'CONFIRMED') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  const given = said.eventId ?? said.sessionId
  if (booking.serviceType === 'COURSE' && !given) refuse('SESSION_ID_NOT_PROVIDED')
  if (booking.serviceType !== 'COURSE' && given && given !== booking.eventId)
    orViolate([{ field: 'attendance.eventId', description: 'is not a session of the booking', violatedRule: 'VALIDATION' }])
  const status = said.status ?? 'NOT_SET'
  if (status === 'ATTENDED' && said.numberOfAttendees === 0)
    orViolate([{ field: 'attendance.numberOfAttendees', description: 'must be at least 1', violatedRule: 'MIN', data: { threshold: 1 } }])
  return store.putAttendance(ctx, {
    bookingId: booking.id,
    eventId: given ?? booking.eventId ?? booking.id,
    status,
    attendees: status === 'NOT_ATTENDED' ? 0 : (said.numberOfAttendees ?? 1),
  })
}
