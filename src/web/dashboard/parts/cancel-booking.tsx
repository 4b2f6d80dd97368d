/** Cancelling one booking: what it does to money, plan sessions and people is said first, and the business decides about the fee. */
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { useMay } from '../permissions.tsx'
import { describeBooking, describeFreedSpots, hasPaid, isByPlan } from './booking-texts.ts'
import type { BookingSummary } from './booking-summary.ts'
import { CancellationEffects } from './cancellation-effects.tsx'
import { describeChosenFee } from './cancellation-text.ts'
import { useConfirm } from './confirm.tsx'
import { formatPrice } from './format.ts'

/** What the business decides beside the cancellation itself. */
interface Decision {
  chargesFee: boolean
  /** Whether plan sessions return; only asked where a plan paid. */
  withRefund: boolean
}

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
  const cancel = useApiMutation('bookings.cancelBooking')
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
      successMessage: `${booking.who}’s booking was cancelled.`,
      content: (setEmail) => (
        <CancelDecision
          key={booking.id}
          booking={booking}
          onChange={(next) => {
            decision = next
            setEmail({ ...email, ...next })
          }}
        />
      ),
      onConfirm: (participantNotification) =>
        cancel.mutateAsync({
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
        }),
    })
  }
}

interface CancelDecisionProps {
  booking: BookingSummary
  onChange: (decision: Decision) => void
}
function CancelDecision({ booking, onChange }: CancelDecisionProps) {
  const [decision, setDecision] = useState<Decision>({ chargesFee: false, withRefund: true })
  const decide = (change: Partial<Decision>) => {
    const next = { ...decision, ...change }
    setDecision(next)
    onChange(next)
  }
  return (
    <Stack gap="md">
      <CancellationEffects bookingIds={[booking.id]} because="BUSINESS" withRefund={decision.withRefund} isSingle />
      {isByPlan(booking) && (
        <Checkbox
          size="md"
          checked={decision.withRefund}
          label={booking.people === 1 ? 'Return the session to their plan' : `Return ${booking.people} sessions to their plan`}
          onChange={(event) => decide({ withRefund: event.currentTarget.checked })}
        />
      )}
      <FeeDecision booking={booking} decision={decision} onChange={(chargesFee) => decide({ chargesFee })} />
    </Stack>
  )
}

interface FeeDecisionProps {
  booking: BookingSummary
  decision: Decision
  onChange: (chargesFee: boolean) => void
}
/** Where the policy of the booking has a fee for cancelling now: to charge it or to let the client off. */
function FeeDecision({ booking, decision: { chargesFee, withRefund }, onChange }: FeeDecisionProps) {
  const site = useSite()
  const may = useMay()
  // Asked for above, too: one answer serves both.
  const effects = useApiQuery('bookingPages.previewCancellationEffects', { body: { bookingIds: [booking.id], because: 'BUSINESS', withRefund } })
  const [effect] = effects.data?.bookings ?? []
  if (!effect?.fee || !may('bookingFees.waiveBookingFee')) return null
  const inMoney = (value: string) => formatPrice({ value, currency: effect.currency }, site)
  return (
    <Radio.Group label="Late-cancellation fee" value={chargesFee ? 'charge' : 'waive'} onChange={(value) => onChange(value === 'charge')}>
      <Stack gap="sm" mt="xs">
        <Radio size="md" value="waive" label="Waive it" description={`${booking.who} pays no fee.`} />
        <Radio
          size="md"
          value="charge"
          label={`Charge the late-cancellation fee of ${inMoney(effect.fee.amount)}`}
          description={describeChosenFee(effect.fee, inMoney)}
        />
      </Stack>
    </Radio.Group>
  )
}
