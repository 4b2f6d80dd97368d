import { IconUsers } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { formatMonth } from '#web/kit/days.ts'

/** Who came for the first time, who came again, and who stayed away. */
export function Clients({ months }: { months: number }) {
  const site = useSite()
  const found = useApiQuery('reports.getClientMovements', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) =>
        data.months.every((one) => one.new + one.returning + (one.lapsed ?? 0) === 0) ? (
          <EmptyState icon={<IconUsers size={26} />} title="No visits yet">
            After the first classes and appointments, you’ll see new, returning and lapsed clients here.
          </EmptyState>
        ) : (
          <Chart
            title="Clients by month"
            about="New: first visit. Returning: visited before. Lapsed: visited the month before, but not this one."
            kind="bars"
            first="Month"
            file="clients.csv"
            data={{
              labels: data.months.map(({ month, isOpen }) => `${formatMonth(month, site.language)}${isOpen ? '…' : ''}`),
              format: (value) => String(Math.round(value * 10) / 10),
              series: [
                { name: 'New', mark: 1, values: data.months.map((one) => one.new) },
                { name: 'Returning', mark: 2, values: data.months.map((one) => one.returning) },
                { name: 'Lapsed', mark: 5, values: data.months.map(({ lapsed }) => -(lapsed ?? 0)) },
              ],
            }}
            rows={data.months.map((one) => [one.month, one.new, one.returning, one.lapsed ?? ''])}
          />
        )
      }
    </QueryView>
  )
}
