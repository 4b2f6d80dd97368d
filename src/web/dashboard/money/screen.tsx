import { Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
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

const SellPlan = lazy(async () => ({ default: (await import('../parts/sell-plan.tsx')).SellPlan }))
const Payouts = lazy(async () => ({ default: (await import('./payouts.tsx')).Payouts }))

/** What a sale at the desk calls. */
const sale = ['orders.createOfflineOrder', 'plans.listPlans'] as const

/** Where the money is: what came in, what is due, what went back, and the ledger. */
export function MoneyScreen() {
  const [url, setUrl] = useSearchState(moneySearch)
  const tab = url.tab ?? 'payments'
  const waiting = useApiQuery('renewals.listRetries', { query: { limit: 1 } })
  const disputed = useApiQuery('moneyLists.listDisputes', { query: { limit: 1, states: ['OPEN'] } })
  const unclaimed = useApiQuery('moneyLists.listPayments', { query: { limit: 1, states: ['UNCLAIMED'] } })
  const unclaimedCount = unclaimed.data?.total ?? 0
  return (
    <Page
      title="Money"
      wide="list"
      action={
        <Allowed operation={sale}>
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ new: 'sale' }, { push: true })}>
            Sell plan
          </Button>
        </Allowed>
      }
    >
      <ProviderNotice />
      {unclaimedCount > 0 && (
        <Notice tone="wait" title={unclaimedCount === 1 ? '1 unmatched payment' : `${unclaimedCount} unmatched payments`}>
          Your payment provider received money that doesn’t match any booking or plan.{' '}
          <DashboardLink to="/dashboard/money" search={{ tab: 'payments', state: 'UNCLAIMED' }}>
            Review
          </DashboardLink>
        </Notice>
      )}
      <Tabs
        label="Money"
        current={tab}
        items={[
          { value: 'payments', label: 'Payments' },
          { value: 'refunds', label: 'Refunds' },
          { value: 'disputes', label: 'Disputes', ...(disputed.data ? { count: disputed.data.total } : {}) },
          { value: 'retries', label: 'Failed payments', ...(waiting.data ? { count: waiting.data.total } : {}) },
          { value: 'payouts', label: 'Payouts', operation: 'payouts.listPayouts' },
          { value: 'ledger', label: 'Ledger' },
          { value: 'receipts', label: 'Receipts' },
          { value: 'checks', label: 'Checks' },
          { value: 'tax', label: 'Tax and terms' },
        ]}
      />
      {tab === 'refunds' ? (
        <Refunds />
      ) : tab === 'disputes' ? (
        <Disputes />
      ) : tab === 'retries' ? (
        <Retries />
      ) : tab === 'payouts' ? (
        <Allowed operation="payouts.listPayouts" otherwise={<Text>You don’t have permission to see payouts.</Text>}>
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
