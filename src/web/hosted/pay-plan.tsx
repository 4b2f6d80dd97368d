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
import { useDraft } from '../kit/draft.ts'
import { sayNow, useWords } from '../kit/words.ts'
import { useSite } from '../site-context.tsx'
import type { CardDraft } from './card-draft.ts'
import { CardFields, Challenge, toCard } from './card-form.tsx'
import { FLOW } from './flow.ts'
import { usePaying } from './paying.ts'
import { said } from './plan-checkout.words.tsx'
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
  const t = useWords(said)
  const me = useMyself()
  const site = useSite()
  const { asked, busy, failure, settle, attempt, answer } = usePaying(rs)
  const [agreed, setAgreed] = useState('')
  const told = useDraft(`${FLOW}told.${plan.id}`, { answer: '' })
  const { answer: words } = told.fields
  const [key] = useState(() => crypto.randomUUID())
  const page = useAsk('orders.getPaymentPage', {}).data
  const isElsewhere = page?.page === 'hosted'
  const free = price.spans.every((span) => Number(span.price.total) === 0)
  const needsCard = !free && !isElsewhere && page?.page !== 'none'
  /** What must be said before anything is ordered. */
  const check = () => {
    const wrong = []
    if (plan.termsAndConditions && agreed !== 'true') wrong.push({ field: 'terms', description: t.agree })
    if (plan.formId && words.trim() === '') wrong.push({ field: 'answer', description: t.answer })
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
      <h2>{free ? t.confirm : t.payment}</h2>
      <p className="dim small">{t.signedIn(me.data?.member?.loginEmail)}</p>
      {failure ? (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      ) : null}
      {price.limitReached && !fixed ? (
        <EmptyState
          title={t.haveIt}
          action={
            <a className="link" href="/account?tab=plans">
              {t.myPlans}
            </a>
          }
        >
          {t.once}
        </EmptyState>
      ) : asked ? (
        <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} />
      ) : !free && page?.page === 'none' && !page.payAtDesk ? (
        <EmptyState title={t.notOnline}>{t.askUs}</EmptyState>
      ) : (
        <Form
          label={t.payment}
          submit={
            free
              ? t.startPlan
              : page?.page === 'none'
                ? undefined
                : price.trialDays > 0
                  ? t.startTrial
                  : t.pay(<Money value={price.dueToday} currency={plan.pricing.price.currency} />)
          }
          onSubmit={() => order(false)}
          explain={sayRefusal}
        >
          {plan.allowFutureStartDate && !fixed ? (
            <FormField
              name="startDate"
              label={t.startsOn}
              type="date"
              min={dayIn(site.timeZone)}
              value={wish.start}
              onChange={(start) => onWish({ ...wish, start })}
              hint={t.emptyIsNow}
            />
          ) : null}
          {plan.formId && !fixed ? (
            <FormField
              name="answer"
              label={t.aboutYou}
              type="textarea"
              required
              maxLength={2000}
              value={words}
              onChange={(to) => told.change({ answer: to })}
            />
          ) : null}
          {needsCard ? <CardFields card={card} onChange={onCard} /> : null}
          {!free && isElsewhere ? <p className="dim small">{t.goElsewhere}</p> : null}
          {plan.termsAndConditions ? (
            <>
              <details className="small">
                <summary className="summary">{t.termsOf(plan.name)}</summary>
                <p className="terms">{plan.termsAndConditions}</p>
              </details>
              <FormField name="terms" label={t.agreed} type="checkbox" required value={agreed} onChange={setAgreed} />
            </>
          ) : null}
        </Form>
      )}
      {!free && page?.payAtDesk && !asked && !fixed && !price.limitReached ? (
        <Button variant="default" busy={busy} onClick={() => void attempt(() => order(true))}>
          {t.atDesk}
        </Button>
      ) : null}
    </div>
  )
}

const sayRefusal = (error: ApiError) =>
  error.code === 'purchases_limit_reached' ? sayNow(said).limitReached : error.code === 'archived_plan' ? `${sayNow(said).noLongerSold}.` : error.message
