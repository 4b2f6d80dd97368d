/** Work on several bookings, as a dialog starts it: it begins in half a minute, and until then it can be undone. */
import { call, queryClient } from '#web/api.ts'
import type { InputOf } from '#web/operations.ts'
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
