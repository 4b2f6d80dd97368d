/** Payment of an order that a storefront's checkout created. */
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call, useApiQuery, useIsMember } from '../api.ts'
import { Form } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { useSearchParams } from '../search-params.ts'
import { paySearch } from '../site-search.ts'
import { noCard } from './card-draft.ts'
import { toCard } from './card-values.ts'
import { CardFields, Challenge } from './card-form.tsx'
import { finishFlow, readResume } from './flow.ts'
import { HostedLayout } from './layout.tsx'
import { usePayment } from './use-payment.ts'
import { messages } from './plan-checkout.messages.tsx'
import { emptySelection, planOfOrder, priceOfOrder } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { isBought, isUnresolved, toReturnUrl, useOrderPaymentCheck, useProlongedHold } from './payment-return.ts'

const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

export function Pay() {
  const t = useMessages(messages)
  const { id } = useParams({ strict: false }) as { id: string }
  const { returned, ...search } = useSearchParams(paySearch)
  // The storefront whose visitor or member books with the plan.
  const rs = search.rs ?? new URLSearchParams(readResume(id)?.url.split('?')[1]).get('rs') ?? undefined
  const member = useIsMember()
  return (
    <HostedLayout title={t.payment} rs={rs} wide={member}>
      <h1 className="sr">{t.payment}</h1>
      <PayOrder id={id} rs={rs} hasReturned={returned === 'yes'} />
    </HostedLayout>
  )
}
function PayOrder({ id, rs, hasReturned }: { id: string; rs: string | undefined; hasReturned: boolean }) {
  const t = useMessages(messages)
  const member = useIsMember()
  const returnQuery = useOrderPaymentCheck(id, member && hasReturned)
  const { url: resumeAt, bookingId } = readResume(id) ?? {}
  useProlongedHold(bookingId, hasReturned && isUnresolved(returnQuery.data))
  const isPaid = hasReturned && isBought(returnQuery.data)
  const paidOrder = returnQuery.data?.order.id
  useEffect(() => {
    if (!isPaid || !paidOrder) return
    if (resumeAt) location.replace(`${resumeAt}${resumeAt.includes('?') ? '&' : '?'}planOrder=${paidOrder}`)
    else void finishFlow(rs, { planOrderId: paidOrder })
  }, [isPaid, paidOrder, rs, resumeAt])
  const payment = useApiQuery('checkout.getPayment', { params: { wixPayOrderId: id } }, { enabled: member })
  const [card, setCard] = useState(noCard)
  const purpose = resumeAt ? { resumeAt, bookingId, onPaid: async () => void (await returnQuery.refetch()) } : undefined
  const { challenge, busy, failure, handleReply, answerChallenge } = usePayment(rs, purpose)
  if (!member)
    return (
      <Suspense fallback={<Skeletons kind="text" />}>
        <SignIn rs={rs} title={t.signInToPay} onSignedIn={() => undefined} />
      </Suspense>
    )
  if (payment.isPending) return <Skeletons kind="text" count={4} />
  if (payment.error) return <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
  const { order, dueNow, nextCharge, payable } = payment.data
  const isHosted = payment.data.page === 'hosted'
  const isCanceled = (returnQuery.data?.order ?? order).status === 'CANCELED'
  return (
    <div className="two">
      <div className="card stack">
        <h2>{t.payment}</h2>
        {failure ? (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        ) : null}
        {hasReturned ? <PaymentOutcome check={returnQuery} what="payment" /> : null}
        {resumeAt && hasReturned && isUnresolved(returnQuery.data) ? <p>{t.bookingFollows}</p> : null}
        {resumeAt && !isPaid ? (
          <a className="link" href={resumeAt}>
            {t.backToBooking}
          </a>
        ) : null}
        {hasReturned && (returnQuery.isPending || !['declined', 'requires_action'].includes(returnQuery.data?.outcome ?? '')) ? null : !payable ? (
          <p>{isCanceled ? t.givenUp : t.orderPaid}</p>
        ) : challenge ? (
          <Challenge busy={busy} onAnswer={(choice) => void answerChallenge(choice)} />
        ) : (
          <Form
            label={t.payment}
            submit={t.pay(<Money value={dueNow.amount} currency={dueNow.currency} />)}
            onSubmit={async () =>
              await handleReply(
                await call('checkout.pay', { params: { wixPayOrderId: id }, body: isHosted ? { returnUrl: toReturnUrl(id, rs) } : { card: toCard(card) } }),
              )
            }
          >
            {isHosted ? <p className="dim small">{t.goElsewhere}</p> : <CardFields card={card} onChange={setCard} />}
          </Form>
        )}
        {isCanceled ? (
          <a className="link" href={`/hosted/plans/checkout?planId=${order.planId}`}>
            {t.startAgain}
          </a>
        ) : null}
      </div>
      <aside className="card stack">
        <h2>{t.summary}</h2>
        {isCanceled ? (
          <h3>{order.planName}</h3>
        ) : order.status === 'DRAFT' ? (
          <PlanSummary
            plan={planOfOrder(payment.data)}
            price={priceOfOrder(payment.data)}
            selection={emptySelection}
            onSelect={() => undefined}
            isOrdered
            selectionError={null}
          />
        ) : (
          <>
            <h3>{order.planName}</h3>
            <dl className="sum">
              <dt className="total">{t.dueToday}</dt>
              <dd className="total">
                <Money value={dueNow.amount} currency={dueNow.currency} />
              </dd>
            </dl>
            {nextCharge ? (
              <p className="small dim">
                {t.next(<Money value={nextCharge.amount} currency={nextCharge.currency} />, <When at={nextCharge.date} style="date" />)}
              </p>
            ) : null}
          </>
        )}
      </aside>
    </div>
  )
}
