/** One plan order of the member: credits, payments and actions. */
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiError, errorMessage, useApiMutation, useApiQuery } from '../../api.ts'
import { Button, buttonClass, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { Money } from '../../kit/money.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import type { Balance, MemberOrder } from '../catalog.ts'
import { ChangeCard } from './change-card.tsx'
import { messages } from './plans.messages.tsx'
import { Receipts } from './receipts.tsx'

export const isFinished = ({ status }: MemberOrder): boolean => status === 'ENDED' || status === 'CANCELED'
const runningStatuses = ['ACTIVE', 'PENDING', 'PAUSED']

/** State of an order and the actions it allows. */
function useOrder(order: MemberOrder) {
  const isRunning = runningStatuses.includes(order.status)
  const actions = useApiQuery('orders.getAvailableActions', { params: { id: order.id } }, { enabled: isRunning }).data
  const isOver = isFinished(order)
  // A scheduled cancellation changes nothing until its day.
  const isEnding = !isOver && (order.autoRenewCanceled === true || order.cancellation?.effectiveAt === 'NEXT_PAYMENT_DATE')
  const isSubscription = order.pricing?.subscription !== undefined
  const renews = order.status === 'ACTIVE' && !isEnding && isSubscription && order.currentCycle?.endedDate !== undefined
  const payId = order.type === 'ONLINE' && !isOver ? order.wixPayOrderId : undefined
  return {
    actions,
    isOver,
    isEnding,
    renews,
    payId,
    last: order.endDate ?? (isEnding ? order.currentCycle?.endedDate : undefined),
    freeUntil: order.status === 'ACTIVE' && order.currentCycle?.index === 0 ? order.currentCycle.endedDate : undefined,
    hasFailed: order.lastPaymentStatus === 'FAILED' && order.status !== 'DRAFT',
    canChangeCard: payId !== undefined && isSubscription && isRunning && !isEnding,
  }
}
interface OrderProps {
  order: MemberOrder
  state: ReturnType<typeof useOrder>
}

/** Runs an action outside of a form: its message as a toast, its failure for the card to show. */
function useAction() {
  const [failure, setFailure] = useState('')
  const run = async (action: () => Promise<string>): Promise<void> => {
    setFailure('')
    try {
      toast(await action())
    } catch (error) {
      setFailure(errorMessage(error))
    }
  }
  return { failure, run }
}

export function OrderCard({ order, balance }: { order: MemberOrder; balance: Balance | undefined }) {
  const state = useOrder(order)
  const { failure, run } = useAction()
  const [isChangingCard, setChangingCard] = useState(false)
  return (
    <li className="card stack">
      <div className="row row-between">
        <h3 className="card-title">{order.planName}</h3>
        <StatusBadge status={order.status} />
      </div>
      {balance && !state.isOver ? <BalanceMeter balance={balance} /> : null}
      <OrderFacts order={order} state={state} />
      <OrderNotes order={order} state={state} run={run} />
      {failure ? (
        <p className="note small" data-tone="bad" role="alert">
          {failure}
        </p>
      ) : null}
      <OrderActions order={order} state={state} run={run} canBook={balance !== undefined} onChangeCard={() => setChangingCard(true)} />
      {order.type === 'ONLINE' ? <Receipts orderId={order.id} planName={order.planName} /> : null}
      {balance && !balance.unlimited ? <CreditHistory order={order} /> : null}
      {isChangingCard && state.payId ? (
        <ChangeCard order={{ id: order.id, planName: order.planName, wixPayOrderId: state.payId }} onClose={() => setChangingCard(false)} />
      ) : null}
    </li>
  )
}

function BalanceMeter({ balance }: { balance: Balance }) {
  const text = describeBalance(balance)
  const left = Number(balance.balance ?? 0)
  return (
    <div className="stack-s">
      <p className="strong">{text}</p>
      {!balance.unlimited && balance.total ? <progress className="meter" max={Math.max(Number(balance.total), left)} value={left} aria-label={text} /> : null}
    </div>
  )
}
function describeBalance({ unlimited, balance = '0', total = '0' }: Balance): string {
  const t = currentMessages(messages)
  if (unlimited) return t.unlimited
  return Number(balance) > Number(total) ? t.left(balance) : t.leftOf(balance, total)
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}
const Day = ({ at }: { at: string | undefined }) => <When at={at} style="date" />

function OrderFacts({ order, state: { actions, isOver, renews, last, freeUntil } }: OrderProps) {
  const t = useMessages(messages)
  const next = renews ? actions?.nextPayment : undefined
  const pause = order.status === 'PAUSED' ? order.pausePeriods?.at(-1) : undefined
  return (
    <dl className="facts">
      {freeUntil ? (
        <Fact label={t.freeUntil}>
          <Day at={freeUntil} />
        </Fact>
      ) : null}
      {next ? (
        <Fact label={t.nextPayment}>
          <Day at={next.date} />
          {' · '}
          <Money value={next.amount} currency={next.currency} free={t.nothing} />
        </Fact>
      ) : last ? (
        <Fact label={isOver ? t.ended : t.ends}>
          <Day at={last} />
        </Fact>
      ) : null}
      <Fact label={order.status === 'PENDING' ? t.starts : t.since}>
        <Day at={order.startDate} />
      </Fact>
      {pause ? (
        <Fact label={t.pausedSince}>
          <Day at={pause.pauseDate} />
        </Fact>
      ) : null}
      {isOver && order.cancellation ? <Fact label={t.why}>{t.whyOver[order.cancellation.cause ?? ''] ?? t.cancelledSomehow}</Fact> : null}
      <Fact label={t.payment}>
        <StatusBadge status={order.lastPaymentStatus === 'NOT_APPLICABLE' ? 'NOTHING_DUE' : (order.lastPaymentStatus ?? '')} />
      </Fact>
    </dl>
  )
}

type Run = ReturnType<typeof useAction>['run']

/** Notices: the plan ends, is paused, or a payment failed. */
function OrderNotes({ order, state: { actions, isEnding, last, hasFailed, payId }, run }: OrderProps & { run: Run }) {
  const t = useMessages(messages)
  const keep = useApiMutation('checkout.keepRenewing')
  return (
    <>
      {isEnding ? (
        <div className="note small stack-s" role="status">
          <p>
            {t.leaving(<Day at={last} />)} {actions?.mayKeepRenewing ? t.mayGoOn : t.tellUs}
          </p>
          {actions?.mayKeepRenewing ? (
            <div>
              <Button
                variant="default"
                busy={keep.isPending}
                onClick={() =>
                  void run(async () => {
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
      {hasFailed && payId ? (
        <p className="note small" data-tone="bad">
          {t.failed} {actions?.nextTryDate ? t.nextTry(<Day at={actions.nextTryDate} />) : null}{' '}
          {actions?.graceEndDate ? t.grace(<Day at={actions.graceEndDate} />) : null} {t.payToKeep}
        </p>
      ) : null}
    </>
  )
}

interface OrderActionsProps extends OrderProps {
  run: Run
  canBook: boolean
  onChangeCard: () => void
}
function OrderActions({ order, state, run, canBook, onChangeCard }: OrderActionsProps) {
  const t = useMessages(messages)
  const { actions, isOver, isEnding, hasFailed, payId, canChangeCard } = state
  return (
    <div className="row">
      {canBook && order.status === 'ACTIVE' && !hasFailed ? (
        <Link to="/services" className={buttonClass({ variant: 'light' })}>
          {t.book}
        </Link>
      ) : null}
      {hasFailed && actions?.mayTryAgain ? <RetryButton order={order} run={run} /> : null}
      {hasFailed && payId ? (
        <ButtonLink href={`/checkout/pay/${payId}`} variant={actions?.mayTryAgain ? 'default' : 'filled'}>
          {actions?.mayTryAgain ? t.payOther : t.payAgain}
        </ButtonLink>
      ) : null}
      {isOver ? (
        <ButtonLink href={`/hosted/plans/checkout?planId=${order.planId}`} variant="default">
          {t.buyAgain}
          <span className="sr">: {order.planName}</span>
        </ButtonLink>
      ) : null}
      {order.status === 'DRAFT' && order.wixPayOrderId ? <ButtonLink href={`/checkout/pay/${order.wixPayOrderId}`}>{t.payNow}</ButtonLink> : null}
      {canChangeCard ? (
        <Button variant="default" onClick={onChangeCard}>
          {t.changeCard}
          <span className="sr">{t.forPlan(order.planName)}</span>
        </Button>
      ) : null}
      {actions?.cancelableByBuyer && !isEnding ? <CancelPlanButton order={order} renews={state.renews} /> : null}
    </div>
  )
}

function RetryButton({ order, run }: { order: MemberOrder; run: Run }) {
  const t = useMessages(messages)
  const retry = useApiMutation('checkout.retryNow')
  const retryPayment = async (): Promise<string> => {
    const { outcome, message } = await retry.mutateAsync({ params: { id: order.id } })
    const now = currentMessages(messages)
    if (outcome === 'declined') throw new ApiError(402, message ?? now.bankRefused)
    return outcome === 'succeeded' ? now.wentThrough : now.working
  }
  return (
    <Button busy={retry.isPending} onClick={() => void run(retryPayment)}>
      {t.tryAgain}
      <span className="sr">{t.forPlan(order.planName)}</span>
    </Button>
  )
}

/** Renewing plans end with the paid period, all others at once. */
function CancelPlanButton({ order, renews }: { order: MemberOrder; renews: boolean }) {
  const t = useMessages(messages)
  const cancel = useApiMutation('orders.requestCancellation')
  const effectiveAt = renews ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
  return (
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
        const now = currentMessages(messages)
        toast(renews ? now.cancelledLater : now.cancelledNow)
      }}
    >
      <p>
        {renews
          ? t.untilThen(
              <strong>
                <Day at={order.currentCycle?.endedDate} />
              </strong>,
            )
          : t.atOnce}
      </p>
    </ConfirmButton>
  )
}

/** Credit history of a plan; loaded when it is opened. */
function CreditHistory({ order }: { order: MemberOrder }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  const query = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }, { enabled: isOpen })
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
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
                <Day at={entry.at} /> · {t.moved[entry.reason ?? ''] ?? t.credited[entry.kind] ?? entry.kind}
              </span>
              <span className="strong">{entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
