/** Buying a plan: the summary comes first, signed out or not; then who you are, in place; then the card. */
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, queryClient, useAsk, useIsMember } from '../api.ts'
import { Form } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { EmptyState, ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { useMyself } from '../site/catalog.ts'
import { periodInWords, type PublicPlan } from '../site/parts.tsx'
import type { ReplyOf } from '../operations.ts'
import { type CardDraft, CardFields, Challenge, declineInWords, noCard, toCard } from './card-form.tsx'
import { finish, useFlow } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { backToPay } from './returned.tsx'
import { SignIn } from './sign-in.tsx'

export function PlanCheckout() {
  const search = useSearch({ strict: false }) as { planId?: string; rs?: string }
  const flow = useFlow(search.rs)
  const planId = search.planId ?? flow.data?.payload?.planId ?? ''
  const member = useIsMember()
  const plans = useAsk('plans.listPublicPlans', { query: { planIds: [planId] } }, { enabled: planId !== '' })
  const plan = plans.data?.plans.find((one) => one.id === planId)
  // Kept here, above the question who it is: a session that ends while somebody types takes nothing away.
  const [card, setCard] = useState(noCard)
  const [wasMember, setWasMember] = useState(member)
  if (member && !wasMember) setWasMember(true)
  const expired = wasMember && !member
  /** What was shown is what is charged: a price that has changed meanwhile is shown first. */
  const checkPrice = async () => {
    const fresh = (await plans.refetch()).data?.plans.find((one) => one.id === planId)
    void queryClient.invalidateQueries({ queryKey: ['plan'] })
    if (fresh && plan && JSON.stringify(fresh.pricing) !== JSON.stringify(plan.pricing))
      throw new ApiError(409, 'The price has changed since you opened this page. Nothing was charged: please look at the new price and decide again.')
  }
  return (
    <HostedFrame title="Checkout" rs={search.rs} wide>
      <h1 className="sr">Checkout</h1>
      <div className="two">
        <div>
          {member ? (
            plan ? (
              <PayPlan plan={plan} rs={search.rs} card={card} onCard={setCard} checkPrice={checkPrice} />
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
          {plans.isPending && planId ? (
            <Skeletons kind="text" count={3} />
          ) : plans.error ? (
            <ErrorState error={plans.error} onRetry={() => void plans.refetch()} />
          ) : plan ? (
            <Summary plan={plan} />
          ) : (
            <EmptyState
              title="This plan is no longer sold"
              action={
                <a className="link" href="/plans">
                  See all plans
                </a>
              }
            />
          )}
        </aside>
      </div>
    </HostedFrame>
  )
}

function Summary({ plan }: { plan: PublicPlan }) {
  const { price, freeTrialDays, feeConfigs } = plan.pricing
  const fees = feeConfigs ?? []
  const today = (freeTrialDays ? 0 : Number(price.value)) + fees.reduce((sum, one) => sum + (freeTrialDays ? 0 : Number(one.fee.amount)), 0)
  return (
    <>
      <div>
        <h3>{plan.name}</h3>
        <p className="dim small">{periodInWords(plan.pricing)}</p>
      </div>
      <dl className="sum">
        <dt>Plan</dt>
        <dd>
          <Money value={price.value} currency={price.currency} free="Free" />
        </dd>
        {fees.map((one) => (
          <div key={one.fee.name} style={{ display: 'contents' }}>
            <dt>{one.fee.name}</dt>
            <dd>
              <Money value={one.fee.amount} currency={price.currency} />
            </dd>
          </div>
        ))}
        {freeTrialDays ? (
          <>
            <dt>Free trial</dt>
            <dd>{freeTrialDays} days</dd>
          </>
        ) : null}
        <dt className="total">Due today</dt>
        <dd className="total">
          <Money value={today} currency={price.currency} />
        </dd>
      </dl>
      {freeTrialDays ? (
        <p className="small dim">
          After the trial: <Money value={price.value} currency={price.currency} /> {periodInWords(plan.pricing)}.
        </p>
      ) : null}
      {plan.perks.values.length > 0 ? (
        <ul className="small dim" style={{ margin: 0, paddingLeft: 18 }}>
          {plan.perks.values.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
      ) : null}
      {plan.buyerCanCancel && plan.pricing.subscription ? <p className="small dim">You can cancel any time in your account.</p> : null}
      {plan.termsAndConditions ? (
        <details className="small">
          <summary style={{ minHeight: 44, display: 'flex', alignItems: 'center', cursor: 'pointer' }}>Terms</summary>
          <p style={{ whiteSpace: 'pre-line' }}>{plan.termsAndConditions}</p>
        </details>
      ) : null}
    </>
  )
}

interface PayPlanProps {
  plan: PublicPlan
  rs: string | undefined
  card: CardDraft
  onCard: (card: CardDraft) => void
  checkPrice: () => Promise<void>
}
function PayPlan({ plan, rs, card, onCard, checkPrice }: PayPlanProps) {
  const me = useMyself()
  const [asked, setAsked] = useState<ReplyOf<'orders.buyPlan'>>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const isElsewhere = useAsk('orders.getPaymentPage', {}).data?.page === 'hosted'
  const free = Number(plan.pricing.price.value) === 0 && (plan.pricing.feeConfigs ?? []).length === 0
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
  const pay = async () => {
    const paid = free || isElsewhere ? {} : { card: toCard(card) }
    await checkPrice()
    await settle(await call('orders.buyPlan', { body: { planId: plan.id, ...(rs ? { rs } : {}), key, ...paid } }))
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
      {asked ? (
        <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} />
      ) : (
        <Form
          label="Payment"
          submit={
            free ? (
              'Start this plan'
            ) : plan.pricing.freeTrialDays ? (
              'Start the free trial'
            ) : (
              <>
                Pay&nbsp;
                <Money
                  value={Number(plan.pricing.price.value) + (plan.pricing.feeConfigs ?? []).reduce((sum, one) => sum + Number(one.fee.amount), 0)}
                  currency={plan.pricing.price.currency}
                />
              </>
            )
          }
          onSubmit={pay}
          explain={sayRefusal}
        >
          {free ? null : isElsewhere ? (
            <p className="dim small">You go on to the secure page of the payment provider.</p>
          ) : (
            <CardFields card={card} onChange={onCard} />
          )}
        </Form>
      )}
    </div>
  )
}
const sayRefusal = (error: ApiError) =>
  error.code === 'purchases_limit_reached'
    ? 'You have bought this plan as often as it can be bought.'
    : error.code === 'archived_plan'
      ? 'This plan is no longer sold.'
      : error.message
