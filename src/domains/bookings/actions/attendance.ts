/** Attendance of bookings. Source: guide bookings §15. */
import { getAutomation } from '#domains/notifications/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { AttendanceInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { attendanceDeletedEvent, notAttendedEvent } from '../events.ts'
import * as attendanceStore from '../store/attendance.ts'
import * as store from '../store/bookings.ts'
import { deleteUnappliedFee } from '../store/fees.ts'
import { attendanceToWire } from '../wire.ts'
import * as scheduling from '../scheduling.ts'
import { recordNoShowFee } from './money/fees.ts'
import { queueCustomerEmailIfRequested, type NotificationInput } from './emails/emails.ts'
import { unrestrictedViewer } from './reading/viewer.ts'

/**
 * Records who came; a no-show may cost a fee, a corrected one drops it. Refuses with BOOKING_NOT_FOUND, INVALID_BOOKING_STATUS for bookings that
 * are not confirmed.
 */
export async function setAttendance(
  ctx: TransactionContext,
  input: AttendanceInput,
  notice?: NotificationInput | null,
): Promise<attendanceStore.AttendanceRow> {
  const booking = (await store.lockBooking(ctx, unrestrictedViewer, input.bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: input.bookingId })
  if (booking.status !== 'CONFIRMED') refuse('INVALID_BOOKING_STATUS', { status: booking.status })
  const eventId = await resolveAttendedSession(ctx, booking, input)
  const status = input.status ?? 'NOT_SET'
  if (status === 'ATTENDED' && input.numberOfAttendees === 0)
    assertNoViolations([{ field: 'attendance.numberOfAttendees', description: 'must be at least 1', violatedRule: 'MIN', data: { threshold: 1 } }])
  const before = (await attendanceStore.listAttendances(ctx, [booking.id])).find((one) => one.eventId === eventId)
  const attendees = status === 'NOT_ATTENDED' ? 0 : (input.numberOfAttendees ?? 1)
  const attendance = await attendanceStore.upsertAttendance(ctx, { bookingId: booking.id, eventId, status, attendees })
  if (status === 'NOT_ATTENDED' && before?.status !== 'NOT_ATTENDED') {
    const fee = await recordNoShowFee(ctx, booking)
    ctx.emit(notAttendedEvent(attendance, attendanceToWire(attendance), notice ?? undefined))
    const { isOn } = await getAutomation(ctx, 'NO_SHOW')
    await queueCustomerEmailIfRequested(ctx, booking, isOn ? notice : undefined, {
      template: 'no-show',
      uniqueBy: eventId,
      variables: {
        feeText: ({ translate, formatAmount }) => (fee > 0 ? translate(noShowFeeText, { amount: formatAmount(fee, booking.price.currency) }) : ''),
      },
    })
  }
  if (status !== 'NOT_ATTENDED' && before?.status === 'NOT_ATTENDED') await withdrawFee(ctx, booking.id)
  return attendance
}

/** A no-show was recorded by mistake. Of a course, the fee stays as long as another of its sessions was missed. */
async function withdrawFee(ctx: TransactionContext, bookingId: string): Promise<void> {
  const isMissed = (await attendanceStore.listAttendances(ctx, [bookingId])).some(({ status }) => status === 'NOT_ATTENDED')
  if (!isMissed) await deleteUnappliedFee(ctx, bookingId)
}

/** All people of a booking came. Refuses as `setAttendance` does; a course is checked in session by session. */
export async function checkInBooking(ctx: TransactionContext, bookingId: string): Promise<void> {
  const booking = (await store.lockBooking(ctx, unrestrictedViewer, bookingId)) ?? refuse('BOOKING_NOT_FOUND', { bookingId })
  await setAttendance(ctx, { bookingId, status: 'ATTENDED', numberOfAttendees: booking.participants })
}

const noShowFeeText = {
  message: 'A fee of {amount} applies.',
  de: 'Dafür fällt eine Gebühr von {amount} an.',
  fr: 'Des frais de {amount} s’appliquent.',
  es: 'Se aplica un cargo de {amount}.',
}

/** The session of the booking that the caller names, or the only one it has. */
async function resolveAttendedSession(ctx: ReadContext, booking: store.BookingRow, input: AttendanceInput): Promise<string> {
  const given = input.eventId ?? input.sessionId
  const refuseForeignSession = () =>
    assertNoViolations([{ field: 'attendance.eventId', description: 'is not a session of the booking', violatedRule: 'VALIDATION' }])
  if (booking.serviceType !== 'COURSE') {
    if (given && given !== booking.eventId) refuseForeignSession()
    return booking.eventId ?? booking.id
  }
  if (!given) return refuse('SESSION_ID_NOT_PROVIDED')
  const session = await scheduling.findSessionPlan(ctx, given)
  if (session?.scheduleId !== booking.scheduleId) refuseForeignSession()
  return given
}

/** Deletes an attendance. Refuses with ATTENDANCE_NOT_FOUND. */
export async function deleteAttendance(ctx: TransactionContext, id: string): Promise<void> {
  const known = (await attendanceStore.attendanceById(ctx, id)) ?? refuse('ATTENDANCE_NOT_FOUND', { attendanceId: id })
  await attendanceStore.deleteAttendance(ctx, id)
  if (known.status === 'NOT_ATTENDED') await withdrawFee(ctx, known.bookingId)
  ctx.emit(attendanceDeletedEvent(id))
}
