import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { applySettingsChange, type SignInSettings, type SignInSettingsChange } from '../rules/settings.ts'
import { savePolicy, readSignInSettings } from '../store/identities.ts'

/** The sign-in settings for a call that only reads them: what another process saves holds here a second later. */
export const getCachedSettings = (ctx: ReadContext): Promise<SignInSettings> =>
  ctx.cache(['sign_on_policy'], 'sign-in settings', () => readSignInSettings(ctx.db, ctx.siteId))

/** Changes part of the sign-in settings; what is absent stays as it is. Who calls has decided that this may be. */
export async function changeSignInSettings(
  ctx: TransactionContext,
  { hideAccountExistence, ...change }: SignInSettingsChange & { hideAccountExistence?: boolean | undefined },
): Promise<SignInSettings> {
  const settings = applySettingsChange(await readSignInSettings(ctx.tx, ctx.siteId), change)
  await savePolicy(ctx.tx, ctx.siteId, { settings, ...(hideAccountExistence === undefined ? {} : { hideAccountExistence }) }, ctx.authNow)
  return settings
}
