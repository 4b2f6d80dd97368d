import { useAsk } from '../api.ts'
import { Page } from '../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { PlanCard } from './parts.tsx'

export function Plans() {
  const plans = useAsk('plans.listPublicPlans', { query: { limit: 100 } })
  return (
    <Page title="Plans" lead="Come often, pay less. You see everything you will pay before you decide.">
      {plans.isPending ? (
        <Skeletons kind="plans" />
      ) : plans.error?.code === 'PRICING_PLANS_NOT_INSTALLED' ? (
        <div className="card">
          <EmptyState title="Plans are not sold at the moment">You can still book single services.</EmptyState>
        </div>
      ) : plans.error ? (
        <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
      ) : plans.data.plans.length === 0 ? (
        <div className="card">
          <EmptyState title="No plans on offer yet">You can still book single services.</EmptyState>
        </div>
      ) : (
        <div className="grid plans" data-count={Math.min(plans.data.plans.length, 4)}>
          {plans.data.plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} heading="h2" />
          ))}
        </div>
      )}
    </Page>
  )
}
