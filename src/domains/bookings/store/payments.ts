/** SQL on payments, saved cards, orders and baskets of bookings. */
import { sql, type Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { BookingCardTable, BookingCheckoutTable, BookingOrderTable, BookingPaymentTable } from '#kit/db/tables.gen.ts'

export type PaymentRow = Selectable<BookingPaymentTable>
export type OrderRow = Selectable<BookingOrderTable>
export type CheckoutRow = Selectable<BookingCheckoutTable>
export type CardRow = Selectable<BookingCardTable>

/** Inserts a charge with one share per booking. False when another one is pending or done for any of them. */
export const insertCharge = async (
  ctx: TransactionContext,
  charge: {
    chargeId: string
    provider: string
    currency: string
    card: unknown
    kind?: 'ONLINE' | 'FEE'
    /** What is left of confirmed bookings. */
    isBalance?: boolean
    shares: readonly { bookingId: string; amount: string }[]
  },
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
        kind: charge.kind ?? 'ONLINE',
        isBalance: charge.isBalance ?? false,
        status: 'STARTED',
        createdAt: ctx.now,
      })),
    )
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .execute()
  return rows.length === charge.shares.length
}
/** A payment on site. */
export const insertManualPayment = (ctx: TransactionContext, payment: Pick<PaymentRow, 'bookingId' | 'amount' | 'currency' | 'chargeId'>) =>
  ctx.tx
    .insertInto('bookingPayment')
    .values({ ...payment, id: ctx.newId(), siteId: ctx.siteId, kind: 'MANUAL', status: 'SUCCEEDED', createdAt: ctx.now, settledAt: ctx.now })
    .execute()

const charge = (ctx: TransactionContext, chargeId: string) =>
  ctx.tx.updateTable('bookingPayment').where('siteId', '=', ctx.siteId).where('chargeId', '=', chargeId)
/** A LATE payment counts as refunded from the start, so that it never pays for the booking. */
export const settleCharge = (
  ctx: TransactionContext,
  chargeId: string,
  change: { status: 'SUCCEEDED' | 'FAILED' | 'LATE'; providerRef?: string | undefined; declineCode?: string | null; card?: unknown },
) =>
  charge(ctx, chargeId)
    .set((eb) => ({
      status: change.status === 'LATE' ? 'REFUNDED' : change.status,
      ...(change.status === 'LATE' && { refunded: eb.ref('amount') }),
      ...(change.providerRef && { providerRef: change.providerRef }),
      ...(change.card !== undefined && { card: json(change.card) }),
      declineCode: change.declineCode ?? null,
      settledAt: ctx.now,
    }))
    .execute()
/** Saves the provider's reference of a charge; the first one stays until the charge has ended. */
export const saveChargeRef = (ctx: TransactionContext, chargeId: string, providerRef: string, payUrl?: string) =>
  charge(ctx, chargeId)
    .where('status', '=', 'STARTED')
    .set({ providerRef: sql`coalesce(provider_ref, ${providerRef})`, ...(payUrl && { payUrl }) })
    .execute()
export const markChargeChecked = (ctx: TransactionContext, chargeId: string) => charge(ctx, chargeId).set({ checkedAt: ctx.now }).execute()
/** After a decline another card is tried on the same page. */
export const reopenCharge = (ctx: TransactionContext, chargeId: string) =>
  charge(ctx, chargeId).where('status', '=', 'FAILED').set({ status: 'STARTED', settledAt: null }).execute()

const shares = (ctx: ReadContext) => ctx.db.selectFrom('bookingPayment').selectAll().where('siteId', '=', ctx.siteId)
export const sharesOfCharge = (ctx: ReadContext, chargeId: string): Promise<PaymentRow[]> =>
  shares(ctx).where('chargeId', '=', chargeId).orderBy('bookingId').execute()
/** The same, locked. Lock order: bookings before payments. */
export const lockCharge = (ctx: TransactionContext, chargeId: string): Promise<PaymentRow[]> =>
  shares(ctx).where('chargeId', '=', chargeId).orderBy('bookingId').forUpdate().execute()
export const chargeByRef = async (ctx: ReadContext, provider: string, ref: string): Promise<string | undefined> =>
  (await shares(ctx).where('provider', '=', provider).where('providerRef', '=', ref).limit(1).executeTakeFirst())?.chargeId
export const chargeById = async (ctx: ReadContext, chargeId: string): Promise<PaymentRow | undefined> =>
  shares(ctx).where('chargeId', '=', chargeId).limit(1).executeTakeFirst()
export const paymentsOf = (ctx: ReadContext, bookingIds: readonly string[]): Promise<PaymentRow[]> =>
  bookingIds.length === 0 ? Promise.resolve([]) : shares(ctx).where('bookingId', 'in', bookingIds).orderBy('createdAt').orderBy('id').execute()
