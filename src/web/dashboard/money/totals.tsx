/** What came in and went back in the shown period, against the one before. */
import { Box, Button } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { startOfDay } from '#web/kit/days.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { Site } from '../entities.ts'
import chart from '../parts/chart.module.css'
import { formatPrice } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { CardSkeletons } from '../parts/query-view.tsx'
import { Allowed } from '../permissions.tsx'
import { type ComparedPeriod, useComparedPeriod } from './compared-period.ts'
import css from './totals.module.css'

const messages = defineDashboardMessages(
  {
    failed: 'Couldn’t load the totals',
    outstandingFailed: 'Couldn’t load what is outstanding',
    retry: 'Try again',
    outstanding: 'Outstanding',
    outstandingNow: 'Outstanding now',
    forBookings: (amount: string) => `${amount} for bookings`,
    forFees: (amount: string) => `${amount} for fees`,
    forPlans: (amount: string) => `${amount} for plans`,
    debtors: 'Members who owe money',
    received: 'Received',
    payments: (count: number) => (count === 1 ? '1 payment' : `${count} payments`),
    refunded: 'Refunded',
    refunds: (count: number) => (count === 1 ? '1 refund' : `${count} refunds`),
    net: 'Net',
    netHint: 'after refunds, before fees',
    was: (amount: string, period: string) => `${amount} in ${period}`,
  },
  {
    de: {
      failed: 'Die Summen konnten nicht geladen werden',
      outstandingFailed: 'Offene Beträge konnten nicht geladen werden',
      retry: 'Erneut versuchen',
      outstanding: 'Offen',
      outstandingNow: 'Jetzt offen',
      forBookings: (amount) => `${amount} für Buchungen`,
      forFees: (amount) => `${amount} für Gebühren`,
      forPlans: (amount) => `${amount} für Tarife`,
      debtors: 'Mitglieder mit offenen Beträgen',
      received: 'Eingenommen',
      payments: (count) => (count === 1 ? '1 Zahlung' : `${count} Zahlungen`),
      refunded: 'Erstattet',
      refunds: (count) => (count === 1 ? '1 Erstattung' : `${count} Erstattungen`),
      net: 'Netto',
      netHint: 'nach Erstattungen, vor Gebühren',
      was: (amount, period) => `${period}: ${amount}`,
    },
  },
)

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
  if (!totals)
    return now.error ? <TotalsFailed title={currentMessages(messages).failed} retry={() => void now.refetch()} /> : <CardSkeletons cards={3} height={122} />
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
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('moneyLists.getOutstanding', {}, keepPrevious)
  if (found.error) return <TotalsFailed title={t.outstandingFailed} retry={() => void found.refetch()} />
  if (!found.data || found.data.outstanding.length === 0) return null
  return (
    <Box component="section" aria-label={t.outstanding} mb="md">
      <dl className={chart.numbers}>
        {found.data.outstanding.map(({ currency, amount, bookings, fees, plans }) => {
          const inMoney = (value: string) => formatPrice({ value, currency }, site)
          const parts = [
            { value: bookings, say: t.forBookings },
            { value: fees, say: t.forFees },
            { value: plans, say: t.forPlans },
          ].flatMap(({ value = '0', say }) => (Number(value) > 0 ? say(inMoney(value)) : []))
          return (
            <div key={currency}>
              <dt>{t.outstandingNow}</dt>
              <dd>
                {inMoney(amount)}
                <small>{parts.join(', ')}</small>
                <Allowed operation={['members.queryMembers', 'clients.getClientFigures', 'checkout.listOwedOnPlans']}>
                  <small>
                    <DashboardLink to="/dashboard/members" search={{ only: 'owes' }}>
                      {t.debtors}
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

const TotalsFailed = ({ title, retry }: { title: string; retry: () => void }) => (
  <Notice tone="bad" title={title}>
    <Button variant="default" size="sm" onClick={retry}>
      {currentMessages(messages).retry}
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
  const t = useMessages(messages)
  const inMoney = (value: number) => formatPrice({ value: String(value), currency }, site)
  const figures = [
    { name: t.received, value: Number(now.received), was: before && Number(before.received), note: t.payments(now.payments) },
    { name: t.refunded, value: Number(now.refunded), was: before && Number(before.refunded), note: t.refunds(now.refunds) },
    {
      name: t.net,
      value: Number(now.received) - Number(now.refunded),
      was: before && Number(before.received) - Number(before.refunded),
      note: t.netHint,
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
              {before && was !== undefined && <small>{t.was(inMoney(was), before.label)}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </Box>
  )
}
