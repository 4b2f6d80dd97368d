/** All SQL on privacy settings. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readStoredSetting, writeStoredSetting } from '#domains/site/public.ts'
import { defaultPrivacySettings, type PrivacySettings } from '../rules/privacy.ts'

const SETTING_KEY = 'members.privacy'
/** The settings with their two revisions: of the default, and of visibility and candidates. */
export interface StoredPrivacy extends PrivacySettings {
  defaultRevision: number
  revision: number
  updatedAt?: string | undefined
}

export const getPrivacySettings = (ctx: ReadContext): Promise<StoredPrivacy> => ctx.cache(['site_setting', 'site'], SETTING_KEY, () => loadPrivacySettings(ctx))
async function loadPrivacySettings(ctx: ReadContext): Promise<StoredPrivacy> {
  const stored = (await readStoredSetting(ctx, SETTING_KEY)) as Partial<StoredPrivacy> | undefined
  return { ...defaultPrivacySettings, defaultRevision: 1, revision: 1, ...stored }
}
/** The settings, locked until commit. */
export async function lockPrivacySettings(ctx: TransactionContext): Promise<StoredPrivacy> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${ctx.siteId} ${SETTING_KEY}`}, 20))`.execute(ctx.tx)
  return loadPrivacySettings(ctx)
}
export const savePrivacySettings = (ctx: TransactionContext, value: StoredPrivacy): Promise<unknown> => writeStoredSetting(ctx, SETTING_KEY, value)
