/** Everything the owner may do to an order, each asked once and named by what it does to money and time. */
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useApiMutation } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { addDays, dateIn, startOfDay, todayIn } from '../business-time.ts'
import type { Order } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { formatPrice, formatInstant } from '../parts/format.ts'

/** What the running period costs; before the start and after the end, what the first one does. */
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
export function useOrderActions(nameOf: (memberId: string) => string) {
  const site = useSite()
  const openConfirm = useConfirm()
  const paid = useApiMutation('orders.markAsPaid')
  const cancel = useApiMutation('orders.cancelOrder')
  const pause = useApiMutation('orders.pauseOrder')
  const resume = useApiMutation('orders.resumeOrder')
  const keep = useApiMutation('checkout.keepRenewing')
  const postpone = useApiMutation('orders.postponeEndDate')
  const changeStart = useApiMutation('checkout.changeStartDate')
  const toParams = (order: Order) => ({ params: { id: order.id }, body: {} })
  const buyerName = (order: Order) => nameOf(order.buyer.memberId)
  return {
    markPaid: (order: Order) =>
      openConfirm({
        title: 'Mark as paid?',
        happens: `You received ${formatPrice(currentPrice(order), site)} from ${buyerName(order)} for ${order.planName}. This cannot be taken back.`,
        verb: 'Mark as paid',
        done: 'Marked as paid.',
        run: () => paid.mutateAsync(toParams(order)),
      }),
    pause: (order: Order) =>
      openConfirm({
        title: `Pause ${order.planName}?`,
        happens: `${buyerName(order)} is not charged and cannot use the plan while it is paused. Its end moves back by the length of the pause.`,
        verb: 'Pause plan',
        done: 'Paused.',
        run: () => pause.mutateAsync(toParams(order)),
      }),
    resume: (order: Order) =>
      openConfirm({
        title: `Resume ${order.planName}?`,
        happens: `${buyerName(order)} can use the plan again from now on; payments go on.`,
        verb: 'Resume plan',
        done: 'Running again.',
        run: () => resume.mutateAsync(toParams(order)),
      }),
    keepRenewing: (order: Order) =>
      openConfirm({
        title: 'Let it renew again?',
        happens: `The cancellation is taken back. ${buyerName(order)} keeps ${order.planName} and is charged again${order.currentCycle?.endedDate ? ` on ${formatInstant(order.currentCycle.endedDate, site, 'date')}` : ''}.`,
        verb: 'Keep renewing',
        done: 'It renews again.',
        run: () => keep.mutateAsync({ params: { id: order.id } }),
      }),
    changeStart: (order: Order) => {
      const today = todayIn(site.timeZone)
      const first = dateIn(order.startDate, site.timeZone)
      let day = first < today ? today : first
      openConfirm({
        title: `Let ${order.planName} begin on another day?`,
        happens:
          order.status === 'DRAFT'
            ? 'It is not paid yet. It begins on the day you choose, or when it is paid, whichever is later.'
            : `It begins on ${formatInstant(order.startDate, site, 'date')} now. The next payments and the end move along; what is paid stays paid.`,
        verb: 'Move the start',
        done: 'The start has moved.',
        extra: (
          <TextInput
            size="md"
            type="date"
            label="First day"
            min={today}
            defaultValue={day}
            onChange={(event) => {
              day = event.currentTarget.value
            }}
          />
        ),
        // A first day of today is now; what has begun already cannot be earlier.
        run: () =>
          changeStart.mutateAsync({
            params: { id: order.id },
            body: { startDate: day <= today ? new Date().toISOString() : startOfDay(day, site.timeZone) },
          }),
      })
    },
    postpone: (order: Order) => {
      const first = addDays(dateIn(order.endDate ?? new Date().toISOString(), site.timeZone), 1)
      let day = addDays(first, 6)
      openConfirm({
        title: `Let ${order.planName} end later?`,
        happens: `It ends on ${formatInstant(order.endDate, site, 'date')} now. The last period gets longer; nothing more is charged for it.`,
        verb: 'Move the end',
        done: 'The end has moved.',
        extra: (
          <TextInput
            size="md"
            type="date"
            label="Last day"
            min={first}
            defaultValue={day}
            onChange={(event) => {
              day = event.currentTarget.value
            }}
          />
        ),
        // The plan holds through its last day.
        run: () => postpone.mutateAsync({ params: { id: order.id }, body: { endDate: startOfDay(addDays(day || first, 1), site.timeZone) } }),
      })
    },
    cancel: (order: Order) => {
      const until = order.currentCycle?.endedDate ?? order.endDate
      // In grace the running period is not paid: there is no paid time to wait for.
      const canWait = order.status !== 'DRAFT' && isRecurring(order) && order.lastPaymentStatus !== 'FAILED' && !order.autoRenewCanceled
      let effectiveAt = canWait ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
      openConfirm({
        title: `Cancel ${order.planName} of ${buyerName(order)}?`,
        danger: true,
        verb: 'Cancel subscription',
        keep: 'Keep subscription',
        done: 'Cancelled.',
        happens:
          order.status === 'DRAFT'
            ? 'It was not paid. The payment page no longer takes a card for it.'
            : 'No further payment is taken. Money already paid is not given back by this; that is done at the payment itself.',
        extra: canWait ? (
          <Radio.Group
            defaultValue={effectiveAt}
            onChange={(value) => {
              effectiveAt = value
            }}
            label="When does it end?"
          >
            <Stack gap="sm" mt="xs">
              <Radio
                size="md"
                value="NEXT_PAYMENT_DATE"
                label={until ? `At the end of the paid time, ${formatInstant(until, site, 'date')}` : 'At the end of the paid time'}
              />
              <Radio size="md" value="IMMEDIATELY" label="Now: the plan cannot be used any more" />
            </Stack>
          </Radio.Group>
        ) : (
          order.status !== 'DRAFT' && <Text>It ends now: the plan cannot be used any more.</Text>
        ),
        run: () => cancel.mutateAsync({ ...toParams(order), body: { effectiveAt } }),
      })
    },
  }
}
