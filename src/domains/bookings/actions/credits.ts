/** Plan sessions that pay for bookings. Source: guide: bookings 12.7. */
import * as orders from '#domains/orders/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import type { BookingRecord } from '../store.ts'

/** What this domain wants from the order book; absent while plans cannot pay for bookings here. */
interface Ledger {
  coveringOrders?: (ctx: Ctx, ask: { memberId: string; serviceId: string; start: BookingRecord['startAt']; people: number }) => Promise<{ orderId: string }[]>
  spendCredit?: (ctx: Ctx, ask: { orderId: string; bookingId: string; count: number; key: string }) => Promise<string>
  returnCredit?: (ctx: Ctx, ask: { orderId: string; bookingId: string; key: string }) => Promise<unknown>
}
const ledger = orders as unknown as Ledger

/** Spends one session per person in the transaction that ends the checkout. The answer is the order that paid. */
export async function payWithCredit(ctx: Ctx, booking: BookingRecord, chosen: string | undefined): Promise<string> {
  const { memberId } = ctx.caller
  if (!memberId || !ledger.coveringOrders || !ledger.spendCredit) return refuse('NOT_ENOUGH_BALANCE', { reason: 'NO_PLAN' })
  const covering = await ledger.coveringOrders(ctx, { memberId, serviceId: booking.serviceId, start: booking.startAt, people: booking.participants })
  const order = chosen ? covering.find((one) => one.orderId === chosen) : covering[0]
  if (!order) return refuse('NOT_ENOUGH_BALANCE', { reason: 'NO_PLAN' })
  const outcome = await ledger.spendCredit(ctx, { orderId: order.orderId, bookingId: booking.id, count: booking.participants, key: `booking:${booking.id}` })
  return outcome === 'NOT_ENOUGH_BALANCE' ? refuse('NOT_ENOUGH_BALANCE') : order.orderId
}

/** Gives back what the booking spent; says whether there was anything. */
export async function giveCreditBack(ctx: Ctx, booking: BookingRecord): Promise<boolean> {
  if (!booking.planOrderId || !ledger.returnCredit) return false
  await ledger.returnCredit(ctx, { orderId: booking.planOrderId, bookingId: booking.id, key: `booking:${booking.id}:return` })
  return true
}
