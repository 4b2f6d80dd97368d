import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { copyRows } from '#kit/db/copy-rows.ts'
import { json, type Db, type Tx } from '#kit/db/open.ts'
import type { SiteSettings } from './rules/settings.ts'

export interface Site {
  id: string
  name: string
  host: string | null
  /** IANA name; all calendar arithmetic of the business runs on its wall clock. */
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

const columns = ['id', 'name', 'host', 'timeZone', 'currency', 'language', 'weekStartsOn', 'tagline', 'accent', 'accountId'] as const

export const siteById = (tx: Tx, id: string): Promise<Site | undefined> => tx.selectFrom('site').select(columns).where('id', '=', id).executeTakeFirst()

/** The site of a host name; without a match the oldest site, so that one deployment of one club needs no host setting. */
export async function siteIdOfHost(db: Db, host: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('site')
    .select('id')
    .where('rehearsalOf', 'is', null)
    .orderBy((eb) => eb.case().when('host', '=', host).then(0).else(1).end())
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

export const insertSite = (ctx: Ctx, row: Site): Promise<unknown> =>
  ctx.tx
    .insertInto('site')
    .values({ ...row, createdAt: ctx.now })
    .execute()

export const updateSite = (ctx: Ctx, change: Partial<Omit<Site, 'id' | 'accountId'>>): Promise<unknown> =>
  Object.keys(change).length === 0 ? Promise.resolve() : ctx.tx.updateTable('site').set(change).where('id', '=', ctx.siteId).execute()

export async function readSetting<K extends keyof SiteSettings>(ctx: Ctx, key: K): Promise<SiteSettings[K] | undefined> {
  const row = await ctx.remember(['site_setting', 'site'], `setting ${key}`, () =>
    ctx.tx.selectFrom('siteSetting').select('value').where('siteId', '=', ctx.siteId).where('key', '=', key).executeTakeFirst(),
  )
  return row?.value as SiteSettings[K] | undefined
}

/** A copy of this site for a rehearsal: its name, look and zone, and the settings that plans and letters go by. No host leads to it. */
export async function copySite(ctx: Ctx, to: string): Promise<void> {
  await ctx.tx
    .insertInto('site')
    .columns([...columns, 'createdAt', 'rehearsalOf'])
    .expression((eb) =>
      eb
        .selectFrom('site')
        .where('id', '=', ctx.siteId)
        .select((of) => [
          of.val(to).$castTo<string>().as('id'),
          'name',
          of.lit(null).as('host'),
          'timeZone',
          'currency',
          'language',
          'weekStartsOn',
          'tagline',
          'accent',
          'accountId',
          of.cast<Temporal.Instant>(of.val(ctx.authNow.toString()), 'timestamptz').as('createdAt'),
          'id as rehearsalOf',
        ]),
    )
    .execute()
  await copyRows(ctx.tx, { table: 'site_setting', only: `r.key like 'plans.%' or r.key like 'site.%'` }, ctx.siteId, to)
}

/** The copy and everything on it is gone; never a site that is no copy of this one. */
export const dropCopy = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('site').where('id', '=', id).where('rehearsalOf', '=', ctx.siteId).execute()

export const writeSetting = <K extends keyof SiteSettings>(ctx: Ctx, key: K, value: SiteSettings[K]): Promise<unknown> =>
  ctx.tx
    .insertInto('siteSetting')
    .values({ siteId: ctx.siteId, key, value: json(value) })
    .onConflict((oc) => oc.columns(['siteId', 'key']).doUpdateSet({ value: json(value) }))
    .execute()
