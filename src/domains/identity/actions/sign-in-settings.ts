import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { applySettingsChange, type SignInSettings, type SignInSettingsChange } from '../rules/settings.ts'
import { savePolicy, readSignInSettings } from '../store/identities.ts'

/** The cached sign-in settings, for calls that only read them. A change by another process is visible here a second later. */
export const getCachedSettings = (ctx: ReadContext): Promise<SignInSettings> =>
  ctx.cache(['sign_on_policy'], 'sign-in settings', () => readSignInSettings(ctx.db, ctx.siteId))

/** Changes part of the sign-in settings; absent fields stay. The caller has checked the permission. */
export async function changeSignInSettings(
  ctx: TransactionContext,
  { hideAccountExistence, ...change }: SignInSettingsChange & { hideAccountExistence?: boolean | undefined },
): Promise<SignInSettings> {
  const settings = applySettingsChange(await readSignInSettings(ctx.tx, ctx.siteId), change)
  await savePolicy(ctx, { settings, ...(hideAccountExistence === undefined ? {} : { hideAccountExistence }) }, ctx.authNow)
  return settings
}
