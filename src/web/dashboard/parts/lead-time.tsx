/** A lead time before a session, edited in a readable unit; its value is in minutes. */
import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { fromLeadTime, toLeadTime, type LeadUnit } from './amounts.ts'
import css from './lead-time.module.css'

const messages = defineDashboardMessages(
  { unitOf: (label: string) => `${label}: unit`, units: { MINUTE: 'minutes', HOUR: 'hours', DAY: 'days' } },
  { de: { unitOf: (label) => `${label}: Einheit`, units: { MINUTE: 'Minuten', HOUR: 'Stunden', DAY: 'Tage' } } },
)

export function LeadTimeInput({
  label,
  minutes,
  onChange,
  error,
}: {
  label: string
  minutes: number
  onChange: (minutes: number) => void
  error?: string | undefined
}) {
  const t = useMessages(messages)
  const [unit, setUnit] = useState<LeadUnit>(minutes === 1440 ? 'HOUR' : toLeadTime(minutes).unit)
  const count = minutes / fromLeadTime(1, unit)
  return (
    <div className={css.pair}>
      <NumberInput
        size="md"
        label={label}
        min={1}
        allowDecimal={false}
        value={Number.isInteger(count) ? count : Math.round(count * 100) / 100}
        error={error}
        onChange={(value) => onChange(fromLeadTime(Math.max(1, Math.round(Number(value) || 1)), unit))}
      />
      <Select
        size="md"
        aria-label={t.unitOf(label)}
        allowDeselect={false}
        value={unit}
        onChange={(value) => {
          const next = (value ?? 'HOUR') as LeadUnit
          setUnit(next)
          onChange(fromLeadTime(Math.max(1, Math.round(count)), next))
        }}
        data={[
          { value: 'MINUTE', label: t.units.MINUTE },
          { value: 'HOUR', label: t.units.HOUR },
          { value: 'DAY', label: t.units.DAY },
        ]}
      />
    </div>
  )
}
