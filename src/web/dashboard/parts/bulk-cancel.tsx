/** Cancelling several bookings: the effect on money, plan sessions and people is said first, and the business decides about sessions and fees. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useApiMutation } from '#web/api.ts'
import type { BookingSummary } from './booking-summary.ts'
import { isByPlan } from './booking-texts.ts'
import type { Decision } from './cancel-decision.tsx'
import { useConfirm } from './confirm.tsx'
import type { ParticipantNotification } from './confirm-dialog.tsx'
import { createProgress, type Progress } from './progress.ts'

/** Rarely needed, so loaded on demand. */
const BulkCancelDecision = lazy(async () => ({ default: (await import('./bulk-cancel-decision.tsx')).BulkCancelDecision }))

/** So many at a time: few calls, and progress that is seen to move. */
const batchSize = 10

interface CancelEach {
  decision: Decision
  participantNotification: ParticipantNotification
  progress: Progress
}
/** Cancels each; returns those that could not be cancelled, and why the last of them could not. Each fails alone. */
function useCancelEach() {
  const cancel = useApiMutation('bookings.bulkCancelBooking')
  const toInput = (booking: BookingSummary, { decision, participantNotification }: CancelEach) => ({
    bookingId: booking.id,
    revision: booking.revision,
    participantNotification,
    flowControlSettings: {
      ignoreCancellationPolicy: true,
      ...(isByPlan(booking) && { withRefund: decision.withRefund }),
      ...(decision.chargesFee && { waiveCancellationFee: false }),
    },
  })
  return async (bookings: readonly BookingSummary[], how: CancelEach): Promise<{ left: BookingSummary[]; reason: string }> => {
    const left: BookingSummary[] = []
    let reason = ''
    for (let at = 0; at < bookings.length; at += batchSize) {
      const batch = bookings.slice(at, at + batchSize)
      try {
        const { results } = await cancel.mutateAsync({ body: { bookings: { bookingsInfo: batch.map((booking) => toInput(booking, how)) } } })
        const failed = results.filter(({ itemMetadata }) => !itemMetadata.success)
        left.push(...batch.filter((_, index) => !results[index]?.itemMetadata.success))
        reason = failed.at(-1)?.itemMetadata.error?.description ?? reason
        how.progress.set(how.progress.get() + batch.length - failed.length)
      } catch (error) {
        // Without a connection, or refused as a whole: what follows would end the same way.
        return { left: [...left, ...bookings.slice(at)], reason: (error as Error).message }
      }
    }
    return { left, reason }
  }
}

/** `done` runs when all of them are cancelled. Pressed again after some could not be, only those are tried. */
export function useBulkCancelling(): (bookings: readonly BookingSummary[], done: () => void) => void {
  const openConfirm = useConfirm()
  const cancelEach = useCancelEach()
  return (bookings, done) => {
    const count = bookings.length
    const countText = `${count} ${count === 1 ? 'booking' : 'bookings'}`
    const seats = bookings.reduce((sum, { people }) => sum + people, 0)
    const progress = createProgress()
    const [first] = bookings
    const email = first && ({ bookingId: first.id, change: 'CANCEL' } as const)
    let decision: Decision = { chargesFee: false, withRefund: true }
    let open: readonly BookingSummary[] = bookings
    openConfirm({
      title: `Cancel ${countText}?`,
      description: `${seats === 1 ? 'The spot becomes' : `${seats} spots become`} available. Payments in person are not recorded as refunded.`,
      confirmLabel: `Cancel ${countText}`,
      cancelLabel: 'Keep bookings',
      danger: true,
      notifies: count === 1 ? (first?.who ?? 'the client') : `the clients of all ${count} bookings`,
      ...(email && { email }),
      successMessage: `${countText} cancelled.`,
      content: (setEmail) => (
        <Suspense fallback={<Skeleton height={96} radius="md" />}>
          <BulkCancelDecision
            bookings={bookings}
            progress={progress}
            onChange={(next) => {
              decision = next
              if (email) setEmail({ ...email, ...next })
            }}
          />
        </Suspense>
      ),
      onConfirm: async (participantNotification) => {
        const { left, reason } = await cancelEach(open, { decision, participantNotification, progress })
        open = left
        if (left.length > 0) throw new Error(`${count - left.length} of ${count} cancelled. Not cancelled: ${left.map(({ who }) => who).join(', ')}. ${reason}`)
        done()
      },
    })
  }
}
