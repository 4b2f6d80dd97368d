/** One plan order of the member: credits, payments and actions. */
import { type ReactNode, useState } from 'react'
import { useApiMutation } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { Money } from '../../kit/money.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import type { Balance, MemberOrder } from '../member-data.ts'
import { ChangeCard } from './change-card.tsx'
import { messages } from './plans.messages.tsx'
import { Receipts } from './receipts.tsx'
import { type OrderProps, type Run, useAction, useOrder } from './use-order.ts'
import { Day } from './day.tsx'
import { OrderActions } from './order-buttons.tsx'
import { CreditHistory } from './credit-history.tsx'

export function OrderCard({ order, balance }: { order: MemberOrder; balance: Balance | undefined }) {
  const t = useMessages(messages)
  const state = useOrder(order)
  const { failure, run } = useAction()
  const [isChangingCard, setChangingCard] = useState(false)
  return (
    <li className="card stack">
      <div className="row row-between">
        <h3 className="card-title">{order.planName}</h3>
        <StatusBadge status={order.status}>{order.status === 'CANCELED' ? t.cancelled : undefined}</StatusBadge>
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

function OrderFacts({ order, state: { actions, isOver, renews, last, freeUntil, hasPayment } }: OrderProps) {
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
      {hasPayment ? (
        <Fact label={t.payment}>
          <StatusBadge status={order.lastPaymentStatus === 'NOT_APPLICABLE' ? 'NOTHING_DUE' : (order.lastPaymentStatus ?? '')} />
        </Fact>
      ) : null}
    </dl>
  )
}

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
