/** API keys of a business account. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'

export interface KeyRow {
  id: string
  name: string
  hint: string
  permissions: string[] | null
  siteIds: string[] | null
  expiresAt: Temporal.Instant | null
  lastUsedAt: Temporal.Instant | null
  createdAt: Temporal.Instant
}
const keyColumns = ['id', 'name', 'hint', 'permissions', 'siteIds', 'expiresAt', 'lastUsedAt', 'createdAt'] as const
/** The keys of an account that may act for this site. */
export const listApiKeys = (ctx: ReadContext, accountId: string, siteId: string): Promise<KeyRow[]> =>
  ctx.db
    .selectFrom('apiKey')
    .select(keyColumns)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`(site_ids is null or ${siteId}::uuid = any(site_ids))`)
    .orderBy('createdAt')
    .execute()
export const countKeys = async (ctx: ReadContext, accountId: string): Promise<number> =>
  (
    await ctx.db
      .selectFrom('apiKey')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('accountId', '=', accountId)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).n
export const insertKey = (
  ctx: TransactionContext,
  row: {
    id: string
    accountId: string
    name: string
    keyHash: string
    hint: string
    permissions: string[] | null
    siteIds: string[] | null
    expiresAt: Temporal.Instant | null
  },
  now: Temporal.Instant,
): Promise<KeyRow> =>
  ctx.tx
    .insertInto('apiKey')
    .values({ ...row, createdAt: now })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
export const revokeKey = async (ctx: TransactionContext, accountId: string, id: string, now: Temporal.Instant): Promise<boolean> =>
  (await ctx.tx
    .updateTable('apiKey')
    .set({ revokedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
