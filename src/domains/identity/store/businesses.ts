/** Accounts, their people, dashboard sessions, OAuth apps and API keys. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Tx } from '#kit/db/open.ts'
import { isGuid } from '#kit/pure/guid.ts'

export interface AppRow {
  siteId: string
  id: string
  name: string
  description: string
  applicationType: string
  technology: string
  loginUrl: string | null
  logoutUrl: string | null
  redirectUris: string[]
  redirectDomains: string[]
  allowLocalhost: boolean
  secretHash: string | null
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}
const appColumns = [
  'siteId',
  'id',
  'name',
  'description',
  'applicationType',
  'technology',
  'loginUrl',
  'logoutUrl',
  'redirectUris',
  'redirectDomains',
  'allowLocalhost',
  'secretHash',
  'createdAt',
  'updatedAt',
] as const

/** An app by its client id alone; undefined when there is none or it was deleted. */
export const appById = async (tx: Tx, id: string | undefined): Promise<AppRow | undefined> =>
  isGuid(id) ? tx.selectFrom('oauthApp').select(appColumns).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst() : undefined
export const appsOf = (tx: Tx, siteId: string): Promise<AppRow[]> =>
  tx.selectFrom('oauthApp').select(appColumns).where('siteId', '=', siteId).where('deletedAt', 'is', null).orderBy('createdAt').orderBy('id').execute()

export interface NewApp {
  siteId: string
  id: string
  name: string
  description?: string
  applicationType?: string
  technology?: string
  loginUrl?: string | null
  logoutUrl?: string | null
  redirectUris?: string[]
  redirectDomains?: string[]
  allowLocalhost?: boolean
  secretHash?: string | null
}
export const insertApp = (tx: Tx, row: NewApp, now: Temporal.Instant): Promise<AppRow> =>
  tx
    .insertInto('oauthApp')
    .values({ ...row, createdAt: now, updatedAt: now })
    .returning(appColumns)
    .executeTakeFirstOrThrow()
export const updateApp = (
  tx: Tx,
  siteId: string,
  id: string,
  change: Partial<Omit<NewApp, 'siteId' | 'id'>> & { deletedAt?: Temporal.Instant },
  now: Temporal.Instant,
): Promise<AppRow | undefined> =>
  tx
    .updateTable('oauthApp')
    .set({ ...change, updatedAt: now })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .returning(appColumns)
    .executeTakeFirst()

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
export const keysOf = (tx: Tx, siteId: string): Promise<KeyRow[]> =>
  tx
    .selectFrom('apiKey as k')
    .innerJoin('site as s', 's.accountId', 'k.accountId')
    .select(keyColumns.map((column) => `k.${column}` as const))
    .where('s.id', '=', siteId)
    .where('k.revokedAt', 'is', null)
    .where(sql<boolean>`(k.site_ids is null or ${siteId}::uuid = any(k.site_ids))`)
    .orderBy('k.createdAt')
    .execute() as Promise<KeyRow[]>
export const countKeys = async (tx: Tx, accountId: string): Promise<number> =>
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
export const accountOfSite = async (tx: Tx, siteId: string): Promise<string | undefined> =>
  (await tx.selectFrom('site').select('accountId').where('id', '=', siteId).executeTakeFirst())?.accountId

export const siteNameOf = async (tx: Tx, siteId: string): Promise<string> =>
  (await tx.selectFrom('site').select('name').where('id', '=', siteId).executeTakeFirst())?.name ?? ''

export const insertAccount = async (tx: Tx, id: string, name: string, now: Temporal.Instant): Promise<void> =>
  void (await tx
    .insertInto('account')
    .values({ id, name, createdAt: now })
    .onConflict((c) => c.column('id').doNothing())
    .execute())
export const insertOwner = async (
  tx: Tx,
  row: { id: string; accountId: string; email: string; name: string; passwordHash: string },
  now: Temporal.Instant,
): Promise<void> =>
  void (await tx
    .insertInto('ownerUser')
    .values({ ...row, createdAt: now, updatedAt: now })
    .execute())
export const insertRole = async (
  tx: Tx,
  siteId: string,
  userId: string,
  role: 'OWNER' | 'CONTRIBUTOR',
  permissions: string[] | null,
  now: Temporal.Instant,
): Promise<void> =>
  void (await tx
    .insertInto('ownerSiteRole')
    .values({ siteId, userId, role, permissions, createdAt: now })
    .onConflict((c) => c.columns(['siteId', 'userId']).doUpdateSet({ role, permissions }))
    .execute())
const ownerColumns = ['id', 'email', 'name', 'passwordHash', 'secondStepVersion', 'accountId'] as const
export const ownerByEmail = (tx: Tx, email: string) =>
  tx.selectFrom('ownerUser').select(ownerColumns).where(sql<string>`lower(email)`, '=', email.trim().toLowerCase()).executeTakeFirst()
export const ownerById = (tx: Tx, id: string) => tx.selectFrom('ownerUser').select(ownerColumns).where('id', '=', id).executeTakeFirst()
export const sitesOfOwner = (tx: Tx, userId: string) =>
  tx
    .selectFrom('ownerSiteRole as r')
    .innerJoin('site as s', 's.id', 'r.siteId')
    .select(['s.id', 's.name', 'r.role', 'r.permissions'])
    .where('r.userId', '=', userId)
    .orderBy('s.createdAt')
    .execute()

export const insertOwnerSession = async (
  tx: Tx,
  row: { id: string; userId: string; tokenHash: string; csrfToken: string; keepSignedIn: boolean; userAgent: string; ip: string },
  now: Temporal.Instant,
): Promise<void> =>
  void (await tx
    .insertInto('ownerSession')
    .values({ ...row, createdAt: now, verifiedAt: now, lastUsedAt: now, expiresAt: now.add({ hours: 12 }) })
    .execute())
export const deleteOwnerSession = async (tx: Tx, tokenHash: string): Promise<void> =>
  void (await tx.deleteFrom('ownerSession').where('tokenHash', '=', tokenHash).execute())
export const ownerSessionById = (tx: Tx, id: string) =>
  tx.selectFrom('ownerSession').select(['id', 'userId', 'csrfToken', 'verifiedAt']).where('id', '=', id).executeTakeFirst()
