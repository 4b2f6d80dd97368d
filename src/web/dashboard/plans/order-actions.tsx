/** Everything the owner may do to an order, each asked once and named by what it does to money and time. */
import { useApiMutation } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { DayChoice } from './day-choice.tsx'
import { CancelChoice, type CancelTime } from './cancel-choice.tsx'
import { addDays, endOfDay, startOfDay, toDay, todayIn } from '#web/kit/days.ts'
import { messages } from './order-actions.messages.ts'
import { planMessages } from './plans.messages.ts'

/** The price of the current period; before the start and after the end, that of the first one. */
export const currentPrice = (order: Order) => {
  const index = Math.max(1, order.currentCycle?.index ?? 1)
  const price = order.pricing.prices.findLast(({ duration }) => duration.cycleFrom <= index)?.price
  return { value: price?.total ?? order.planPrice, currency: price?.currency }
}
const words = currentMessages(planMessages)
/** How it was sold: online, or by the business and how it was paid. */
export const describeSale = ({ type, orderMethod }: Order): string =>
  type === 'OFFLINE' ? words.inPerson : orderMethod === 'POS' ? words.inPersonCard : orderMethod ? words.byPhone : words.online
export const isLive = (order: Order): boolean => ['ACTIVE', 'PENDING', 'PAUSED'].includes(order.status)
const isRecurring = (order: Order): boolean => order.pricing.subscription !== undefined
/** In a trial nothing is paused; an end can only be moved where there is one. */
export const canPause = (order: Order): boolean => order.status === 'ACTIVE' && order.currentCycle?.index !== 0
export const canPostpone = (order: Order): boolean => (order.status === 'ACTIVE' || order.status === 'PENDING') && order.endDate !== undefined
/** Before the first day, bought or not. */
export const canChangeStart = (order: Order): boolean => order.status === 'DRAFT' || order.status === 'PENDING'
export const canKeepRenewing = (order: Order): boolean => isLive(order) && order.autoRenewCanceled === true

export type OrderActions = ReturnType<typeof useOrderActions>
type NameOf = (memberId: string) => string
const toParams = (order: Order) => ({ params: { id: order.id }, body: {} })

export function useOrderActions(nameOf: NameOf) {
  return {
    ...usePausing(nameOf),
    markPaid: useMarkingPaid(nameOf),
    keepRenewing: useKeepRenewing(nameOf),
    changeStart: useChangingStart(),
    postpone: usePostponing(),
    cancel: useCancelling(nameOf),
  }
}

function usePausing(nameOf: NameOf) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const pause = useApiMutation('orders.pauseOrder')
  const resume = useApiMutation('orders.resumeOrder')
  return {
    pause: (order: Order) =>
      openConfirm({
        title: t.pauseAsk(order.planName),
        description: t.pauseEffect(nameOf(order.buyer.memberId)),
        content: <DryRunEffects operation="orders.pauseOrder" input={toParams(order)} />,
        confirmLabel: t.pause,
        successMessage: t.paused,
        onConfirm: () => pause.mutateAsync(toParams(order)),
      }),
    resume: (order: Order) =>
      openConfirm({
        title: t.resumeAsk(order.planName),
        description: t.resumeEffect(nameOf(order.buyer.memberId)),
        content: <DryRunEffects operation="orders.resumeOrder" input={toParams(order)} />,
        confirmLabel: t.resume,
        successMessage: t.resumed,
        onConfirm: () => resume.mutateAsync(toParams(order)),
      }),
  }
}

function useMarkingPaid(nameOf: NameOf) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const site = useSite()
  const openConfirm = useConfirm()
  const paid = useApiMutation('orders.markAsPaid')
  return (order: Order) =>
    openConfirm({
      title: t.markPaidAsk,
      description: t.markPaidEffect(formatPrice(currentPrice(order), site), nameOf(order.buyer.memberId), order.planName),
      content: <DryRunEffects operation="orders.markAsPaid" input={toParams(order)} />,
      confirmLabel: words.markPaid,
      successMessage: t.markedPaid,
      onConfirm: () => paid.mutateAsync(toParams(order)),
    })
}

