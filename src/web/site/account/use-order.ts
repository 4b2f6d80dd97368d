/** State of an order and the actions it allows. */
import { useState } from 'react'
import { errorMessage, useApiQuery } from '../../api.ts'
import { toast } from '../../kit/toasts.tsx'
import type { MemberOrder } from '../member-data.ts'

export const isFinished = ({ status }: MemberOrder): boolean => status === 'ENDED' || status === 'CANCELED'
const runningStatuses = ['ACTIVE', 'PENDING', 'PAUSED']

/** State of an order and the actions it allows. */
export function useOrder(order: MemberOrder) {
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
    /** Of a trial nothing is due yet, or ever where it is left. */
    hasPayment: order.lastPaymentStatus !== 'PENDING' || order.currentCycle?.index !== 0,
    hasFailed: order.lastPaymentStatus === 'FAILED' && order.status !== 'DRAFT',
    canChangeCard: payId !== undefined && isSubscription && isRunning && !isEnding,
  }
}
export interface OrderProps {
  order: MemberOrder
  state: ReturnType<typeof useOrder>
}

/** Runs an action outside of a form: its message as a toast, its failure for the card to show. */
export function useAction() {
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

export type Run = ReturnType<typeof useAction>['run']
