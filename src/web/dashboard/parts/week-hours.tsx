/** Opening hours as a week: each day has any number of spans, or is closed. */
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDotsVertical, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { todayIn } from '#web/kit/days.ts'
import { useSite } from '../business.tsx'
import { weekdays } from '../business-time.ts'
import type { Period } from '../entities.ts'
import { describeHours, HoursDetails, type HoursPlace } from './hours-details.tsx'
import css from './week-hours.module.css'
import { TimeInput } from './time-input.tsx'

const label = (day: string) => day[0] + day.slice(1).toLowerCase()

export function WeekHours({
  periods,
  onChange,
  weekStartsOn,
  disabled,
  places = [],
}: {
  periods: Period[]
  onChange: (periods: Period[]) => void
  weekStartsOn: number
  disabled?: boolean
  /** Locations that hours can be limited to. */
  places?: readonly HoursPlace[]
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
                  <Span
                    key={index}
                    day={label(day)}
                    span={span}
                    places={places}
                    disabled={disabled === true}
                    onChange={(part) => change(span, part)}
                    onRemove={() => onChange(periods.filter((period) => period !== span))}
                  />
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

interface SpanProps {
  day: string
  span: Period
  places: readonly HoursPlace[]
  disabled: boolean
  onChange: (part: Partial<Period>) => void
  onRemove: () => void
}
/** One span of a day, with what is not as usual about it. */
function Span({ day, span, places, disabled, onChange, onRemove }: SpanProps) {
  const site = useSite()
  const [isOpen, setIsOpen] = useState(false)
  const details = describeHours(span, places)
  return (
    <div className={css.spanWithDetails}>
      <div className={css.span}>
        <TimeInput aria-label={`${day} from`} disabled={disabled} value={span.start} onChange={(start) => onChange({ start })} />
        <span aria-hidden>–</span>
        <TimeInput
          aria-label={`${day} to`}
          disabled={disabled}
          value={span.end === '24:00' ? '23:59' : span.end}
          error={span.end <= span.start ? 'Must be after the start' : undefined}
          onChange={(end) => onChange({ end })}
        />
        {!disabled && (
          <div className={css.spanButtons}>
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={`Repeat and location of ${day} ${span.start}`}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconDotsVertical size={17} />
            </ActionIcon>
            <ActionIcon size={44} variant="subtle" color="gray" aria-label={`Remove ${span.start} to ${span.end} on ${day}`} onClick={onRemove}>
              <IconX size={17} />
            </ActionIcon>
          </div>
        )}
      </div>
      {details && (
        <Text size="sm" c="dimmed">
          {details}
        </Text>
      )}
      {isOpen && !disabled && <HoursDetails of={`${day} ${span.start}`} period={span} places={places} today={todayIn(site.timeZone)} onChange={onChange} />}
    </div>
  )
}
