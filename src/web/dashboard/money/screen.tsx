import { Page, Tabs } from '../parts/page.tsx'
import { useAsk } from '#web/api.ts'
import { Go } from '../parts/go.tsx'
import { Notice } from '../parts/notice.tsx'
import { useUrl } from '../parts/url.ts'
import { Books } from './books.tsx'
import { Checks } from './checks.tsx'
import { Papers } from './papers.tsx'
import { Payments } from './payments.tsx'
import { Provider } from './provider.tsx'
import { Disputes, Refunds } from './refunds.tsx'
import { Retries } from './retries.tsx'
import { Tax } from './tax.tsx'

/** Where the money is: what came in, what waits, what went back, and the books behind it. */
export function MoneyScreen() {
  const [url] = useUrl<{ tab?: string }>()
  const tab = url.tab ?? 'payments'
  const waiting = useAsk('orders.listRetries', { query: { limit: 1 } })
  const disputed = useAsk('orders.listDisputes', { query: { limit: 1, states: ['OPEN'] } })
  const unclaimed = useAsk('orders.listPayments', { query: { limit: 1, states: ['UNCLAIMED'] } })
  const lost = unclaimed.data?.total ?? 0
  return (
    <Page title="Money">
      <Provider />
      {lost > 0 && (
        <Notice tone="wait" title={lost === 1 ? 'A payment belongs to nothing here' : `${lost} payments belong to nothing here`}>
          Your payment provider took money that no booking and no plan knows.{' '}
          <Go to="/dashboard/money" search={{ tab: 'payments', state: 'UNCLAIMED' }}>
            See to it
          </Go>
        </Notice>
      )}
      <Tabs
        label="Money"
        current={tab}
        items={[
          { value: 'payments', label: 'Payments' },
          { value: 'refunds', label: 'Refunds' },
          { value: 'disputes', label: 'Disputes', ...(disputed.data ? { count: disputed.data.total } : {}) },
          { value: 'retries', label: 'Retries', ...(waiting.data ? { count: waiting.data.total } : {}) },
          { value: 'books', label: 'Books' },
          { value: 'papers', label: 'Receipts' },
          { value: 'checks', label: 'Checks' },
          { value: 'tax', label: 'Terms & tax' },
        ]}
      />
      {tab === 'refunds' ? (
        <Refunds />
      ) : tab === 'disputes' ? (
        <Disputes />
      ) : tab === 'retries' ? (
        <Retries />
      ) : tab === 'books' ? (
        <Books />
      ) : tab === 'papers' ? (
        <Papers />
      ) : tab === 'checks' ? (
        <Checks />
      ) : tab === 'tax' ? (
        <Tax />
      ) : (
        <Payments />
      )}
    </Page>
  )
}
