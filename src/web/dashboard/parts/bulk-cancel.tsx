/** Cancelling several bookings: the effect on money, plan sessions and people is said first, and the business decides about sessions and fees. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { heldJob } from './booking-job.ts'
import type { BookingSummary } from './booking-summary.ts'
import { isByPlan } from './booking-texts.ts'
import { bookingWords } from './booking-words.messages.ts'
import type { Decision } from './cancel-decision.tsx'
import { useConfirm } from './confirm.tsx'

const messages = defineDashboardMessages(
  {
    ask: (count: number) => (count === 1 ? 'Cancel 1 booking?' : `Cancel ${count} bookings?`),
    inPerson: 'Payments in person are not recorded as refunded.',
    cancel: (count: number) => (count === 1 ? 'Cancel 1 booking' : `Cancel ${count} bookings`),
    cancelled: (count: number) => (count === 1 ? '1 booking will be cancelled in 30 seconds.' : `${count} bookings will be cancelled in 30 seconds.`),
  },
  {
    de: {
      ask: (count) => (count === 1 ? '1 Buchung absagen?' : `${count} Buchungen absagen?`),
      inPerson: 'Zahlungen vor Ort werden nicht als erstattet vermerkt.',
      cancel: (count) => (count === 1 ? '1 Buchung absagen' : `${count} Buchungen absagen`),
      cancelled: (count) => (count === 1 ? '1 Buchung wird in 30 Sekunden abgesagt.' : `${count} Buchungen werden in 30 Sekunden abgesagt.`),
    },
  },
)

/** Rarely needed, so loaded on demand. */
const BulkCancelDecision = lazy(async () => ({ default: (await import('./bulk-cancel-decision.tsx')).BulkCancelDecision }))

/** The server goes on by itself: `done` gets the work, and nothing when it was undone. */
export function useBulkCancelling(): (bookings: readonly BookingSummary[], done: (jobId?: string) => void) => void {
  const t = useMessages(messages)
  const words = useMessages(bookingWords)
  const openConfirm = useConfirm()
  return (bookings, done) => {
    const count = bookings.length
    const seats = bookings.reduce((sum, { people }) => sum + people, 0)
    const [first] = bookings
    const email = first && ({ bookingId: first.id, change: 'CANCEL' } as const)
    let decision: Decision = { chargesFee: false, withRefund: true }
    openConfirm({
      title: t.ask(count),
      description: `${words.freed(seats)} ${t.inPerson}`,
      confirmLabel: t.cancel(count),
      cancelLabel: words.keepBookings,
      danger: true,
      notifies: count === 1 ? (first?.who ?? words.theClient) : words.theClients(count),
      ...(email && { email }),
      successMessage: t.cancelled(count),
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
