/** A lead time before a session, edited in a readable unit; its value is in minutes. */
import { NumberInput, Select } from '@mantine/core'
import { useState } from 'react'
import { fromLeadTime, toLeadTime, type LeadUnit } from './amounts.ts'
import css from './lead-time.module.css'

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
        aria-label={`${label}: unit`}
        allowDeselect={false}
        value={unit}
        onChange={(value) => {
          const next = (value ?? 'HOUR') as LeadUnit
          setUnit(next)
          onChange(fromLeadTime(Math.max(1, Math.round(count)), next))
        }}
        data={[
          { value: 'MINUTE', label: 'minutes' },
          { value: 'HOUR', label: 'hours' },
          { value: 'DAY', label: 'days' },
        ]}
      />
    </div>
  )
}
