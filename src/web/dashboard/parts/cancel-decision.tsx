/** What the business decides when it cancels a booking: whether plan sessions return, and whether the late-cancellation fee is charged. */
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { useMay } from '../permissions.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { isByPlan } from './booking-texts.ts'
import { CancellationEffects } from './cancellation-effects.tsx'
import { describeChosenFee } from './cancellation-text.ts'
import { formatPrice } from './format-times.ts'

const messages = defineDashboardMessages(
  {
    returnSessions: (count: number) => (count === 1 ? 'Return the session to their plan' : `Return ${count} sessions to their plan`),
    fee: 'Late-cancellation fee',
    waive: 'Waive it',
    waiveMeans: (who: string) => `${who} pays no fee.`,
    charge: (amount: string) => `Charge the late-cancellation fee of ${amount}`,
  },
  {
    de: {
      returnSessions: (count) => (count === 1 ? 'Besuch dem Tarif gutschreiben' : `${count} Besuche dem Tarif gutschreiben`),
      fee: 'Gebühr für spätes Absagen',
      waive: 'Erlassen',
      waiveMeans: (who) => `${who} zahlt keine Gebühr.`,
      charge: (amount) => `Gebühr von ${amount} für spätes Absagen verlangen`,
    },
  },
)

/** What the business decides beside the cancellation itself. */
export interface Decision {
  chargesFee: boolean
  /** Whether plan sessions return; only asked where a plan paid. */
  withRefund: boolean
}

interface CancelDecisionProps {
  booking: BookingSummary
  onChange: (decision: Decision) => void
}
export function CancelDecision({ booking, onChange }: CancelDecisionProps) {
  const t = useMessages(messages)
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
          label={t.returnSessions(booking.people)}
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
  const t = useMessages(messages)
  const site = useSite()
  const may = useMay()
  // Asked for above, too: one answer serves both.
  const effects = useApiQuery('bookingPages.previewCancellationEffects', { body: { bookingIds: [booking.id], because: 'BUSINESS', withRefund } })
  const [effect] = effects.data?.bookings ?? []
  if (!effect?.fee || !may('bookingFees.waiveBookingFee')) return null
  const inMoney = (value: string) => formatPrice({ value, currency: effect.currency }, site)
  return (
    <Radio.Group label={t.fee} value={chargesFee ? 'charge' : 'waive'} onChange={(value) => onChange(value === 'charge')}>
      <Stack gap="sm" mt="xs">
        <Radio size="md" value="waive" label={t.waive} description={t.waiveMeans(booking.who)} />
        <Radio size="md" value="charge" label={t.charge(inMoney(effect.fee.amount))} description={describeChosenFee(effect.fee, inMoney)} />
      </Stack>
    </Radio.Group>
  )
}
