import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Allowed } from '../permissions.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { plansSearch } from '../search-params.ts'
import { Coupons } from './coupons.tsx'
import { PlanCards } from './plan-cards.tsx'
import { Subscriptions } from './subscriptions.tsx'

/** Plans as customers see them, and who holds them. */
export function PlansScreen() {
  const [url, setUrl] = useSearchState(plansSearch)
  const tab = url.tab ?? 'plans'
  return (
    <Page
      title="Plans"
      wide="list"
      action={
        tab === 'coupons' ? (
          <Allowed operation="coupons.createCoupon">
            <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'coupon' })}>
              New coupon
            </Button>
          </Allowed>
        ) : tab === 'subscriptions' ? (
          <Allowed operation="orders.createOfflineOrder">
            <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'order' })}>
              Sell plan
            </Button>
          </Allowed>
        ) : (
          <Allowed operation="plans.createPlan">
            <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'new' })}>
              New plan
            </Button>
          </Allowed>
        )
      }
    >
      <Tabs
        label="Plans"
        current={tab}
        items={[
          { value: 'plans', label: 'Plans' },
          { value: 'subscriptions', operation: 'orders.managementListOrders', label: 'Subscriptions' },
          { value: 'coupons', label: 'Coupons' },
          { value: 'archived', label: 'Archived' },
        ]}
      />
      {tab === 'coupons' ? <Coupons /> : tab === 'subscriptions' ? <Subscriptions /> : <PlanCards archived={tab === 'archived'} />}
    </Page>
  )
}
