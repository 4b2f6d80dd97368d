/** How a booking is settled: the plan that pays, a link to pay with, free of charge, and the fee of a late cancellation or a no-show. */
import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { isUnpaid } from '../parts/booking-actions.tsx'
import type { BookingSummary } from '../parts/booking-summary.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { dryRun } from '../parts/dry-run-request.ts'
import { feeReasons, useFeeActions } from '../parts/fee-actions.ts'
import { formatPrice } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Section } from '../parts/page.tsx'
import { Allowed, useMay } from '../permissions.tsx'
import { PaymentLink } from './payment-link.tsx'

const messages = defineDashboardMessages(
  {
    paidWith: (plan: ReactNode) => <>Paid with {plan}</>,
    aPlan: 'a plan',
    askFree: 'Free of charge?',
    freeAbout: (who: string) => `${who} owes nothing for this booking. No payment is recorded.`,
    makeFree: 'Make free of charge',
    isFree: 'Free of charge.',
    free: 'Free of charge',
    feeTitle: 'Fee',
    fee: (amount: string, reason: string, state: string) => `${amount} ${reason}: ${state}`,
    notCharged: 'not charged yet',
    feeStates: { WAIVED: 'waived', APPLIED_TO_ORDER: 'charged' } as Readonly<Record<string, string>>,
    charge: 'Charge fee',
    waive: 'Waive fee',
  },
  {
    de: {
      paidWith: (plan) => <>Bezahlt mit {plan}</>,
      aPlan: 'einem Tarif',
      askFree: 'Kostenlos machen?',
      freeAbout: (who) => `${who} muss für diese Buchung nichts zahlen. Es wird keine Zahlung erfasst.`,
      makeFree: 'Kostenlos machen',
      isFree: 'Die Buchung ist kostenlos.',
      free: 'Kostenlos machen',
      feeTitle: 'Gebühr',
      fee: (amount, reason, state) => `${amount} ${reason}: ${state}`,
      notCharged: 'noch nicht abgebucht',
      feeStates: { WAIVED: 'erlassen', APPLIED_TO_ORDER: 'abgebucht' },
      charge: 'Gebühr abbuchen',
      waive: 'Gebühr erlassen',
    },
  },
)

/** `hasEmail`: there is an address to send a payment link to. `children`: further buttons beside those that settle it. */
export function BookingSettlement({ booking, hasEmail, children }: { booking: BookingSummary; hasEmail: boolean; children?: ReactNode }) {
  const summary = useApiQuery('bookingPages.bookingSummary', { params: { id: booking.id } })
  const { planOrderId, balanceToken } = summary.data ?? {}
  return (
    <>
      {planOrderId && <PayingPlan orderId={planOrderId} />}
      <Group gap="sm">
        {balanceToken && <PaymentLink token={balanceToken} booking={booking} hasEmail={hasEmail} />}
        <FreeOfCharge booking={booking} />
        {children}
      </Group>
      <BookingFee booking={booking} />
    </>
  )
}

function PayingPlan({ orderId }: { orderId: string }) {
  const t = useMessages(messages)
  const may = useMay()
  const order = useApiQuery('orders.managementGetOrder', { params: { id: orderId }, query: {} }, { enabled: may('orders.managementGetOrder') }).data?.order
  if (!order) return null
  return (
    <Text>
      {t.paidWith(
        <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: orderId }}>
          {order.planName ?? t.aPlan}
        </DashboardLink>,
      )}
    </Text>
  )
}

function FreeOfCharge({ booking }: { booking: BookingSummary }) {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const change = useApiMutation('bookingPages.setFreeOfCharge')
  const { id, who, paymentStatus, status } = booking
  const isFree = paymentStatus === 'EXEMPT'
  const isOpen = status === 'CONFIRMED' || status === 'PENDING'
  if (!isOpen || isFree || paymentStatus === 'PARTIALLY_PAID' || !isUnpaid(booking)) return null
  const set = (free: boolean) => change.mutateAsync({ params: { id }, body: { isFree: free } })
  const ask = () =>
    openConfirm({
      title: t.askFree,
      description: t.freeAbout(who),
      confirmLabel: t.makeFree,
      effects: dryRun('bookingPages.setFreeOfCharge', () => ({ params: { id }, body: { isFree: true } })),
      successMessage: t.isFree,
      onConfirm: () => set(true),
      undo: () => set(false),
    })
  return (
    <Allowed operation="bookingPages.setFreeOfCharge">
      <Button variant="default" onClick={ask}>
        {t.free}
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
  const t = useMessages(messages)
  const site = useSite()
  const actions = useFeeActions()
  const { price, status, trigger } = cancellationFee
  const amount = formatPrice(price, site)
  const isDue = status === 'NOT_YET_APPLIED_TO_ORDER' || status === 'UNKNOWN_STATUS'
  return (
    <Section title={t.feeTitle}>
      <Text>{t.fee(amount, feeReasons[trigger] ?? '', isDue ? t.notCharged : (t.feeStates[status] ?? status.toLowerCase()))}</Text>
      {isDue && (
        <Group gap="sm" mt="sm">
          {status === 'NOT_YET_APPLIED_TO_ORDER' && (
            <Allowed operation="bookingFees.chargeBookingFee">
              <Button variant="default" onClick={() => actions.charge({ bookingId, amount, who })}>
                {t.charge}
              </Button>
            </Allowed>
          )}
          <Allowed operation="bookingFees.waiveBookingFee">
            <Button variant="default" onClick={() => actions.waive({ bookingId, amount, who })}>
              {t.waive}
            </Button>
          </Allowed>
        </Group>
      )}
    </Section>
  )
}
