/** Work on several bookings, as a dialog starts it: it begins in half a minute, and until then it can be undone. */
import { call, queryClient } from '#web/api.ts'
import type { InputOf } from '#web/operations.ts'
import { toastError } from '../api-helpers.ts'
import type { ParticipantNotification } from './confirm-dialog.tsx'

type StartOperation =
  | 'bookingJobs.startCancellingBookings'
  | 'bookingJobs.startConfirmingBookings'
  | 'bookingJobs.startDecliningBookings'
  | 'bookingJobs.startMarkingBookingsPaid'

/** `done` gets the work when it is accepted, and nothing when it was undone. */
export function heldJob(
  operation: StartOperation,
  toBody: (notification: ParticipantNotification) => InputOf<'bookingJobs.startCancellingBookings'>['body'],
  done: (jobId?: string) => void = () => undefined,
) {
  let startedId = ''
  return {
    onConfirm: async (notification: ParticipantNotification): Promise<void> => {
      const { jobId } = await call(operation, { body: { ...toBody(notification), undoable: true } }).finally(() => void queryClient.invalidateQueries())
      startedId = jobId
      done(jobId)
      void import('./follow-job.ts').then(({ followBookingJob }) => followBookingJob(jobId))
    },
    undo: async (): Promise<void> => {
      const { undoBookingJob } = await import('./follow-job.ts')
      await undoBookingJob(startedId)
      done()
    },
  }
}

/** People are at the door: checking them in begins at once. `done` gets the work. */
export async function startCheckIn(
  bookings: InputOf<'bookingJobs.startCheckingBookingsIn'>['body']['bookings'],
  done: (jobId?: string) => void,
): Promise<void> {
  try {
    const { jobId } = await call('bookingJobs.startCheckingBookingsIn', { body: { bookings } })
    done(jobId)
    const { followBookingJob } = await import('./follow-job.ts')
    await followBookingJob(jobId)
  } catch (error) {
    toastError(error)
  }
}
