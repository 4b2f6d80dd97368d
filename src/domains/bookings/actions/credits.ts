/** Plan sessions that pay for bookings. Source: guide: bookings 12.7; pricing-plans 13.3, 13.4. */
import { coverageOf, coveringOrders, returnCredit, spendCredit } from '#domains/orders/public.ts'
import { memberByEmail } from '#domains/members/public.ts'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import type { BookingRecord } from '../store/bookings.ts'

/** Whose plan pays: the member who booked, or the member the business books for. */
async function payerOf(ctx: Ctx, booking: BookingRecord): Promise<string | undefined> {
  if (booking.createdByMemberId) return booking.createdByMemberId
  const { role, memberId } = ctx.caller
  if (role === 'member') return memberId
  const email = booking.contactDetails.email
  return role === 'owner' && email ? (await memberByEmail(ctx, email))?.id : undefined
}

/** Spends one session per person in the transaction that ends the checkout. The answer is the order that paid. */
export async function payWithCredit(ctx: Ctx, booking: BookingRecord, chosen: string | undefined): Promise<string> {
  const memberId = await payerOf(ctx, booking)
  if (!memberId) return refuse('NOT_ENOUGH_BALANCE', { reason: 'NOT_OWNER' })
  const orders = await coveringOrders(ctx, { memberId, serviceId: booking.serviceId, start: booking.startAt, people: booking.participants })
  const order = chosen ? orders.find((one) => one.orderId === chosen) : orders[0]
  if (!order?.eligible) return refuse('NOT_ENOUGH_BALANCE', { reason: order?.reason ?? 'BENEFIT_NOT_FOUND', ...order?.data })
  await spend(ctx, booking, order.orderId, booking.participants, `booking:${booking.id}`)
  return order.orderId
}

async function spend(ctx: Ctx, booking: BookingRecord, orderId: string, count: number, key: string): Promise<void> {
  if ((await spendCredit(ctx, { orderId, bookingId: booking.id, count, key })) === 'NOT_ENOUGH_BALANCE') refuse('NOT_ENOUGH_BALANCE')
}

/** Gives back what the booking spent; says whether there was anything. */
export const giveCreditBack = async (ctx: Ctx, booking: BookingRecord): Promise<boolean> =>
  booking.planOrderId !== null &&
  booking.credits > 0 &&
  returnCredit(ctx, { orderId: booking.planOrderId, bookingId: booking.id, count: booking.credits, key: `booking:${booking.id}:return` })

/** More or fewer people on a booking that a plan pays: only the difference moves. The revision makes the step unique. */
export async function adjustCredits(ctx: Ctx, booking: BookingRecord, people: number): Promise<number> {
  if (booking.planOrderId === null) return 0
  const more = people - booking.credits
  const key = `booking:${booking.id}:${booking.revision}`
  if (more > 0) await spend(ctx, booking, booking.planOrderId, more, key)
  if (more < 0) await returnCredit(ctx, { orderId: booking.planOrderId, bookingId: booking.id, count: -more, key })
  return people
}

/** A booking that a plan pays stays inside the plan's time. */
export async function mustStayInPlan(ctx: Ctx, booking: BookingRecord, start: Temporal.Instant): Promise<void> {
  const memberId = booking.planOrderId ? await payerOf(ctx, booking) : undefined
  if (!booking.planOrderId || !memberId) return
  const covered = await coverageOf(ctx, booking.planOrderId, { memberId, serviceId: booking.serviceId, start, people: 0 })
  if (covered?.reason === 'OUT_OF_PLAN_PERIOD') refuse('VALIDATION_FAILURE', { reason: 'OUT_OF_PLAN_PERIOD' })
}
