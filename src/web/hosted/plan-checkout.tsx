/** Buying a plan: the summary comes first, signed out or not; then who you are, in place; then the card. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { ApiError, queryClient, useAsk, useIsMember } from '../api.ts'
import { EmptyState, ErrorState, Skeletons } from '../kit/states.tsx'
import { useDraft } from '../kit/draft.ts'
import { sayNow, useWords } from '../kit/words.ts'
import { useSite } from '../site-context.tsx'
import { noCard } from './card-draft.ts'
import { FLOW, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { said } from './plan-checkout.words.tsx'
import { noWish, planOfOrder, priceOfOrder, usePlanPrice } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'

// Nobody needs both at once.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))
const PayPlan = lazy(async () => ({ default: (await import('./pay-plan.tsx')).PayPlan }))

export function PlanCheckout() {
  const t = useWords(said)
  const search = useSearch({ strict: false }) as { planId?: string; rs?: string; order?: string }
  const navigate = useNavigate()
  const flow = useFlow(search.rs)
  const planId = search.planId ?? flow.data?.payload?.planId ?? ''
  const member = useIsMember()
  // The first try makes the order; from then on, after a reload too, this page is about that order and its price.
  const made = useAsk('orders.getPayment', { params: { wixPayOrderId: search.order ?? '' } }, { enabled: member && Boolean(search.order) })
  const offer = useAsk('orders.getPlanForSale', { params: { id: planId } }, { enabled: planId !== '', retry: false })
  const plan = made.data ? planOfOrder(made.data) : offer.data?.plan
  // Kept here, above the question who it is: a session that ends while somebody types takes nothing away.
  const [card, setCard] = useState(noCard)
  const wishes = useDraft(`${FLOW}wish.${search.planId ?? search.rs ?? ''}`, noWish)
  const wish = wishes.fields
  const fixed = search.order !== undefined
  const site = useSite()
  const offered = usePlanPrice(fixed ? undefined : plan, member, wish, site.timeZone)
  const price = made.data ? priceOfOrder(made.data) : offered.price
  const { objection, refetch } = offered
  const error = made.error ?? offered.error
  const [wasMember, setWasMember] = useState(member)
  if (member && !wasMember) setWasMember(true)
  const expired = wasMember && !member
  /** What was shown is what is charged: a price that has changed meanwhile is shown first. */
  const checkPrice = async () => {
    if (fixed) return
    const fresh = (await offer.refetch()).data?.plan
    const spans = await refetch()
    void queryClient.invalidateQueries({ queryKey: ['plan'] })
    const changed = spans && price && JSON.stringify(spans) !== JSON.stringify(price.spans)
    if (changed || (fresh && plan && JSON.stringify(fresh.pricing) !== JSON.stringify(plan.pricing))) throw new ApiError(409, sayNow(said).newPrice)
  }
  if (!plan && (planId === '' || gone.has(offer.error?.code ?? '')))
    return (
      <HostedFrame title={t.checkout} rs={search.rs}>
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
      </HostedFrame>
    )
  return (
    <HostedFrame title={t.checkout} rs={search.rs} wide>
      <h1 className="sr">{t.checkout}</h1>
      <div className="two">
        <div>
          <Suspense fallback={<Skeletons kind="text" count={4} />}>
            {member ? (
              made.data && !made.data.payable ? (
                <NothingToPay order={made.data.order} planId={planId} />
              ) : plan && price ? (
                <PayPlan
                  plan={plan}
                  price={price}
                  rs={search.rs}
                  card={card}
                  onCard={setCard}
                  wish={wish}
                  onWish={wishes.change}
                  fixed={fixed}
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
            <ErrorState error={error} onRetry={() => void (made.error ? made : offer).refetch()} />
          ) : plan ? (
            <PlanSummary plan={plan} price={price} wish={wish} onWish={wishes.change} fixed={fixed} objection={objection} />
          ) : offer.error ? (
            <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
          ) : null}
        </aside>
      </div>
    </HostedFrame>
  )
}

/** Why there is no plan to show that a second try would not change. */
const gone = new Set(['plan_not_found', 'archived_plan', 'PRICING_PLANS_NOT_INSTALLED'])

/** The order of an earlier try is paid or was given up. */
function NothingToPay({ order, planId }: { order: { id: string; status: string }; planId: string }) {
  const t = useWords(said)
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
