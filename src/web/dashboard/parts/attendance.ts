/** Who came to what they booked. */
import { useApiMutation } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import type { BookingSummary } from './booking-summary.ts'
import { UNDO_MS } from './undo.ts'
import { commonWords } from './common-words.ts'

const messages = defineDashboardMessages(
  {
    undone: 'Check-in undone.',
    checkedIn: (who: string) => `${who} checked in.`,
    noShow: (who: string) => `${who} marked as a no-show.`,
  },
  {
    de: {
      undone: 'Check-in zurückgenommen.',
      checkedIn: (who) => `${who} ist eingecheckt.`,
      noShow: (who) => `${who} ist als nicht erschienen markiert.`,
    },
  },
)

type Attendance = 'ATTENDED' | 'NOT_ATTENDED' | 'NOT_SET'
type Attending = Pick<BookingSummary, 'id' | 'who' | 'people' | 'eventId'>
export interface AttendanceActions {
  attend: (booking: Attending, status: Attendance) => Promise<void>
  pending: boolean
}
/** Checks people in, notes that they did not come, or takes that back; each can be undone from its message. */
export function useAttendance(): AttendanceActions {
  const t = useMessages(messages)
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
        const undo = { label: commonWords.undo, run: () => void recordAttendance(booking, 'NOT_SET').then(() => toast(t.undone), toastError) }
        if (status === 'ATTENDED') toast(t.checkedIn(booking.who), undo, UNDO_MS)
        else if (status === 'NOT_ATTENDED') toast(t.noShow(booking.who), undo, UNDO_MS)
        else toast(t.undone)
      } catch (error) {
        toastError(error)
      }
    },
  }
}
