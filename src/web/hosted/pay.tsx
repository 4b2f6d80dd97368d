/** Paying for an order that was made elsewhere (a storefront's own checkout). */
import { useParams, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { call, useAsk, useIsMember } from '../api.ts'
import { Form } from '../kit/form.tsx'
import { Money } from '../kit/money.tsx'
import { ErrorState, Note, Skeletons } from '../kit/states.tsx'
import { When } from '../kit/when.tsx'
import { useWords } from '../kit/words.ts'
import { noCard } from './card-draft.ts'
import { CardFields, Challenge, toCard } from './card-form.tsx'
import { finish } from './flow.ts'
import { HostedFrame } from './frame.tsx'
import { usePaying } from './paying.ts'
import { said } from './plan-checkout.words.tsx'
import { noWish, planOfOrder, priceOfOrder } from './plan-price.ts'
import { PlanSummary } from './plan-summary.tsx'
import { backToPay, Returned, useReturned } from './returned.tsx'

const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

export function Pay() {
  const t = useWords(said)
  const { id } = useParams({ strict: false }) as { id: string }
  const { rs, returned } = useSearch({ strict: false }) as { rs?: string; returned?: string }
  const member = useIsMember()
  return (
    <HostedFrame title={t.payment} rs={rs} wide={member}>
      <h1 className="sr">{t.payment}</h1>
      <PayOrder id={id} rs={rs} isBack={returned === 'yes'} />
    </HostedFrame>
  )
}
function PayOrder({ id, rs, isBack }: { id: string; rs: string | undefined; isBack: boolean }) {
  const t = useWords(said)
  const member = useIsMember()
  const back = useReturned(id, member && isBack)
  const isPaid = isBack && back.data?.outcome === 'succeeded'
  const paidOrder = back.data?.order.id
  useEffect(() => {
    if (isPaid && paidOrder) void finish(rs, { planOrderId: paidOrder })
  }, [isPaid, paidOrder, rs])
  const payment = useAsk('orders.getPayment', { params: { wixPayOrderId: id } }, { enabled: member })
  const [card, setCard] = useState(noCard)
  const { asked, busy, failure, settle, answer } = usePaying(rs)
  if (!member)
    return (
      <Suspense fallback={<Skeletons kind="text" />}>
        <SignIn rs={rs} title={t.signInToPay} onSignedIn={() => undefined} />
      </Suspense>
    )
  if (payment.isPending) return <Skeletons kind="text" count={4} />
  if (payment.error) return <ErrorState error={payment.error} onRetry={() => void payment.refetch()} />
  const { order, dueNow, nextCharge, payable } = payment.data
  const isElsewhere = payment.data.page === 'hosted'
  return (
    <div className="two">
      <div className="card stack">
        <h2>{t.payment}</h2>
        {failure ? (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        ) : null}
        {isBack ? <Returned asked={back} what="payment" /> : null}
        {isBack && (back.isPending || !['declined', 'requires_action'].includes(back.data?.outcome ?? '')) ? null : !payable ? (
          <p>{t.orderPaid}</p>
        ) : asked ? (
          <Challenge busy={busy} onAnswer={(choice) => void answer(choice)} />
        ) : (
          <Form
            label={t.payment}
            submit={t.pay(<Money value={dueNow.amount} currency={dueNow.currency} />)}
            onSubmit={async () =>
              await settle(
                await call('orders.pay', { params: { wixPayOrderId: id }, body: isElsewhere ? { returnUrl: backToPay(id, rs) } : { card: toCard(card) } }),
              )
            }
          >
            {isElsewhere ? <p className="dim small">{t.goElsewhere}</p> : <CardFields card={card} onChange={setCard} />}
          </Form>
        )}
      </div>
      <aside className="card stack">
        <h2>{t.summary}</h2>
        {order.status === 'DRAFT' ? (
          <PlanSummary plan={planOfOrder(payment.data)} price={priceOfOrder(payment.data)} wish={noWish} onWish={() => undefined} fixed objection={null} />
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
