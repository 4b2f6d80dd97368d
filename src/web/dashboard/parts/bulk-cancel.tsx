/** Cancelling several bookings: the effect on money, plan sessions and people is said first, and the business decides about sessions and fees. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { BookingSummary } from './booking-summary.ts'
import { isByPlan } from './booking-texts.ts'
import type { Decision } from './cancel-decision.tsx'
import { useConfirm } from './confirm.tsx'
import type { ParticipantNotification } from './confirm-dialog.tsx'
import { holdChange, undoEach } from './held-changes.ts'
import { createProgress, type Progress } from './progress.ts'

/** Rarely needed, so loaded on demand. */
const BulkCancelDecision = lazy(async () => ({ default: (await import('./bulk-cancel-decision.tsx')).BulkCancelDecision }))

interface CancelEach {
  decision: Decision
  participantNotification: ParticipantNotification
  progress: Progress
  /** What undoes those that are cancelled. */
  heldIds: string[]
}
/** Cancels each; returns those that could not be cancelled, and why the last of them could not. Each fails alone. */
async function cancelEach(bookings: readonly BookingSummary[], { decision, participantNotification, progress, heldIds }: CancelEach) {
  const left: BookingSummary[] = []
  let reason = ''
  // One at a time: progress is seen to move, and of two that need the same the later one is refused.
  for (const booking of bookings)
    try {
      const flowControlSettings = {
        ignoreCancellationPolicy: true,
        ...(isByPlan(booking) && { withRefund: decision.withRefund }),
        ...(decision.chargesFee && { waiveCancellationFee: false }),
      }
      const body = { revision: booking.revision, participantNotification, flowControlSettings }
      heldIds.push(await holdChange('bookings.cancelBooking', { params: { bookingId: booking.id }, body }))
      progress.set(progress.get() + 1)
    } catch (error) {
      left.push(booking)
      reason = (error as Error).message
    }
  return { left, reason }
}

/** `done` runs when all of them are cancelled. Pressed again after some could not be, only those are tried. */
export function useBulkCancelling(): (bookings: readonly BookingSummary[], done: () => void) => void {
  const openConfirm = useConfirm()
  return (bookings, done) => {
    const count = bookings.length
    const countText = `${count} ${count === 1 ? 'booking' : 'bookings'}`
    const seats = bookings.reduce((sum, { people }) => sum + people, 0)
    const progress = createProgress()
    const heldIds: string[] = []
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
      successMessage: `${countText} will be cancelled in 30 seconds.`,
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
        const { left, reason } = await cancelEach(open, { decision, participantNotification, progress, heldIds })
        open = left
        if (left.length > 0) throw new Error(`${count - left.length} of ${count} cancelled. Not cancelled: ${left.map(({ who }) => who).join(', ')}. ${reason}`)
        done()
      },
      undo: () => undoEach(heldIds),
    })
  }
}
