/** Passkeys of members. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Temporal } from 'temporal-polyfill'

/** A stored passkey, of a member or a dashboard user. */
export interface Credential {
  id: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
  createdAt: Temporal.Instant
  lastUsedAt: Temporal.Instant | null
}
export interface PasskeyRow extends Credential {
  identityId: string
}
const columns = ['id', 'identityId', 'publicKey', 'counter', 'transports', 'name', 'createdAt', 'lastUsedAt'] as const

export const listPasskeys = (ctx: ReadContext, identityId: string): Promise<PasskeyRow[]> =>
  ctx.db.selectFrom('passkey').select(columns).where('siteId', '=', ctx.siteId).where('identityId', '=', identityId).orderBy('createdAt').execute()
export const passkeyById = (ctx: TransactionContext, id: string): Promise<PasskeyRow | undefined> =>
  ctx.tx.selectFrom('passkey').select(columns).where('siteId', '=', ctx.siteId).where('id', '=', id).forUpdate().executeTakeFirst()
/** Undefined when this credential exists already. */
export const insertPasskey = (
  ctx: TransactionContext,
  row: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>,
  now: Temporal.Instant,
): Promise<PasskeyRow | undefined> =>
  ctx.tx
    .insertInto('passkey')
    .values({ ...row, siteId: ctx.siteId, createdAt: now })
    .onConflict((c) => c.columns(['siteId', 'id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
export const recordPasskeyUse = async (ctx: TransactionContext, id: string, counter: number, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx.updateTable('passkey').set({ counter, lastUsedAt: now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute())
export const deletePasskey = async (ctx: TransactionContext, identityId: string, id: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('passkey')
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()) !== undefined
