import type { Ctx } from '#kit/ctx.ts'
import { withChange, type SignInSettings, type SignInSettingsChange } from '../rules/settings.ts'
import { savePolicy, settingsOf } from '../store/identities.ts'

/** The sign-in settings for a call that only reads them: what another process saves holds here a second later. */
export const knownSettings = (ctx: Ctx): Promise<SignInSettings> => ctx.remember(['sign_on_policy'], 'sign-in settings', () => settingsOf(ctx.tx, ctx.siteId))

/** Changes part of the sign-in settings; what is absent stays as it is. Who calls has decided that this may be. */
export async function changeSignInSettings(
  ctx: Ctx,
  { hideAccountExistence, ...change }: SignInSettingsChange & { hideAccountExistence?: boolean | undefined },
): Promise<SignInSettings> {
  const settings = withChange(await settingsOf(ctx.tx, ctx.siteId), change)
  await savePolicy(ctx.tx, ctx.siteId, { settings, ...(hideAccountExistence === undefined ? {} : { hideAccountExistence }) }, ctx.authNow)
  return settings
}
