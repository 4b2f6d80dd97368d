/** Work on many bookings → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { getBookingJob, startBookingJob, undoBookingJob } from '../actions/changes/bulk-jobs.ts'
import type { bookingJobsApi } from '../contract.ts'

export const bookingJobsHandlers: Handlers<typeof bookingJobsApi> = {
  startCancellingBookings: (ctx, { body }) => startBookingJob(ctx, 'CANCEL', body),
  startConfirmingBookings: (ctx, { body }) => startBookingJob(ctx, 'CONFIRM', body),
  startDecliningBookings: (ctx, { body }) => startBookingJob(ctx, 'DECLINE', body),
  startMarkingBookingsPaid: (ctx, { body }) => startBookingJob(ctx, 'MARK_PAID', body),
  startCheckingBookingsIn: (ctx, { body }) => startBookingJob(ctx, 'CHECK_IN', body),
  undoBookingJob: (ctx, { params }) => undoBookingJob(ctx, params.id),
  getBookingJob: (ctx, { params }) => getBookingJob(ctx, params.id),
}
