/** Opening hours as a week: each day has any number of spans, or is closed. */
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { weekdays } from '../business-time.ts'
import type { Period } from '../entities.ts'
import css from './week-hours.module.css'
import { TimeInput } from './time-input.tsx'

const label = (day: string) => day[0] + day.slice(1).toLowerCase()

export function WeekHours({
  periods,
  onChange,
  weekStartsOn,
  disabled,
}: {
  periods: Period[]
  onChange: (periods: Period[]) => void
  weekStartsOn: number
  disabled?: boolean
}) {
  const ordered = [...weekdays.slice(weekStartsOn), ...weekdays.slice(0, weekStartsOn)]
  const change = (old: Period, part: Partial<Period>) => onChange(periods.map((period) => (period === old ? { ...period, ...part } : period)))
  const first = ordered.find((day) => periods.some((period) => period.day === day))
  const copyToAll = () => first && onChange(weekdays.flatMap((day) => periods.filter((period) => period.day === first).map((period) => ({ ...period, day }))))
  return (
    <div>
      <ul className={css.week} aria-label="Weekly hours">
        {ordered.map((day) => {
          const spans = periods.filter((period) => period.day === day)
          const last = spans.at(-1)?.end
          return (
            <li key={day}>
              <span className={css.day}>{label(day)}</span>
              <div className={css.spans}>
                {spans.length === 0 && (
                  <Text c="dimmed" className={css.closed}>
                    Closed
                  </Text>
                )}
                {spans.map((span, index) => (
                  <div key={index} className={css.span}>
                    <TimeInput aria-label={`${label(day)} from`} disabled={disabled} value={span.start} onChange={(time) => change(span, { start: time })} />
                    <span aria-hidden>–</span>
                    <TimeInput
                      aria-label={`${label(day)} to`}
                      disabled={disabled}
                      value={span.end === '24:00' ? '23:59' : span.end}
                      error={span.end <= span.start ? 'Must be after the start' : undefined}
                      onChange={(time) => change(span, { end: time })}
                    />
                    {!disabled && (
                      <ActionIcon
                        size={44}
                        variant="subtle"
                        color="gray"
                        aria-label={`Remove ${span.start} to ${span.end} on ${label(day)}`}
                        onClick={() => onChange(periods.filter((period) => period !== span))}
                      >
                        <IconX size={17} />
                      </ActionIcon>
                    )}
                  </div>
                ))}
              </div>
              {!disabled && (
                <ActionIcon
                  size={44}
                  variant="subtle"
                  aria-label={`Add hours on ${label(day)}`}
                  onClick={() => onChange([...periods, { day, start: last && last < '20:00' ? last : '09:00', end: spans.length > 0 ? '20:00' : '17:00' }])}
                >
                  <IconPlus size={18} />
                </ActionIcon>
              )}
            </li>
          )
        })}
      </ul>
      {!disabled && first && (
        <Button variant="subtle" size="sm" mt="xs" className={css.copy} onClick={copyToAll}>
          Copy {label(first)} to all days
        </Button>
      )}
    </div>
  )
}
