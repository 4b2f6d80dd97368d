/** Identity providers of a site and connections of identities to them. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase } from '#kit/db/open.ts'
import { openServiceSecret, sealServiceSecret } from '../crypto/stored-secrets.ts'

export interface ProviderRow {
  id: string
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  enabled: boolean
  createdAt: Temporal.Instant
}
const columns = ['id', 'name', 'issuer', 'clientId', 'clientSecret', 'scopes', 'enabled', 'createdAt'] as const

const openRow = (siteId: string, row: ProviderRow): ProviderRow => ({ ...row, clientSecret: openServiceSecret(siteId, row.id, row.clientSecret) })

export const listProviders = async (tx: ReadDatabase, siteId: string): Promise<ProviderRow[]> =>
  (await tx.selectFrom('identityProvider').select(columns).where('siteId', '=', siteId).orderBy('createdAt').execute()).map((row) => openRow(siteId, row))
export async function providerById(tx: ReadDatabase, siteId: string, id: string): Promise<ProviderRow | undefined> {
  const row = await tx.selectFrom('identityProvider').select(columns).where('siteId', '=', siteId).where('id', '=', id).executeTakeFirst()
  return row && openRow(siteId, row)
}
/** Whether sign-in by this provider is enabled. */
export const isProviderEnabled = async (tx: ReadDatabase, siteId: string, id: string): Promise<boolean> =>
  (await providerById(tx, siteId, id))?.enabled === true

export async function saveProvider(ctx: TransactionContext, row: Omit<ProviderRow, 'createdAt'>, now: Temporal.Instant): Promise<ProviderRow> {
  const stored = { ...row, clientSecret: sealServiceSecret(ctx.siteId, row.id, row.clientSecret) }
  const { createdAt } = await ctx.tx
    .insertInto('identityProvider')
    .values({ ...stored, siteId: ctx.siteId, createdAt: now, updatedAt: now })
    .onConflict((c) => c.columns(['siteId', 'id']).doUpdateSet({ ...stored, updatedAt: now }))
    .returning('createdAt')
    .executeTakeFirstOrThrow()
  return { ...row, createdAt }
}
export const deleteProvider = async (ctx: TransactionContext, id: string): Promise<boolean> =>
  (await ctx.tx.deleteFrom('identityProvider').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const identityIdBySubject = async (ctx: ReadContext, providerId: string, subject: string): Promise<string | undefined> =>
  (
    await ctx.db
      .selectFrom('identityConnection')
      .select('identityId')
      .where('siteId', '=', ctx.siteId)
      .where('providerId', '=', providerId)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.identityId

/** Connects a provider's subject to an identity, replacing an earlier subject of the same provider. */
export async function saveConnection(
  ctx: TransactionContext,
  row: { providerId: string; subject: string; identityId: string; email: string | null },
  now: Temporal.Instant,
): Promise<void> {
  await ctx.tx
    .deleteFrom('identityConnection')
    .where('siteId', '=', ctx.siteId)
    .where('providerId', '=', row.providerId)
    .where('identityId', '=', row.identityId)
    .where('subject', '<>', row.subject)
    .execute()
  await ctx.tx
    .insertInto('identityConnection')
    .values({ ...row, siteId: ctx.siteId, createdAt: now, lastUsedAt: now })
    .onConflict((c) => c.columns(['siteId', 'providerId', 'subject']).doUpdateSet({ identityId: row.identityId, email: row.email, lastUsedAt: now }))
    .execute()
}
export const deleteConnection = async (ctx: TransactionContext, identityId: string, providerId: string): Promise<boolean> =>
  (await ctx.tx
    .deleteFrom('identityConnection')
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('providerId', '=', providerId)
    .returning('subject')
    .executeTakeFirst()) !== undefined
export const listConnections = (ctx: ReadContext, identityId: string) =>
  ctx.db
    .selectFrom('identityConnection as c')
    .innerJoin('identityProvider as p', (j) => j.onRef('p.siteId', '=', 'c.siteId').onRef('p.id', '=', 'c.providerId'))
    .select(['c.providerId', 'p.name as providerName', 'c.subject', 'c.email', 'c.createdAt', 'c.lastUsedAt'])
    .where('c.siteId', '=', ctx.siteId)
    .where('c.identityId', '=', identityId)
    .orderBy('c.createdAt')
    .execute()
