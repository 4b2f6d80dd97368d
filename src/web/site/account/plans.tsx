/** My plans: what they hold, when the next payment is, and how to leave. */
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, useAsk, useDo } from '../../api.ts'
import { Returned, useReturned } from '../../hosted/returned.tsx'
import { Button, buttonClass, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Money } from '../../kit/money.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { type Balance, type MemberOrder, useMyBalances, useMyOrders } from '../catalog.ts'
import { ChangeCard } from './change-card.tsx'
import { Receipts } from './receipts.tsx'

const finished = ['ENDED', 'CANCELED']
export function MyPlans() {
  const asked = useMyOrders()
  const balances = useMyBalances()
  const [past, setPast] = useState(false)
  if (asked.isPending) return <Skeletons kind="rows" />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  const all = asked.data.orders
  const shown = all.filter((one) => finished.includes(one.status) === past)
  const hasPast = all.some((one) => finished.includes(one.status))
  return (
    <div className="stack">
      <h2 className="sr">My plans</h2>
      <CardReturned />
      {hasPast ? (
        <div className="chips" role="group" aria-label="Which plans">
          <button type="button" className="chip" aria-pressed={!past} onClick={() => setPast(false)}>
            Now
          </button>
          <button type="button" className="chip" aria-pressed={past} onClick={() => setPast(true)}>
            Past
          </button>
        </div>
      ) : null}
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState
            title={past ? 'Nothing here yet' : 'No plan yet'}
            action={
              <Link to="/plans" className={buttonClass()}>
                See plans
              </Link>
            }
          >
            With a plan, booking takes two clicks.
          </EmptyState>
        </div>
      ) : (
        <ul className="cards">
          {shown.map((order) => (
            <OrderCard key={order.id} order={order} balance={balances.data?.balances.find((one) => one.orderId === order.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

const running = ['ACTIVE', 'PENDING', 'PAUSED']
/** Back from the provider's page with another card, or without. */
function CardReturned() {
  const { card } = useSearch({ strict: false }) as { card?: string }
  const asked = useReturned(card ?? '', card !== undefined)
  return card ? <Returned asked={asked} what="card" /> : null
}

function OrderCard({ order, balance }: { order: MemberOrder; balance: Balance | undefined }) {
  const actions = useAsk('orders.getAvailableActions', { params: { id: order.id } }, { enabled: running.includes(order.status) })
  const cancel = useDo('orders.requestCancellation')
  const keep = useDo('orders.keepRenewing')
  const again = useDo('orders.tryNow')
  const [failure, setFailure] = useState('')
  const act = async (work: () => Promise<string>) => {
    setFailure('')
    try {
      toast(await work())
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    }
  }
  const tryAgain = async () => {
    const { outcome, message } = await again.mutateAsync({ params: { id: order.id } })
    if (outcome === 'declined') throw new ApiError(402, message ?? 'Your bank said no. Try another card.')
    return outcome === 'succeeded' ? 'Your payment went through' : 'Your bank is working on it. We write to you as soon as we know.'
  }
  const isOver = finished.includes(order.status)
  // The wish to end is kept by the order: until its day everything stays as it was.
  const leaving = !isOver && (order.autoRenewCanceled === true || order.cancellation?.effectiveAt === 'NEXT_PAYMENT_DATE')
  const renews = order.status === 'ACTIVE' && !leaving && order.pricing?.subscription !== undefined && order.currentCycle?.endedDate !== undefined
  const last = order.endDate ?? (leaving ? order.currentCycle?.endedDate : undefined)
  const next = renews ? actions.data?.nextPayment : undefined
  const freeUntil = order.status === 'ACTIVE' && order.currentCycle?.index === 0 ? order.currentCycle.endedDate : undefined
  const effectiveAt = renews ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
  const payId = order.type === 'ONLINE' && !isOver ? order.wixPayOrderId : undefined
  const failed = order.lastPaymentStatus === 'FAILED' && order.status !== 'DRAFT'
  const [changing, setChanging] = useState(false)
  return (
    <li className="card stack">
      <div className="row row-between">
        <h3 className="card-title">{order.planName}</h3>
        <StatusBadge status={order.status} />
      </div>
      {balance && !isOver ? (
        <div className="stack-s">
          <p>
            <span className="strong">{visitsText(balance)}</span>
          </p>
          {!balance.unlimited && balance.total ? (
            <progress
              className="meter"
              max={Math.max(Number(balance.total), Number(balance.balance ?? 0))}
              value={Number(balance.balance ?? 0)}
              aria-label={visitsText(balance)}
            />
          ) : null}
        </div>
      ) : null}
      <dl className="facts">
        {freeUntil ? (
          <>
            <dt>Free until</dt>
            <dd>
              <When at={freeUntil} style="date" />
            </dd>
          </>
        ) : null}
        {renews && next ? (
          <>
            <dt>Next payment</dt>
            <dd>
              <When at={next.date} style="date" />
              {' · '}
              <Money value={next.amount} currency={next.currency} free="nothing" />
            </dd>
          </>
        ) : last ? (
          <>
            <dt>{isOver ? 'Ended' : 'Ends'}</dt>
            <dd>
              <When at={last} style="date" />
            </dd>
          </>
        ) : null}
        <dt>{order.status === 'PENDING' ? 'Starts' : 'Since'}</dt>
        <dd>
          <When at={order.startDate} style="date" />
        </dd>
        {order.status === 'PAUSED' && order.pausePeriods?.at(-1) ? (
          <>
            <dt>Paused since</dt>
            <dd>
              <When at={order.pausePeriods.at(-1)?.pauseDate} style="date" />
            </dd>
          </>
        ) : null}
        {isOver && order.cancellation ? (
          <>
            <dt>Why</dt>
            <dd>{whyOver[order.cancellation.cause ?? ''] ?? 'It was cancelled.'}</dd>
          </>
        ) : null}
        <dt>Payment</dt>
        <dd>
          <StatusBadge status={order.lastPaymentStatus === 'NOT_APPLICABLE' ? 'NOTHING_DUE' : (order.lastPaymentStatus ?? '')} />
        </dd>
      </dl>
      {leaving ? (
        <div className="note small stack-s" role="status">
          <p>
            Cancelled. Everything in your plan stays yours until <When at={last} style="date" />, and nothing more is charged.{' '}
            {actions.data?.mayKeepRenewing
              ? 'Changed your mind? Until that day your plan can simply go on.'
              : 'Changed your mind? Tell us before that day and your plan goes on.'}
          </p>
          {actions.data?.mayKeepRenewing ? (
            <div>
              <Button
                variant="default"
                busy={keep.isPending}
                onClick={() =>
                  void act(async () => {
                    await keep.mutateAsync({ params: { id: order.id } })
                    return 'Your plan goes on'
                  })
                }
              >
                Keep my plan<span className="sr"> {order.planName}</span>
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {order.status === 'PAUSED' ? (
        <p className="note small">
          While your plan is paused you cannot book with it, and nothing is charged.{' '}
          {order.endDate ? 'The time that it is paused is added to its end.' : 'The next payment comes later by the time that it is paused.'}
        </p>
      ) : null}
      {failed && payId ? (
        <p className="note small" data-tone="bad">
          Your last payment did not go through.{' '}
          {actions.data?.nextTryDate ? (
            <>
              We try your card again on <When at={actions.data.nextTryDate} style="date" />.{' '}
            </>
          ) : null}
          {actions.data?.graceEndDate ? (
            <>
              Your plan ends if nothing is paid by <When at={actions.data.graceEndDate} style="date" />.{' '}
            </>
          ) : null}
          Pay now to keep it, with the same card or another one.
        </p>
      ) : null}
      {failure ? (
        <p className="note small" data-tone="bad" role="alert">
          {failure}
        </p>
      ) : null}
      <div className="row">
        {balance && order.status === 'ACTIVE' && !failed ? (
          <Link to="/services" className={buttonClass({ variant: 'light' })}>
            Book with this plan
          </Link>
        ) : null}
        {failed && actions.data?.mayTryAgain ? (
          <Button busy={again.isPending} onClick={() => void act(tryAgain)}>
            Try my card again<span className="sr"> for {order.planName}</span>
          </Button>
        ) : null}
        {failed && payId ? (
          <ButtonLink href={`/checkout/pay/${payId}`} variant={actions.data?.mayTryAgain ? 'default' : 'filled'}>
            {actions.data?.mayTryAgain ? 'Pay with another card' : 'Pay again'}
          </ButtonLink>
        ) : null}
        {isOver ? (
          <ButtonLink href={`/hosted/plans/checkout?planId=${order.planId}`} variant="default">
            Buy again<span className="sr">: {order.planName}</span>
          </ButtonLink>
        ) : null}
        {order.status === 'DRAFT' && order.wixPayOrderId ? <ButtonLink href={`/checkout/pay/${order.wixPayOrderId}`}>Pay now</ButtonLink> : null}
        {payId && order.pricing?.subscription !== undefined && running.includes(order.status) && !leaving ? (
          <Button variant="default" onClick={() => setChanging(true)}>
            Change card<span className="sr"> for {order.planName}</span>
          </Button>
        ) : null}
        {actions.data?.cancelableByBuyer && !leaving ? (
          <ConfirmButton
            label={
              <>
                Cancel plan<span className="sr"> {order.planName}</span>
              </>
            }
            title={`Cancel ${order.planName}?`}
            verb="Cancel this plan"
            keep="Keep my plan"
            onConfirm={async () => {
              await cancel.mutateAsync({ params: { id: order.id }, body: { effectiveAt } })
              toast(effectiveAt === 'IMMEDIATELY' ? 'Your plan is cancelled' : 'Your plan will not renew')
            }}
          >
            {effectiveAt === 'NEXT_PAYMENT_DATE' ? (
              <p>
                You will not be charged again. Everything in your plan stays yours until{' '}
                <strong>
                  <When at={order.currentCycle?.endedDate} style="date" />
                </strong>
                .
              </p>
            ) : (
              <p>Your plan ends right away and what is left in it is lost. Nothing more will be charged.</p>
            )}
          </ConfirmButton>
        ) : null}
      </div>
      {order.type === 'ONLINE' ? <Receipts orderId={order.id} planName={order.planName} /> : null}
      {balance && !balance.unlimited ? <Visits order={order} /> : null}
      {changing && payId ? <ChangeCard order={{ id: order.id, planName: order.planName, wixPayOrderId: payId }} onClose={() => setChanging(false)} /> : null}
    </li>
  )
}

const visitsText = ({ unlimited, balance = '0', total = '0' }: Balance): string =>
  unlimited ? 'Unlimited visits' : Number(balance) > Number(total) ? `${balance} visits left` : `${balance} of ${total} visits left`

const whyOver: Record<string, string> = {
  MEMBER_ACTION: 'You cancelled it.',
  OWNER_ACTION: 'It was cancelled by us.',
  PAYMENT_FAILURE: 'The payment did not go through.',
  PAYMENT_SETUP_FAILURE: 'There was no card that could be charged.',
}

const credited: Record<string, string> = { GRANT: 'New visits', SPEND: 'Booked', RETURN: 'Given back', EXPIRE: 'Expired' }

/** Where the visits of a plan went; asked for when it is opened. */
function Visits({ order }: { order: MemberOrder }) {
  const [opened, setOpened] = useState(false)
  const asked = useAsk('orders.getCreditHistory', { params: { id: order.id } }, { enabled: opened })
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="summary">
        Visits so far<span className="sr"> with {order.planName}</span>
      </summary>
      {asked.error ? (
        <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
      ) : !asked.data ? (
        <Skeletons kind="text" count={2} />
      ) : asked.data.entries.length === 0 ? (
        <p className="dim">Nothing yet.</p>
      ) : (
        <ul className="list">
          {asked.data.entries.toReversed().map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.bookingId ?? ''}`} className="row row-between line">
              <span>
                <When at={entry.at} style="date" /> · {credited[entry.kind] ?? entry.kind}
              </span>
              <span className="strong">{entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
