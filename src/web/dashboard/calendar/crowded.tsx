/** In place of the grid when there are too many entries to draw: how many begin when, each number a way to its day by staff. */
import type { ReactNode } from 'react'
import { addDays, formatDay, startOfDay } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { formatInstant } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import css from './calendar.module.css'
import { countStarts } from './crowd.ts'
import type { CalendarState } from './use-calendar.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    entries: 'Entries',
    weekOf: 'Week of',
    total: 'Total',
    tooMany: (count: string) => `${count} entries are too many to show one by one. Choose a staff member, or a number to see its day by staff.`,
    caption: 'Entries by time',
  },
  {
    de: {
      entries: 'Einträge',
      weekOf: 'Woche ab',
      total: 'Gesamt',
      tooMany: (count) => `${count} Einträge sind zu viele, um sie einzeln zu zeigen. Wähle ein Teammitglied, oder eine Zahl für den Tag nach Team.`,
      caption: 'Einträge nach Zeit',
    },
  },
)

export function Crowded({ calendar: { entries, counts, site, view, from, to } }: { calendar: CalendarState }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { total, days, hours, count } = countStarts(entries, counts, site.timeZone)
  const toLabel = (day: string) => formatInstant(startOfDay(day, site.timeZone), site, 'day')
  const number = new Intl.NumberFormat(pageLanguage())
  const toDay = (day: string, entriesThen: number, at: string) =>
    entriesThen === 0 ? (
      '–'
    ) : (
      <DashboardLink to="/dashboard/calendar" search={{ view: 'people', date: day }} aria-label={`${at}: ${number.format(entriesThen)}`}>
        {number.format(entriesThen)}
      </DashboardLink>
    )
  const byDay = {
    columns: [{ title: word.day }, { title: t.entries, figure: true }],
    rows: days.map((day) => ({ key: day, cells: [toLabel(day), toDay(day, count(day), toLabel(day))] })),
  }
  const week = Array.from({ length: 7 }, (_, at) => addDays(from, at))
  const byWeek = {
    columns: [{ title: t.weekOf }, ...week.map((day) => ({ title: formatDay(day, pageLanguage(), { weekday: 'short' }), figure: true }))],
    rows: listWeeks(from, to).map((days) => ({
      key: days[0],
      cells: [toLabel(days[0]), ...days.map((day) => <DayCount key={day} day={day} count={toDay(day, count(day), toLabel(day))} />)],
    })),
  }
  const byHour = {
    columns: [{ title: word.from }, ...days.map((day) => ({ title: toLabel(day), figure: true }))],
    rows: hours.map((hour) => {
      const clock = formatInstant(new Date(hour * 3_600_000).toISOString(), { ...site, timeZone: 'UTC' }, 'time')
      return { key: String(hour), cells: [clock, ...days.map((day) => toDay(day, count(day, hour), `${toLabel(day)}, ${clock}`))] }
    }),
    foot: [t.total, ...days.map((day) => number.format(count(day)))],
  }
  return (
    <>
      <p className={css.crowded} role="status">
        {t.tooMany(number.format(total))}
      </p>
      <Table caption={t.caption} {...(view === 'month' ? byWeek : view === 'agenda' ? byDay : byHour)} />
    </>
  )
}

/** The days of each week, from the first day of a month's grid to the day after its last one. */
function listWeeks(from: string, to: string): [first: string, ...others: string[]][] {
  const weeks: [string, ...string[]][] = []
  for (let first = from; first < to; first = addDays(first, 7)) weeks.push([first, ...[1, 2, 3, 4, 5, 6].map((at) => addDays(first, at))])
  return weeks
}

const DayCount = ({ day, count }: { day: string; count: ReactNode }) => (
  <>
    <span className={css.countedDay}>{Number(day.slice(8))}</span>
    {count}
  </>
)
