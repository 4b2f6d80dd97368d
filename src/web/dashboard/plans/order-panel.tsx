import { Button, Skeleton, Text } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
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
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { orderState, paymentState } from '../parts/format.ts'
import { isLive, canChangeStart, canKeepRenewing, canPause, canPostpone, currentPrice, type OrderActions, useOrderActions } from './order-actions.tsx'
import { OrderTimeline } from './order-timeline.tsx'
import { messages } from './order-panel.messages.ts'
import { planMessages } from './plans.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const CreditsPanel = lazy(async () => ({ default: (await import('../parts/credits-panel.tsx')).CreditsPanel }))

/** What the owner may do to a running or unpaid order. */
function OrderFooter({ order, actions }: { order: Order; actions: OrderActions }) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  return (
    <>
      {order.status === 'DRAFT' && order.wixPayOrderId && (
        <CopyButton value={`${location.origin}/checkout/pay/${order.wixPayOrderId}`}>
          {({ copied, copy }) => (
            <Button size="md" onClick={copy}>
              {copied ? commonWords.copied : t.copyLink}
            </Button>
          )}
        </CopyButton>
      )}
      {canChangeStart(order) && (
        <Allowed operation="checkout.changeStartDate">
          <Button size="md" variant="default" onClick={() => actions.changeStart(order)}>
            {words.changeStart}
          </Button>
        </Allowed>
      )}
      {order.type === 'OFFLINE' && order.lastPaymentStatus === 'UNPAID' && (
        <Allowed operation="orders.markAsPaid">
          <Button size="md" onClick={() => actions.markPaid(order)}>
            {words.markPaid}
          </Button>
        </Allowed>
      )}
      {canPause(order) && (
        <Allowed operation="orders.pauseOrder">
          <Button size="md" variant="default" onClick={() => actions.pause(order)}>
            {t.pause}
          </Button>
        </Allowed>
      )}
      {order.status === 'PAUSED' && (
        <Allowed operation="orders.resumeOrder">
          <Button size="md" onClick={() => actions.resume(order)}>
            {t.resume}
          </Button>
        </Allowed>
      )}
      {canPostpone(order) && (
        <Allowed operation="orders.postponeEndDate">
          <Button size="md" variant="default" onClick={() => actions.postpone(order)}>
            {words.extend}
          </Button>
        </Allowed>
      )}
      {canKeepRenewing(order) && (
        <Allowed operation="checkout.keepRenewing">
          <Button size="md" variant="default" onClick={() => actions.keepRenewing(order)}>
            {words.resumeRenewal}
          </Button>
        </Allowed>
      )}
      <Allowed operation="orders.cancelOrder">
        <Button size="md" variant="subtle" c="var(--bad)" onClick={() => actions.cancel(order)}>
          {t.cancel}
        </Button>
      </Allowed>
    </>
  )
}

function OrderDetails({ order, name }: { order: Order; name: string }) {
  const t = useMessages(messages)
  const words = useMessages(planMessages)
  const site = useSite()
  return (
    <>
      <DetailList
        items={[
          [words.plan, order.planName],
          [
            words.status,
            <StateTag key="state" tone={orderState(order)[1]}>
              {orderState(order)[0]}
            </StateTag>,
          ],
          [
            words.payment,
            <StateTag key="paid" tone={paymentState(order.lastPaymentStatus)[1]}>
              {paymentState(order.lastPaymentStatus)[0]}
            </StateTag>,
          ],
          [t.price, formatPrice(currentPrice(order), site) || words.free],
          [words.coupon, order.pricing.prices[0]?.price.coupon?.code],
          [order.status === 'PENDING' || order.status === 'DRAFT' ? t.starts : words.started, formatInstant(order.startDate, site, 'date')],
          [t.trial, order.freeTrialDays ? t.days(order.freeTrialDays) : undefined],
          [
            t.period,
            order.currentCycle?.startedDate
              ? `${formatInstant(order.currentCycle.startedDate, site, 'date')} – ${formatInstant(order.currentCycle.endedDate, site, 'date')}`
              : undefined,
          ],
          [t.ends, order.endDate ? formatInstant(order.endDate, site, 'date') : isLive(order) ? t.whenCancelled : undefined],
          [t.pausedSince, order.status === 'PAUSED' ? formatInstant(order.pausePeriods?.at(-1)?.pauseDate, site, 'date') : undefined],
          [words.cancelled, order.cancellation ? describeCause(order.cancellation.cause) : undefined],
          [t.sold, describeSale(order)],
          [
            t.member,
            <DashboardLink key="member" to="/dashboard/members" search={{ open: order.buyer.memberId }}>
              {name}
            </DashboardLink>,
          ],
        ]}
      />
      {order.formData?.submissionData && (
        <Text component="div" mt="md">
          <strong>{t.answers}</strong>
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
  const t = useMessages(messages)
  const credits = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }).data
  const [isOpen, setOpen] = useState(false)
  if (credits?.balance === undefined) return null
  return (
    <Section
      title={t.sessions}
      action={
        <Button variant="light" onClick={() => setOpen(true)}>
          {t.history}
        </Button>
      }
    >
      <Text>{t.left(credits.balance)}</Text>
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
  const t = useMessages(messages)
  const found = useApiQuery('orders.managementGetOrder', { params: { id: id ?? '' }, query: {} }, { enabled: id !== undefined })
  const order = id === undefined ? undefined : found.data?.order
  const getName = useMemberNames(order ? [order.buyer.memberId] : undefined)
  const actions = useOrderActions(getName)
  const name = order ? getName(order.buyer.memberId) : ''
  return (
    <SidePanel
      open={id !== undefined}
      title={order ? name : t.subscription}
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

const text = currentMessages(messages)
const describeSale = ({ type, orderMethod }: Order): string =>
  type === 'OFFLINE' ? text.inPerson : orderMethod === 'POS' ? text.inPersonCard : orderMethod ? text.byPhone : text.online
const describeCause = (cause: string): string => text.causes[cause] ?? cause
