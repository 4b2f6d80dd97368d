/** Cancelling one booking: what it does to money, plan sessions and people is said first, and the business decides about the fee. */
import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { describeBooking, hasPaid, isByPlan } from './booking-texts.ts'
import { bookingWords } from './booking-words.messages.ts'
import type { BookingSummary } from './booking-summary.ts'
import type { Decision } from './cancel-decision.tsx'
import { useConfirm } from './confirm.tsx'
import { held } from './held-changes.ts'

const messages = defineDashboardMessages(
  {
    ask: (who: string) => `Cancel ${who}’s booking?`,
    isRefunded: 'Their payment is refunded automatically.',
    notRefunded: 'The payment is not refunded. You can refund it from the booking.',
    cancel: 'Cancel booking',
    keep: 'Keep booking',
    cancelled: (who: string) => `${who}’s booking will be cancelled in 30 seconds.`,
  },
  {
    de: {
      ask: (who) => `Buchung von ${who} absagen?`,
      isRefunded: 'Die Zahlung wird automatisch erstattet.',
      notRefunded: 'Die Zahlung wird nicht erstattet. Du kannst sie in der Buchung erstatten.',
      cancel: 'Buchung absagen',
      keep: 'Buchung behalten',
      cancelled: (who) => `Die Buchung von ${who} wird in 30 Sekunden abgesagt.`,
    },
  },
)

/** Rarely needed, so loaded on demand. */
const CancelDecision = lazy(async () => ({ default: (await import('./cancel-decision.tsx')).CancelDecision }))

/** What cancelling does to the money, when no plan paid. */
function describeRefund(booking: BookingSummary): string {
  const t = currentMessages(messages)
  return !hasPaid(booking) ? '' : booking.status === 'PENDING' ? t.isRefunded : t.notRefunded
}

export function useCancelling(): (booking: BookingSummary) => void {
  const t = useMessages(messages)
  const words = useMessages(bookingWords)
  const site = useSite()
  const openConfirm = useConfirm()
  return (booking) => {
    const byPlan = isByPlan(booking)
    let decision: Decision = { chargesFee: false, withRefund: true }
    const email = { bookingId: booking.id, change: 'CANCEL' } as const
    openConfirm({
      title: t.ask(booking.who),
      description: [`${describeBooking(booking, site)}.`, words.freed(booking.people), byPlan ? '' : describeRefund(booking)].filter(Boolean).join(' '),
      confirmLabel: t.cancel,
      cancelLabel: t.keep,
      danger: true,
      notifies: booking.who,
      email,
      successMessage: t.cancelled(booking.who),
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
