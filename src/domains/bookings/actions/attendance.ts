/** Who came. Source: guide: bookings 15. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate } from '#kit/refusal.ts'
import type { Tongue } from '../rules/tongue.ts'
import type { AttendanceIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { attendanceDeleted, notAttended } from '../events.ts'
import * as said from '../store/attendance.ts'
import * as store from '../store/bookings.ts'
import { dropUnappliedFee } from '../store/fees.ts'
import { attendanceToWire } from '../wire.ts'
import * as places from '../time.ts'
import { feeOnNoShow } from './fees.ts'
import { tellIfAsked, type Notice } from './letters.ts'
import { everything } from './viewer.ts'

export async function setAttendance(ctx: Ctx, wish: AttendanceIn, notice?: Notice | null): Promise<said.AttendanceRecord> {
  const booking = (await store.lockBooking(ctx, everything, wish.bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: wish.bookingId })
  if (booking.status !== 'CONFIRMED') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  const eventId = await sessionOf(ctx, booking, wish)
  const status = wish.status ?? 'NOT_SET'
  if (status === 'ATTENDED' && wish.numberOfAttendees === 0)
    orViolate([{ field: 'attendance.numberOfAttendees', description: 'must be at least 1', violatedRule: 'MIN', data: { threshold: 1 } }])
  const before = (await said.attendancesOf(ctx, [booking.id])).find((one) => one.eventId === eventId)
  const attendees = status === 'NOT_ATTENDED' ? 0 : (wish.numberOfAttendees ?? 1)
  const attendance = await said.putAttendance(ctx, { bookingId: booking.id, eventId, status, attendees })
  if (status === 'NOT_ATTENDED' && before?.status !== 'NOT_ATTENDED') {
    const fee = await feeOnNoShow(ctx, booking)
    ctx.announce(notAttended(attendance, attendanceToWire(attendance), notice ?? undefined))
    await tellIfAsked(ctx, 'no-show', booking, notice, {
      occasion: eventId,
      feeText: (tongue: Tongue) => (fee > 0 ? tongue.say(feeApplies, { amount: tongue.money(fee, booking.price.currency) }) : ''),
    })
  }
  if (status !== 'NOT_ATTENDED' && before?.status === 'NOT_ATTENDED') await dropUnappliedFee(ctx, booking.id)
  return attendance
}

const feeApplies = { message: 'A fee of {amount} applies.', de: 'Dafür fällt eine Gebühr von {amount} an.' }

/** The session that is meant; it has to be one of the booking. */
async function sessionOf(ctx: Ctx, booking: store.BookingRecord, wish: AttendanceIn): Promise<string> {
  const given = wish.eventId ?? wish.sessionId
  const foreign = () => orViolate([{ field: 'attendance.eventId', description: 'is not a session of the booking', violatedRule: 'VALIDATION' }])
  if (booking.serviceType !== 'COURSE') {
    if (given && given !== booking.eventId) foreign()
    return booking.eventId ?? booking.id
  }
  if (!given) return refuse('SESSION_ID_NOT_PROVIDED')
  const session = await places.sessionPlan(ctx, given)
  if (session?.scheduleId !== booking.scheduleId) foreign()
  return given
}

export async function deleteAttendance(ctx: Ctx, id: string): Promise<void> {
  const known = (await said.attendanceById(ctx, id)) ?? refuse('ATTENDANCE_NOT_FOUND', { attendanceId: id })
  await said.deleteAttendance(ctx, id)
  if (known.status === 'NOT_ATTENDED') await dropUnappliedFee(ctx, known.bookingId)
  ctx.announce(attendanceDeleted(id))
}
