/** API keys of a business account. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase, Tx } from '#kit/db/open.ts'

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
export const keysOf = (tx: ReadDatabase, accountId: string, siteId: string): Promise<KeyRow[]> =>
  tx
    .selectFrom('apiKey')
    .select(keyColumns)
    .where('accountId', '=', accountId)
    .where('revokedAt', 'is', null)
    .where(sql<boolean>`(site_ids is null or ${siteId}::uuid = any(site_ids))`)
    .orderBy('createdAt')
    .execute()
export const countKeys = async (tx: ReadDatabase, accountId: string): Promise<number> =>
  (
    await tx
      .selectFrom('apiKey')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('accountId', '=', accountId)
      .where('revokedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).n
export const insertKey = (
  tx: Tx,
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
  tx
    .insertInto('apiKey')
    .values({ ...row, createdAt: now })
    .returning(keyColumns)
    .executeTakeFirstOrThrow()
export const revokeKey = async (tx: Tx, accountId: string, id: string, now: Temporal.Instant): Promise<boolean> =>
  (await tx
    .updateTable('apiKey')
    .set({ revokedAt: now })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
