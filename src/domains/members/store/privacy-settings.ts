/** All SQL on the settings of who may be public, and to whom. */
import { sql } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { defaultPrivacySettings, type PrivacySettings } from '../rules/privacy.ts'

const PRIVACY = 'members.privacy'
/** The settings with their two revisions: of the default, and of who may be public. */
export interface StoredPrivacy extends PrivacySettings {
  defaultRevision: number
  revision: number
  updatedAt?: string | undefined
}

export const privacySettings = (ctx: Ctx): Promise<StoredPrivacy> => ctx.remember(['site_setting', 'site'], PRIVACY, () => storedPrivacy(ctx))
async function storedPrivacy(ctx: Ctx): Promise<StoredPrivacy> {
  const row = await ctx.tx.selectFrom('siteSetting').select('value').where('siteId', '=', ctx.siteId).where('key', '=', PRIVACY).executeTakeFirst()
  return { ...defaultPrivacySettings, defaultRevision: 1, revision: 1, ...(row?.value as Partial<StoredPrivacy> | undefined) }
}
/** The settings, locked until commit. */
export async function lockPrivacySettings(ctx: Ctx): Promise<StoredPrivacy> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} ${PRIVACY}`}, 20))`.execute(ctx.tx)
  return storedPrivacy(ctx)
}
export const savePrivacySettings = (ctx: Ctx, value: StoredPrivacy): Promise<unknown> =>
  ctx.tx
    .insertInto('siteSetting')
    .values({ siteId: ctx.siteId, key: PRIVACY, value: json(value) })
    .onConflict((oc) => oc.columns(['siteId', 'key']).doUpdateSet({ value: json(value) }))
    .execute()
