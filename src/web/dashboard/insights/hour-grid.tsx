/** How full sessions are by weekday and hour: the table is the picture, its cells are shaded by their fill rate. */
import { Text } from '@mantine/core'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Section } from '../parts/page.tsx'
import { Table } from '../parts/table.tsx'
import { formatShare } from './format.ts'
import css from './insights.module.css'

type Hour = ReplyOf<'reports.getSessionStatistics'>['hours'][number]
const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const formatHour = (hour: number) => `${String(hour).padStart(2, '0')}:00`

const Cell = ({ of, language }: { of: Hour | undefined; language: string }) =>
  of === undefined || of.places === 0 ? (
    <span aria-label="no sessions">–</span>
  ) : (
    <span className={css.hour} style={{ '--share': `${Math.round(Math.min(1, of.taken / of.places) * 55)}%` } as React.CSSProperties}>
      {formatShare(of.taken, of.places, language)}
      <small>
        {of.taken} of {of.places}
      </small>
    </span>
  )

export function HourGrid({ hours }: { hours: readonly Hour[] }) {
  const { weekStartsOn, language } = useSite()
  const shown = [...new Set(hours.map(({ hour }) => hour))].toSorted((a, b) => a - b)
  const weekdays = Array.from({ length: 7 }, (_, at) => (weekStartsOn + at) % 7)
  const at = (weekday: number, hour: number) => hours.find((one) => one.weekday === weekday && one.hour === hour)
  return (
    <Section title="Fill rate by weekday and hour" about="Share of spots filled, by the start of the session.">
      {shown.length === 0 ? (
        <Text c="dimmed">After your first classes, you’ll see here which hours fill up and which stay empty.</Text>
      ) : (
        <Table
          caption="Fill rate by weekday and hour"
          columns={[{ title: 'Day' }, ...shown.map((hour) => ({ title: formatHour(hour), figure: true }))]}
          rows={weekdays.map((weekday) => ({
            key: String(weekday),
            cells: [weekdayNames[weekday], ...shown.map((hour) => <Cell key={hour} of={at(weekday, hour)} language={language} />)],
          }))}
        />
      )}
      <div className={css.foot}>
        <ExportButton
          pages={{
            file: 'fill-by-hour.csv',
            head: ['Weekday', 'Hour', 'Sessions', 'Spots', 'Filled'],
            page: () =>
              Promise.resolve({
                rows: hours.map(({ weekday, hour, sessions, places, taken }) => [weekdayNames[weekday], formatHour(hour), sessions, places, taken]),
                next: undefined,
              }),
          }}
        />
      </div>
    </Section>
  )
}
