/** Everything the owner may do to an order, each asked once and named by what it does to money and time. */
import { Radio, Stack, Text, TextInput } from '@mantine/core'
import { useDo } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { addDays, dateIn, dayStart, todayIn } from '../business-time.ts'
import type { Order } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { money, when } from '../parts/words.ts'

/** What the running period costs; before the start and after the end, what the first one does. */
export const priceOf = (order: Order) => {
  const index = Math.max(1, order.currentCycle?.index ?? 1)
  const price = order.pricing.prices.findLast(({ duration }) => duration.cycleFrom <= index)?.price
  return { value: price?.total ?? order.planPrice, currency: price?.currency }
}
export const isLive = (order: Order): boolean => ['ACTIVE', 'PENDING', 'PAUSED'].includes(order.status)
const isRecurring = (order: Order): boolean => order.pricing.subscription !== undefined
/** In a trial nothing is paused; an end can only be moved where there is one. */
export const mayPause = (order: Order): boolean => order.status === 'ACTIVE' && order.currentCycle?.index !== 0
export const mayPostpone = (order: Order): boolean => (order.status === 'ACTIVE' || order.status === 'PENDING') && order.endDate !== undefined
/** Before the first day, bought or not. */
export const mayChangeStart = (order: Order): boolean => order.status === 'DRAFT' || order.status === 'PENDING'
export const mayKeep = (order: Order): boolean => isLive(order) && order.autoRenewCanceled === true

export type OrderActions = ReturnType<typeof useOrderActions>
export function useOrderActions(nameOf: (memberId: string) => string) {
  const site = useSite()
  const ask = useConfirm()
  const paid = useDo('orders.markAsPaid')
  const cancel = useDo('orders.cancelOrder')
  const pause = useDo('orders.pauseOrder')
  const resume = useDo('orders.resumeOrder')
  const keep = useDo('orders.keepRenewing')
  const postpone = useDo('orders.postponeEndDate')
  const changeStart = useDo('orders.changeStartDate')
  const given = (order: Order) => ({ params: { id: order.id }, body: {} })
  const who = (order: Order) => nameOf(order.buyer.memberId)
  return {
    markPaid: (order: Order) =>
      ask({
        title: 'Mark as paid?',
        happens: `You received ${money(priceOf(order), site)} from ${who(order)} for ${order.planName}. This cannot be taken back.`,
        verb: 'Mark as paid',
        done: 'Marked as paid.',
        run: () => paid.mutateAsync(given(order)),
      }),
    pause: (order: Order) =>
      ask({
        title: `Pause ${order.planName}?`,
        happens: `${who(order)} is not charged and cannot use the plan while it is paused. Its end moves back by the length of the pause.`,
        verb: 'Pause plan',
        done: 'Paused.',
        run: () => pause.mutateAsync(given(order)),
      }),
    resume: (order: Order) =>
      ask({
        title: `Resume ${order.planName}?`,
        happens: `${who(order)} can use the plan again from now on; payments go on.`,
        verb: 'Resume plan',
        done: 'Running again.',
        run: () => resume.mutateAsync(given(order)),
      }),
    keepRenewing: (order: Order) =>
      ask({
        title: 'Let it renew again?',
        happens: `The cancellation is taken back. ${who(order)} keeps ${order.planName} and is charged again${order.currentCycle?.endedDate ? ` on ${when(order.currentCycle.endedDate, site, 'date')}` : ''}.`,
        verb: 'Keep renewing',
        done: 'It renews again.',
        run: () => keep.mutateAsync({ params: { id: order.id } }),
      }),
    changeStart: (order: Order) => {
      const today = todayIn(site.timeZone)
      const first = dateIn(order.startDate, site.timeZone)
      let day = first < today ? today : first
      ask({
        title: `Let ${order.planName} begin on another day?`,
        happens:
          order.status === 'DRAFT'
            ? 'It is not paid yet. It begins on the day you choose, or when it is paid, whichever is later.'
            : `It begins on ${when(order.startDate, site, 'date')} now. The next payments and the end move along; what is paid stays paid.`,
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
            body: { startDate: day <= today ? new Date().toISOString() : dayStart(day, site.timeZone) },
          }),
      })
    },
    postpone: (order: Order) => {
      const first = addDays(dateIn(order.endDate ?? new Date().toISOString(), site.timeZone), 1)
      let day = addDays(first, 6)
      ask({
        title: `Let ${order.planName} end later?`,
        happens: `It ends on ${when(order.endDate, site, 'date')} now. The last period gets longer; nothing more is charged for it.`,
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
        run: () => postpone.mutateAsync({ params: { id: order.id }, body: { endDate: dayStart(addDays(day || first, 1), site.timeZone) } }),
      })
    },
    cancel: (order: Order) => {
      const until = order.currentCycle?.endedDate ?? order.endDate
      // In grace the running period is not paid: there is no paid time to wait for.
      const canWait = order.status !== 'DRAFT' && isRecurring(order) && order.lastPaymentStatus !== 'FAILED' && !order.autoRenewCanceled
      let effectiveAt = canWait ? 'NEXT_PAYMENT_DATE' : 'IMMEDIATELY'
      ask({
        title: `Cancel ${order.planName} of ${who(order)}?`,
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
                label={until ? `At the end of the paid time, ${when(until, site, 'date')}` : 'At the end of the paid time'}
              />
              <Radio size="md" value="IMMEDIATELY" label="Now: the plan cannot be used any more" />
            </Stack>
          </Radio.Group>
        ) : (
          order.status !== 'DRAFT' && <Text>It ends now: the plan cannot be used any more.</Text>
        ),
        run: () => cancel.mutateAsync({ ...given(order), body: { effectiveAt } }),
      })
    },
  }
}
