import { IconChartBar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import chart from '../parts/chart.module.css'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { formatPrice } from '../parts/format.ts'
import { createMoneyFormat } from './format.ts'
import { formatMonth } from '#web/kit/days.ts'
import { RevenueShares } from './revenue-shares.tsx'

/** What came in and went back by month, each currency for itself. */
export function Revenue({ months }: { months: number }) {
  const site = useSite()
  const found = useApiQuery('insights.getRevenue', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ currencies }) =>
        currencies.length === 0 ? (
          <EmptyState icon={<IconChartBar size={26} />} title="No revenue yet">
            Payments for plans and bookings appear here in the month they were received, by service, plan, staff member and location.
          </EmptyState>
        ) : (
          <>
            {currencies.map(({ currency, months: list }) => {
              const now = list.at(-1)
              const before = list.at(-2)
              const inMoney = (value: string | undefined) => formatPrice({ value: value ?? '0', currency }, site)
              const part = currencies.length > 1 ? ` in ${currency}` : ''
              return (
                <div key={currency}>
                  <dl className={chart.numbers}>
                    <div>
                      <dt>This month to date{part}</dt>
                      <dd>
                        {inMoney(now?.net)}
                        <small>net of tax, {now?.payments ?? 0} payments</small>
                      </dd>
                    </div>
                    {before && (
                      <div>
                        <dt>{formatMonth(before.month, site.language, 'long')}</dt>
                        <dd>
                          {inMoney(before.net)}
                          <small>net of tax, {before.payments} payments</small>
                        </dd>
                      </div>
                    )}
                  </dl>
                  <Chart
                    title={`Revenue by month${part}`}
                    about="By payment date: net, tax and refunds."
                    kind="bars"
                    first="Month"
                    file={`revenue-${currency.toLowerCase()}.csv`}
                    data={{
                      labels: list.map(({ month, isOpen }) => `${formatMonth(month, site.language)}${isOpen ? '…' : ''}`),
                      format: createMoneyFormat(currency, site.language),
                      series: [
                        { name: 'Net', mark: 1, values: list.map(({ net }) => Number(net)) },
                        { name: 'Tax', mark: 2, values: list.map(({ tax }) => Number(tax)) },
                        { name: 'Refunds', mark: 5, values: list.map(({ givenBack }) => -Number(givenBack)) },
                      ],
                    }}
                    rows={list.map(({ month, net, tax, givenBack }) => [month, net, tax, `-${givenBack}`])}
                  />
                </div>
              )
            })}
            <RevenueShares months={months} />
          </>
        )
      }
    </QueryView>
  )
}
