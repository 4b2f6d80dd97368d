import { IconChartBar } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { Chart } from '../parts/chart.tsx'
import chart from '../parts/chart.module.css'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { formatPrice } from '../parts/format-times.ts'
import { createMoneyFormat } from './format.ts'
import { formatMonth } from '#web/kit/days.ts'
import { RevenueShares } from './revenue-shares.tsx'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    none: 'No revenue yet',
    hint: 'Payments for plans and bookings appear here in the month they were received, by service, plan, staff member and location.',
    thisMonth: 'This month to date',
    thisMonthIn: (currency: string) => `This month to date in ${currency}`,
    netOf: (payments: number) => `net of tax, ${payments} payments`,
    byMonth: 'Revenue by month',
    byMonthIn: (currency: string) => `Revenue by month in ${currency}`,
    about: 'By payment date: net, tax and refunds.',
    net: 'Net',
    tax: 'Tax',
    refunds: 'Refunds',
  },
  {
    de: {
      none: 'Noch kein Umsatz',
      hint: 'Zahlungen für Tarife und Buchungen erscheinen hier im Monat ihres Eingangs, nach Angebot, Tarif, Teammitglied und Standort.',
      thisMonth: 'Dieser Monat bisher',
      thisMonthIn: (currency) => `Dieser Monat bisher in ${currency}`,
      netOf: (payments) => `ohne Steuer, ${payments === 1 ? '1 Zahlung' : `${payments} Zahlungen`}`,
      byMonth: 'Umsatz nach Monat',
      byMonthIn: (currency) => `Umsatz nach Monat in ${currency}`,
      about: 'Nach Zahlungstag: netto, Steuer und Erstattungen.',
      net: 'Netto',
      tax: 'Steuer',
      refunds: 'Erstattungen',
    },
  },
)

/** What came in and went back by month, each currency for itself. */
export function Revenue({ months }: { months: number }) {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('insights.getRevenue', { query: { months } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ currencies }) =>
        currencies.length === 0 ? (
          <EmptyState icon={<IconChartBar size={26} />} title={t.none}>
            {t.hint}
          </EmptyState>
        ) : (
          <>
            {currencies.map(({ currency, months: list }) => {
              const now = list.at(-1)
              const before = list.at(-2)
              const inMoney = (value: string | undefined) => formatPrice({ value: value ?? '0', currency }, site)
              const isOneOfSeveral = currencies.length > 1
              return (
                <div key={currency}>
                  <dl className={chart.numbers}>
                    <div>
                      <dt>{isOneOfSeveral ? t.thisMonthIn(currency) : t.thisMonth}</dt>
                      <dd>
                        {inMoney(now?.net)}
                        <small>{t.netOf(now?.payments ?? 0)}</small>
                      </dd>
                    </div>
                    {before && (
                      <div>
                        <dt>{formatMonth(before.month, pageLanguage(), 'long')}</dt>
                        <dd>
                          {inMoney(before.net)}
                          <small>{t.netOf(before.payments)}</small>
                        </dd>
                      </div>
                    )}
                  </dl>
                  <Chart
                    title={isOneOfSeveral ? t.byMonthIn(currency) : t.byMonth}
                    about={t.about}
                    kind="bars"
                    first={shared.month}
                    file={`revenue-${currency.toLowerCase()}.csv`}
                    data={{
                      labels: list.map(({ month, isOpen }) => `${formatMonth(month, pageLanguage())}${isOpen ? '…' : ''}`),
                      format: createMoneyFormat(currency),
                      series: [
                        { name: t.net, mark: 1, values: list.map(({ net }) => Number(net)) },
                        { name: t.tax, mark: 2, values: list.map(({ tax }) => Number(tax)) },
                        { name: t.refunds, mark: 5, values: list.map(({ givenBack }) => -Number(givenBack)) },
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
