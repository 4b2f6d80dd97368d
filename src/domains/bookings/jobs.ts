/** Jobs of bookings. Refunds are jobs of payments. */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { runBookingJob } from './actions/changes/bulk-jobs.ts'
import { collectFee } from './actions/money/fees.ts'
import { closeBookingsOfPlan } from './actions/changes/close-bookings.ts'

export const bookingsJobs = {
  'bookings.end-with-plan': (ctx: TransactionContext, { orderId }: { orderId: string }): Promise<void> => closeBookingsOfPlan(ctx, orderId),
  'bookings.run-bulk-job': { own: true as const, run: runBookingJob },
  'bookings.collect-fee': {
    own: true as const,
    run: async (ctx: OwnTransactionContext, { additionalFeeId }: { additionalFeeId: string }) => void (await collectFee(ctx, additionalFeeId)),
  },
}
