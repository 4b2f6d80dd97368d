import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { spreadSite } from '#kit/db/cluster/sites.ts'
import { copyRows } from '#kit/db/copy-rows.ts'
import { type ReadDatabase, json } from '#kit/db/open.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { StoredAddress } from './rules/address.ts'
import type { SiteSettings } from './rules/settings.ts'

export interface Site {
  id: string
  name: string
  /** IANA name; all calendar arithmetic of the business uses it. */
  timeZone: string
  /** ISO 4217. */
  currency: string
  language: string
  /** 0 Sunday … 6 Saturday. */
  weekStartsOn: number
  tagline: string
  /** Hex colour that the owner chose. */
  accent: string
  accountId: string
}

const columns = ['id', 'name', 'timeZone', 'currency', 'language', 'weekStartsOn', 'tagline', 'accent', 'accountId'] as const

export const findSiteById = (ctx: ReadContext, id: string): Promise<Site | undefined> =>
  ctx.db.selectFrom('site').select(columns).where('id', '=', id).executeTakeFirst()

/** The two oldest sites, without simulations: enough to know the first, and whether it is the only one. */
export async function listOldestSites(db: ReadDatabase): Promise<readonly string[]> {
  const rows = await db.selectFrom('site').select('id').where('simulationOf', 'is', null).orderBy('createdAt').orderBy('id').limit(2).execute()
  return rows.map(({ id }) => id)
}

/** The site of a simulation's copy; any other site is itself. */
export const findOriginalSite = async (db: ReadDatabase, siteId: string): Promise<string> =>
  (await db.selectFrom('site').select('simulationOf').where('id', '=', siteId).executeTakeFirst())?.simulationOf ?? siteId

/** All sites by age, without those of simulations. */
export const listSites = (db: ReadDatabase): Promise<{ id: string; name: string }[]> =>
  db.selectFrom('site').select(['id', 'name']).where('simulationOf', 'is', null).orderBy('createdAt').orderBy('id').execute()

/** The site that has this host among its addresses; `except` leaves one site out. */
export async function findSiteIdByHost(db: ReadDatabase, host: string, except?: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('siteAddress')
    .select('siteId')
    .where('host', '=', host)
    .$if(except !== undefined, (query) => query.where('siteId', '!=', except as string))
    .executeTakeFirst()
  return row?.siteId
}

/** The id, if a site has it that is no simulation. */
export async function findSiteId(db: ReadDatabase, id: string): Promise<string | undefined> {
  if (!isGuid(id)) return undefined
  return (await db.selectFrom('site').select('id').where('id', '=', id).where('simulationOf', 'is', null).executeTakeFirst())?.id
}

/** The stored addresses of a site, the main one first. */
export async function listAddresses(db: ReadDatabase, siteId: string): Promise<readonly StoredAddress[]> {
  if (siteId === '') return []
  return db.selectFrom('siteAddress').select(['origin', 'isMain']).where('siteId', '=', siteId).orderBy('isMain', 'desc').orderBy('host').execute()
}

/** Replaces all addresses of the site. Returns the first one that another site has. */
export async function replaceAddresses(
  ctx: TransactionContext,
  addresses: readonly { host: string; origin: string; isMain: boolean }[],
): Promise<string | undefined> {
  await ctx.tx.deleteFrom('siteAddress').where('siteId', '=', ctx.siteId).execute()
  for (const address of addresses) {
    const row = await ctx.tx
      .insertInto('siteAddress')
      .values({ siteId: ctx.siteId, ...address, createdAt: ctx.authNow })
      .onConflict((conflict) => conflict.column('host').doNothing())
      .returning('host')
      .executeTakeFirst()
    if (!row) return address.origin
  }
  return undefined
}

export async function insertSite(ctx: TransactionContext, row: Site): Promise<void> {
  await ctx.tx
    .insertInto('site')
    .values({ ...row, createdAt: ctx.now })
    .execute()
  await spreadSite(ctx.tx, row.id, ctx.now)
}

export const updateSite = (ctx: TransactionContext, change: Partial<Omit<Site, 'id' | 'accountId'>>): Promise<unknown> =>
  Object.keys(change).length === 0 ? Promise.resolve() : ctx.tx.updateTable('site').set(change).where('id', '=', ctx.siteId).execute()

export const readSetting = async <K extends keyof SiteSettings>(ctx: ReadContext, key: K): Promise<SiteSettings[K] | undefined> =>
  (await ctx.cache(['site_setting', 'site'], `setting ${key}`, () => readStoredSetting(ctx, key))) as SiteSettings[K] | undefined
/** The value of a setting whose schema is the caller's, as it is stored; undefined when it was never written. */
export const readStoredSetting = (ctx: ReadContext, key: string): Promise<unknown> => readSiteSetting(ctx.db, ctx.siteId, key)
/** The same for a site by id: at start there is no request yet. */
export const readSiteSetting = async (db: ReadDatabase, siteId: string, key: string): Promise<unknown> =>
  (await db.selectFrom('siteSetting').select('value').where('siteId', '=', siteId).where('key', '=', key).executeTakeFirst())?.value

/** Copies this site for a simulation, with the settings of plans and emails. No host leads to it. */
export async function copySite(ctx: TransactionContext, to: string): Promise<void> {
  await ctx.tx
    .insertInto('site')
    .columns([...columns, 'createdAt', 'simulationOf'])
    .expression((eb) =>
      eb
        .selectFrom('site')
        .where('id', '=', ctx.siteId)
        .select((expression) => [
          expression.val(to).$castTo<string>().as('id'),
          'name',
          'timeZone',
          'currency',
          'language',
          'weekStartsOn',
          'tagline',
          'accent',
          'accountId',
          expression.cast<Temporal.Instant>(expression.val(ctx.authNow.toString()), 'timestamptz').as('createdAt'),
          'id as simulationOf',
        ]),
    )
    .execute()
  await copyRows(ctx.tx, { table: 'site_setting', where: `r.key like 'plans.%' or r.key like 'site.%'` }, ctx.siteId, to)
}

/** Deletes a copy of this site with everything on it; never another site. */
export const deleteSiteCopy = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('site').where('id', '=', id).where('simulationOf', '=', ctx.siteId).execute()

export const writeSetting = <K extends keyof SiteSettings>(ctx: TransactionContext, key: K, value: SiteSettings[K]): Promise<unknown> =>
  writeStoredSetting(ctx, key, value)
export const writeStoredSetting = (ctx: TransactionContext, key: string, value: unknown): Promise<unknown> =>
  ctx.tx
    .insertInto('siteSetting')
    .values({ siteId: ctx.siteId, key, value: json(value) })
    .onConflict((oc) => oc.columns(['siteId', 'key']).doUpdateSet({ value: json(value) }))
    .execute()
