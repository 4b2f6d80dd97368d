import { formatPercent } from '#kit/pure/percent.ts'
import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { Allowed } from '../permissions.tsx'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import chart from '../parts/chart.module.css'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import { HourGrid } from './hour-grid.tsx'
import css from './insights.module.css'
import { formatShare } from './format.ts'
import { formatMonth } from '#web/kit/days.ts'

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
  const { language } = useSite()
  return (
    <dl className={chart.numbers}>
      <div>
        <dt>Fill rate</dt>
        <dd>
          {formatShare(all.taken, all.places, language)}
          <small>
            {all.taken} of {all.places} in {all.sessions} sessions
          </small>
        </dd>
      </div>
      <div>
        <dt>No-shows</dt>
        <dd>
          {formatShare(all.missed, all.attended + all.missed, language)}
          <small>{all.attended + all.missed === 0 ? 'no check-ins yet' : `${all.missed} of ${all.attended + all.missed} with attendance recorded`}</small>
        </dd>
      </div>
      <div>
        <dt>Bookings</dt>
        <dd>
          {all.booked}
          <small>{all.cancelled} cancelled</small>
        </dd>
      </div>
    </dl>
  )
}

function AttendanceChart({ data, labels }: { data: Statistics; labels: string[] }) {
  return (
    <Chart
      title="Attendance"
      about="Clients at classes, courses and appointments."
      kind="bars"
      first="Month"
      file="visits.csv"
      data={{
        labels,
        format: (value) => String(Math.round(value * 10) / 10),
        series: [
          { name: 'Attended', mark: 1, values: data.months.map(({ attended }) => attended) },
          { name: 'Not recorded', mark: 2, values: data.months.map(({ booked, attended, missed }) => Math.max(0, booked - attended - missed)) },
          { name: 'No-shows', mark: 5, values: data.months.map(({ missed }) => missed) },
          { name: 'Cancelled', mark: 4, values: data.months.map(({ cancelled }) => -cancelled) },
        ],
      }}
    />
  )
}

function ServiceAttendance({ services }: { services: Statistics['services'] }) {
  const { language } = useSite()
  return (
    <Section title="By service">
      <Table
        caption="Attendance by service"
        columns={[
          { title: 'Service' },
          { title: 'Sessions', figure: true },
          { title: 'Fill rate', figure: true },
          { title: 'Booked', figure: true },
          { title: 'No-shows', figure: true },
          { title: 'Cancelled', figure: true },
        ]}
        rows={services.map((one) => ({
          key: one.serviceId,
          cells: [
            one.name,
            one.sessions || '–',
            one.places > 0 ? `${formatShare(one.taken, one.places, language)} (${one.taken} of ${one.places})` : '–',
            one.booked,
            one.attended + one.missed > 0 ? `${formatShare(one.missed, one.attended + one.missed, language)} (${one.missed})` : '–',
            one.cancelled,
          ],
        }))}
      />
      <div className={css.foot}>
        <ExportButton
          pages={{
            file: 'services.csv',
            head: ['Service', 'Sessions', 'Spots', 'Filled', 'Booked', 'Attended', 'No-shows', 'Cancelled'],
            page: () =>
              Promise.resolve({
                rows: services.map((one) => [one.name, one.sessions, one.places, one.taken, one.booked, one.attended, one.missed, one.cancelled]),
                next: undefined,
              }),
          }}
        />
      </div>
    </Section>
  )
}

/** How full classes were, and who came. */
export function Sessions({ months }: { months: number }) {
  const site = useSite()
  const found = useApiQuery('reports.getSessionStatistics', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) => {
        const all = sumUp(data.services)
        if (all.sessions === 0 && all.booked === 0)
          return (
            <EmptyState
              icon={<IconCalendar size={26} />}
              title="No sessions yet"
              action={
                <Allowed operation="services.queryServices">
                  <Button component={DashboardLink} to="/dashboard/services">
                    Go to services
                  </Button>
                </Allowed>
              }
            >
              After your first classes and appointments, you’ll see fill rates and no-shows here.
            </EmptyState>
          )
        const labels = data.months.map(({ month, isOpen }) => `${formatMonth(month, site.language)}${isOpen ? '…' : ''}`)
        return (
          <>
            <SessionNumbers all={all} />
            <Chart
              title="Fill rate"
              about="Share of spots filled in past classes and courses."
              kind="lines"
              first="Month"
              file="fill.csv"
              data={{
                labels,
                format: (value) => formatPercent(value, site.language, 1),
                series: [{ name: 'Fill rate', mark: 1, values: data.months.map(({ taken, places }) => rate(taken, places)) }],
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
