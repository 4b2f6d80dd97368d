/** Checkout of a plan: summary, sign-in in place, payment. */
import { lazy, Suspense, useState } from 'react'
import { ApiError, queryClient, useApiQuery, useIsMember } from '../api.ts'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useDraft } from '../kit/draft.ts'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { useSite } from '../site-context.tsx'
import { planCheckoutSearch } from '../site-search.ts'
import { noCard } from './card-draft.ts'
import { flowDraftPrefix, readCheckoutData, useFlow } from './flow.ts'
import type { PlanPurpose } from './use-payment.ts'
import { HostedLayout } from './layout.tsx'
import { messages } from './plan-checkout.messages.tsx'
import { emptySelection, planOfOrder, priceOfOrder, usePlanPrice } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'
import { useChangeSearch } from '../navigation.tsx'

// Only one of the two is needed at a time.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))
const PayPlan = lazy(async () => ({ default: (await import('./pay-plan.tsx')).PayPlan }))

/** The plan on offer or already ordered, its price, and what is chosen and typed. */
function usePlanCheckout() {
  const search = useSearchParams(planCheckoutSearch)
  const changeSearch = useChangeSearch<typeof planCheckoutSearch>()
  const flow = useFlow(search.rs)
  const planId = search.planId ?? flow.data?.payload?.planId ?? ''
  const purpose = toPurpose(flow.data?.payload?.checkoutData ?? search.checkoutData)
  const member = useIsMember()
  // The first attempt creates the order; from then on, after a reload too, the page shows that order and its price.
  const orderQuery = useApiQuery('checkout.getPayment', { params: { wixPayOrderId: search.order ?? '' } }, { enabled: member && Boolean(search.order) })
  const offer = useApiQuery('checkout.getPlanForSale', { params: { id: planId } }, { enabled: planId !== '', retry: false })
  const plan = orderQuery.data ? planOfOrder(orderQuery.data) : offer.data?.plan
  // Kept above the sign-in, so that an expired session loses no input.
  const [card, setCard] = useState(noCard)
  const selectionDraft = useDraft(`${flowDraftPrefix}selection.${search.planId ?? search.rs ?? ''}`, emptySelection)
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
  return {
    plan,
    planId,
    offer,
    search,
    member,
    orderQuery,
    price,
    card,
    setCard,
    selection,
    selectionDraft,
    isOrdered,
    changeSearch,
    checkPrice,
    error,
    expired,
    selectionError,
    purpose,
  }
}

/** A booking that waits for the plan is gone on with once it is paid. */
function toPurpose(checkoutData: string | undefined): PlanPurpose | undefined {
  const resumeAt = readCheckoutData(checkoutData)
  return resumeAt ? { resumeAt, onPaid: async (planOrderId) => location.replace(`${resumeAt}&planOrder=${planOrderId}`) } : undefined
}

export function PlanCheckout() {
  const t = useMessages(messages)
  const checkout = usePlanCheckout()
  if (!checkout.plan && (checkout.planId === '' || unavailableCodes.has(checkout.offer.error?.code ?? '')))
    return (
      <HostedLayout title={t.checkout} rs={checkout.search.rs}>
        <h1 className="sr">{t.checkout}</h1>
        <div className="card">
          <EmptyState
            title={checkout.offer.error?.code === 'PRICING_PLANS_NOT_INSTALLED' ? t.notSold : t.noLongerSold}
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
    <HostedLayout title={t.checkout} rs={checkout.search.rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      <div className="two">
        <div>
          <Suspense fallback={<Skeletons kind="text" count={4} />}>
            {checkout.member ? (
              checkout.orderQuery.data && !checkout.orderQuery.data.payable ? (
                <NothingToPay order={checkout.orderQuery.data.order} planId={checkout.planId} />
              ) : checkout.plan && checkout.price ? (
                <PayPlan
                  plan={checkout.plan}
                  price={checkout.price}
                  rs={checkout.search.rs}
                  card={checkout.card}
                  onCard={checkout.setCard}
                  selection={checkout.selection}
                  onSelect={checkout.selectionDraft.change}
                  isOrdered={checkout.isOrdered}
                  order={checkout.search.order}
                  onOrder={(order) => checkout.changeSearch({ order }, { replace: true })}
                  checkPrice={checkout.checkPrice}
                  {...(checkout.purpose && { purpose: checkout.purpose })}
                />
              ) : checkout.plan && !checkout.error ? (
                <Skeletons kind="text" count={4} />
              ) : null
            ) : (
              <SignIn
                key={checkout.expired ? 'again' : 'first'}
                mode={checkout.expired ? 'in' : 'up'}
                rs={checkout.search.rs}
                title={t.signInToGoOn}
                note={checkout.expired ? t.ended : undefined}
                onSignedIn={() => undefined}
              />
            )}
          </Suspense>
        </div>
        <aside className="card stack" aria-label={t.summary}>
          <h2>{t.summary}</h2>
          {!checkout.plan && checkout.offer.isPending && checkout.planId ? (
            <Skeletons kind="text" count={3} />
          ) : checkout.plan && checkout.error ? (
            <ErrorState error={checkout.error} onRetry={() => void (checkout.orderQuery.error ? checkout.orderQuery : checkout.offer).refetch()} />
          ) : checkout.plan ? (
            <PlanSummary
              plan={checkout.plan}
              price={checkout.price}
              selection={checkout.selection}
              onSelect={checkout.selectionDraft.change}
              isOrdered={checkout.isOrdered}
              selectionError={checkout.selectionError}
            />
          ) : checkout.offer.error ? (
            <ErrorState error={checkout.offer.error} onRetry={() => void checkout.offer.refetch()} />
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
