/** OAuth apps: storefronts and servers that may ask for tokens. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase, Tx } from '#kit/db/open.ts'
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
export const appById = async (tx: ReadDatabase, id: string | undefined): Promise<AppRow | undefined> =>
  isGuid(id) ? tx.selectFrom('oauthApp').select(appColumns).where('id', '=', id).where('deletedAt', 'is', null).executeTakeFirst() : undefined
export const listApps = (tx: ReadDatabase, siteId: string): Promise<AppRow[]> =>
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
export const insertApp = (ctx: TransactionContext, row: NewApp, now: Temporal.Instant): Promise<AppRow> =>
  ctx.tx
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
