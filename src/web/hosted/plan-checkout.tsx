/** Buying a plan: the summary comes first, signed out or not; then who you are, in place; then the card. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, queryClient, useAsk, useIsMember } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { dayIn } from '../kit/month.tsx'
import { EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { useMyself } from '../site/catalog.ts'
import { useSite } from '../site-context.tsx'
import type { PublicPlan } from '../site/parts.tsx'
import type { ReplyOf } from '../operations.ts'
import { type CardDraft, CardFields, Challenge, declineInWords, noCard, toCard } from './card-form.tsx'
import { finish, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { noWish, planOfOrder, type PlanPrice, priceOfOrder, usePlanPrice, type Wish, wishBody } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'
import { backToPay } from './returned.tsx'
import { SignIn } from './sign-in.tsx'

export function PlanCheckout() {
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
  const [wish, setWish] = useState(noWish)
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
    if (changed || (fresh && plan && JSON.stringify(fresh.pricing) !== JSON.stringify(plan.pricing)))
      throw new ApiError(409, 'The price has changed since you opened this page. Nothing was charged: please look at the new price and decide again.')
  }
  if (!plan && (planId === '' || gone.has(offer.error?.code ?? '')))
    return (
      <HostedFrame title="Checkout" rs={search.rs}>
        <h1 className="sr">Checkout</h1>
        <div className="card">
          <EmptyState
            title={offer.error?.code === 'PRICING_PLANS_NOT_INSTALLED' ? 'Plans are not sold at the moment' : 'This plan is no longer sold'}
            action={
              <a className="link" href="/plans">
                See all plans
              </a>
            }
          />
        </div>
      </HostedFrame>
    )
  return (
    <HostedFrame title="Checkout" rs={search.rs} wide>
      <h1 className="sr">Checkout</h1>
      <div className="two">
        <div>
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
                onWish={setWish}
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
              title="Sign in to go on"
              note={expired ? 'Your session has ended. Sign in again; what you typed is kept.' : undefined}
              onSignedIn={() => undefined}
            />
          )}
        </div>
        <aside className="card stack" aria-label="Order summary">
          <h2>Order summary</h2>
          {!plan && offer.isPending && planId ? (
            <Skeletons kind="text" count={3} />
          ) : plan && error ? (
            <ErrorState error={error} onRetry={() => void (made.error ? made : offer).refetch()} />
          ) : plan ? (
            <PlanSummary plan={plan} price={price} wish={wish} onWish={setWish} fixed={fixed} objection={objection} />
          ) : offer.error ? (
            <ErrorState error={offer.error} onRetry={() => void offer.refetch()} />
          ) : null}
        </aside>
      </div>
    </HostedFrame>
  )
}

interface PayPlanProps {
  plan: PublicPlan
  price: PlanPrice
  rs: string | undefined
  card: CardDraft
  onCard: (card: CardDraft) => void
  wish: Wish
  onWish: (wish: Wish) => void
  fixed: boolean
  /** The payment of the order that an earlier try made. */
  order: string | undefined
  onOrder: (wixPayOrderId: string) => void
  checkPrice: () => Promise<void>
}
function PayPlan({ plan, price, rs, card, onCard, wish, onWish, fixed, order: earlier, onOrder, checkPrice }: PayPlanProps) {
  const me = useMyself()
  const site = useSite()
  const [asked, setAsked] = useState<ReplyOf<'orders.buyPlan'>>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [agreed, setAgreed] = useState('')
  const [words, setWords] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const page = useAsk('orders.getPaymentPage', {}).data
  const isElsewhere = page?.page === 'hosted'
  const free = price.spans.every((span) => Number(span.price.total) === 0)
  const needsCard = !free && !isElsewhere && page?.page !== 'none'
  const settle = async (reply: ReplyOf<'orders.buyPlan'>) => {
    if (reply.url) return location.assign(reply.url)
    if (reply.outcome === 'requires_action') {
      setAsked(reply)
      return
    }
    setAsked(undefined)
    if (reply.outcome === 'declined') throw new ApiError(402, reply.message || declineInWords(reply.declineCode))
    if (reply.outcome === 'unknown' || reply.outcome === 'processing') return location.assign(backToPay(reply.order.wixPayOrderId ?? '', rs))
    await finish(rs, { planOrderId: reply.order.id })
  }
  /** What must be said before anything is ordered. */
  const check = () => {
    const wrong = []
    if (plan.termsAndConditions && agreed !== 'true') wrong.push({ field: 'terms', description: 'please agree to the terms' })
    if (plan.formId && words.trim() === '') wrong.push({ field: 'answer', description: 'please answer' })
    if (wrong.length > 0) invalid(wrong)
  }
  const order = async (atDesk: boolean) => {
    check()
    const paid = atDesk ? { atDesk: true } : needsCard ? { card: toCard(card) } : {}
    await checkPrice()
    const submission = plan.formId && !fixed ? await call('orders.submitForm', { body: { formId: plan.formId, answers: { answer: words.trim() } } }) : undefined
    const body = { planId: plan.id, ...submission, ...(rs ? { rs } : {}), key, ...wishBody(wish, site.timeZone), ...paid }
    const reply =
      earlier && !atDesk
        ? await call('orders.pay', { params: { wixPayOrderId: earlier }, body: isElsewhere ? { returnUrl: backToPay(earlier, rs) } : { card: toCard(card) } })
        : await call('orders.buyPlan', { body })
    // From now on there is an order: another coupon or day would be another order.
    if (reply.order.status === 'DRAFT' && reply.order.wixPayOrderId) onOrder(reply.order.wixPayOrderId)
    await settle(reply)
  }
  const payAtDesk = async () => {
    setBusy(true)
    setFailure('')
    try {
      await order(true)
    } catch (error) {
      setFailure(
        error instanceof ApiError && error.violations.length > 0 ? error.violations.map(({ description }) => description).join(', ') : (error as Error).message,
      )
    } finally {
      setBusy(false)
    }
  }
  const answer = async (choice: 'approve' | 'reject') => {
    if (!asked?.attemptId || !asked.order.wixPayOrderId) return
    setBusy(true)
    setFailure('')
    try {
      await settle(
        await call('orders.answerChallenge', { params: { wixPayOrderId: asked.order.wixPayOrderId }, body: { attemptId: asked.attemptId, answer: choice } }),
      )
    } catch (error) {
      setAsked(undefined)
      setFailure((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="card stack">
      <h2>{free ? 'Confirm' : 'Payment'}</h2>
      <p className="dim small">Signed in as {me.data?.member?.loginEmail ?? 'a member'}.</p>
      {failure ? (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      ) : null}
      {price.limitReached && !fixed ? (
        <EmptyState
          title="You have this plan already"
          action={
            <a className="link" href="/account?tab=plans">
              My plans
            </a>
          }
        >
          It can be bought once by each person.
        </EmptyState>
      ) : asked ? (
        <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} />
      ) : !free && page?.page === 'none' && !page.payAtDesk ? (
        <EmptyState title="Plans cannot be paid online at the moment">Please ask us; we sell them at the desk.</EmptyState>
      ) : (
        <Form
          label="Payment"
          submit={
            free ? (
              'Start this plan'
            ) : page?.page === 'none' ? undefined : price.trialDays > 0 ? (
              'Start the free trial'
            ) : (
              <>
                Pay&nbsp;
                <Money value={price.dueToday} currency={plan.pricing.price.currency} />
              </>
            )
          }
          onSubmit={() => order(false)}
          explain={sayRefusal}
        >
          {plan.allowFutureStartDate && !fixed ? (
            <FormField
              name="startDate"
              label="Starts on"
              type="date"
              min={dayIn(site.timeZone)}
              value={wish.start}
              onChange={(start) => onWish({ ...wish, start })}
              hint="Empty means at once."
            />
          ) : null}
          {plan.formId && !fixed ? (
            <FormField name="answer" label="What should we know about you?" type="textarea" required maxLength={2000} value={words} onChange={setWords} />
          ) : null}
          {needsCard ? <CardFields card={card} onChange={onCard} /> : null}
          {!free && isElsewhere ? <p className="dim small">You go on to the secure page of the payment provider.</p> : null}
          {plan.termsAndConditions ? (
            <>
              <details className="small">
                <summary className="summary">Terms of {plan.name}</summary>
                <p className="terms">{plan.termsAndConditions}</p>
              </details>
              <FormField name="terms" label="I agree to the terms" type="checkbox" required value={agreed} onChange={setAgreed} />
            </>
          ) : null}
        </Form>
      )}
      {!free && page?.payAtDesk && !asked && !fixed && !price.limitReached ? (
        <Button variant="default" busy={busy} onClick={() => void payAtDesk()}>
          Pay at the front desk instead
        </Button>
      ) : null}
    </div>
  )
}
/** Why there is no plan to show that a second try would not change. */
const gone = new Set(['plan_not_found', 'archived_plan', 'PRICING_PLANS_NOT_INSTALLED'])

/** The order of an earlier try is paid or was given up. */
function NothingToPay({ order, planId }: { order: { id: string; status: string }; planId: string }) {
  const isOver = order.status === 'CANCELED'
  return (
    <div className="card stack">
      <EmptyState
        title={isOver ? 'This order was given up' : 'This plan is paid'}
        action={
          <a className="link" href={isOver ? `/hosted/plans/checkout?planId=${planId}` : '/account?tab=plans'}>
            {isOver ? 'Start again' : 'My plans'}
          </a>
        }
      >
        {isOver ? 'An unpaid order is kept for a day. Nothing was charged.' : 'There is nothing left to pay.'}
      </EmptyState>
    </div>
  )
}

const sayRefusal = (error: ApiError) =>
  error.code === 'purchases_limit_reached'
    ? 'You have bought this plan as often as it can be bought.'
    : error.code === 'archived_plan'
      ? 'This plan is no longer sold.'
      : error.message
