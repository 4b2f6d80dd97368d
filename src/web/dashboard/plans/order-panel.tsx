import { Button, CopyButton, Skeleton, Text } from '@mantine/core'
import { useAsk } from '#web/api.ts'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { Failed } from '../parts/answers.tsx'
import { State } from '../parts/list.tsx'
import { Facts } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { Go } from '../parts/go.tsx'
import { OrderPayments } from '../parts/order-payments.tsx'
import { useNames } from '../parts/people.ts'
import { StillBooked } from '../parts/still-booked.tsx'
import { money, orderState, paymentState, when } from '../parts/words.ts'
import { isLive, mayChangeStart, mayKeep, mayPause, mayPostpone, priceOf, useOrderActions } from './order-actions.tsx'
import { OrderTimeline } from './order-timeline.tsx'

/** One order, found by its id wherever the link came from. */
export function OrderPanel({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const site = useSite()
  const found = useAsk('orders.managementGetOrder', { params: { id: id ?? '' }, query: {} }, { enabled: id !== undefined })
  const order = id === undefined ? undefined : found.data?.order
  const nameOf = useNames(order ? [order.buyer.memberId] : undefined)
  const actions = useOrderActions(nameOf)
  const name = order ? nameOf(order.buyer.memberId) : ''
  return (
    <SidePanel
      open={id !== undefined}
      title={order ? name : 'Subscription'}
      onClose={onClose}
      footer={
        order &&
        (isLive(order) || order.status === 'DRAFT') && (
          <>
            {order.status === 'DRAFT' && order.wixPayOrderId && (
              <CopyButton value={`${location.origin}/checkout/pay/${order.wixPayOrderId}`}>
                {({ copied, copy }) => (
                  <Button size="md" onClick={copy}>
                    {copied ? 'Copied' : 'Copy payment link'}
                  </Button>
                )}
              </CopyButton>
            )}
            {mayChangeStart(order) && (
              <Button size="md" variant="default" onClick={() => actions.changeStart(order)}>
                Move the start
              </Button>
            )}
            {order.type === 'OFFLINE' && order.lastPaymentStatus === 'UNPAID' && (
              <Button size="md" onClick={() => actions.markPaid(order)}>
                Mark as paid
              </Button>
            )}
            {mayPause(order) && (
              <Button size="md" variant="default" onClick={() => actions.pause(order)}>
                Pause
              </Button>
            )}
            {order.status === 'PAUSED' && (
              <Button size="md" onClick={() => actions.resume(order)}>
                Resume
              </Button>
            )}
            {mayPostpone(order) && (
              <Button size="md" variant="default" onClick={() => actions.postpone(order)}>
                Move the end
              </Button>
            )}
            {mayKeep(order) && (
              <Button size="md" variant="default" onClick={() => actions.keepRenewing(order)}>
                Keep renewing
              </Button>
            )}
            <Button size="md" variant="subtle" c="var(--bad)" onClick={() => actions.cancel(order)}>
              Cancel
            </Button>
          </>
        )
      }
    >
      {found.error && !order ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : !order ? (
        <Skeleton height={220} radius="md" />
      ) : (
        <>
          <Facts
            items={[
              ['Plan', order.planName],
              [
                'State',
                <State key="state" tone={orderState(order)[1]}>
                  {orderState(order)[0]}
                </State>,
              ],
              [
                'Payment',
                <State key="paid" tone={paymentState(order.lastPaymentStatus)[1]}>
                  {paymentState(order.lastPaymentStatus)[0]}
                </State>,
              ],
              ['Price', money(priceOf(order), site) || 'Free'],
              ['Coupon', order.pricing.prices[0]?.price.coupon?.code],
              [order.status === 'PENDING' || order.status === 'DRAFT' ? 'Starts' : 'Started', when(order.startDate, site, 'date')],
              ['Trial', order.freeTrialDays ? `${order.freeTrialDays} days` : undefined],
              [
                'This period',
                order.currentCycle?.startedDate
                  ? `${when(order.currentCycle.startedDate, site, 'date')} – ${when(order.currentCycle.endedDate, site, 'date')}`
                  : undefined,
              ],
              ['Ends', order.endDate ? when(order.endDate, site, 'date') : isLive(order) ? 'when cancelled' : undefined],
              ['Paused since', order.status === 'PAUSED' ? when(order.pausePeriods?.at(-1)?.pauseDate, site, 'date') : undefined],
              ['Cancelled', order.cancellation ? causeText(order.cancellation.cause) : undefined],
              ['Sold', soldText(order)],
              [
                'Member',
                <Go key="member" to="/dashboard/members" search={{ open: order.buyer.memberId }}>
                  {name}
                </Go>,
              ],
            ]}
          />
          {order.formData?.submissionData && (
            <Text component="div" mt="md">
              <strong>Answers at the checkout</strong>
              <Facts items={Object.entries(order.formData.submissionData).map(([question, answer]) => [question, String(answer)])} />
            </Text>
          )}
          {isOver(order) && <BookedAfter orderId={order.id} />}
          <OrderPayments orderId={order.id} who={name} />
          <OrderTimeline orderId={order.id} />
        </>
      )}
    </SidePanel>
  )
}

const isOver = ({ status }: Order): boolean => status === 'ENDED' || status === 'CANCELED'

/** Sessions that the plan paid for and that come after its end. */
function BookedAfter({ orderId }: { orderId: string }) {
  const found = useAsk('bookings.listBookingsOfPlan', { params: { orderId } })
  return <StillBooked bookings={found.data?.bookings ?? []} />
}

const soldText = ({ type, orderMethod }: Order): string =>
  type === 'OFFLINE'
    ? 'at the desk'
    : orderMethod === 'POS'
      ? 'by you in person, paid by card'
      : orderMethod
        ? 'by you by phone or mail, paid by card'
        : 'online'

const causes: Record<string, string> = {
  OWNER_ACTION: 'by you',
  MEMBER_ACTION: 'by the member',
  PAYMENT_FAILURE: 'because the payment failed',
  PAYMENT_SETUP_FAILURE: 'because no card worked',
}
const causeText = (cause: string): string => causes[cause] ?? cause
