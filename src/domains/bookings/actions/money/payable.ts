/** Bookings and their fees as payables: what a charge, a refund or a dispute means for the booking. Source: guide bookings §12.6. */
import type { PayableHandlers, RefundEvent, RefundRow } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { LocaleFormatter } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import { checkPlaces } from '../booking/check-places.ts'
import { checkOwedSums, sumOwedOfSite } from '../reading/client-figures.ts'
import { queueBusinessEmail, queueCustomerEmail } from '../emails/emails.ts'
import { createReceiptLink } from '../links/links.ts'
import { syncRefundedAmount, toMinorUnits } from './money.ts'
import { syncPaymentStatus } from './refunds.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'

/** The payment of the booking follows what went back. */
async function syncMoney(ctx: TransactionContext, { id, receipt }: RefundEvent): Promise<store.BookingRow | undefined> {
  const booking = await store.lockBooking(ctx, unrestrictedViewer, id)
  if (!booking) return undefined
  await syncRefundedAmount(ctx, booking.id, receipt.id)
  await syncPaymentStatus(ctx, booking)
  return booking
}

/** Bookings and their fees as payables. */
export const bookingPayable: PayableHandlers = {
  sumOwed: sumOwedOfSite,
  checkSums: async (ctx) => [...(await checkOwedSums(ctx)), ...(await checkPlaces(ctx))],
  lock: (ctx, id) => store.lockBooking(ctx, unrestrictedViewer, id),
  async onRefunded(ctx, event) {
    const booking = await syncMoney(ctx, event)
    const { receipt, refund } = event
    if (!booking || refund.reason !== 'PROVIDER') return
    await queueCustomerEmail(ctx, booking, {
      template: 'booking-refunded',
      uniqueBy: refund.id,
      variables: {
        amount: ({ formatAmount }) => formatAmount(toMinorUnits(refund.amount, refund.currency), refund.currency),
        receiptLink: await createReceiptLink(ctx, booking, receipt.id),
      },
    })
  },
  async onRefundFailed(ctx, event) {
    const booking = await syncMoney(ctx, event)
    if (booking) await queueRefundFailedEmail(ctx, booking, event.refund)
  },
  async onDisputed(ctx, { id, dispute }) {
    const booking = await store.lockBooking(ctx, unrestrictedViewer, id)
    const formatDisputed = ({ formatAmount }: LocaleFormatter) => formatAmount(toMinorUnits(dispute.amount, dispute.currency), dispute.currency)
    if (booking) await queueBusinessEmail(ctx, booking, { template: 'booking-disputed', variables: { amount: formatDisputed } })
  },
}

const queueRefundFailedEmail = (ctx: TransactionContext, booking: store.BookingRow, refund: RefundRow): Promise<void> =>
  queueBusinessEmail(ctx, booking, {
    template: 'booking-refund-failed',
    variables: {
      amount: ({ formatAmount }) => formatAmount(toMinorUnits(refund.amount, refund.currency), refund.currency),
      problem: refund.problem ?? '',
    },
  })
