/** What a member decides and pays at the checkout of a plan. */
import { useState } from 'react'
import { type ApiError, call, useAsk } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { Form, FormField, invalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { dayIn } from '../kit/month.tsx'
import { EmptyState, Note } from '../kit/states.tsx'
import { useMyself } from '../site/catalog.ts'
import type { PublicPlan } from '../site/parts.tsx'
import { useSite } from '../site-context.tsx'
import type { CardDraft } from './card-draft.ts'
import { CardFields, Challenge, toCard } from './card-form.tsx'
import { usePaying } from './paying.ts'
import { type PlanPrice, type Wish, wishBody } from './plan-price.ts'
import { backToPay } from './returned.tsx'

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
export function PayPlan({ plan, price, rs, card, onCard, wish, onWish, fixed, order: earlier, onOrder, checkPrice }: PayPlanProps) {
  const me = useMyself()
  const site = useSite()
  const { asked, busy, failure, settle, attempt, answer } = usePaying(rs)
  const [agreed, setAgreed] = useState('')
  const [words, setWords] = useState('')
  const [key] = useState(() => crypto.randomUUID())
  const page = useAsk('orders.getPaymentPage', {}).data
  const isElsewhere = page?.page === 'hosted'
  const free = price.spans.every((span) => Number(span.price.total) === 0)
  const needsCard = !free && !isElsewhere && page?.page !== 'none'
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
        <Button variant="default" busy={busy} onClick={() => void attempt(() => order(true))}>
          Pay at the front desk instead
        </Button>
      ) : null}
    </div>
  )
}

const sayRefusal = (error: ApiError) =>
  error.code === 'purchases_limit_reached'
    ? 'You have bought this plan as often as it can be bought.'
    : error.code === 'archived_plan'
      ? 'This plan is no longer sold.'
      : error.message
