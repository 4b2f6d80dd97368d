/** Start day, coupon and payment at the checkout of a plan. */
import { useState } from 'react'
import { type ApiError, call, useApiQuery } from '../api.ts'
import { Button } from '../kit/button.tsx'
import { Form, FormField, throwInvalid } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { EmptyState, Note } from '../kit/states.tsx'
import { useCurrentMember } from '../site/member-data.ts'
import type { PublicPlan } from '../site/cards.tsx'
import { useDraft } from '../kit/draft.ts'
import { currentMessages, useMessages } from '../kit/messages.ts'
import { newKey } from '../kit/new-key.ts'
import { useSite } from '../site-context.tsx'
import type { CardDraft } from './card-draft.ts'
import { toCard } from './card-values.ts'
import { CardFields, Challenge } from './card-form.tsx'
import { flowDraftPrefix } from './flow.ts'
import { type PlanPurpose, usePayment } from './use-payment.ts'
import { messages } from './plan-checkout.messages.tsx'
import { type PlanPrice, type PlanSelection, toSelectionBody } from './plan-price.ts'
import { toReturnUrl } from './payment-return.ts'
import { todayIn } from '../kit/days.ts'

interface PayPlanProps {
  plan: PublicPlan
  price: PlanPrice
  rs: string | undefined
  card: CardDraft
  onCard: (card: CardDraft) => void
  selection: PlanSelection
  onSelect: (selection: PlanSelection) => void
  isOrdered: boolean
  /** The payment of the order that an earlier attempt created. */
  order: string | undefined
  onOrder: (wixPayOrderId: string) => void
  checkPrice: () => Promise<void>
  /** A booking that waits for the plan. */
  purpose?: PlanPurpose
}
/** The attempts to pay: the first one creates the order, the next ones go on with it. */
function usePlanPayment({ plan, price, rs, card, selection, isOrdered, order: earlier, onOrder, checkPrice, purpose }: PayPlanProps) {
  const t = useMessages(messages)
  const site = useSite()
  const payment = usePayment(rs, purpose)
  const [agreed, setAgreed] = useState('')
  const answerDraft = useDraft(`${flowDraftPrefix}told.${plan.id}`, { answer: '' })
  const { answer: answerText } = answerDraft.fields
  const [key] = useState(() => newKey())
  const page = useApiQuery('checkout.getPaymentPage', {}).data
  // Known from the start: no field of a card is shown, or sent, where the provider has a page of its own.
  const { paymentPage } = site
  const isHosted = paymentPage === 'hosted'
  const free = price.spans.every((span) => Number(span.price.total) === 0)
  const needsCard = !free && paymentPage === 'own'
  /** What must be entered before the order is created. */
  const assertComplete = () => {
    const wrong = []
    if (plan.termsAndConditions && agreed !== 'true') wrong.push({ field: 'terms', description: t.agree })
    if (plan.formId && answerText.trim() === '') wrong.push({ field: 'answer', description: t.answer })
    if (wrong.length > 0) throwInvalid(wrong)
  }
  const placeOrder = async (atDesk: boolean) => {
    assertComplete()
    const paid = atDesk ? { atDesk: true } : needsCard ? { card: toCard(card) } : {}
    await checkPrice()
    if (purpose?.prolongHold && !(await purpose.prolongHold())) return
    const submission =
      plan.formId && !isOrdered ? await call('checkout.submitForm', { body: { formId: plan.formId, answers: { answer: answerText.trim() } } }) : undefined
    const body = { planId: plan.id, ...submission, ...(rs ? { rs } : {}), key, ...toSelectionBody(selection, site.timeZone), ...paid }
    const reply =
      earlier && !atDesk
        ? await call('checkout.pay', { params: { wixPayOrderId: earlier }, body: isHosted ? { returnUrl: toReturnUrl(earlier, rs) } : { card: toCard(card) } })
        : await call('checkout.buyPlan', { body })
    // The order exists now: another coupon or day would be another order.
    if (reply.order.status === 'DRAFT' && reply.order.wixPayOrderId) onOrder(reply.order.wixPayOrderId)
    await payment.handleReply(reply)
  }
  return {
    ...payment,
    agreed,
    setAgreed,
    answerText,
    setAnswer: (answer: string) => answerDraft.change({ answer }),
    payAtDesk: page?.payAtDesk,
    isOffline: !free && paymentPage === 'none',
    isHosted,
    free,
    needsCard,
    placeOrder,
  }
}

export function PayPlan(props: PayPlanProps) {
  const { plan, price, isOrdered } = props
  const t = useMessages(messages)
  const me = useCurrentMember()
  const payment = usePlanPayment(props)
  const { challenge, busy, failure, runAttempt, answerChallenge, payAtDesk, isOffline, free, placeOrder } = payment
  return (
    <div className="card stack">
      <h2>{free ? t.confirm : t.payment}</h2>
      <p className="dim small">{t.signedIn(me.data?.member?.loginEmail)}</p>
      {failure ? (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      ) : null}
      {price.limitReached && !isOrdered ? (
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
      ) : challenge ? (
        <Challenge busy={busy} onAnswer={(choice) => void answerChallenge(choice)} />
      ) : isOffline && payAtDesk === false ? (
        <EmptyState title={t.notOnline}>{t.askUs}</EmptyState>
      ) : (
        <Form
          label={t.payment}
          submit={
            free
              ? t.startPlan
              : isOffline
                ? undefined
                : price.trialDays > 0
                  ? t.startTrial
                  : t.pay(<Money value={price.dueToday} currency={plan.pricing.price.currency} />)
          }
          onSubmit={() => placeOrder(false)}
          explain={explainRefusal}
        >
          <PlanFields {...props} payment={payment} />
        </Form>
      )}
      {!free && payAtDesk && !challenge && !isOrdered && !price.limitReached ? (
        <Button variant="default" busy={busy} onClick={() => void runAttempt(() => placeOrder(true))}>
          {t.atDesk}
        </Button>
      ) : null}
    </div>
  )
}

/** Start day, question, card and terms. */
function PlanFields({
  plan,
  isOrdered,
  selection,
  onSelect,
  card,
  onCard,
  payment: { answerText, setAnswer, needsCard, free, isHosted, agreed, setAgreed },
}: PayPlanProps & { payment: ReturnType<typeof usePlanPayment> }) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <>
      {plan.allowFutureStartDate && !isOrdered ? (
        <FormField
          name="startDate"
          label={t.startsOn}
          type="date"
          min={todayIn(site.timeZone)}
          value={selection.start}
          onChange={(start) => onSelect({ ...selection, start })}
          hint={t.emptyIsNow}
        />
      ) : null}
      {plan.formId && !isOrdered ? (
        <FormField name="answer" label={t.aboutYou} type="textarea" required maxLength={2000} value={answerText} onChange={setAnswer} />
      ) : null}
      {needsCard ? <CardFields card={card} onChange={onCard} /> : null}
      {!free && isHosted ? <p className="dim small">{t.goElsewhere}</p> : null}
      {plan.termsAndConditions ? (
        <>
          <details className="small">
            <summary className="summary">{t.termsOf(plan.name)}</summary>
            <p className="terms">{plan.termsAndConditions}</p>
          </details>
          <FormField name="terms" label={t.agreed} type="checkbox" required value={agreed} onChange={setAgreed} />
        </>
      ) : null}
    </>
  )
}

const explainRefusal = (error: ApiError) =>
  error.code === 'purchases_limit_reached'
    ? currentMessages(messages).limitReached
    : error.code === 'archived_plan'
      ? `${currentMessages(messages).noLongerSold}.`
      : error.message
