import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { createMoneyFormat } from './format.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    byService: 'Revenue by service',
    serviceHint: 'What bookings of each service bring in appears here.',
    byPlan: 'Revenue by plan',
    planHint: 'What each plan brings in appears here.',
    byStaff: 'Revenue by staff member',
    staff: 'Staff member',
    staffHint: 'What bookings with each staff member bring in appears here.',
    byLocation: 'Revenue by location',
    location: 'Location',
    locationHint: 'What bookings at each location bring in appears here.',
    inCurrency: (title: string, currency: string) => `${title} in ${currency}`,
    about: 'Received in this period, tax included, minus refunds.',
    revenue: 'Revenue',
  },
  {
    de: {
      byService: 'Umsatz nach Angebot',
      serviceHint: 'Hier erscheint, was die Buchungen jedes Angebots einbringen.',
      byPlan: 'Umsatz nach Tarif',
      planHint: 'Hier erscheint, was jeder Tarif einbringt.',
      byStaff: 'Umsatz nach Teammitglied',
      staff: 'Teammitglied',
      staffHint: 'Hier erscheint, was die Buchungen bei jedem Teammitglied einbringen.',
      byLocation: 'Umsatz nach Standort',
      location: 'Standort',
      locationHint: 'Hier erscheint, was die Buchungen an jedem Standort einbringen.',
      inCurrency: (title, currency) => `${title} in ${currency}`,
      about: 'In diesem Zeitraum eingegangen, mit Steuer, abzüglich Erstattungen.',
      revenue: 'Umsatz',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

type Shares = ReplyOf<'reports.getRevenueShares'>
const parts: [key: keyof Shares, title: string, first: string, empty: string][] = [
  ['services', text.byService, sharedText.service, text.serviceHint],
  ['plans', text.byPlan, sharedText.plan, text.planHint],
  ['staff', text.byStaff, text.staff, text.staffHint],
  ['locations', text.byLocation, text.location, text.locationHint],
]

/** Where the money came from: four ways to cut it, each currency for itself. */
export function RevenueShares({ months }: { months: number }) {
  const t = useMessages(messages)
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
                  title={currencies.length > 1 ? t.inCurrency(title, currency) : title}
                  about={t.about}
                  kind="shares"
                  first={first}
                  file={`revenue-by-${key}-${currency.toLowerCase()}.csv`}
                  empty={empty}
                  data={{
                    labels: toLabels(rows),
                    format: createMoneyFormat(currency),
                    series: [{ name: t.revenue, mark: 1, values: rows.map(({ amount }) => Number(amount)) }],
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
