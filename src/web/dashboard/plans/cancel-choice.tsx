/** When a subscription ends, and what that does, before it is cancelled. */
import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { formatInstant } from '../parts/format.ts'

export type CancelTime = 'NEXT_PAYMENT_DATE' | 'IMMEDIATELY'
interface CancelChoiceProps {
  order: Order
  /** Whether there is a paid period to wait for. */
  canWait: boolean
  onChange: (time: CancelTime) => void
}
export function CancelChoice({ order, canWait, onChange }: CancelChoiceProps) {
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
        <Radio.Group value={effectiveAt} onChange={choose} label="When should it end?">
          <Stack gap="sm" mt="xs">
            <Radio
              size="md"
              value="NEXT_PAYMENT_DATE"
              label={until ? `At the end of the paid period, ${formatInstant(until, site, 'date')}` : 'At the end of the paid period'}
            />
            <Radio size="md" value="IMMEDIATELY" label="Immediately" />
          </Stack>
        </Radio.Group>
      ) : (
        order.status !== 'DRAFT' && <Text>The plan ends immediately.</Text>
      )}
      <DryRunEffects operation="orders.cancelOrder" input={{ params: { id: order.id }, body: { effectiveAt } }} />
    </Stack>
  )
}
