/** How full sessions are by weekday and hour: the table is the picture, its cells are shaded by their fill rate. */
import { Text } from '@mantine/core'
import { addDays, formatDay, formatWallTime } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { formatShare } from './format.ts'
import css from './insights.module.css'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    noSessions: 'no sessions',
    taken: (taken: number, places: number) => `${taken} of ${places}`,
    title: 'Fill rate by weekday and hour',
    about: 'Share of spots filled, by the start of the session.',
    none: 'After your first classes, you’ll see here which hours fill up and which stay empty.',
    day: 'Day',
    weekday: 'Weekday',
    hour: 'Hour',
  },
  {
    de: {
      noSessions: 'keine Termine',
      taken: (taken, places) => `${taken} von ${places}`,
      title: 'Auslastung nach Wochentag und Stunde',
      about: 'Anteil der belegten Plätze, nach Beginn des Termins.',
      none: 'Nach deinen ersten Kursen siehst du hier, welche Stunden voll werden und welche leer bleiben.',
      day: 'Tag',
      weekday: 'Wochentag',
      hour: 'Stunde',
    },
  },
)

type Hour = ReplyOf<'reports.getSessionStatistics'>['hours'][number]
const SUNDAY = '2023-01-01'
const formatWeekday = (weekday: number) => formatDay(addDays(SUNDAY, weekday), pageLanguage(), { weekday: 'long' })
const formatHour = (hour: number) => formatWallTime(`${hour}:00`.padStart(5, '0'))

function Cell({ of }: { of: Hour | undefined }) {
  const t = useMessages(messages)
  return of === undefined || of.places === 0 ? (
    <span aria-label={t.noSessions}>–</span>
  ) : (
    <span className={css.hour} style={{ '--share': `${Math.round(Math.min(1, of.taken / of.places) * 55)}%` } as React.CSSProperties}>
      {formatShare(of.taken, of.places)}
      <small>{t.taken(of.taken, of.places)}</small>
    </span>
  )
}

export function HourGrid({ hours }: { hours: readonly Hour[] }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const { weekStartsOn } = useSite()
  const shown = [...new Set(hours.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const weekdays = Array.from({ length: 7 }, (_, at) => (weekStartsOn + at) % 7)
  const at = (weekday: number, hour: number) => hours.find((one) => one.weekday === weekday && one.hour === hour)
  return (
    <Section title={t.title} about={t.about}>
      {shown.length === 0 ? (
        <Text c="dimmed">{t.none}</Text>
      ) : (
        <Table
          caption={t.title}
          columns={[{ title: t.day }, ...shown.map((hour) => ({ title: formatHour(hour), figure: true }))]}
          rows={weekdays.map((weekday) => ({
            key: String(weekday),
            cells: [formatWeekday(weekday), ...shown.map((hour) => <Cell key={hour} of={at(weekday, hour)} />)],
          }))}
        />
      )}
      <div className={css.foot}>
        <ExportButton
          table={{
            file: 'fill-by-hour.csv',
            head: [t.weekday, t.hour, shared.sessions, shared.spots, shared.filled],
            rows: hours.map(({ weekday, hour, sessions, places, taken }) => [formatWeekday(weekday), formatHour(hour), sessions, places, taken]),
          }}
        />
      </div>
    </Section>
  )
}