/** Open charges older than `before`, those checked longest ago first. */
export const openCharges = (ctx: ReadContext, before: Temporal.Instant): Promise<PaymentRow[]> =>
  ctx.db
    .selectFrom((eb) =>
      eb
        .selectFrom('bookingPayment')
        .distinctOn('chargeId')
        .selectAll()
        .where('siteId', '=', ctx.siteId)
        .where('status', '=', 'STARTED')
        .where('createdAt', '<=', before)
        .orderBy('chargeId')
        .as('open'),
    )
    .selectAll()
    .orderBy('checkedAt', (ob) => ob.asc().nullsFirst())
    .orderBy('chargeId')
    .limit(100)
    .execute()
/** Marks all payments for the price of a booking as refunded; answers them. */
export const markAllRefunded = (ctx: TransactionContext, bookingId: string): Promise<PaymentRow[]> =>
  ctx.tx
    .updateTable('bookingPayment')
    .set((eb) => ({ status: 'REFUNDED', refunded: eb.ref('amount') }))
    .where('siteId', '=', ctx.siteId)
    .where('bookingId', '=', bookingId)
    .where('status', '=', 'SUCCEEDED')
    .where('kind', '!=', 'FEE')
    .returningAll()
    .execute()
/** Sets the refunded amount of a payment from its receipt. */
export const setRefunded = (ctx: TransactionContext, of: { chargeId: string; bookingId: string; refunded: string; isAll: boolean }) =>
  ctx.tx
    .updateTable('bookingPayment')
    .set({ refunded: of.refunded, status: of.isAll ? 'REFUNDED' : 'SUCCEEDED' })
    .where('siteId', '=', ctx.siteId)
    .where('chargeId', '=', of.chargeId)
    .where('bookingId', '=', of.bookingId)
    .where('status', 'in', ['SUCCEEDED', 'REFUNDED'])
    .execute()

// ---- saved cards

export const saveCard = (ctx: TransactionContext, bookingId: string, card: Pick<CardRow, 'token' | 'brand' | 'last4' | 'provider' | 'customer'>) =>
  ctx.tx
    .insertInto('bookingCard')
    .values({ siteId: ctx.siteId, bookingId, ...card, createdAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'bookingId']).doUpdateSet(card))
    .execute()
export const cardOf = (ctx: ReadContext, bookingId: string): Promise<CardRow | undefined> =>
  ctx.db.selectFrom('bookingCard').selectAll().where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).executeTakeFirst()

// ---- orders

/** A new order with the next number of the site. */
export async function insertOrder(ctx: TransactionContext, currency: string): Promise<string> {
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
export const ordersById = (ctx: ReadContext, ids: readonly string[]): Promise<OrderRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : ctx.db.selectFrom('bookingOrder').selectAll().where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
export const cancelOrder = (ctx: TransactionContext, id: string) =>
  ctx.tx.updateTable('bookingOrder').set({ status: 'CANCELED', updatedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

// ---- baskets

export const insertCheckout = (ctx: TransactionContext, checkout: Pick<CheckoutRow, 'id' | 'kind' | 'bookingIds' | 'memberId' | 'visitorId'>) =>
  ctx.tx
    .insertInto('bookingCheckout')
    .values({ ...checkout, siteId: ctx.siteId, createdAt: ctx.now })
    .execute()
export const lockCheckout = (ctx: TransactionContext, id: string, kind: string): Promise<CheckoutRow | undefined> =>
  ctx.tx.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).where('kind', '=', kind).forUpdate().executeTakeFirst()
export const checkoutById = (ctx: ReadContext, id: string): Promise<CheckoutRow | undefined> =>
  ctx.db.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
/** The newest cart of a member, or of a visitor, that is not ordered. */
export const findCurrentCart = async (
  ctx: ReadContext,
  { memberId, visitorId }: { memberId?: string; visitorId?: string },
): Promise<CheckoutRow | undefined> => {
  if (!memberId && !visitorId) return undefined
  const carts = ctx.db.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('kind', '=', 'CART').where('orderId', 'is', null)
  const own = memberId ? carts.where('memberId', '=', memberId) : carts.where('memberId', 'is', null).where('visitorId', '=', visitorId as string)
  return own.orderBy('createdAt', 'desc').limit(1).executeTakeFirst()
}
export const setCheckoutBookings = (ctx: TransactionContext, id: string, bookingIds: string[]) =>
  ctx.tx.updateTable('bookingCheckout').set({ bookingIds }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
export const deleteCheckout = (ctx: TransactionContext, id: string) =>
  ctx.tx.deleteFrom('bookingCheckout').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
export const setCheckoutOrder = (ctx: TransactionContext, id: string, orderId: string) =>
  ctx.tx.updateTable('bookingCheckout').set({ orderId }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
