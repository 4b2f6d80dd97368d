/** Plan sessions that pay for bookings. Source: guide bookings §12.7; pricing-plans §13.3, §13.4. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { listCoveringOrders, coversTime, findOrderOwner, findPayingOrder, returnCredit, spendCredit, type CreditReason } from '#domains/orders/public.ts'
import { findMemberByContact, findMemberByEmail } from '#domains/members/public.ts'
import { refuse } from '../../errors.ts'
import { calculateDue } from '../../rules/due.ts'
import type { PaymentStatus } from '../../rules/machine.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { refuseByPlan } from './plan-refusals.ts'

/** The member whose plan pays: who booked, or for whom the business books. */
async function findPayer(ctx: ReadContext, booking: Pick<BookingRow, 'createdByMemberId' | 'contactId' | 'contactDetails'>): Promise<string | undefined> {
  if (booking.createdByMemberId) return booking.createdByMemberId
  const { role, memberId } = ctx.caller
  if (role === 'member') return memberId
  if (role !== 'owner') return undefined
  const email = booking.contactDetails.email
  const known = booking.contactId ? await findMemberByContact(ctx, booking.contactId) : undefined
  return known?.id ?? (email ? (await findMemberByEmail(ctx, email))?.id : undefined)
}

/** The order whose plan pays for the booking. Refuses with NOT_ENOUGH_BALANCE and the reason; spends nothing. */
export async function getPayingOrder(ctx: ReadContext, booking: BookingRow, chosen: string | undefined): Promise<string> {
  const memberId = await findPayer(ctx, booking)
  const of = { start: booking.startAt, zone: booking.timeZone }
  if (!memberId) return refuseByPlan(ctx, { reason: 'NOT_OWNER', data: {} }, of)
  const query = { memberId, serviceId: booking.serviceId, start: booking.startAt, people: booking.participants }
  const order = await findPayingOrder(ctx, { ...query, chosen })
  return 'reason' in order ? refuseByPlan(ctx, order, of) : order.orderId
}

/** Spends one credit per person in the transaction that ends the checkout; answers the order that paid. Refuses with NOT_ENOUGH_BALANCE and the reason. */
export async function payWithPlan(ctx: TransactionContext, booking: BookingRow, chosen: string | undefined, reason: CreditReason = 'BOOKED'): Promise<string> {
  const orderId = await getPayingOrder(ctx, booking, chosen)
  await spendCredits(ctx, booking, { orderId, count: booking.participants, key: `booking:${booking.id}`, reason })
  return orderId
}

async function spendCredits(
  ctx: TransactionContext,
  booking: BookingRow,
  of: { orderId: string; count: number; key: string; reason: CreditReason },
): Promise<void> {
  if ((await spendCredit(ctx, { ...of, bookingId: booking.id })) !== 'NOT_ENOUGH_BALANCE') return
  const memberId = await findOrderOwner(ctx, of.orderId)
  const query = { memberId: memberId ?? '', serviceId: booking.serviceId, start: booking.startAt, people: of.count, chosen: of.orderId }
  const now = await findPayingOrder(ctx, query)
  // A concurrent booking spent the credits: the refusal names the balance as it is now.
  refuseByPlan(ctx, 'reason' in now ? now : { reason: 'NOT_ENOUGH_BALANCE', data: {} }, { start: booking.startAt, zone: booking.timeZone })
}

/** Spends credits for a booking that the business confirms or that a custom checkout ends, if a plan is to pay and has not paid yet. */
export async function payWithPlanIfChosen(
  ctx: TransactionContext,
  booking: BookingRow,
  { chosen, given }: { chosen?: string | undefined; given?: PaymentStatus | null | undefined } = {},
): Promise<Partial<Pick<BookingRow, 'planOrderId' | 'credits' | 'paymentStatus'>>> {
  if (booking.paymentOption !== 'MEMBERSHIP' || booking.planOrderId !== null) return {}
  const planOrderId = await payWithPlan(ctx, booking, chosen)
  const after = calculateDue(booking.price.terms, 'MEMBERSHIP', booking.participants, false, booking.price).after
  return { planOrderId, credits: booking.participants, paymentStatus: given && given !== 'UNDEFINED' ? given : after }
}

/** Returns the credits that the booking spent. False when it spent none. */
export const refundCredits = async (ctx: TransactionContext, booking: BookingRow, reason: CreditReason): Promise<boolean> =>
  booking.planOrderId !== null &&
  booking.credits > 0 &&
  returnCredit(ctx, { orderId: booking.planOrderId, bookingId: booking.id, count: booking.credits, key: `booking:${booking.id}:return`, reason })

/** Spends or returns the difference when the party size of a plan-paid booking changes. The revision makes the ledger key unique. */
export async function adjustCredits(ctx: TransactionContext, booking: BookingRow, people: number): Promise<number> {
  if (booking.planOrderId === null) return 0
  const more = people - booking.credits
  const of = { orderId: booking.planOrderId, key: `booking:${booking.id}:${booking.revision}`, reason: 'PARTICIPANTS_CHANGED' as const }
  if (more > 0) await spendCredits(ctx, booking, { ...of, count: more })
  if (more < 0) await returnCredit(ctx, { ...of, bookingId: booking.id, count: -more })
  return people
}

/** Refuses with VALIDATION_FAILURE to move a plan-paid booking out of the plan's period, even for the business. */
export async function assertWithinPlanPeriod(ctx: ReadContext, booking: BookingRow, start: Temporal.Instant): Promise<void> {
  if (booking.planOrderId && !(await coversTime(ctx, booking.planOrderId, start))) refuse('VALIDATION_FAILURE', { reason: 'OUT_OF_PLAN_PERIOD' })
}

/** The current plans of a member; plans that can pay come first, the others carry the reason. */
export const findPayingPlans = listCoveringOrders
