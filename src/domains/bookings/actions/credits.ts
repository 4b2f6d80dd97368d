/** Plan sessions that pay for bookings. Source: guide: bookings 12.7. */
import { coveringOrders, returnCredit, spendCredit } from '#domains/orders/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import type { BookingRecord } from '../store/bookings.ts'

/** Spends one session per person in the transaction that ends the checkout. The answer is the order that paid. */
export async function payWithCredit(ctx: Ctx, booking: BookingRecord, chosen: string | undefined): Promise<string> {
  const { memberId } = ctx.caller
  if (!memberId) return refuse('NOT_ENOUGH_BALANCE', { reason: 'NOT_OWNER' })
  const orders = await coveringOrders(ctx, { memberId, serviceId: booking.serviceId, start: booking.startAt, people: booking.participants })
  const order = chosen ? orders.find((one) => one.orderId === chosen) : orders[0]
  if (!order?.eligible) return refuse('NOT_ENOUGH_BALANCE', { reason: order?.reason ?? 'BENEFIT_NOT_FOUND', ...order?.data })
  const outcome = await spendCredit(ctx, { orderId: order.orderId, bookingId: booking.id, count: booking.participants, key: `booking:${booking.id}` })
  return outcome === 'NOT_ENOUGH_BALANCE' ? refuse('NOT_ENOUGH_BALANCE') : order.orderId
}

/** Gives back what the booking spent; says whether there was anything. */
export const giveCreditBack = async (ctx: Ctx, booking: BookingRecord): Promise<boolean> =>
  booking.planOrderId !== null &&
  returnCredit(ctx, { orderId: booking.planOrderId, bookingId: booking.id, count: booking.participants, key: `booking:${booking.id}:return` })
