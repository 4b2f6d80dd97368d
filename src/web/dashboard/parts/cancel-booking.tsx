/** Cancelling one booking: what it does to money, plan sessions and people is said first, and the business decides about the fee. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useSite } from '../business.tsx'
import { describeBooking, describeFreedSpots, hasPaid, isByPlan } from './booking-texts.ts'
import type { BookingSummary } from './booking-summary.ts'
import type { Decision } from './cancel-decision.tsx'
import { useConfirm } from './confirm.tsx'
import { held } from './held-changes.ts'

/** Rarely needed, so loaded on demand. */
const CancelDecision = lazy(async () => ({ default: (await import('./cancel-decision.tsx')).CancelDecision }))

/** What cancelling does to the money, when no plan paid. */
const describeRefund = (booking: BookingSummary): string =>
  !hasPaid(booking)
    ? ''
    : booking.status === 'PENDING'
      ? ' Their payment is refunded automatically.'
      : ' The payment is not refunded. You can refund it from the booking.'

export function useCancelling(): (booking: BookingSummary) => void {
  const site = useSite()
  const openConfirm = useConfirm()
  return (booking) => {
    const byPlan = isByPlan(booking)
    let decision: Decision = { chargesFee: false, withRefund: true }
    const email = { bookingId: booking.id, change: 'CANCEL' } as const
    openConfirm({
      title: `Cancel ${booking.who}’s booking?`,
      description: `${describeBooking(booking, site)}. ${describeFreedSpots(booking)}.${byPlan ? '' : describeRefund(booking)}`,
      confirmLabel: 'Cancel booking',
      cancelLabel: 'Keep booking',
      danger: true,
      notifies: booking.who,
      email,
      successMessage: `${booking.who}’s booking will be cancelled in 30 seconds.`,
      content: (setEmail) => (
        <Suspense key={booking.id} fallback={<Skeleton height={96} radius="md" />}>
          <CancelDecision
            booking={booking}
            onChange={(next) => {
              decision = next
              setEmail({ ...email, ...next })
            }}
          />
        </Suspense>
      ),
      ...held('bookings.cancelBooking', (participantNotification) => ({
        params: { bookingId: booking.id },
        body: {
          revision: booking.revision,
          participantNotification,
          flowControlSettings: {
            ignoreCancellationPolicy: true,
            ...(byPlan && { withRefund: decision.withRefund }),
            ...(decision.chargesFee && { waiveCancellationFee: false }),
          },
        },
      })),
    })
  }
}
