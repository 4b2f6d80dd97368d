/** What the business settles by hand: money on site, or a plan of the customer. Source: guide bookings §12.2. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../../errors.ts'
import { emitUpdated } from '../../events.ts'
import { decideFreeOfCharge, decideMarkPaid, decidePayByPlan } from '../../rules/on-site.ts'
import type * as store from '../../store/bookings.ts'
import { insertManualPayment } from '../../store/payments.ts'
import { bookingToWire, describeBooking } from '../../wire.ts'
import { lockOwnBooking, saveBooking } from '../changes/change.ts'
import { payWithPlan } from './credits.ts'
import { createReceipt, findOpenAmounts, sumPaid, toDecimal } from './money.ts'

type Decision = ReturnType<typeof decideMarkPaid>

async function settle(
  ctx: TransactionContext,
  booking: store.BookingRow,
  decision: Decision,
  pay: () => Promise<Partial<store.BookingRow>>,
): Promise<store.BookingRow> {
  if ('refused' in decision) return refuse(decision.refused, { status: booking.status })
  if (decision.ok.isPaid) return booking
  const next = await saveBooking(ctx, booking, { paymentStatus: 'PAID', ...(await pay()) })
  emitUpdated(ctx, next, { paymentStatus: booking.paymentStatus })
  return next
}

/** Records what is left as paid on site, with its receipt. Refuses with INVALID_BOOKING_STATUS. */
export async function markPaid(ctx: TransactionContext, bookingId: string): Promise<store.BookingRow> {
  const booking = await lockOwnBooking(ctx, bookingId)
  return settle(ctx, booking, decideMarkPaid(booking), async () => {
    const { currency } = booking.price
    const open = (await findOpenAmounts(ctx, [booking])).get(booking.id) ?? 0
    if (open === 0) return {}
    const payment = { chargeId: ctx.newId(), amount: toDecimal(open, currency) }
    await insertManualPayment(ctx, { ...payment, bookingId: booking.id, currency })
    await createReceipt(ctx, { chargeId: payment.chargeId, state: 'EARNED', provider: 'manual', shares: [{ booking, amount: payment.amount }] })
    return {}
  })
}

/** Lets the customer off the price, or asks for it again. Refuses with BOOKING_NOT_FOUND, INVALID_BOOKING_STATUS. */
export async function setFreeOfCharge(ctx: TransactionContext, bookingId: string, isFree: boolean): Promise<store.BookingRow> {
  const booking = await lockOwnBooking(ctx, bookingId)
  const { status, paymentStatus, price } = booking
  const paid = (await sumPaid(ctx, [booking])).get(booking.id) ?? 0
  const decision = decideFreeOfCharge({ status, paymentStatus, total: price.total, paid, byPlan: booking.planOrderId !== null }, isFree)
  if ('refused' in decision) return refuse(decision.refused, { status })
  if (decision.ok === paymentStatus) return booking
  const next = await saveBooking(ctx, booking, { paymentStatus: decision.ok })
  ctx.noteEffect({
    kind: isFree ? 'BOOKING_FREE' : 'BOOKING_NOT_FREE',
    id: bookingId,
    ...describeBooking(bookingToWire(next, true)),
    amount: toDecimal(price.total, price.currency),
    currency: price.currency,
  })
  emitUpdated(ctx, next, { paymentStatus })
  return next
}

/** Pays with a plan of the customer, the one named or the first that covers it; add-ons are still to be paid. Refuses with INVALID_BOOKING_STATUS, or as the plan does. */
export async function payByPlan(ctx: TransactionContext, bookingId: string, planOrderId: string | undefined): Promise<store.BookingRow> {
  const booking = await lockOwnBooking(ctx, bookingId)
  return settle(ctx, booking, decidePayByPlan(booking), async () => {
    const paid = { planOrderId: await payWithPlan(ctx, booking, planOrderId, 'REDEEMED'), credits: booking.participants }
    const open = (await findOpenAmounts(ctx, [{ ...booking, ...paid }])).get(booking.id) ?? 0
    return { ...paid, ...(open > 0 && { paymentStatus: 'PARTIALLY_PAID' as const }) }
  })
}
