/** What the business decides when it cancels several bookings, and what follows for each of them. */
import { Checkbox, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { useMay } from '../permissions.tsx'
import type { BookingSummary } from './booking-summary.ts'
import { isByPlan } from './booking-texts.ts'
import type { Decision } from './cancel-decision.tsx'
import { CancellationEffects } from './cancellation-effects.tsx'
import { describeFees } from './cancellation-text.ts'
import { formatPrice } from './format-times.ts'

const messages = defineDashboardMessages(
  {
    returnSessions: (count: number) => (count === 1 ? 'Return the session to the plan' : `Return ${count} sessions to their plans`),
    fees: 'Late-cancellation fees',
    waive: 'Waive them',
    waiveMeans: 'No client pays a fee.',
    charge: (count: number) => (count === 1 ? 'Charge the fee of 1 booking' : `Charge the fees of ${count} bookings`),
  },
  {
    de: {
      returnSessions: (count) => (count === 1 ? 'Besuch dem Tarif gutschreiben' : `${count} Besuche den Tarifen gutschreiben`),
      fees: 'Gebühren für spätes Absagen',
      waive: 'Erlassen',
      waiveMeans: 'Niemand zahlt eine Gebühr.',
      charge: (count) => (count === 1 ? 'Gebühr von 1 Buchung verlangen' : `Gebühren von ${count} Buchungen verlangen`),
    },
  },
)

interface BulkCancelDecisionProps {
  bookings: readonly BookingSummary[]
  onChange: (decision: Decision) => void
}
export function BulkCancelDecision({ bookings, onChange }: BulkCancelDecisionProps) {
  const t = useMessages(messages)
  const [decision, setDecision] = useState<Decision>({ chargesFee: false, withRefund: true })
  const decide = (change: Partial<Decision>) => {
    const next = { ...decision, ...change }
    setDecision(next)
    onChange(next)
  }
  const ids = bookings.map(({ id }) => id)
  const sessions = bookings.filter(isByPlan).reduce((sum, { people }) => sum + people, 0)
  return (
    <Stack gap="md">
      <CancellationEffects bookingIds={ids} because="BUSINESS" withRefund={decision.withRefund} />
      {sessions > 0 && (
        <Checkbox
          size="md"
          checked={decision.withRefund}
          label={t.returnSessions(sessions)}
          onChange={(event) => decide({ withRefund: event.currentTarget.checked })}
        />
      )}
      <FeesDecision ids={ids} decision={decision} onChange={(chargesFee) => decide({ chargesFee })} />
    </Stack>
  )
}

interface FeesDecisionProps {
  ids: readonly string[]
  decision: Decision
  onChange: (chargesFee: boolean) => void
}
/** Where policies have a fee for cancelling now: one decision for all of them. */
function FeesDecision({ ids, decision: { chargesFee, withRefund }, onChange }: FeesDecisionProps) {
  const t = useMessages(messages)
  const site = useSite()
  const may = useMay()
  // Asked for above, too: one answer serves both.
  const effects = useApiQuery('bookingPages.previewCancellationEffects', { body: { bookingIds: ids.slice(0, 200), because: 'BUSINESS', withRefund } })
  const fees = (effects.data?.bookings ?? []).flatMap(({ fee, currency }) => (fee ? [{ ...fee, currency }] : []))
  if (fees.length === 0 || !may('bookingFees.waiveBookingFee')) return null
  return (
    <Radio.Group label={t.fees} value={chargesFee ? 'charge' : 'waive'} onChange={(value) => onChange(value === 'charge')}>
      <Stack gap="sm" mt="xs">
        <Radio size="md" value="waive" label={t.waive} description={t.waiveMeans} />
        <Radio
          size="md"
          value="charge"
          label={t.charge(fees.length)}
          description={describeFees(fees, (value, currency) => formatPrice({ value, currency }, site))}
        />
      </Stack>
    </Radio.Group>
  )
}
