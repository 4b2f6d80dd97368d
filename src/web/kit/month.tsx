/**
 * A month as a table: every day is a button with its full date and state, reached by arrows, Home, End, PageUp and PageDown;
 * days that cannot be chosen stay focusable and say why.
 */
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { addDays, addMonths, formatDay, startOfWeek, toWeekday } from './days.ts'
import { pageLanguage } from '../language.ts'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  {
    previous: 'Previous month',
    next: 'Next month',
    past: 'in the past',
    outside: 'outside the booking period',
    free: 'available',
    none: 'not available',
  },
  {
    de: {
      previous: 'Vorheriger Monat',
      next: 'Nächster Monat',
      past: 'vergangen',
      outside: 'außerhalb des Buchungszeitraums',
      free: 'verfügbar',
      none: 'nicht verfügbar',
    },
    fr: {
      previous: 'Mois précédent',
      next: 'Mois suivant',
      past: 'passé',
      outside: 'hors de la période de réservation',
      free: 'disponible',
      none: 'non disponible',
    },
    es: {
      previous: 'Mes anterior',
      next: 'Mes siguiente',
      past: 'ya pasado',
      outside: 'fuera del periodo de reserva',
      free: 'disponible',
      none: 'no disponible',
    },
  },
)

function checkWeekOptions(weekStartsOn: number, firstWeekContainsDate: number): void {
  if (!Number.isInteger(weekStartsOn) || weekStartsOn < 0 || weekStartsOn > 6) throw new RangeError('weekStartsOn must be 0 to 6')
  if (!Number.isInteger(firstWeekContainsDate) || firstWeekContainsDate < 1 || firstWeekContainsDate > 7)
    throw new RangeError('firstWeekContainsDate must be 1 to 7')
}

export interface DayState {
  open: boolean
  label?: string
}
export interface MonthProps {
  /** Any day of the shown month, YYYY-MM-DD. */
  shown: string
  onShow: (day: string) => void
  selected: string | undefined
  onSelect: (day: string) => void
  stateOf: (day: string) => DayState
  today: string
  weekStartsOn?: number
  firstWeekContainsDate?: number
  language?: string
  earliest?: string
  latest?: string
  busy?: boolean
}
interface MonthDayProps {
  /** YYYY-MM-DD. */
  day: string
  name: string
  state: DayState
  /** The one day that the Tab key reaches. */
  isActive: boolean
  isToday: boolean
  isSelected: boolean
  onFocus: () => void
  onSelect: () => void
}
function MonthDay({ day, name, state, isActive, isToday, isSelected, onFocus, onSelect }: MonthDayProps) {
  return (
    <td>
      <button
        type="button"
        className="day"
        data-day={day}
        data-today={isToday ? '' : undefined}
        tabIndex={isActive ? 0 : -1}
        aria-label={name}
        aria-pressed={isSelected}
        aria-disabled={!state.open}
        title={state.open ? undefined : state.label}
        onFocus={onFocus}
        onClick={() => {
          if (state.open) onSelect()
        }}
      >
        {Number(day.slice(8))}
      </button>
    </td>
  )
}

interface MonthHeadProps extends Pick<MonthProps, 'onShow'> {
  canShow: (count: number) => boolean
  first: string
  caption: string
  language: string
}
function MonthHead({ canShow, onShow, first, caption, language }: MonthHeadProps) {
  const t = useMessages(messages)
  return (
    <div className="month-head">
      <button type="button" className="month-step" aria-label={t.previous} disabled={!canShow(-1)} onClick={() => onShow(addMonths(first, -1))}>
        ‹
      </button>
      <h3 id={caption} aria-live="polite">
        {formatDay(first, language, { month: 'long', year: 'numeric' })}
      </h3>
      <button type="button" className="month-step" aria-label={t.next} disabled={!canShow(1)} onClick={() => onShow(addMonths(first, 1))}>
        ›
      </button>
    </div>
  )
}

export function Month({
  shown,
  onShow,
  selected,
  onSelect,
  stateOf,
  today,
  weekStartsOn = 0,
  firstWeekContainsDate = 1,
  language = pageLanguage(),
  earliest,
  latest,
  busy,
}: MonthProps) {
  checkWeekOptions(weekStartsOn, firstWeekContainsDate)
  const t = useMessages(messages)
  const caption = useId()
  const first = `${shown.slice(0, 7)}-01`
  const inMonth = (day: string) => day.slice(0, 7) === shown.slice(0, 7)
  const [focused, setFocused] = useState<string>()
  const table = useRef<HTMLTableElement>(null)
  const shouldFocus = useRef(false)
  const active = [focused, selected, today].find((day) => day !== undefined && inMonth(day)) ?? first
  useEffect(() => {
    if (shouldFocus.current) {
      shouldFocus.current = false
      table.current?.querySelector<HTMLElement>(`[data-day="${active}"]`)?.focus()
    }
  }, [active, shown])
  const from = startOfWeek(first, weekStartsOn)
  const weeks = Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => addDays(from, week * 7 + day))).filter((week) =>
    week.some(inMonth),
  )
  const canShow = (count: number) => {
    const target = addMonths(first, count).slice(0, 7)
    return !(earliest && target < earliest.slice(0, 7)) && !(latest && target > latest.slice(0, 7))
  }
  const moveFocus = (day: string) => {
    const bounded = earliest && day < earliest ? earliest : latest && day > latest ? latest : day
    shouldFocus.current = true
    setFocused(bounded)
    if (!inMonth(bounded)) onShow(bounded)
  }
  const onKey = (event: KeyboardEvent) => {
    const column = (toWeekday(active) - weekStartsOn + 7) % 7
    const ahead = table.current?.matches(':dir(rtl)') ? -1 : 1
    const target = {
      ArrowLeft: () => addDays(active, -ahead),
      ArrowRight: () => addDays(active, ahead),
      ArrowUp: () => addDays(active, -7),
      ArrowDown: () => addDays(active, 7),
      Home: () => addDays(active, -column),
      End: () => addDays(active, 6 - column),
      PageUp: () => addMonths(active, event.shiftKey ? -12 : -1),
      PageDown: () => addMonths(active, event.shiftKey ? 12 : 1),
    }[event.key]
    if (target) {
      event.preventDefault()
      moveFocus(target())
    }
  }
  return (
    <div aria-busy={busy || undefined}>
      <MonthHead canShow={canShow} onShow={onShow} first={first} caption={caption} language={language} />
      <table className="month" ref={table} aria-labelledby={caption} onKeyDown={onKey}>
        <thead>
          <tr>
            {(weeks[0] ?? []).map((day) => (
              <th key={day} scope="col" abbr={formatDay(day, language, { weekday: 'long' })}>
                {formatDay(day, language, { weekday: 'short' })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => {
                if (!inMonth(day)) return <td key={day} />
                const outside = (earliest !== undefined && day < earliest) || (latest !== undefined && day > latest)
                const state = outside ? { open: false, label: day < today ? t.past : t.outside } : stateOf(day)
                const name = `${formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}, ${state.label ?? (state.open ? t.free : t.none)}`
                return (
                  <MonthDay
                    key={day}
                    {...{ day, name, state }}
                    isActive={day === active}
                    isToday={day === today}
                    isSelected={day === selected}
                    onFocus={() => setFocused(day)}
                    onSelect={() => onSelect(day)}
                  />
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
