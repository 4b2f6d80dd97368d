/** How a booking is settled: the plan that pays, a link to pay with, free of charge, and the fee of a late cancellation or a no-show. */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { copyText } from '#web/kit/copy-text.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { isUnpaid } from '../parts/booking-actions.tsx'
import type { BookingSummary } from '../parts/booking-summary.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { dryRun } from '../parts/dry-run-request.ts'
import { feeReasons, useFeeActions } from '../parts/fee-actions.ts'
import { formatPrice } from '../parts/format.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Section } from '../parts/page.tsx'
import { Allowed, useMay } from '../permissions.tsx'

/** `children`: further buttons beside those that settle it. */
export function BookingSettlement({ booking, children }: { booking: BookingSummary; children?: ReactNode }) {
  const summary = useApiQuery('bookingPages.bookingSummary', { params: { id: booking.id } })
  const { planOrderId, balanceToken } = summary.data ?? {}
  return (
    <>
      {planOrderId && <PayingPlan orderId={planOrderId} />}
      <Group gap="sm">
        {balanceToken && <PayLink token={balanceToken} who={booking.who} />}
        <FreeOfCharge booking={booking} />
        {children}
      </Group>
      <BookingFee booking={booking} />
    </>
  )
}

function PayingPlan({ orderId }: { orderId: string }) {
  const may = useMay()
  const order = useApiQuery('orders.managementGetOrder', { params: { id: orderId }, query: {} }, { enabled: may('orders.managementGetOrder') }).data?.order
  if (!order) return null
  return (
    <Text>
      Paid with{' '}
      <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: orderId }}>
        {order.planName ?? 'a plan'}
      </DashboardLink>
    </Text>
  )
}

/** The link is all that is needed to pay: it goes to the client by any way that suits. */
function PayLink({ token, who }: { token: string; who: string }) {
  const copy = async () => {
    const done = await copyText(`${location.origin}/checkout/basket/${token}`)
    toast(done ? `Payment link copied. Send it to ${who}.` : 'The link could not be copied. Allow this page to use the clipboard.')
  }
  return (
    <Button variant="default" onClick={() => void copy()}>
      Copy payment link
    </Button>
  )
}

function FreeOfCharge({ booking }: { booking: BookingSummary }) {
  const openConfirm = useConfirm()
  const change = useApiMutation('bookingPages.setFreeOfCharge')
  const { id, who, paymentStatus, status } = booking
  const isFree = paymentStatus === 'EXEMPT'
  const isOpen = status === 'CONFIRMED' || status === 'PENDING'
  if (!isOpen || isFree || paymentStatus === 'PARTIALLY_PAID' || !isUnpaid(booking)) return null
  const set = (free: boolean) => change.mutateAsync({ params: { id }, body: { isFree: free } })
  const ask = () =>
    openConfirm({
      title: 'Free of charge?',
      description: `${who} owes nothing for this booking. No payment is recorded.`,
      confirmLabel: 'Make free of charge',
      effects: dryRun('bookingPages.setFreeOfCharge', () => ({ params: { id }, body: { isFree: true } })),
      successMessage: 'Free of charge.',
      onConfirm: () => set(true),
      undo: () => set(false),
    })
  return (
    <Allowed operation="bookingPages.setFreeOfCharge">
      <Button variant="default" onClick={ask}>
        Free of charge
      </Button>
    </Allowed>
  )
}

type Fee = ReplyOf<'bookingFees.listBookingFeesByBookingIds'>['bookingFees'][number]

function BookingFee({ booking }: { booking: BookingSummary }) {
  const may = useMay()
  const fees = useApiQuery(
    'bookingFees.listBookingFeesByBookingIds',
    { query: { bookingIds: booking.id } },
    { enabled: may('bookingFees.listBookingFeesByBookingIds') },
  )
  // What cancelling would cost now is said when it is cancelled.
  const fee = fees.data?.bookingFees.find(({ id }) => id !== undefined)
  return fee ? <RecordedFee fee={fee} who={booking.who} /> : null
}

function RecordedFee({ fee: { bookingId, cancellationFee }, who }: { fee: Fee; who: string }) {
  const site = useSite()
  const actions = useFeeActions()
  const { price, status, trigger } = cancellationFee
  const amount = formatPrice(price, site)
  const isDue = status === 'NOT_YET_APPLIED_TO_ORDER' || status === 'UNKNOWN_STATUS'
  const states: Record<string, string> = { WAIVED: 'waived', APPLIED_TO_ORDER: 'charged' }
  return (
    <Section title="Fee">
      <Text>
        {amount} {feeReasons[trigger] ?? ''}: {isDue ? 'not charged yet' : (states[status] ?? status.toLowerCase())}
      </Text>
      {isDue && (
        <Group gap="sm" mt="sm">
          {status === 'NOT_YET_APPLIED_TO_ORDER' && (
            <Allowed operation="bookingFees.chargeBookingFee">
              <Button variant="default" onClick={() => actions.charge({ bookingId, amount, who })}>
                Charge fee
              </Button>
            </Allowed>
          )}
          <Allowed operation="bookingFees.waiveBookingFee">
            <Button variant="default" onClick={() => actions.waive({ bookingId, amount, who })}>
              Waive fee
            </Button>
          </Allowed>
        </Group>
      )}
    </Section>
  )
}
