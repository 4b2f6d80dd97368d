/** What a member does with an order: book with it, pay, change the card, cancel. */
import { Link } from '@tanstack/react-router'
import { ApiError, useApiMutation } from '../../api.ts'
import { Button, buttonClass, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { toast } from '../../kit/toasts.tsx'
import type { MemberOrder } from '../member-data.ts'
import { messages } from './plans.messages.tsx'
import type { OrderProps, Run } from './use-order.ts'
import { Day } from './day.tsx'

interface OrderActionsProps extends OrderProps {
  run: Run
  canBook: boolean
  onChangeCard: () => void
}
export function OrderActions({ order, state, run, canBook, onChangeCard }: OrderActionsProps) {
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
