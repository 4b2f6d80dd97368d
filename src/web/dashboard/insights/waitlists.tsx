import { IconHourglass } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import { formatMonth } from '#web/kit/days.ts'

const formatCount = (value: number) => String(Math.round(value * 10) / 10)

/** How many people asked for a spot in a full class, and how many got one. */
export function Waitlists({ months }: { months: number }) {
  const site = useSite()
  const found = useApiQuery('reports.getWaitlistDemand', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(data) =>
        data.services.length === 0 ? (
          <EmptyState icon={<IconHourglass size={26} />} title="No one has joined a waitlist yet">
            When classes are full and clients wait for a spot, you’ll see here for which classes you could add sessions.
          </EmptyState>
        ) : (
          <>
            {(
              [
                [
                  'Waitlists by month',
                  'Month',
                  data.months.map(({ month, isOpen, ...one }) => [formatMonth(month, site.language) + (isOpen ? '…' : ''), one] as const),
                ],
                ['Waitlists by service', 'Service', data.services.map(({ name, ...one }) => [name, one] as const)],
              ] as const
            ).map(([title, first, rows]) => (
              <Chart
                key={title}
                title={title}
                about="People by when they joined the waitlist."
                kind="bars"
                first={first}
                file={`waitlists-by-${first.toLowerCase()}.csv`}
                data={{
                  labels: rows.map(([label]) => label),
                  format: formatCount,
                  series: [
                    { name: 'Got a spot', mark: 1, values: rows.map(([, { enrolled }]) => enrolled) },
                    { name: 'Did not', mark: 4, values: rows.map(([, { joined, enrolled }]) => joined - enrolled) },
                  ],
                }}
              />
            ))}
          </>
        )
      }
    </QueryView>
  )
}
