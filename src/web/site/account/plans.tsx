/** My plans: what they hold, when the next payment is, and how to leave. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, errorMessage, useApiQuery, useApiMutation } from '../../api.ts'
import { PaymentOutcome, useOrderPaymentCheck } from '../../hosted/payment-return.tsx'
import { Button, buttonClass, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Money } from '../../kit/money.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { type Balance, type MemberOrder, useMyBalances, useMyOrders } from '../catalog.ts'
import { ChangeCard } from './change-card.tsx'
import { messages } from './plans.messages.tsx'
import { Receipts } from './receipts.tsx'

const finishedStatuses = ['ENDED', 'CANCELED']
export function MyPlans() {
  const t = useMessages(messages)
  const query = useMyOrders()
  const balances = useMyBalances()
  const past = (useSearch({ strict: false }) as { past?: string }).past === 'true'
  const navigate = useNavigate()
  const show = (to: boolean) => void navigate({ to: '.', search: { tab: 'plans', ...(to ? { past: 'true' } : {}) }, resetScroll: false } as never)
  if (query.isPending) return <Skeletons kind="rows" />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const all = query.data.orders
  const shown = all.filter((one) => finishedStatuses.includes(one.status) === past)
  const hasPast = all.some((one) => finishedStatuses.includes(one.status))
  return (
    <div className="stack">
      <h2 className="sr">{t.title}</h2>
      <CardChangeOutcome />
      {hasPast ? (
        <div className="chips" role="group" aria-label={t.which}>
          <button type="button" className="chip" aria-pressed={!past} onClick={() => show(false)}>
            {t.now}
          </button>
          <button type="button" className="chip" aria-pressed={past} onClick={() => show(true)}>
            {t.past}
          </button>
        </div>
      ) : null}
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState
            title={past ? t.nonePast : t.none}
            action={
              <Link to="/plans" className={buttonClass()}>
                {t.see}
              </Link>
            }
          >
            {t.twoClicks}
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

const runningStatuses = ['ACTIVE', 'PENDING', 'PAUSED']
/** Back from the provider's page with another card, or without. */
function CardChangeOutcome() {
  const { card } = useSearch({ strict: false }) as { card?: string }
  const check = useOrderPaymentCheck(card ?? '', card !== undefined)
  return card ? <PaymentOutcome check={check} what="card" /> : null
}

