/** Everything the owner may do to an order, each asked once and named by what it does to money and time. */
import { useApiMutation } from '#web/api.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { formatPrice, formatInstant } from '../parts/format.ts'
import { DayChoice } from './day-choice.tsx'
import { CancelChoice, type CancelTime } from './cancel-choice.tsx'
import { addDays, startOfDay, toDay, todayIn } from '#web/kit/days.ts'

/** The price of the current period; before the start and after the end, that of the first one. */
export const currentPrice = (order: Order) => {
  const index = Math.max(1, order.currentCycle?.index ?? 1)
  const price = order.pricing.prices.findLast(({ duration }) => duration.cycleFrom <= index)?.price
  return { value: price?.total ?? order.planPrice, currency: price?.currency }
}
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
  const openConfirm = useConfirm()
  const pause = useApiMutation('orders.pauseOrder')
  const resume = useApiMutation('orders.resumeOrder')
  return {
    pause: (order: Order) =>
      openConfirm({
        title: `Pause ${order.planName}?`,
        description: `${nameOf(order.buyer.memberId)} won’t be charged and can’t use the plan while it’s paused. The end date moves by the length of the pause.`,
        content: <DryRunEffects operation="orders.pauseOrder" input={toParams(order)} />,
        confirmLabel: 'Pause plan',
        successMessage: 'Plan paused.',
        onConfirm: () => pause.mutateAsync(toParams(order)),
      }),
    resume: (order: Order) =>
      openConfirm({
        title: `Resume ${order.planName}?`,
        description: `${nameOf(order.buyer.memberId)} can use the plan again and payments resume.`,
        content: <DryRunEffects operation="orders.resumeOrder" input={toParams(order)} />,
        confirmLabel: 'Resume plan',
        successMessage: 'Plan resumed.',
        onConfirm: () => resume.mutateAsync(toParams(order)),
      }),
  }
}

function useMarkingPaid(nameOf: NameOf) {
  const site = useSite()
  const openConfirm = useConfirm()
  const paid = useApiMutation('orders.markAsPaid')
  return (order: Order) =>
    openConfirm({
      title: 'Mark as paid?',
      description: `Confirms that you received ${formatPrice(currentPrice(order), site)} from ${nameOf(order.buyer.memberId)} for ${order.planName}. This can’t be undone.`,
      content: <DryRunEffects operation="orders.markAsPaid" input={toParams(order)} />,
      confirmLabel: 'Mark as paid',
      successMessage: 'Marked as paid.',
      onConfirm: () => paid.mutateAsync(toParams(order)),
    })
}

function useKeepRenewing(nameOf: NameOf) {
  const site = useSite()
  const openConfirm = useConfirm()
  const keep = useApiMutation('checkout.keepRenewing')
  return (order: Order) =>
    openConfirm({
      title: 'Resume renewal?',
      description: `The cancellation is reversed. ${nameOf(order.buyer.memberId)} keeps ${order.planName} and is charged again${order.currentCycle?.endedDate ? ` on ${formatInstant(order.currentCycle.endedDate, site, 'date')}` : ''}.`,
      content: <DryRunEffects operation="checkout.keepRenewing" input={{ params: { id: order.id } }} />,
      confirmLabel: 'Resume renewal',
      successMessage: 'Renewal resumed.',
      onConfirm: () => keep.mutateAsync({ params: { id: order.id } }),
    })
}

function useChangingStart() {
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
      title: `Change start date of ${order.planName}?`,
      description:
        order.status === 'DRAFT'
          ? 'Not paid yet. It starts on the date you choose or when it’s paid, whichever is later.'
          : `Currently starts on ${formatInstant(order.startDate, site, 'date')}. Upcoming payments and the end date move with it. Past payments don’t change.`,
      confirmLabel: 'Change start date',
      successMessage: 'Start date changed.',
      content: (
        <DayChoice
          label="Start date"
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
  const site = useSite()
  const openConfirm = useConfirm()
  const postpone = useApiMutation('orders.postponeEndDate')
  return (order: Order) => {
    const first = addDays(toDay(order.endDate ?? new Date().toISOString(), site.timeZone), 1)
    let day = addDays(first, 6)
    // The plan holds through its last day.
    const toInput = (chosen: string) => ({ params: { id: order.id }, body: { endDate: startOfDay(addDays(chosen, 1), site.timeZone) } })
    openConfirm({
      title: `Extend ${order.planName}?`,
      description: `Currently ends on ${formatInstant(order.endDate, site, 'date')}. The last period is extended at no charge.`,
      confirmLabel: 'Extend',
      successMessage: 'End date changed.',
      content: (
        <DayChoice
          label="New end date"
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
  const openConfirm = useConfirm()
  const cancel = useApiMutation('orders.cancelOrder')
  return (order: Order) => {
    // In grace the running period is not paid: there is no paid time to wait for.
    const canWait = order.status !== 'DRAFT' && isRecurring(order) && order.lastPaymentStatus !== 'FAILED' && !order.autoRenewCanceled
    let effectiveAt: CancelTime = canWait ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
    openConfirm({
      title: `Cancel ${order.planName} for ${nameOf(order.buyer.memberId)}?`,
      danger: true,
      confirmLabel: 'Cancel subscription',
      cancelLabel: 'Keep subscription',
      successMessage: 'Subscription cancelled.',
      description:
        order.status === 'DRAFT'
          ? 'It hasn’t been paid. The payment link stops working.'
          : 'No further payments will be charged. Past payments are not refunded; you can refund them individually.',
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
