/** Who came to what they booked. */
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import type { BookingSummary } from './booking-summary.ts'
import { UNDO_MS } from './undo.ts'

type Attendance = 'ATTENDED' | 'NOT_ATTENDED' | 'NOT_SET'
type Attending = Pick<BookingSummary, 'id' | 'who' | 'people' | 'eventId'>
export interface AttendanceActions {
  attend: (booking: Attending, status: Attendance) => Promise<void>
  pending: boolean
}
/** Checks people in, notes that they did not come, or takes that back; each can be undone from its message. */
export function useAttendance(): AttendanceActions {
  const attend = useApiMutation('attendance.setAttendance')
  const recordAttendance = (booking: Attending, status: Attendance) =>
    attend.mutateAsync({
      body: {
        attendance: {
          bookingId: booking.id,
          status,
          numberOfAttendees: status === 'ATTENDED' ? booking.people : 0,
          ...(booking.eventId ? { eventId: booking.eventId } : {}),
        },
      },
    })
  return {
    pending: attend.isPending,
    attend: async (booking, status) => {
      try {
        await recordAttendance(booking, status)
        const undo = { label: 'Undo', run: () => void recordAttendance(booking, 'NOT_SET').then(() => toast('Check-in undone.'), toastError) }
        if (status === 'ATTENDED') toast(`${booking.who} checked in.`, undo, UNDO_MS)
        else if (status === 'NOT_ATTENDED') toast(`${booking.who} marked as a no-show.`, undo, UNDO_MS)
        else toast('Check-in undone.')
      } catch (error) {
        toastError(error)
      }
    },
  }
}
