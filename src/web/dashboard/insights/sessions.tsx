import { Button } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import chart from '../parts/chart.module.css'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Section } from '../parts/page.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Table } from '../parts/table.tsx'
import css from './insights.module.css'
import { formatMonth, formatPercent } from './format.ts'

const inPercent = (value: number) => `${Math.round(value * 10) / 10} %`
const rate = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100)

/** How full classes were, and who came. */
export function Sessions({ months }: { months: number }) {
  const site = useSite()
  const found = useApiQuery('reports.getSessionStatistics', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) => {
        const all = data.services.reduce(
          (sum, one) => ({
            sessions: sum.sessions + one.sessions,
            places: sum.places + one.places,
            taken: sum.taken + one.taken,
            booked: sum.booked + one.booked,
            attended: sum.attended + one.attended,
            missed: sum.missed + one.missed,
            cancelled: sum.cancelled + one.cancelled,
          }),
          { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 },
        )
        if (all.sessions === 0 && all.booked === 0)
          return (
            <EmptyState
              icon={<IconCalendar size={26} />}
              title="Nothing has taken place yet"
              action={
                <Button component={DashboardLink} to="/dashboard/services">
                  Go to services
                </Button>
              }
            >
              After the first classes and appointments you see here how full they were and who did not come.
            </EmptyState>
          )
        const labels = data.months.map(({ month, isOpen }) => `${formatMonth(month, site.language)}${isOpen ? '…' : ''}`)
        return (
          <>
            <dl className={chart.numbers}>
              <div>
                <dt>Places taken</dt>
                <dd>
                  {formatPercent(all.taken, all.places)}
                  <small>
                    {all.taken} of {all.places} in {all.sessions} sessions
                  </small>
                </dd>
              </div>
              <div>
                <dt>Did not come</dt>
                <dd>
                  {formatPercent(all.missed, all.attended + all.missed)}
                  <small>
                    {all.attended + all.missed === 0 ? 'nobody was checked in yet' : `${all.missed} of ${all.attended + all.missed} who were checked`}
                  </small>
                </dd>
              </div>
              <div>
                <dt>People booked</dt>
                <dd>
                  {all.booked}
                  <small>{all.cancelled} cancelled</small>
                </dd>
              </div>
            </dl>
            <Chart
              title="How full classes were"
              about="Taken places of all places in classes and courses that took place."
              kind="lines"
              first="Month"
              file="fill.csv"
              data={{
                labels,
                format: inPercent,
                series: [{ name: 'Places taken', mark: 1, values: data.months.map(({ taken, places }) => rate(taken, places)) }],
              }}
              rows={data.months.map(({ month, taken, places }) => [month, places === 0 ? '' : Math.round(rate(taken, places) * 100) / 100])}
            />
            <Chart
              title="Who came"
              about="People of classes, courses and appointments; the rest was not checked in."
              kind="bars"
              first="Month"
              file="visits.csv"
              data={{
                labels,
                format: (value) => String(Math.round(value * 10) / 10),
                series: [
                  { name: 'Came', mark: 1, values: data.months.map(({ attended }) => attended) },
                  { name: 'Not checked', mark: 2, values: data.months.map(({ booked, attended, missed }) => Math.max(0, booked - attended - missed)) },
                  { name: 'Did not come', mark: 5, values: data.months.map(({ missed }) => missed) },
                  { name: 'Cancelled', mark: 4, values: data.months.map(({ cancelled }) => -cancelled) },
                ],
              }}
            />
            <Section title="By service">
              <Table
                caption="Classes and visits by service"
                columns={[
                  { title: 'Service' },
                  { title: 'Sessions', figure: true },
                  { title: 'Places taken', figure: true },
                  { title: 'Booked', figure: true },
                  { title: 'Did not come', figure: true },
                  { title: 'Cancelled', figure: true },
                ]}
                rows={data.services.map((one) => ({
                  key: one.serviceId,
                  cells: [
                    one.name,
                    one.sessions || '–',
                    one.places > 0 ? `${formatPercent(one.taken, one.places)} (${one.taken} of ${one.places})` : '–',
                    one.booked,
                    one.attended + one.missed > 0 ? `${formatPercent(one.missed, one.attended + one.missed)} (${one.missed})` : '–',
                    one.cancelled,
                  ],
                }))}
              />
              <div className={css.foot}>
                <ExportButton
                  pages={{
                    file: 'services.csv',
                    head: ['Service', 'Sessions', 'Places', 'Taken', 'Booked', 'Came', 'Did not come', 'Cancelled'],
                    page: () =>
                      Promise.resolve({
                        rows: data.services.map((one) => [one.name, one.sessions, one.places, one.taken, one.booked, one.attended, one.missed, one.cancelled]),
                        next: undefined,
                      }),
                  }}
                />
              </div>
            </Section>
          </>
        )
      }}
    </QueryView>
  )
}