function OrderCard({ order, balance }: { order: MemberOrder; balance: Balance | undefined }) {
  const t = useMessages(messages)
  const actions = useApiQuery('orders.getAvailableActions', { params: { id: order.id } }, { enabled: runningStatuses.includes(order.status) })
  const cancel = useApiMutation('orders.requestCancellation')
  const keep = useApiMutation('checkout.keepRenewing')
  const retryPayment = useApiMutation('checkout.tryNow')
  const [failure, setFailure] = useState('')
  const runAction = async (work: () => Promise<string>) => {
    setFailure('')
    try {
      toast(await work())
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
  const retryNow = async () => {
    const { outcome, message } = await retryPayment.mutateAsync({ params: { id: order.id } })
    if (outcome === 'declined') throw new ApiError(402, message ?? currentMessages(messages).bankRefused)
    return outcome === 'succeeded' ? currentMessages(messages).wentThrough : currentMessages(messages).working
  }
  const isOver = finishedStatuses.includes(order.status)
  // The wish to end is kept by the order: until its day everything stays as it was.
  const isEnding = !isOver && (order.autoRenewCanceled === true || order.cancellation?.effectiveAt === 'NEXT_PAYMENT_DATE')
  const renews = order.status === 'ACTIVE' && !isEnding && order.pricing?.subscription !== undefined && order.currentCycle?.endedDate !== undefined
  const last = order.endDate ?? (isEnding ? order.currentCycle?.endedDate : undefined)
  const next = renews ? actions.data?.nextPayment : undefined
  const freeUntil = order.status === 'ACTIVE' && order.currentCycle?.index === 0 ? order.currentCycle.endedDate : undefined
  const effectiveAt = renews ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
  const payId = order.type === 'ONLINE' && !isOver ? order.wixPayOrderId : undefined
  const failed = order.lastPaymentStatus === 'FAILED' && order.status !== 'DRAFT'
  const [isChangingCard, setChangingCard] = useState(false)
  return (
    <li className="card stack">
      <div className="row row-between">
        <h3 className="card-title">{order.planName}</h3>
        <StatusBadge status={order.status} />
      </div>
      {balance && !isOver ? (
        <div className="stack-s">
          <p>
            <span className="strong">{describeBalance(balance)}</span>
          </p>
          {!balance.unlimited && balance.total ? (
            <progress
              className="meter"
              max={Math.max(Number(balance.total), Number(balance.balance ?? 0))}
              value={Number(balance.balance ?? 0)}
              aria-label={describeBalance(balance)}
            />
          ) : null}
        </div>
      ) : null}
      <dl className="facts">
        {freeUntil ? (
          <>
            <dt>{t.freeUntil}</dt>
            <dd>
              <When at={freeUntil} style="date" />
            </dd>
          </>
        ) : null}
        {renews && next ? (
          <>
            <dt>{t.nextPayment}</dt>
            <dd>
              <When at={next.date} style="date" />
              {' · '}
              <Money value={next.amount} currency={next.currency} free={t.nothing} />
            </dd>
          </>
        ) : last ? (
          <>
            <dt>{isOver ? t.ended : t.ends}</dt>
            <dd>
              <When at={last} style="date" />
            </dd>
          </>
        ) : null}
        <dt>{order.status === 'PENDING' ? t.starts : t.since}</dt>
        <dd>
          <When at={order.startDate} style="date" />
        </dd>
        {order.status === 'PAUSED' && order.pausePeriods?.at(-1) ? (
          <>
            <dt>{t.pausedSince}</dt>
            <dd>
              <When at={order.pausePeriods.at(-1)?.pauseDate} style="date" />
            </dd>
          </>
        ) : null}
        {isOver && order.cancellation ? (
          <>
            <dt>{t.why}</dt>
            <dd>{t.whyOver[order.cancellation.cause ?? ''] ?? t.cancelledSomehow}</dd>
          </>
        ) : null}
        <dt>{t.payment}</dt>
        <dd>
          <StatusBadge status={order.lastPaymentStatus === 'NOT_APPLICABLE' ? 'NOTHING_DUE' : (order.lastPaymentStatus ?? '')} />
        </dd>
      </dl>
      {isEnding ? (
        <div className="note small stack-s" role="status">
          <p>
            {t.leaving(<When at={last} style="date" />)} {actions.data?.mayKeepRenewing ? t.mayGoOn : t.tellUs}
          </p>
          {actions.data?.mayKeepRenewing ? (
            <div>
              <Button
                variant="default"
                busy={keep.isPending}
                onClick={() =>
                  void runAction(async () => {
                    await keep.mutateAsync({ params: { id: order.id } })
                    return currentMessages(messages).goesOn
                  })
                }
              >
                {t.keep}
                <span className="sr"> {order.planName}</span>
              </Button>
            </div>
          ) : null}
        </div>
      ) : null}
      {order.status === 'PAUSED' ? (
        <p className="note small">
          {t.paused} {order.endDate ? t.endMoves : t.paymentMoves}
        </p>
      ) : null}
      {failed && payId ? (
        <p className="note small" data-tone="bad">
          {t.failed} {actions.data?.nextTryDate ? t.nextTry(<When at={actions.data.nextTryDate} style="date" />) : null}{' '}
          {actions.data?.graceEndDate ? t.grace(<When at={actions.data.graceEndDate} style="date" />) : null} {t.payToKeep}
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
            {t.book}
          </Link>
        ) : null}
        {failed && actions.data?.mayTryAgain ? (
          <Button busy={retryPayment.isPending} onClick={() => void runAction(retryNow)}>
            {t.tryAgain}
            <span className="sr">{t.forPlan(order.planName)}</span>
          </Button>
        ) : null}
        {failed && payId ? (
          <ButtonLink href={`/checkout/pay/${payId}`} variant={actions.data?.mayTryAgain ? 'default' : 'filled'}>
            {actions.data?.mayTryAgain ? t.payOther : t.payAgain}
          </ButtonLink>
        ) : null}
        {isOver ? (
          <ButtonLink href={`/hosted/plans/checkout?planId=${order.planId}`} variant="default">
            {t.buyAgain}
            <span className="sr">: {order.planName}</span>
          </ButtonLink>
        ) : null}
        {order.status === 'DRAFT' && order.wixPayOrderId ? <ButtonLink href={`/checkout/pay/${order.wixPayOrderId}`}>{t.payNow}</ButtonLink> : null}
        {payId && order.pricing?.subscription !== undefined && runningStatuses.includes(order.status) && !isEnding ? (
          <Button variant="default" onClick={() => setChangingCard(true)}>
            {t.changeCard}
            <span className="sr">{t.forPlan(order.planName)}</span>
          </Button>
        ) : null}
        {actions.data?.cancelableByBuyer && !isEnding ? (
          <ConfirmButton
            label={
              <>
                {t.cancel}
                <span className="sr"> {order.planName}</span>
              </>
            }
            title={t.cancelAsk(order.planName)}
            confirmLabel={t.cancelVerb}
            cancelLabel={t.keep}
            onConfirm={async () => {
              await cancel.mutateAsync({ params: { id: order.id }, body: { effectiveAt } })
              toast(effectiveAt === 'IMMEDIATELY' ? currentMessages(messages).cancelledNow : currentMessages(messages).cancelledLater)
            }}
          >
            {effectiveAt === 'NEXT_PAYMENT_DATE' ? (
              <p>
                {t.untilThen(
                  <strong>
                    <When at={order.currentCycle?.endedDate} style="date" />
                  </strong>,
                )}
              </p>
            ) : (
              <p>{t.atOnce}</p>
            )}
          </ConfirmButton>
        ) : null}
      </div>
      {order.type === 'ONLINE' ? <Receipts orderId={order.id} planName={order.planName} /> : null}
      {balance && !balance.unlimited ? <CreditHistory order={order} /> : null}
      {isChangingCard && payId ? (
        <ChangeCard order={{ id: order.id, planName: order.planName, wixPayOrderId: payId }} onClose={() => setChangingCard(false)} />
      ) : null}
    </li>
  )
}

function describeBalance({ unlimited, balance = '0', total = '0' }: Balance): string {
  const t = currentMessages(messages)
  return unlimited ? t.unlimited : Number(balance) > Number(total) ? t.left(balance) : t.leftOf(balance, total)
}

/** Where the visits of a plan went; asked for when it is opened. */
function CreditHistory({ order }: { order: MemberOrder }) {
  const t = useMessages(messages)
  const [opened, setOpened] = useState(false)
  const query = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }, { enabled: opened })
  return (
    <details className="small" onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className="summary">
        {t.visits}
        <span className="sr">{t.withPlan(order.planName)}</span>
      </summary>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeletons kind="text" count={2} />
      ) : query.data.entries.length === 0 ? (
        <p className="dim">{t.noVisits}</p>
      ) : (
        <ul className="list">
          {query.data.entries.toReversed().map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.bookingId ?? ''} ${entry.reason ?? ''} ${entry.amount}`} className="row row-between line">
              <span>
                <When at={entry.at} style="date" /> · {t.moved[entry.reason ?? ''] ?? t.credited[entry.kind] ?? entry.kind}
              </span>
              <span className="strong">{entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
