/** When a subscription ends, and what that does, before it is cancelled. */
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { formatInstant } from '../parts/format-times.ts'

const messages = defineDashboardMessages(
  {
    when: 'When should it end?',
    periodEnd: (day: string | undefined) => (day ? `At the end of the paid period, ${day}` : 'At the end of the paid period'),
    atOnce: 'Immediately',
    endsAtOnce: 'The plan ends immediately.',
  },
  {
    de: {
      when: 'Wann soll das Abo enden?',
      periodEnd: (day) => (day ? `Am Ende des bezahlten Zeitraums, ${day}` : 'Am Ende des bezahlten Zeitraums'),
      atOnce: 'Sofort',
      endsAtOnce: 'Der Tarif endet sofort.',
    },
  },
)

export type CancelTime = 'NEXT_PAYMENT_DATE' | 'IMMEDIATELY'
interface CancelChoiceProps {
  order: Order
  /** Whether there is a paid period to wait for. */
  canWait: boolean
  onChange: (time: CancelTime) => void
}
export function CancelChoice({ order, canWait, onChange }: CancelChoiceProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [effectiveAt, setEffectiveAt] = useState<CancelTime>(canWait ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY')
  const until = order.currentCycle?.endedDate ?? order.endDate
  const choose = (value: string) => {
    const time = value === 'IMMEDIATELY' ? 'IMMEDIATELY' : 'NEXT_PAYMENT_DATE'
    setEffectiveAt(time)
    onChange(time)
  }
  return (
    <Stack>
      {canWait ? (
        <Radio.Group value={effectiveAt} onChange={choose} label={t.when}>
          <Stack gap="sm" mt="xs">
            <Radio size="md" value="NEXT_PAYMENT_DATE" label={t.periodEnd(until && formatInstant(until, site, 'date'))} />
            <Radio size="md" value="IMMEDIATELY" label={t.atOnce} />
          </Stack>
        </Radio.Group>
      ) : (
        order.status !== 'DRAFT' && <Text>{t.endsAtOnce}</Text>
      )}
      <DryRunEffects operation="orders.cancelOrder" input={{ params: { id: order.id }, body: { effectiveAt } }} />
    </Stack>
  )
}
