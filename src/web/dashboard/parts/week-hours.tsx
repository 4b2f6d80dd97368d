/** Opening hours as a week: each day has any number of spans, or is closed. */
import { ActionIcon, Button, Text } from '@mantine/core'
import { IconDotsVertical, IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { todayIn } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { weekdayName, weekdays } from '../business-time.ts'
import type { Period } from '../entities.ts'
import { describeHours, HoursDetails, type HoursPlace } from './hours-details.tsx'
import { partWords } from './part-words.messages.ts'
import { endToField, fieldToEnd, toNextSpan } from './hours.ts'
import css from './week-hours.module.css'
import { TimeInput } from './time-input.tsx'

const messages = defineDashboardMessages(
  {
    weeklyHours: 'Weekly hours',
    add: (day: string) => `Add hours on ${day}`,
    copy: (day: string) => `Copy ${day} to all days`,
    from: (day: string) => `${day} from`,
    to: (day: string) => `${day} to`,
    afterStart: 'Must be after the start',
    details: (day: string, start: string) => `Repeat and location of ${day} ${start}`,
    remove: (day: string, start: string, end: string) => `Remove ${start} to ${end} on ${day}`,
  },
  {
    de: {
      weeklyHours: 'Wöchentliche Zeiten',
      add: (day) => `Zeiten am ${day} hinzufügen`,
      copy: (day) => `${day} auf alle Tage übertragen`,
      from: (day) => `${day} von`,
      to: (day) => `${day} bis`,
      afterStart: 'Muss nach dem Beginn liegen',
      details: (day, start) => `Wiederholung und Standort: ${day} ${start}`,
      remove: (day, start, end) => `${start} bis ${end} am ${day} entfernen`,
    },
  },
)

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
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const ordered = [...weekdays.slice(weekStartsOn), ...weekdays.slice(0, weekStartsOn)]
  const change = (old: Period, part: Partial<Period>) => onChange(periods.map((period) => (period === old ? { ...period, ...part } : period)))
  const first = ordered.find((day) => periods.some((period) => period.day === day))
  const copyToAll = () => first && onChange(weekdays.flatMap((day) => periods.filter((period) => period.day === first).map((period) => ({ ...period, day }))))
  return (
    <div>
      <ul className={css.week} aria-label={t.weeklyHours}>
        {ordered.map((day) => {
          const spans = periods.filter((period) => period.day === day)
          return (
            <li key={day}>
              <span className={css.day}>{weekdayName(day)}</span>
              <div className={css.spans}>
                {spans.length === 0 && (
                  <Text c="dimmed" className={css.closed}>
                    {words.closed}
                  </Text>
                )}
                {spans.map((span, index) => (
                  <Span
                    key={index}
                    day={weekdayName(day)}
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
                  aria-label={t.add(weekdayName(day))}
                  onClick={() => onChange([...periods, { day, ...toNextSpan(spans) }])}
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
          {t.copy(weekdayName(first))}
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
  const t = useMessages(messages)
  const site = useSite()
  const [isOpen, setIsOpen] = useState(false)
  const details = describeHours(span, places)
  return (
    <div className={css.spanWithDetails}>
      <div className={css.span}>
        <TimeInput aria-label={t.from(day)} disabled={disabled} value={span.start} onChange={(start) => onChange({ start })} />
        <span aria-hidden>–</span>
        <TimeInput
          aria-label={t.to(day)}
          disabled={disabled}
          value={endToField(span.end)}
          error={span.end <= span.start ? t.afterStart : undefined}
          onChange={(end) => onChange({ end: fieldToEnd(end) })}
        />
        {!disabled && (
          <div className={css.spanButtons}>
            <ActionIcon
              size={44}
              variant="subtle"
              color="gray"
              aria-label={t.details(day, span.start)}
              aria-expanded={isOpen}
              onClick={() => setIsOpen(!isOpen)}
            >
              <IconDotsVertical size={17} />
            </ActionIcon>
            <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.remove(day, span.start, span.end)} onClick={onRemove}>
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
