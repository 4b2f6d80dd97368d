/** SQL on saved cards of members and on their names at the provider. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { SavedCard } from '#kit/payments/provider.ts'

const methods = (ctx: ReadContext) => ctx.db.selectFrom('paymentMethod').selectAll().where('siteId', '=', ctx.siteId)

/** Keeps a card; the same token of the same member is kept once. `customer`: whose it is at the provider, if not the member's. */
export async function savePaymentMethod(ctx: TransactionContext, memberId: string, provider: string, card: SavedCard, customer?: string): Promise<string> {
  const known = await methods(ctx)
    .where('token', '=', card.token)
    .where('memberId', '=', memberId)
    .where('expYear', '=', card.expYear)
    .where('expMonth', '=', card.expMonth)
    .where('detachedAt', 'is', null)
    .executeTakeFirst()
  if (known) return known.id
  const id = ctx.newId()
  await ctx.tx
    .insertInto('paymentMethod')
    .values({ siteId: ctx.siteId, id, memberId, provider, ...card, ...(customer && { customer }), createdAt: ctx.now })
    .execute()
  return id
}
export const findPaymentMethod = (ctx: ReadContext, id: string) => methods(ctx).where('id', '=', id).executeTakeFirst()
/** The cards of a member that can be charged, the newest first; the same card once. `on`: the first day of the month that is now, as year and month. */
export const listMethods = async (ctx: ReadContext, memberId: string, provider: string, on: { year: number; month: number }) => {
  const rows = await methods(ctx)
    .where('memberId', '=', memberId)
    .where('provider', '=', provider)
    .where('detachedAt', 'is', null)
    .where((eb) => eb.or([eb('expYear', '>', on.year), eb.and([eb('expYear', '=', on.year), eb('expMonth', '>=', on.month)])]))
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute()
  const isSame = (a: (typeof rows)[number], b: (typeof rows)[number]) =>
    a.token === b.token || (a.brand === b.brand && a.last4 === b.last4 && a.expYear === b.expYear && a.expMonth === b.expMonth)
  return rows.filter((row, at) => rows.findIndex((one) => isSame(one, row)) === at)
}
/** Marks the cards of a member as gone and returns which the provider has to detach. */
export const detachMethods = (ctx: TransactionContext, memberId: string): Promise<{ id: string; provider: string; token: string }[]> =>
  ctx.tx
    .updateTable('paymentMethod')
    .set({ detachedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('detachedAt', 'is', null)
    .returning(['id', 'provider', 'token'])
    .execute()
export const methodsOfToken = (ctx: ReadContext, token: string) => methods(ctx).where('token', '=', token).where('detachedAt', 'is', null).execute()
export const updatePaymentMethod = (
  ctx: TransactionContext,
  id: string,
  set: { detachedAt: Temporal.Instant } | { last4: string; expMonth: number; expYear: number },
): Promise<unknown> => ctx.tx.updateTable('paymentMethod').set(set).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
/** Brand and last digits of saved cards, also of those that are gone. */
export async function cardsById(ctx: ReadContext, ids: readonly string[]): Promise<Map<string, { brand: string; last4: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db.selectFrom('paymentMethod').select(['id', 'brand', 'last4']).where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...card }) => [id, card]))
}

export async function findCustomer(ctx: ReadContext, memberId: string, provider: string): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('paymentCustomer')
    .select('ref')
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.ref
}
export const saveCustomer = (ctx: TransactionContext, memberId: string, provider: string, ref: string): Promise<unknown> =>
  ctx.tx
    .insertInto('paymentCustomer')
    .values({ siteId: ctx.siteId, memberId, provider, ref })
    .onConflict((oc) => oc.columns(['siteId', 'memberId', 'provider']).doUpdateSet({ ref }))
    .execute()
