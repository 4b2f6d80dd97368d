import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Page, Tabs } from '../parts/page.tsx'
import { useApiQuery } from '#web/api.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { ListSkeleton } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { Allowed } from '../permissions.tsx'
import { moneySearch } from '../search-params.ts'
import { Ledger } from './ledger.tsx'
import { Checks } from './checks.tsx'
import { Documents } from './documents.tsx'
import { Payments } from './payments.tsx'
import { ProviderNotice } from './provider-notice.tsx'
import { Disputes, Refunds } from './refunds.tsx'
import { Retries } from './retries.tsx'
import { Tax } from './tax.tsx'
import { sharedMessages } from './lists.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Money',
    sell: 'Sell plan',
    unmatched: (count: number) => (count === 1 ? '1 unmatched payment' : `${count} unmatched payments`),
    unmatchedText: 'Your payment provider received money that doesn’t match any booking or plan.',
    review: 'Review',
    retries: 'Failed payments',
    payouts: 'Payouts',
    ledger: 'Ledger',
    receipts: 'Receipts',
    checks: 'Checks',
    tax: 'Tax and terms',
    noPayouts: 'You don’t have permission to see payouts.',
  },
  {
    de: {
      title: 'Zahlungen',
      sell: 'Tarif verkaufen',
      unmatched: (count) => (count === 1 ? '1 nicht zugeordnete Zahlung' : `${count} nicht zugeordnete Zahlungen`),
      unmatchedText: 'Dein Zahlungsanbieter hat Geld erhalten, das zu keiner Buchung und keinem Tarif passt.',
      review: 'Prüfen',
      retries: 'Fehlgeschlagene Zahlungen',
      payouts: 'Auszahlungen',
      ledger: 'Hauptbuch',
      receipts: 'Belege',
      checks: 'Prüfungen',
      tax: 'Steuer und Bedingungen',
      noPayouts: 'Du darfst die Auszahlungen nicht ansehen.',
    },
  },
)

const SellPlan = lazy(async () => ({ default: (await import('../parts/sell-plan.tsx')).SellPlan }))
const Payouts = lazy(async () => ({ default: (await import('./payouts.tsx')).Payouts }))

/** What a sale at the front desk calls. */
const sale = ['orders.createOfflineOrder', 'plans.listPlans'] as const

/** Where the money is: what came in, what is due, what went back, and the ledger. */
export function MoneyScreen() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(moneySearch)
  const tab = url.tab ?? 'payments'
  const waiting = useApiQuery('renewals.listRetries', { query: { limit: 1 } })
  const disputed = useApiQuery('moneyLists.listDisputes', { query: { limit: 1, states: ['OPEN'] } })
  const unclaimed = useApiQuery('moneyLists.listPayments', { query: { limit: 1, states: ['UNCLAIMED'] } })
  const unclaimedCount = unclaimed.data?.total ?? 0
  return (
    <Page
      title={t.title}
      wide="list"
      action={
        <Allowed operation={sale}>
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ new: 'sale' }, { push: true })}>
            {t.sell}
          </Button>
        </Allowed>
      }
    >
      <ProviderNotice />
      {unclaimedCount > 0 && (
        <Notice tone="wait" title={t.unmatched(unclaimedCount)}>
          {t.unmatchedText}{' '}
          <DashboardLink to="/dashboard/money" search={{ tab: 'payments', state: 'UNCLAIMED' }}>
            {t.review}
          </DashboardLink>
        </Notice>
      )}
      <Tabs
        label={t.title}
        current={tab}
        items={[
          { value: 'payments', label: shared.payments },
          { value: 'refunds', label: shared.refunds },
          { value: 'disputes', label: shared.disputes, ...(disputed.data ? { count: disputed.data.total } : {}) },
          { value: 'retries', label: t.retries, ...(waiting.data ? { count: waiting.data.total } : {}) },
          { value: 'payouts', label: t.payouts, operation: 'payouts.listPayouts' },
          { value: 'ledger', label: t.ledger },
          { value: 'receipts', label: t.receipts },
          { value: 'checks', label: t.checks },
          { value: 'tax', label: t.tax },
        ]}
      />
      {tab === 'refunds' ? (
        <Refunds />
      ) : tab === 'disputes' ? (
        <Disputes />
      ) : tab === 'retries' ? (
        <Retries />
      ) : tab === 'payouts' ? (
        <Allowed operation="payouts.listPayouts" otherwise={<Text>{t.noPayouts}</Text>}>
          <Suspense fallback={<ListSkeleton />}>
            <Payouts />
          </Suspense>
        </Allowed>
      ) : tab === 'ledger' ? (
        <Ledger />
      ) : tab === 'receipts' ? (
        <Documents />
      ) : tab === 'checks' ? (
        <Checks />
      ) : tab === 'tax' ? (
        <Tax />
      ) : (
        <Payments />
      )}
      {url.new === 'sale' && (
        <Allowed operation={sale}>
          <Suspense fallback={null}>
            <SellPlan open onClose={() => setUrl({ new: undefined })} />
          </Suspense>
        </Allowed>
      )}
    </Page>
  )
}
