/** What the answer to the charge of a fee means: it is collected once, or both sides are emailed. Source: guide bookings §14. */
import { startRefund, type Attempt, type AttemptHandlers } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { feeEvent } from '../../events.ts'
import { takeFeeStep } from '../../rules/fee-machine.ts'
import type { TextRenderer } from '../../rules/locale-formatter.ts'
import * as store from '../../store/bookings.ts'
import * as fees from '../../store/fees.ts'
import * as payments from '../../store/payments.ts'
import { queueBusinessEmail, queueCustomerEmail } from '../emails/emails.ts'
import { createReceiptLink } from '../links/links.ts'
import { createReceipt, toMinorUnits } from './money.ts'
import { unrestrictedViewer } from '../reading/viewer.ts'

/** Attempts to charge the fees that an order carries, under the id of its additional fee. They are charged without the customer. */
export const feeAttempts: AttemptHandlers<store.BookingRow> = {
  async lockAttempted(ctx, { id }) {
    const [share] = await payments.sharesOfCharge(ctx, id)
    return share && store.lockBooking(ctx, unrestrictedViewer, share.bookingId)
  },
  async findCard(ctx, { id }) {
    const [share] = await payments.sharesOfCharge(ctx, id)
    const card = share && (await payments.findCard(ctx, share.bookingId))
    return card && { token: card.token, customer: card.customer ?? undefined }
  },
  async onAnswer(ctx, booking, { attempt, from }) {
    if (attempt.state === 'SUCCEEDED') return settleCollected(ctx, booking, attempt)
    const hasFailed = attempt.state === 'DECLINED' || attempt.state === 'EXPIRED' || attempt.state === 'REQUIRES_ACTION'
    if (hasFailed && from !== 'REQUIRES_ACTION') await settleFailed(ctx, booking, attempt)
    return undefined
  },
}

const amountText =
  ({ amount, currency }: Attempt): TextRenderer =>
  ({ formatAmount }) =>
    formatAmount(toMinorUnits(amount, currency), currency)

async function settleFailed(ctx: TransactionContext, booking: store.BookingRow, attempt: Attempt): Promise<void> {
  const ecomOrderInfo = { orderId: booking.orderId, additionalFeeId: attempt.payableId }
  ctx.emit(feeEvent('failed_to_collect', { bookingIds: [booking.id], ecomOrderInfo }, booking.id))
  const amount = amountText(attempt)
  await queueBusinessEmail(ctx, booking, { template: 'fee-not-collected', variables: { amount } })
  await queueCustomerEmail(ctx, booking, { template: 'fee-failed', uniqueBy: attempt.payableId, variables: { amount } })
}

/** decision: of two attempts that both went through the second goes back. */
async function settleCollected(ctx: TransactionContext, booking: store.BookingRow, attempt: Attempt): Promise<'LATE' | undefined> {
  const applied = await fees.lockAppliedFees(ctx, attempt.payableId)
  const isDue = applied.some((fee) => Number(fee.collected) < Number(fee.applied ?? 0))
  const receipt = await createReceipt(ctx, {
    chargeId: attempt.id,
    kind: 'BOOKING_FEE',
    state: isDue ? 'EARNED' : 'LATE',
    provider: attempt.provider,
    ref: attempt.ref ?? undefined,
    card: attempt.card?.last4 ? attempt.card : null,
    shares: [{ booking, amount: attempt.amount }],
  })
  if (!isDue) {
    await startRefund(ctx, { receiptId: attempt.id, payable: { kind: 'BOOKING_FEE', id: booking.id }, reason: 'LATE' })
    return 'LATE'
  }
  for (const fee of applied) await fees.updateFee(ctx, fee.id, { status: takeFeeStep(fee.status, 'collect'), collected: fee.applied ?? 0 })
  await queueCustomerEmail(ctx, booking, {
    template: 'fee-charged',
    uniqueBy: attempt.payableId,
    variables: {
      amount: amountText(attempt),
      cardLast4: attempt.card?.last4 ?? '',
      ...(receipt && { receiptLink: await createReceiptLink(ctx, booking, receipt.id) }),
    },
  })
  return undefined
}
