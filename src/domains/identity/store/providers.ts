/** Identity providers of a site and connections of identities to them. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase, Tx } from '#kit/db/open.ts'

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

export const providersOf = (tx: ReadDatabase, siteId: string): Promise<ProviderRow[]> =>
  tx.selectFrom('identityProvider').select(columns).where('siteId', '=', siteId).orderBy('createdAt').execute()
export const providerById = (tx: ReadDatabase, siteId: string, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom('identityProvider').select(columns).where('siteId', '=', siteId).where('id', '=', id).executeTakeFirst()
/** Whether sign-in by this provider is enabled. */
export const isProviderEnabled = async (tx: ReadDatabase, siteId: string, id: string): Promise<boolean> =>
  (await providerById(tx, siteId, id))?.enabled === true

export const saveProvider = (tx: Tx, siteId: string, row: Omit<ProviderRow, 'createdAt'>, now: Temporal.Instant): Promise<ProviderRow> =>
  tx
    .insertInto('identityProvider')
    .values({ ...row, siteId, createdAt: now, updatedAt: now })
    .onConflict((c) => c.columns(['siteId', 'id']).doUpdateSet({ ...row, updatedAt: now }))
    .returning(columns)
    .executeTakeFirstOrThrow()
export const deleteProvider = async (tx: Tx, siteId: string, id: string): Promise<boolean> =>
  (await tx.deleteFrom('identityProvider').where('siteId', '=', siteId).where('id', '=', id).returning('id').executeTakeFirst()) !== undefined

export const identityIdBySubject = async (tx: ReadDatabase, siteId: string, providerId: string, subject: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('identityConnection')
      .select('identityId')
      .where('siteId', '=', siteId)
      .where('providerId', '=', providerId)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.identityId

/** Connects a provider's subject to an identity, replacing an earlier subject of the same provider. */
export async function saveConnection(
  tx: Tx,
  siteId: string,
  row: { providerId: string; subject: string; identityId: string; email: string | null },
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('identityConnection')
    .where('siteId', '=', siteId)
    .where('providerId', '=', row.providerId)
    .where('identityId', '=', row.identityId)
    .where('subject', '<>', row.subject)
    .execute()
  await tx
    .insertInto('identityConnection')
    .values({ ...row, siteId, createdAt: now, lastUsedAt: now })
    .onConflict((c) => c.columns(['siteId', 'providerId', 'subject']).doUpdateSet({ identityId: row.identityId, email: row.email, lastUsedAt: now }))
    .execute()
}
export const deleteConnection = async (tx: Tx, siteId: string, identityId: string, providerId: string): Promise<boolean> =>
  (await tx
    .deleteFrom('identityConnection')
    .where('siteId', '=', siteId)
    .where('identityId', '=', identityId)
    .where('providerId', '=', providerId)
    .returning('subject')
    .executeTakeFirst()) !== undefined
export const connectionsOf = (tx: ReadDatabase, siteId: string, identityId: string) =>
  tx
    .selectFrom('identityConnection as c')
    .innerJoin('identityProvider as p', (j) => j.onRef('p.siteId', '=', 'c.siteId').onRef('p.id', '=', 'c.providerId'))
    .select(['c.providerId', 'p.name as providerName', 'c.subject', 'c.email', 'c.createdAt', 'c.lastUsedAt'])
    .where('c.siteId', '=', siteId)
    .where('c.identityId', '=', identityId)
    .orderBy('c.createdAt')
    .execute()
