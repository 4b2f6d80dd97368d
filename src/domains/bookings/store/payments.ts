/** SQL on money: payments, cards on file, orders of checkouts and baskets. */
import { sql, type Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { BookingCardTable, BookingCheckoutTable, BookingOrderTable, BookingPaymentTable } from '#kit/db/tables.gen.ts'

export type PaymentRecord = Selectable<BookingPaymentTable>
export type OrderRecord = Selectable<BookingOrderTable>
export type CheckoutRecord = Selectable<BookingCheckoutTable>
export type CardRecord = Selectable<BookingCardTable>

/** Writes down that a charge begins, one share per booking. False when another one is under way or done for any of them. */
export const startCharge = async (
  ctx: Ctx,
  charge: { chargeId: string; provider: string; currency: string; card: unknown; shares: readonly { bookingId: string; amount: string }[] },
): Promise<boolean> => {
  const rows = await ctx.tx
    .insertInto('bookingPayment')
    .values(
      charge.shares.map((share) => ({
        ...share,
        id: ctx.newId(),
        chargeId: charge.chargeId,
        provider: charge.provider,
        currency: charge.currency,
        card: json(charge.card),
        siteId: ctx.siteId,
        kind: 'ONLINE',
        status: 'STARTED',
        createdAt: ctx.now,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .execute()
  return rows.length === charge.shares.length
}
/** Money that came in beside a checkout: at the desk, or for a fee. */
export const notePayment = (ctx: Ctx, payment: Pick<PaymentRecord, 'bookingId' | 'amount' | 'currency'>, kind: 'MANUAL' | 'FEE' = 'MANUAL') =>
  ctx.tx
    .insertInto('bookingPayment')
    .values({
      ...payment,
      id: ctx.newId(),
      chargeId: ctx.newId(),
      siteId: ctx.siteId,
      kind,
      status: 'SUCCEEDED',
      createdAt: ctx.now,
      settledAt: ctx.now,
    })
    .execute()
const charge = (ctx: Ctx, chargeId: string) =>
  ctx.tx.updateTable('bookingPayment').where('siteId', '=', ctx.siteId).where('chargeId', '=', chargeId).where('status', '=', 'STARTED')
export const settleCharge = (ctx: Ctx, chargeId: string, change: { status: 'SUCCEEDED' | 'FAILED'; providerRef: string; declineCode?: string | null }) =>
  charge(ctx, chargeId)
    .set({ ...change, settledAt: ctx.now })
    .execute()
export const noteChargeRef = (ctx: Ctx, chargeId: string, providerRef: string) => charge(ctx, chargeId).set({ providerRef }).execute()
/** The shares of a charge that still waits for its end, locked. */
export const lockOpenCharge = (ctx: Ctx, chargeId: string): Promise<PaymentRecord[]> =>
  ctx.tx
    .selectFrom('bookingPayment')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('chargeId', '=', chargeId)
    .where('status', '=', 'STARTED')
    .orderBy('bookingId')
    .forUpdate()
    .execute()
export const paymentsOf = (ctx: Ctx, bookingIds: readonly string[]): Promise<PaymentRecord[]> =>
  bookingIds.length === 0
    ? Promise.resolve([])
    : ctx.tx
        .selectFrom('bookingPayment')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('bookingId', 'in', bookingIds)
        .orderBy('createdAt')
        .orderBy('id')
        .execute()
/** Charges whose end the provider has not told for a while. */
export const openCharges = (ctx: Ctx, before: Temporal.Instant): Promise<PaymentRecord[]> =>
  ctx.tx
    .selectFrom('bookingPayment')
    .distinctOn('chargeId')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('status', '=', 'STARTED')
    .where('createdAt', '<=', before)
    .orderBy('chargeId')
    .limit(100)
    .execute()
/** Everything that came in for a booking is owed back; answers what that is. */
export const oweBack = (ctx: Ctx, bookingId: string): Promise<PaymentRecord[]> =>
  ctx.tx
    .updateTable('bookingPayment')
    .set((eb) => ({ status: 'REFUNDED', refunded: eb.ref('amount'), refundDue: sql`kind = 'ONLINE'` }))
    .where('siteId', '=', ctx.siteId)
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'SUCCEEDED')
    .where('kind', '!=', 'FEE')
    .returningAll()
    .execute()
export const paymentById = (ctx: Ctx, id: string): Promise<PaymentRecord | undefined> =>
  ctx.tx.selectFrom('bookingPayment').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const noteSentBack = (ctx: Ctx, id: string) =>
  ctx.tx.updateTable('bookingPayment').set({ refundDue: false }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

// ---- cards on file

export const keepCard = (ctx: Ctx, bookingId: string, card: { token: string; brand: string; last4: string }) =>
  ctx.tx
    .insertInto('bookingCard')
    .values({ siteId: ctx.siteId, bookingId, token: card.token, brand: card.brand, last4: card.last4, createdAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'bookingId']).doUpdateSet({ token: card.token, brand: card.brand, last4: card.last4 }))
    .execute()
export const cardOf = (ctx: Ctx, bookingId: string): Promise<CardRecord | undefined> =>
  ctx.tx.selectFrom('bookingCard').selectAll().where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).executeTakeFirst()

// ---- orders

/** A new order with the next number of the site. */
export async function insertOrder(ctx: Ctx, currency: string): Promise<string> {
  const { last } = await ctx.tx
    .insertInto('bookingOrderCounter')
    .values({ siteId: ctx.siteId, last: 1 })
    .onConflict((oc) => oc.column('siteId').doUpdateSet({ last: sql`booking_order_counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  const id = ctx.newId()
  await ctx.tx
    .insertInto('bookingOrder')
    .values({ siteId: ctx.siteId, id, number: last, status: 'APPROVED', currency, createdAt: ctx.now, updatedAt: ctx.now })
    .execute()
  return id
}
export const ordersById = (ctx: Ctx, ids: readonly string[]): Promise<OrderRecord[]> =>
  ids.length === 0 ? Promise.resolve([]) : ctx.tx.selectFrom('bookingOrder').selectAll().where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
export const cancelOrder = (ctx: Ctx, id: string) =>
  ctx.tx.updateTable('bookingOrder').set({ status: 'CANCELED', updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

// ---- baskets

export const insertCheckout = (ctx: Ctx, checkout: Pick<CheckoutRecord, 'id' | 'kind' | 'bookingIds' | 'memberId' | 'visitorId'>) =>
  ctx.tx
    .insertInto('bookingCheckout')
    .values({ ...checkout, siteId: ctx.siteId, createdAt: ctx.now })
    .execute()
export const lockCheckout = (ctx: Ctx, id: string, kind: string): Promise<CheckoutRecord | undefined> =>
  ctx.tx.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).where('kind', '=', kind).forUpdate().executeTakeFirst()
export const checkoutById = (ctx: Ctx, id: string): Promise<CheckoutRecord | undefined> =>
  ctx.tx.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const placeCheckout = (ctx: Ctx, id: string, orderId: string) =>
  ctx.tx.updateTable('bookingCheckout').set({ orderId }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
