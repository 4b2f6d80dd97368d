/** All SQL on the settings of who may be public, and to whom. */
import { sql } from 'kysely'
import type { Ctx } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { defaultPrivacySettings, type PrivacySettings } from '../rules/privacy.ts'

const SETTING_KEY = 'members.privacy'
/** The settings with their two revisions: of the default, and of who may be public. */
export interface StoredPrivacy extends PrivacySettings {
  defaultRevision: number
  revision: number
  updatedAt?: string | undefined
}

export const getPrivacySettings = (ctx: Ctx): Promise<StoredPrivacy> => ctx.cache(['site_setting', 'site'], SETTING_KEY, () => loadPrivacySettings(ctx))
async function loadPrivacySettings(ctx: Ctx): Promise<StoredPrivacy> {
  const row = await ctx.tx.selectFrom('siteSetting').select('value').where('siteId', '=', ctx.siteId).where('key', '=', SETTING_KEY).executeTakeFirst()
  return { ...defaultPrivacySettings, defaultRevision: 1, revision: 1, ...(row?.value as Partial<StoredPrivacy> | undefined) }
}
/** The settings, locked until commit. */
export async function lockPrivacySettings(ctx: Ctx): Promise<StoredPrivacy> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} ${SETTING_KEY}`}, 20))`.execute(ctx.tx)
  return loadPrivacySettings(ctx)
}
export const savePrivacySettings = (ctx: Ctx, value: StoredPrivacy): Promise<unknown> =>
  ctx.tx
    .insertInto('siteSetting')
    .values({ siteId: ctx.siteId, key: SETTING_KEY, value: json(value) })
    .onConflict((oc) => oc.columns(['siteId', 'key']).doUpdateSet({ value: json(value) }))
    .execute()
