/** Cancelling several bookings: the effect on money, plan sessions and people is said first, and the business decides about sessions and fees. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { heldJob } from './booking-job.ts'
import type { BookingSummary } from './booking-summary.ts'
import { isByPlan } from './booking-texts.ts'
import type { Decision } from './cancel-decision.tsx'
import { useConfirm } from './confirm.tsx'

/** Rarely needed, so loaded on demand. */
const BulkCancelDecision = lazy(async () => ({ default: (await import('./bulk-cancel-decision.tsx')).BulkCancelDecision }))

/** The server goes on by itself: `done` gets the work, and nothing when it was undone. */
export function useBulkCancelling(): (bookings: readonly BookingSummary[], done: (jobId?: string) => void) => void {
  const openConfirm = useConfirm()
  return (bookings, done) => {
    const count = bookings.length
    const countText = `${count} ${count === 1 ? 'booking' : 'bookings'}`
    const seats = bookings.reduce((sum, { people }) => sum + people, 0)
    const [first] = bookings
    const email = first && ({ bookingId: first.id, change: 'CANCEL' } as const)
    let decision: Decision = { chargesFee: false, withRefund: true }
    openConfirm({
      title: `Cancel ${countText}?`,
      description: `${seats === 1 ? 'The spot becomes' : `${seats} spots become`} available. Payments in person are not recorded as refunded.`,
      confirmLabel: `Cancel ${countText}`,
      cancelLabel: 'Keep bookings',
      danger: true,
      notifies: count === 1 ? (first?.who ?? 'the client') : `the clients of all ${count} bookings`,
      ...(email && { email }),
      successMessage: `${countText} will be cancelled in 30 seconds.`,
      content: (setEmail) => (
        <Suspense fallback={<Skeleton height={96} radius="md" />}>
          <BulkCancelDecision
            bookings={bookings}
            onChange={(next) => {
              decision = next
              if (email) setEmail({ ...email, ...next })
            }}
          />
        </Suspense>
      ),
      ...heldJob(
        'bookingJobs.startCancellingBookings',
        (participantNotification) => ({
          bookings: bookings.map(({ id, revision }) => ({ bookingId: id, revision })),
          participantNotification,
          flowControlSettings: {
            ignoreCancellationPolicy: true,
            ...(bookings.some(isByPlan) && { withRefund: decision.withRefund }),
            ...(decision.chargesFee && { waiveCancellationFee: false }),
          },
        }),
        done,
      ),
    })
  }
}