function useKeepRenewing(nameOf: NameOf) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const site = useSite()
  const openConfirm = useConfirm()
  const keep = useApiMutation('checkout.keepRenewing')
  return (order: Order) =>
    openConfirm({
      title: t.renewAsk,
      description: t.renewEffect(
        nameOf(order.buyer.memberId),
        order.planName,
        order.currentCycle?.endedDate && formatInstant(order.currentCycle.endedDate, site, 'date'),
      ),
      content: <DryRunEffects operation="checkout.keepRenewing" input={{ params: { id: order.id } }} />,
      confirmLabel: words.resumeRenewal,
      successMessage: t.renewed,
      onConfirm: () => keep.mutateAsync({ params: { id: order.id } }),
    })
}

function useChangingStart() {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const site = useSite()
  const openConfirm = useConfirm()
  const changeStart = useApiMutation('checkout.changeStartDate')
  return (order: Order) => {
    const today = todayIn(site.timeZone)
    const first = toDay(order.startDate, site.timeZone)
    let day = first < today ? today : first
    // A first day of today is now; what has begun already cannot be earlier.
    const now = new Date().toISOString()
    const toInput = (chosen: string) => ({ params: { id: order.id }, body: { startDate: chosen <= today ? now : startOfDay(chosen, site.timeZone) } })
    openConfirm({
      title: t.startAsk(order.planName),
      description: order.status === 'DRAFT' ? t.startUnpaid : t.startEffect(formatInstant(order.startDate, site, 'date')),
      confirmLabel: words.changeStart,
      successMessage: t.startChanged,
      content: (
        <DayChoice
          label={words.startDate}
          min={today}
          initial={day}
          onChange={(value) => {
            day = value
          }}
        >
          {(chosen) => <DryRunEffects operation="checkout.changeStartDate" input={toInput(chosen)} />}
        </DayChoice>
      ),
      onConfirm: () => changeStart.mutateAsync(toInput(day)),
    })
  }
}

function usePostponing() {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const site = useSite()
  const openConfirm = useConfirm()
  const postpone = useApiMutation('orders.postponeEndDate')
  return (order: Order) => {
    const first = addDays(toDay(order.endDate ?? new Date().toISOString(), site.timeZone), 1)
    let day = addDays(first, 6)
    // The plan holds through its last day, which is what everyone reads as its end.
    const toInput = (chosen: string) => ({ params: { id: order.id }, body: { endDate: endOfDay(chosen, site.timeZone) } })
    openConfirm({
      title: t.extendAsk(order.planName),
      description: t.extendEffect(formatInstant(order.endDate, site, 'date')),
      confirmLabel: words.extend,
      successMessage: t.endChanged,
      content: (
        <DayChoice
          label={t.newEnd}
          min={first}
          initial={day}
          onChange={(value) => {
            day = value
          }}
        >
          {(chosen) => <DryRunEffects operation="orders.postponeEndDate" input={toInput(chosen)} />}
        </DayChoice>
      ),
      onConfirm: () => postpone.mutateAsync(toInput(day || first)),
    })
  }
}

function useCancelling(nameOf: NameOf) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const cancel = useApiMutation('orders.cancelOrder')
  return (order: Order) => {
    // In grace the running period is not paid: there is no paid time to wait for.
    const canWait = order.status !== 'DRAFT' && isRecurring(order) && order.lastPaymentStatus !== 'FAILED' && !order.autoRenewCanceled
    let effectiveAt: CancelTime = canWait ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
    openConfirm({
      title: t.cancelAsk(order.planName, nameOf(order.buyer.memberId)),
      danger: true,
      confirmLabel: t.cancel,
      cancelLabel: t.keep,
      successMessage: t.cancelled,
      description: order.status === 'DRAFT' ? t.cancelUnpaid : t.cancelEffect,
      content: (
        <CancelChoice
          order={order}
          canWait={canWait}
          onChange={(time) => {
            effectiveAt = time
          }}
        />
      ),
      onConfirm: () => cancel.mutateAsync({ ...toParams(order), body: { effectiveAt } }),
    })
  }
}
