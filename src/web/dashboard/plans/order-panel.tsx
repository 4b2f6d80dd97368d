import { Button, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import type { Order } from '../entities.ts'
import { ErrorState } from '../parts/query-view.tsx'
import { StateTag } from '../parts/list.tsx'
import { DetailList, Section } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { OrderPayments } from '../parts/order-payments.tsx'
import { useMemberNames } from '../parts/people.ts'
import { StillBooked } from '../parts/still-booked.tsx'
import { formatPrice, orderState, paymentState, formatInstant } from '../parts/format.ts'
import { isLive, canChangeStart, canKeepRenewing, canPause, canPostpone, currentPrice, type OrderActions, useOrderActions } from './order-actions.tsx'
import { OrderTimeline } from './order-timeline.tsx'

const CreditsPanel = lazy(async () => ({ default: (await import('../parts/credits-panel.tsx')).CreditsPanel }))

/** What the owner may do to a running or unpaid order. */
function OrderFooter({ order, actions }: { order: Order; actions: OrderActions }) {
  return (
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
      {canChangeStart(order) && (
        <Allowed operation="checkout.changeStartDate">
          <Button size="md" variant="default" onClick={() => actions.changeStart(order)}>
            Change start date
          </Button>
        </Allowed>
      )}
      {order.type === 'OFFLINE' && order.lastPaymentStatus === 'UNPAID' && (
        <Allowed operation="orders.markAsPaid">
          <Button size="md" onClick={() => actions.markPaid(order)}>
            Mark as paid
          </Button>
        </Allowed>
      )}
      {canPause(order) && (
        <Allowed operation="orders.pauseOrder">
          <Button size="md" variant="default" onClick={() => actions.pause(order)}>
            Pause
          </Button>
        </Allowed>
      )}
      {order.status === 'PAUSED' && (
        <Allowed operation="orders.resumeOrder">
          <Button size="md" onClick={() => actions.resume(order)}>
            Resume
          </Button>
        </Allowed>
      )}
      {canPostpone(order) && (
        <Allowed operation="orders.postponeEndDate">
          <Button size="md" variant="default" onClick={() => actions.postpone(order)}>
            Extend
          </Button>
        </Allowed>
      )}
      {canKeepRenewing(order) && (
        <Allowed operation="checkout.keepRenewing">
          <Button size="md" variant="default" onClick={() => actions.keepRenewing(order)}>
            Resume renewal
          </Button>
        </Allowed>
      )}
      <Allowed operation="orders.cancelOrder">
        <Button size="md" variant="subtle" c="var(--bad)" onClick={() => actions.cancel(order)}>
          Cancel
        </Button>
      </Allowed>
    </>
  )
}

function OrderDetails({ order, name }: { order: Order; name: string }) {
  const site = useSite()
  return (
    <>
      <DetailList
        items={[
          ['Plan', order.planName],
          [
            'Status',
            <StateTag key="state" tone={orderState(order)[1]}>
              {orderState(order)[0]}
            </StateTag>,
          ],
          [
            'Payment',
            <StateTag key="paid" tone={paymentState(order.lastPaymentStatus)[1]}>
              {paymentState(order.lastPaymentStatus)[0]}
            </StateTag>,
          ],
          ['Price', formatPrice(currentPrice(order), site) || 'Free'],
          ['Coupon', order.pricing.prices[0]?.price.coupon?.code],
          [order.status === 'PENDING' || order.status === 'DRAFT' ? 'Starts' : 'Started', formatInstant(order.startDate, site, 'date')],
          ['Trial', order.freeTrialDays ? `${order.freeTrialDays} days` : undefined],
          [
            'Current period',
            order.currentCycle?.startedDate
              ? `${formatInstant(order.currentCycle.startedDate, site, 'date')} – ${formatInstant(order.currentCycle.endedDate, site, 'date')}`
              : undefined,
          ],
          ['Ends', order.endDate ? formatInstant(order.endDate, site, 'date') : isLive(order) ? 'When cancelled' : undefined],
          ['Paused since', order.status === 'PAUSED' ? formatInstant(order.pausePeriods?.at(-1)?.pauseDate, site, 'date') : undefined],
          ['Cancelled', order.cancellation ? describeCause(order.cancellation.cause) : undefined],
          ['Sold', describeSale(order)],
          [
            'Member',
            <DashboardLink key="member" to="/dashboard/members" search={{ open: order.buyer.memberId }}>
              {name}
            </DashboardLink>,
          ],
        ]}
      />
      {order.formData?.submissionData && (
        <Text component="div" mt="md">
          <strong>Checkout answers</strong>
          <DetailList items={Object.entries(order.formData.submissionData).map(([question, answer]) => [question, String(answer)])} />
        </Text>
      )}
      {isOver(order) && <BookingsAfterEnd orderId={order.id} />}
      <OrderCredits order={order} name={name} />
      <OrderPayments orderId={order.id} who={name} />
      <OrderTimeline orderId={order.id} />
    </>
  )
}

/** The sessions of the plan, where it counts some. */
function OrderCredits({ order, name }: { order: Order; name: string }) {
  const credits = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }).data
  const [isOpen, setOpen] = useState(false)
  if (credits?.balance === undefined) return null
  return (
    <Section
      title="Sessions"
      action={
        <Button variant="light" onClick={() => setOpen(true)}>
          History and changes
        </Button>
      }
    >
      <Text>{credits.balance === 1 ? '1 session left' : `${credits.balance} sessions left`}</Text>
      {isOpen && (
        <Suspense fallback={null}>
          <CreditsPanel order={order} name={name} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

/** One order, found by its id wherever the link came from. */
export function OrderPanel({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const found = useApiQuery('orders.managementGetOrder', { params: { id: id ?? '' }, query: {} }, { enabled: id !== undefined })
  const order = id === undefined ? undefined : found.data?.order
  const getName = useMemberNames(order ? [order.buyer.memberId] : undefined)
  const actions = useOrderActions(getName)
  const name = order ? getName(order.buyer.memberId) : ''
  return (
    <SidePanel
      open={id !== undefined}
      title={order ? name : 'Subscription'}
      onClose={onClose}
      footer={order && (isLive(order) || order.status === 'DRAFT') && <OrderFooter order={order} actions={actions} />}
    >
      {found.error && !order ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : !order ? (
        <Skeleton height={220} radius="md" />
      ) : (
        <OrderDetails order={order} name={name} />
      )}
    </SidePanel>
  )
}

const isOver = ({ status }: Order): boolean => status === 'ENDED' || status === 'CANCELED'

/** Sessions that the plan paid for and that come after its end. */
function BookingsAfterEnd({ orderId }: { orderId: string }) {
  const found = useApiQuery('bookingPages.listBookingsOfPlan', { params: { orderId } })
  return <StillBooked bookings={found.data?.bookings ?? []} />
}

const describeSale = ({ type, orderMethod }: Order): string =>
  type === 'OFFLINE' ? 'In person' : orderMethod === 'POS' ? 'In person, by card' : orderMethod ? 'By phone or mail, by card' : 'Online'

const causes: Record<string, string> = {
  OWNER_ACTION: 'By you',
  MEMBER_ACTION: 'By the member',
  PAYMENT_FAILURE: 'Payment failed',
  PAYMENT_SETUP_FAILURE: 'No valid card',
}
const describeCause = (cause: string): string => causes[cause] ?? cause
