import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { spreadSite } from '#kit/db/cluster/sites.ts'
import { copyRows } from '#kit/db/copy-rows.ts'
import { type ReadDatabase, json } from '#kit/db/open.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { AddressProblem, StoredAddress } from './rules/address.ts'
import type { SiteLimits } from './rules/limits.ts'
import type { SiteSettings } from './rules/settings.ts'

const LIMITS_KEY = 'operator.limits'
/** What the operator allows the site; the row is written by `writeLimits` alone. */
export const findLimits = async (db: ReadDatabase, siteId: string): Promise<SiteLimits> =>
  siteId === '' ? {} : (((await readSiteSetting(db, siteId, LIMITS_KEY)) as SiteLimits | undefined) ?? {})
export const writeLimits = (ctx: TransactionContext, limits: SiteLimits): Promise<unknown> => writeStoredSetting(ctx, LIMITS_KEY, limits)
/** One after the other for those who use up a limit of the site. */
export const lockLimits = (ctx: TransactionContext) => sql`select pg_advisory_xact_lock(hashtextextended(${`limits ${ctx.siteId}`}, 0))`.execute(ctx.tx)

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

/** The site that is served at this host: it has it among its addresses, and the host is proved. */
export async function findSiteIdByHost(db: ReadDatabase, host: string): Promise<string | undefined> {
  // Written out: of a parameter no plan for all its values knows that the index holds it.
  const row = await db.selectFrom('siteAddress').select('siteId').where('host', '=', host).where('state', '=', sql.lit('CHECKED')).executeTakeFirst()
  return row?.siteId
}

/** One after the other for those who would use this host. */
export const lockHost = (ctx: TransactionContext, host: string) => sql`select pg_advisory_xact_lock(hashtextextended(${`host ${host}`}, 0))`.execute(ctx.tx)

/** Whether another site is served at this host. */
export async function isHostOfOtherSite(db: ReadDatabase, host: string, siteId: string): Promise<boolean> {
  const found = await findSiteIdByHost(db, host)
  return found !== undefined && found !== siteId
}

/** The id, if a site has it that is no simulation. */
export async function findSiteId(db: ReadDatabase, id: string): Promise<string | undefined> {
  if (!isGuid(id)) return undefined
  return (await db.selectFrom('site').select('id').where('id', '=', id).where('simulationOf', 'is', null).executeTakeFirst())?.id
}

/** The stored addresses of a site, the main one first. */
export async function listAddresses(db: ReadDatabase, siteId: string): Promise<readonly StoredAddress[]> {
  if (siteId === '') return []
  const rows = await db
    .selectFrom('siteAddress')
    .select(['origin', 'isMain', 'state', 'problem'])
    .where('siteId', '=', siteId)
    .orderBy('isMain', 'desc')
    .orderBy('host')
    .execute()
  return rows as StoredAddress[]
}

/** What every call of a site asks for, in one statement: its addresses, the main one first, and what the operator allows. */
export async function readAddressesAndLimits(db: ReadDatabase, siteId: string): Promise<{ addresses: StoredAddress[]; limits: SiteLimits }> {
  if (siteId === '') return { addresses: [], limits: {} }
  const rows = await db
    .selectFrom('site')
    .leftJoin('siteAddress', 'siteAddress.siteId', 'site.id')
    .leftJoin('siteSetting', (join) => join.on('siteSetting.siteId', '=', siteId).on('siteSetting.key', '=', LIMITS_KEY))
    .select(['siteAddress.origin', 'siteAddress.isMain', 'siteAddress.state', 'siteAddress.problem', 'siteSetting.value as limits'])
    .where('site.id', '=', siteId)
    .orderBy('siteAddress.isMain', 'desc')
    .orderBy('siteAddress.host')
    .execute()
  // A site without an address is one row of nothing but its limits.
  const addresses = rows.filter(({ origin }) => origin !== null) as unknown as StoredAddress[]
  return { addresses, limits: (rows[0]?.limits as SiteLimits | null | undefined) ?? {} }
}

export interface HostCheck {
  nonce: string
  answer: string
  endsAt: Temporal.Instant
}
/** Notes what is asked of a host and what proves it. */
export const beginHostCheck = (ctx: TransactionContext, host: string, check: HostCheck): Promise<unknown> =>
  ctx.tx
    .updateTable('siteAddress')
    .set({ checkNonce: check.nonce, checkAnswer: check.answer, checkEndsAt: check.endsAt })
    .where('siteId', '=', ctx.siteId)
    .where('host', '=', host)
    .execute()

/** The answer to a check that goes on. */
export async function findCheckAnswer(db: ReadDatabase, nonce: string, now: Temporal.Instant): Promise<string | undefined> {
  const row = await db.selectFrom('siteAddress').select('checkAnswer').where('checkNonce', '=', nonce).where('checkEndsAt', '>', now).executeTakeFirst()
  return row?.checkAnswer ?? undefined
}

/** Ends the check of this nonce; what was checked anew, removed or approved meanwhile is left alone. */
export const endHostCheck = (ctx: TransactionContext, nonce: string, problem: AddressProblem | undefined): Promise<unknown> =>
  ctx.tx.updateTable('siteAddress').set(toChecked(ctx, problem)).where('siteId', '=', ctx.siteId).where('checkNonce', '=', nonce).execute()

const toChecked = (ctx: TransactionContext, problem?: AddressProblem) => ({
  checkNonce: null,
  checkAnswer: null,
  checkEndsAt: null,
  checkedAt: ctx.authNow,
  state: problem ? ('FAILED' as const) : ('CHECKED' as const),
  problem: problem ?? null,
})

/** Serves the site at those of its addresses that were not proved. */
export async function trustHosts(ctx: TransactionContext, hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0) return
  const unproved = ctx.tx.updateTable('siteAddress').where('siteId', '=', ctx.siteId).where('state', '!=', 'CHECKED')
  await unproved.set(toChecked(ctx)).where('host', 'in', hosts).execute()
}

/** Links of a site without a main address lead to this one, once it is proved. */
export async function makeMainWithoutOther(ctx: TransactionContext, host: string): Promise<void> {
  if ((await listAddresses(ctx.tx, ctx.siteId)).some(({ isMain }) => isMain)) return
  await ctx.tx
    .updateTable('siteAddress')
    .set({ isMain: true })
    .where('siteId', '=', ctx.siteId)
    .where('host', '=', host)
    .where('state', '=', 'CHECKED')
    .execute()
}

/** Takes these for the addresses of the site. What stays keeps its check; `state` is that of those that come. */
export async function replaceAddresses(
  ctx: TransactionContext,
  addresses: readonly { host: string; origin: string; isMain: boolean }[],
  state: 'CHECKED' | 'WAITING',
): Promise<void> {
  const hosts = addresses.map(({ host }) => host)
  const own = ctx.tx.updateTable('siteAddress').where('siteId', '=', ctx.siteId)
  const remove = ctx.tx.deleteFrom('siteAddress').where('siteId', '=', ctx.siteId)
  await (hosts.length === 0 ? remove : remove.where('host', 'not in', hosts)).execute()
  // There is one main address at any moment.
  await own.set({ isMain: false }).where('isMain', '=', true).execute()
  for (const { host, origin, isMain } of addresses) {
    const stays = await own.set({ origin, isMain }).where('host', '=', host).returning('host').executeTakeFirst()
    if (!stays) await ctx.tx.insertInto('siteAddress').values({ siteId: ctx.siteId, host, origin, isMain, state, createdAt: ctx.authNow }).execute()
  }
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
