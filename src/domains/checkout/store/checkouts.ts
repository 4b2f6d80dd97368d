/** SQL on checkouts and carts. */
import { sql, type Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { BookingCheckoutTable } from '#kit/db/tables.gen.ts'

export type CheckoutRow = Selectable<BookingCheckoutTable>

export const insertCheckout = (ctx: TransactionContext, checkout: Pick<CheckoutRow, 'id' | 'kind' | 'bookingIds' | 'memberId' | 'visitorId'>) =>
  ctx.tx
    .insertInto('bookingCheckout')
    .values({ ...checkout, siteId: ctx.siteId, createdAt: ctx.now })
    .execute()
export const lockCheckout = (ctx: TransactionContext, id: string, kind: string): Promise<CheckoutRow | undefined> =>
  ctx.tx.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).where('kind', '=', kind).forUpdate().executeTakeFirst()
export const checkoutById = (ctx: ReadContext, id: string): Promise<CheckoutRow | undefined> =>
  ctx.db.selectFrom('bookingCheckout').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
/** Advisory lock on the current cart of a caller until commit: what is not there yet cannot be locked itself. */
export const lockCurrentCart = (ctx: TransactionContext, { memberId, visitorId }: { memberId?: string; visitorId?: string }): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`current-cart:${ctx.siteId}:${memberId ?? visitorId}`}, 0))`.execute(ctx.tx)
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
