import { formatPercent } from '#kit/pure/percent.ts'
import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { pageLanguage } from '#web/language.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { Chart } from '../parts/chart.tsx'
import chart from '../parts/chart.module.css'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import { HourGrid } from './hour-grid.tsx'
import css from './insights.module.css'
import { formatCount, formatShare } from './format.ts'
import { formatMonth } from '#web/kit/days.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    filledIn: (taken: number, places: number, sessions: number) => `${taken} of ${places} in ${sessions === 1 ? '1 session' : `${sessions} sessions`}`,
    noCheckIns: 'no check-ins yet',
    recorded: (missed: number, all: number) => `${missed} of ${all} with attendance recorded`,
    bookings: 'Bookings',
    cancelledCount: (count: number) => `${count} cancelled`,
    attendance: 'Attendance',
    attendanceAbout: 'Clients at classes, courses and appointments.',
    attended: 'Attended',
    notRecorded: 'Not recorded',
    byService: 'By service',
    attendanceBy: 'Attendance by service',
    booked: 'Booked',
    rateOf: (rate: string, taken: number, places: number) => `${rate} (${taken} of ${places})`,
    none: 'No sessions yet',
    toServices: 'Go to services',
    noneHint: 'After your first classes and appointments, you’ll see fill rates and no-shows here.',
    fillAbout: 'Share of spots filled in past classes and courses.',
  },
  {
    de: {
      filledIn: (taken, places, sessions) => `${taken} von ${places} in ${sessions === 1 ? '1 Termin' : `${sessions} Terminen`}`,
      noCheckIns: 'noch niemand eingecheckt',
      recorded: (missed, all) => `${missed} von ${all} mit erfasster Anwesenheit`,
      bookings: 'Buchungen',
      cancelledCount: (count) => `${count} abgesagt`,
      attendance: 'Anwesenheit',
      attendanceAbout: 'Kunden in Kursen, Kursreihen und Terminen.',
      attended: 'Erschienen',
      notRecorded: 'Nicht erfasst',
      byService: 'Nach Angebot',
      attendanceBy: 'Anwesenheit nach Angebot',
      booked: 'Gebucht',
      rateOf: (rate, taken, places) => `${rate} (${taken} von ${places})`,
      none: 'Noch keine Termine',
      toServices: 'Zu den Angeboten',
      noneHint: 'Nach deinen ersten Kursen und Terminen siehst du hier die Auslastung und wer nicht erschienen ist.',
      fillAbout: 'Anteil der belegten Plätze in vergangenen Kursen und Kursreihen.',
    },
  },
)

/** In percent; null when there is nothing to take a share of. */
const rate = (part: number, whole: number): number | null => (whole === 0 ? null : (part / whole) * 100)

type Statistics = ReplyOf<'reports.getSessionStatistics'>
const noSessions = { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 }
type Totals = typeof noSessions
const sumUp = (services: Statistics['services']): Totals =>
  services.reduce(
    (sum, one) => ({
      sessions: sum.sessions + one.sessions,
      places: sum.places + one.places,
      taken: sum.taken + one.taken,
      booked: sum.booked + one.booked,
      attended: sum.attended + one.attended,
      missed: sum.missed + one.missed,
      cancelled: sum.cancelled + one.cancelled,
    }),
    noSessions,
  )

function SessionNumbers({ all }: { all: Totals }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  return (
    <dl className={chart.numbers}>
      <div>
        <dt>{shared.fillRate}</dt>
        <dd>
          {formatShare(all.taken, all.places)}
          <small>{t.filledIn(all.taken, all.places, all.sessions)}</small>
        </dd>
      </div>
      <div>
        <dt>{shared.noShows}</dt>
        <dd>
          {formatShare(all.missed, all.attended + all.missed)}
          <small>{all.attended + all.missed === 0 ? t.noCheckIns : t.recorded(all.missed, all.attended + all.missed)}</small>
        </dd>
      </div>
      <div>
        <dt>{t.bookings}</dt>
        <dd>
          {all.booked}
          <small>{t.cancelledCount(all.cancelled)}</small>
        </dd>
      </div>
    </dl>
  )
}

function AttendanceChart({ data, labels }: { data: Statistics; labels: string[] }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  return (
    <Chart
      title={t.attendance}
      about={t.attendanceAbout}
      kind="bars"
      first={shared.month}
      file="visits.csv"
      data={{
        labels,
        format: formatCount,
        series: [
          { name: t.attended, mark: 1, values: data.months.map(({ attended }) => attended) },
          { name: t.notRecorded, mark: 2, values: data.months.map(({ booked, attended, missed }) => Math.max(0, booked - attended - missed)) },
          { name: shared.noShows, mark: 5, values: data.months.map(({ missed }) => missed) },
          { name: shared.cancelled, mark: 4, values: data.months.map(({ cancelled }) => -cancelled) },
        ],
      }}
    />
  )
}

function ServiceAttendance({ services }: { services: Statistics['services'] }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  return (
    <Section title={t.byService}>
      <Table
        caption={t.attendanceBy}
        columns={[
          { title: shared.service },
          { title: shared.sessions, figure: true },
          { title: shared.fillRate, figure: true },
          { title: t.booked, figure: true },
          { title: shared.noShows, figure: true },
          { title: shared.cancelled, figure: true },
        ]}
        rows={services.map((one) => ({
          key: one.serviceId,
          cells: [
            one.name,
            one.sessions || '–',
            one.places > 0 ? t.rateOf(formatShare(one.taken, one.places), one.taken, one.places) : '–',
            one.booked,
            one.attended + one.missed > 0 ? `${formatShare(one.missed, one.attended + one.missed)} (${one.missed})` : '–',
            one.cancelled,
          ],
        }))}
      />
      <div className={css.foot}>
        <ExportButton
          table={{
            file: 'services.csv',
            head: [shared.service, shared.sessions, shared.spots, shared.filled, t.booked, t.attended, shared.noShows, shared.cancelled],
            rows: services.map((one) => [one.name, one.sessions, one.places, one.taken, one.booked, one.attended, one.missed, one.cancelled]),
          }}
        />
      </div>
    </Section>
  )
}

/** How full classes were, and who came. */
export function Sessions({ months }: { months: number }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const found = useApiQuery('reports.getSessionStatistics', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) => {
        const all = sumUp(data.services)
        if (all.sessions === 0 && all.booked === 0)
          return (
            <EmptyState
              icon={<IconCalendar size={26} />}
              title={t.none}
              action={
                <Allowed operation="services.queryServices">
                  <Button component={DashboardLink} to="/dashboard/services">
                    {t.toServices}
                  </Button>
                </Allowed>
              }
            >
              {t.noneHint}
            </EmptyState>
          )
        const labels = data.months.map(({ month, isOpen }) => `${formatMonth(month, pageLanguage())}${isOpen ? '…' : ''}`)
        return (
          <>
            <SessionNumbers all={all} />
            <Chart
              title={shared.fillRate}
              about={t.fillAbout}
              kind="lines"
              first={shared.month}
              file="fill.csv"
              data={{
                labels,
                format: (value) => formatPercent(value, pageLanguage(), 1),
                series: [{ name: shared.fillRate, mark: 1, values: data.months.map(({ taken, places }) => rate(taken, places)) }],
              }}
              rows={data.months.map(({ month, taken, places }) => [month, places === 0 ? '' : Math.round((taken / places) * 10_000) / 100])}
            />
            <AttendanceChart data={data} labels={labels} />
            <HourGrid hours={data.hours} />
            <ServiceAttendance services={data.services} />
          </>
        )
      }}
    </QueryView>
  )
}
