import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { createMoneyFormat } from './format.ts'

type Shares = ReplyOf<'reports.getRevenueShares'>
const parts: [key: keyof Shares, title: string, first: string, empty: string][] = [
  ['services', 'Revenue by service', 'Service', 'What bookings of each service bring in appears here.'],
  ['plans', 'Revenue by plan', 'Plan', 'What each plan brings in appears here.'],
  ['staff', 'Revenue by staff member', 'Staff member', 'What bookings with each staff member bring in appears here.'],
  ['locations', 'Revenue by location', 'Location', 'What bookings at each location bring in appears here.'],
]

/** Where the money came from: four ways to cut it, each currency for itself. */
export function RevenueShares({ months }: { months: number }) {
  const site = useSite()
  const found = useApiQuery('reports.getRevenueShares', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {(shares) => (
        <>
          {parts.map(([key, title, first, empty]) => {
            const currencies = [...new Set(shares[key].map(({ currency }) => currency))]
            return (currencies.length > 0 ? currencies : [site.currency]).map((currency) => {
              const rows = shares[key].filter((one) => one.currency === currency)
              return (
                <Chart
                  key={`${key} ${currency}`}
                  title={currencies.length > 1 ? `${title} in ${currency}` : title}
                  about="Received in this period, tax included, minus refunds."
                  kind="shares"
                  first={first}
                  file={`revenue-by-${key}-${currency.toLowerCase()}.csv`}
                  empty={empty}
                  data={{
                    labels: toLabels(rows),
                    format: createMoneyFormat(currency, site.language),
                    series: [{ name: 'Revenue', mark: 1, values: rows.map(({ amount }) => Number(amount)) }],
                  }}
                  rows={rows.map(({ name, amount }) => [name, amount])}
                />
              )
            })
          })}
        </>
      )}
    </QueryView>
  )
}

/** Two things of the same name are told apart. */
const toLabels = (rows: readonly { name: string }[]): string[] =>
  rows.map(({ name }, at) => {
    const before = rows.slice(0, at).filter((one) => one.name === name).length
    return before === 0 ? name : `${name} (${before + 1})`
  })
