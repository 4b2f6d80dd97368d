/** Finishes bookings for which no money is due now: free ones, those that a plan pays for, and those that are paid on site. Source: guide bookings §5.2 rows 5–6. */
import type { TransactionContext } from '#kit/api/context.ts'
import { paidWithPlanText } from '../../emails/variable-texts.ts'
import type { PaymentOption } from '../../rules/due.ts'
import type * as store from '../../store/bookings.ts'
import { insertOrder } from '../../store/payments.ts'
import { reclaimSlot } from '../booking/claim-slot.ts'
import type { FirstStep } from '../changes/change.ts'
import { type CheckoutItem, toCheckoutItem, toChosenPayment } from './checkout-items.ts'
import { payWithPlan } from './credits.ts'
import { finishCheckout, finishNewBooking, queueVisitEmails } from './finish-checkout.ts'

interface UnpaidInput {
  /** The plan that pays; the first that covers the booking when absent. */
  planOrderId?: string | null | undefined
  /** The business places the order; the customer pays on site what is due now. */
  atDesk?: boolean | undefined
}

const toPlanPayment = (booking: store.BookingRow, planOrderId: string) => ({ planOrderId, credits: booking.participants })

const payIfByPlan = async (ctx: TransactionContext, { option }: CheckoutItem, booking: store.BookingRow, planOrderId: string | null | undefined) =>
  option === 'MEMBERSHIP' ? await payWithPlan(ctx, booking, planOrderId ?? undefined) : undefined

/** Spends credits and finishes the bookings with one order. Refuses as the plan does. */
export async function finishUnpaid(ctx: TransactionContext, items: readonly CheckoutItem[], { planOrderId, atDesk }: UnpaidInput): Promise<store.BookingRow[]> {
  const orderId = insertOrder(ctx, items[0]?.booking.price.currency ?? '')
  const done: store.BookingRow[] = []
  for (const item of items) {
    const { booking, price } = item
    const byPlan = await payIfByPlan(ctx, item, booking, planOrderId)
    done.push(
      await finishCheckout(ctx, booking, {
        isOwnCheckout: true,
        paymentStatus: atDesk && price.now > 0 ? 'NOT_PAID' : price.after,
        change: { ...toChosenPayment(item), orderId, ...(byPlan && toPlanPayment(booking, byPlan)) },
        ...(byPlan && { paymentText: paidWithPlanText }),
        skipEmail: items.length > 1 && booking.multiServiceBooking !== null,
      }),
    )
  }
  if (done.length > 1) await queueVisitEmails(ctx, done)
  return done
}

/** Finishes a new booking before it is stored. Undefined where money is due or its time is gone: it is held, and paid for. */
export async function finishNewUnpaid(
  ctx: TransactionContext,
  booking: store.BookingRow,
  { paymentOption, planOrderId }: Pick<UnpaidInput, 'planOrderId'> & { paymentOption?: PaymentOption | null | undefined },
): Promise<FirstStep | undefined> {
  const item = toCheckoutItem(booking, paymentOption)
  if (item.price.now > 0) return undefined
  // Seats are claimed for good with the commit; the time of a person was held while they were found.
  if (booking.serviceType === 'APPOINTMENT' && !(await reclaimSlot(ctx, booking))) return undefined
  const byPlan = await payIfByPlan(ctx, item, booking, planOrderId)
  return finishNewBooking(ctx, booking, {
    isOwnCheckout: true,
    paymentStatus: item.price.after,
    change: { ...toChosenPayment(item), orderId: insertOrder(ctx, booking.price.currency), ...(byPlan && toPlanPayment(booking, byPlan)) },
    ...(byPlan && { paymentText: paidWithPlanText }),
  })
}
