/** What came in and went back in the shown period, against the one before. */
import { Box, Button } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { startOfDay } from '#web/kit/days.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Site } from '../entities.ts'
import chart from '../parts/chart.module.css'
import { formatPrice } from '../parts/format.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Allowed } from '../permissions.tsx'
import { type ComparedPeriod, useComparedPeriod } from './compared-period.ts'
import css from './totals.module.css'

const noTotals = { received: '0', payments: 0, refunded: '0', refunds: 0 }
type Totals = typeof noTotals

const useTotals = (range: ComparedPeriod['range'] | undefined) => {
  const { timeZone } = useSite()
  const query = { from: range ? startOfDay(range.from, timeZone) : '', to: range ? startOfDay(range.to, timeZone) : '' }
  return useApiQuery('moneyLists.getMoneyTotals', { query }, { ...keepPrevious, enabled: range !== undefined })
}

export const MoneyTotals = () => (
  <div className={css.groups}>
    <PeriodTotals />
    <OutstandingTotals />
  </div>
)

function PeriodTotals() {
  const site = useSite()
  const period = useComparedPeriod()
  const now = useTotals(period?.range)
  const before = useTotals(period?.before?.range)
  if (!period) return null
  const totals = now.data?.totals
  if (!totals) return now.error ? <TotalsFailed retry={() => void now.refetch()} /> : <CardSkeletons cards={3} height={122} />
  const currencies = [...new Set([site.currency, ...totals.map(({ currency }) => currency)])]
  return currencies.map((currency) => {
    const find = (list: readonly (Totals & { currency: string })[] | undefined) => list?.find((one) => one.currency === currency)
    return (
      <Figures
        key={currency}
        title={currencies.length > 1 ? `${period.label}, ${currency}` : period.label}
        {...{ site, currency }}
        now={find(totals) ?? noTotals}
        before={period.before && before.data ? { label: period.before.label, ...(find(before.data.totals) ?? noTotals) } : undefined}
      />
    )
  })
}

/** What clients owe now, whatever the period; nothing is shown when there is nothing. */
function OutstandingTotals() {
  const site = useSite()
  const found = useApiQuery('moneyLists.getOutstanding', {}, keepPrevious)
  if (found.error) return <TotalsFailed what="what is outstanding" retry={() => void found.refetch()} />
  if (!found.data || found.data.outstanding.length === 0) return null
  return (
    <Box component="section" aria-label="Outstanding" mb="md">
      <dl className={chart.numbers}>
        {found.data.outstanding.map(({ currency, amount, bookings, fees, plans }) => {
          const inMoney = (value: string) => formatPrice({ value, currency }, site)
          const parts = [
            [bookings, 'bookings'],
            [fees, 'fees'],
            [plans, 'plans'],
          ].flatMap(([value = '0', what]) => (Number(value) > 0 ? `${inMoney(value)} for ${what}` : []))
          return (
            <div key={currency}>
              <dt>Outstanding now</dt>
              <dd>
                {inMoney(amount)}
                <small>{parts.join(', ')}</small>
                <Allowed operation={['members.queryMembers', 'clients.getClientFigures', 'checkout.listOwedOnPlans']}>
                  <small>
                    <DashboardLink to="/dashboard/members" search={{ only: 'owes' }}>
                      Members who owe money
                    </DashboardLink>
                  </small>
                </Allowed>
              </dd>
            </div>
          )
        })}
      </dl>
    </Box>
  )
}

const TotalsFailed = ({ what = 'the totals', retry }: { what?: string; retry: () => void }) => (
  <Notice tone="bad" title={`Couldn’t load ${what}`}>
    <Button variant="default" size="sm" onClick={retry}>
      Try again
    </Button>
  </Notice>
)

interface FiguresProps {
  title: string
  site: Site
  currency: string
  now: Totals
  before: (Totals & { label: string }) | undefined
}
function Figures({ title, site, currency, now, before }: FiguresProps) {
  const inMoney = (value: number) => formatPrice({ value: String(value), currency }, site)
  const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`
  const figures = [
    { name: 'Received', value: Number(now.received), was: before && Number(before.received), note: count(now.payments, 'payment') },
    { name: 'Refunded', value: Number(now.refunded), was: before && Number(before.refunded), note: count(now.refunds, 'refund') },
    {
      name: 'Net',
      value: Number(now.received) - Number(now.refunded),
      was: before && Number(before.received) - Number(before.refunded),
      note: 'after refunds, before fees',
    },
  ]
  return (
    <Box component="section" aria-label={title} mb="md">
      <dl className={chart.numbers}>
        {figures.map(({ name, value, was, note }) => (
          <div key={name}>
            <dt>
              {name}, {title}
            </dt>
            <dd>
              {inMoney(value)}
              <small>{note}</small>
              {before && was !== undefined && <small>{`${inMoney(was)} in ${before.label}`}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}
