import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { plansSearch } from '../search-params.ts'
import { Coupons } from './coupons.tsx'
import { PlanCards } from './plan-cards.tsx'
import { Subscriptions } from './subscriptions.tsx'
import { planMessages } from './plans.messages.ts'

/** Plans as customers see them, and who holds them. */
export function PlansScreen() {
  const t = useMessages(planMessages)
  const [url, setUrl] = useSearchState(plansSearch)
  const tab = url.tab ?? 'plans'
  return (
    <Page
      title={t.plans}
      wide="list"
      action={
        tab === 'coupons' ? (
          <Allowed operation="coupons.createCoupon">
            <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'coupon' })}>
              {t.newCoupon}
            </Button>
          </Allowed>
        ) : tab === 'subscriptions' ? (
          <Allowed operation="orders.createOfflineOrder">
            <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'order' })}>
              {t.sellPlan}
            </Button>
          </Allowed>
        ) : (
          <Allowed operation="plans.createPlan">
            <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ edit: 'new' }, { push: true })}>
              {t.newPlan}
            </Button>
          </Allowed>
        )
      }
    >
      <Tabs
        label={t.plans}
        current={tab}
        items={[
          { value: 'plans', label: t.plans },
          { value: 'subscriptions', operation: 'orders.managementListOrders', label: t.subscriptions },
          { value: 'coupons', label: t.coupons },
          { value: 'archived', label: t.archived },
        ]}
      />
      {tab === 'coupons' ? <Coupons /> : tab === 'subscriptions' ? <Subscriptions /> : <PlanCards archived={tab === 'archived'} />}
    </Page>
  )
}
