/** Checkout of a plan: summary, sign-in in place, payment. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError, queryClient, useApiQuery, useIsMember } from '../api.ts'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useDraft } from '../kit/draft.ts'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { useSite } from '../site-context.tsx'
import { planCheckoutSearch } from '../site-search.ts'
import { noCard } from './card-draft.ts'
import { flowDraftPrefix, useFlow } from './flow.ts'
import { HostedLayout } from './layout.tsx'
import { messages } from './plan-checkout.messages.tsx'
import { emptySelection, planOfOrder, priceOfOrder, usePlanPrice } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'

// Only one of the two is needed at a time.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))
const PayPlan = lazy(async () => ({ default: (await import('./pay-plan.tsx')).PayPlan }))

export function PlanCheckout() {
  const t = useMessages(messages)
  const search = useSearchParams(planCheckoutSearch)
  const navigate = useNavigate()
  const flow = useFlow(search.rs)
  const planId = search.planId ?? flow.data?.payload?.planId ?? ''
  const member = useIsMember()
  // The first attempt creates the order; from then on, after a reload too, the page shows that order and its price.
  const orderQuery = useApiQuery('checkout.getPayment', { params: { wixPayOrderId: search.order ?? '' } }, { enabled: member && Boolean(search.order) })
  const offer = useApiQuery('checkout.getPlanForSale', { params: { id: planId } }, { enabled: planId !== '', retry: false })
  const plan = orderQuery.data ? planOfOrder(orderQuery.data) : offer.data?.plan
  // Kept above the sign-in, so that an expired session loses no input.
  const [card, setCard] = useState(noCard)
  const selectionDraft = useDraft(`${flowDraftPrefix}wish.${search.planId ?? search.rs ?? ''}`, emptySelection)
  const selection = selectionDraft.fields
  const isOrdered = search.order !== undefined
  const site = useSite()
  const offered = usePlanPrice(isOrdered ? undefined : plan, member, selection, site.timeZone)
  const price = orderQuery.data ? priceOfOrder(orderQuery.data) : offered.price
  const { objection: selectionError, refetch } = offered
  const error = orderQuery.error ?? offered.error
  const [wasMember, setWasMember] = useState(member)
  if (member && !wasMember) setWasMember(true)
  const expired = wasMember && !member
  /** Charges only the price that was shown: a changed one is shown first. */
  const checkPrice = async () => {
    if (isOrdered) return
    const fresh = (await offer.refetch()).data?.plan
    const spans = await refetch()
    void queryClient.invalidateQueries({ queryKey: ['plan'] })
    const changed = spans && price && JSON.stringify(spans) !== JSON.stringify(price.spans)
    if (changed || (fresh && plan && JSON.stringify(fresh.pricing) !== JSON.stringify(plan.pricing)))
      throw new ApiError(409, currentMessages(messages).newPrice)
  }
  if (!plan && (planId === '' || unavailableCodes.has(offer.error?.code ?? '')))
    return (
      <HostedLayout title={t.checkout} rs={search.rs}>
        <h1 className="sr">{t.checkout}</h1>
        <div className="card">
          <EmptyState
            title={offer.error?.code === 'PRICING_PLANS_NOT_INSTALLED' ? t.notSold : t.noLongerSold}
            action={
              <a className="link" href="/plans">
                {t.allPlans}
              </a>
            }
          />
        </div>
      </HostedLayout>
    )
  return (
    <HostedLayout title={t.checkout} rs={search.rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      <div className="two">
        <div>
          <Suspense fallback={<Skeletons kind="text" count={4} />}>
            {member ? (
              orderQuery.data && !orderQuery.data.payable ? (
                <NothingToPay order={orderQuery.data.order} planId={planId} />
              ) : plan && price ? (
                <PayPlan
                  plan={plan}
                  price={price}
                  rs={search.rs}
                  card={card}
                  onCard={setCard}
                  selection={selection}
                  onSelect={selectionDraft.change}
                  isOrdered={isOrdered}
                  order={search.order}
                  onOrder={(order) => void navigate({ to: '.', search: { ...search, order } as never, replace: true })}
                  checkPrice={checkPrice}
                />
              ) : plan && !error ? (
                <Skeletons kind="text" count={4} />
              ) : null
            ) : (
              <SignIn
                key={expired ? 'again' : 'first'}
                mode={expired ? 'in' : 'up'}
                rs={search.rs}
                title={t.signInToGoOn}
                note={expired ? t.ended : undefined}
                onSignedIn={() => undefined}
              />
            )}
          </Suspense>
        </div>
        <aside className="card stack" aria-label={t.summary}>
          <h2>{t.summary}</h2>
          {!plan && offer.isPending && planId ? (
            <Skeletons kind="text" count={3} />
          ) : plan && error ? (
            <ErrorState error={error} onRetry={() => void (orderQuery.error ? orderQuery : offer).refetch()} />
          ) : plan ? (
            <PlanSummary
              plan={plan}
              price={price}
              selection={selection}
              onSelect={selectionDraft.change}
              isOrdered={isOrdered}
              selectionError={selectionError}
            />
          ) : offer.error ? (
            <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
          ) : null}
        </aside>
      </div>
    </HostedLayout>
  )
}

/** Why the plan cannot be shown, where a retry would not help. */
const unavailableCodes = new Set(['plan_not_found', 'archived_plan', 'PRICING_PLANS_NOT_INSTALLED'])

/** The order of an earlier attempt is paid or was cancelled. */
function NothingToPay({ order, planId }: { order: { id: string; status: string }; planId: string }) {
  const t = useMessages(messages)
  const isOver = order.status === 'CANCELED'
  return (
    <div className="card stack">
      <EmptyState
        title={isOver ? t.givenUp : t.isPaid}
        action={
          <a className="link" href={isOver ? `/hosted/plans/checkout?planId=${planId}` : '/account?tab=plans'}>
            {isOver ? t.startAgain : t.myPlans}
          </a>
        }
      >
        {isOver ? t.keptADay : t.nothingLeft}
      </EmptyState>
    </div>
  )
}
