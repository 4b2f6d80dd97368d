/** Operation → action, for how people sign in on this site. */
import { json } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { problemOfService } from '#kit/reach/reach.ts'
import { captchaChallenge, isDevCaptchaOffered } from '../actions/captcha.ts'
import { recentlySignedIn } from '../actions/owner-session.ts'
import { providerToWire, saveProvider } from '../actions/providers.ts'
import type { settingsApi } from '../contract/settings.ts'
import { withChange, type SignInSettings, type SignInSettingsChange } from '../rules/settings.ts'
import { appById } from '../store/businesses.ts'
import { texts } from '../store/factors.ts'
import { readPolicy, savePolicy, settingsOf } from '../store/identities.ts'
import { deleteProvider, providersOf } from '../store/providers.ts'
import { audit } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'

/** Pages of storefronts name their app; without one the site is that of the token or host. */
async function ofSite(ctx: Ctx, clientId: string | undefined): Promise<Ctx> {
  const app = await appById(ctx.tx, clientId)
  return app && app.siteId !== ctx.siteId ? Object.assign(Object.create(ctx) as Ctx, { siteId: app.siteId }) : ctx
}

const settingsToWire = ({ captcha, text, letters, passkeys }: SignInSettings, hideAccountExistence: boolean) => {
  const { secret: captchaSecret, ...shownCaptcha } = captcha
  const { secret: textSecret, ...shownText } = text
  return {
    captcha: { ...shownCaptcha, hasSecret: captchaSecret !== '' },
    text: { ...shownText, hasSecret: textSecret !== '' },
    letters,
    passkeys,
    hideAccountExistence,
  }
}

function settingsViolations({ captcha, text }: SignInSettings): Violation[] {
  const address = (field: string, value: string): Violation[] =>
    problemOfService(value) ? [{ field, description: 'must be an https address of the open internet', violatedRule: 'FORMAT', data: { type: 'WEB_URL' } }] : []
  const needed = (field: string, value: string): Violation[] =>
    value === '' ? [{ field, description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} }] : []
  const devInEarnest = captcha.provider === 'dev' && !isDevCaptchaOffered()
  const foreign = captcha.provider !== 'altcha' && captcha.provider !== 'dev' && (captcha.signup !== 'OFF' || captcha.login !== 'OFF')
  return [
    ...(devInEarnest ? [{ field: 'settings.captcha.provider', description: 'is for tests only', violatedRule: 'INVALID_ENUM_VALUE' as const, data: {} }] : []),
    ...(captcha.verifyUrl === '' ? [] : address('settings.captcha.verifyUrl', captcha.verifyUrl)),
    ...(foreign ? [...needed('settings.captcha.siteKey', captcha.siteKey), ...needed('settings.captcha.secret', captcha.secret)] : []),
    ...(text.provider === 'http'
      ? [
          ...address('settings.text.baseUrl', text.baseUrl),
          ...needed('settings.text.account', text.account),
          ...needed('settings.text.secret', text.secret),
          ...needed('settings.text.from', text.from),
        ]
      : []),
  ]
}

export const settingsHandlers: Handlers<typeof settingsApi> = {
  getSignInConfig: async (ctx, { query }) => {
    const site = await ofSite(ctx, query.clientId)
    const policy = site.siteId ? await readPolicy(site.tx, site.siteId) : undefined
    const settings = await settingsOf(site.tx, site.siteId)
    const { provider, siteKey, signup, login } = settings.captcha
    return {
      captcha: { provider, siteKey, signup, login, challengeUrl: `${ctx.origin}/captcha/v1/challenge${query.clientId ? `?clientId=${query.clientId}` : ''}` },
      providers: (await providersOf(site.tx, site.siteId)).filter((one) => one.enabled).map(({ id, name }) => ({ id, name })),
      passkeys: settings.passkeys,
      textMessages: settings.text.provider === 'http',
      requireOwnerApproval: policy?.requireOwnerApproval ?? false,
    }
  },
  getCaptchaChallenge: async (ctx, { query }) => json(200, await captchaChallenge(await ofSite(ctx, query.clientId)), { 'cache-control': 'no-store' }),

  getSignInSettings: async (ctx) => {
    const policy = await readPolicy(ctx.tx, ctx.siteId)
    return { settings: settingsToWire(await settingsOf(ctx.tx, ctx.siteId), policy?.hideAccountExistence ?? false) }
  },
  updateSignInSettings: async (ctx, { body }) => {
    await recentlySignedIn(ctx)
    const { hideAccountExistence, ...change } = body.settings
    const settings = withChange(await settingsOf(ctx.tx, ctx.siteId), change as SignInSettingsChange)
    orViolate(settingsViolations(settings))
    const saved = await savePolicy(ctx.tx, ctx.siteId, { settings, ...(hideAccountExistence === undefined ? {} : { hideAccountExistence }) }, ctx.authNow)
    await audit(ctx, 'sign-in-settings.changed', { data: { parts: Object.keys(body.settings) } })
    return { settings: settingsToWire(settings, saved.hideAccountExistence) }
  },
  listTextMessages: async (ctx) => ({
    messages: (await texts(ctx.tx, ctx.siteId, 100)).map(({ id, kind, recipient, body, state, createdAt }) => ({
      id,
      kind,
      recipient,
      body,
      state,
      createdDate: wireInstant(createdAt),
    })),
  }),

  listIdentityProviders: async (ctx) => ({ providers: (await providersOf(ctx.tx, ctx.siteId)).map((row) => providerToWire(ctx, row)) }),
  saveIdentityProvider: async (ctx, { body }) => {
    await ctx.write(recentlySignedIn)
    return saveProvider(ctx, body.provider)
  },
  deleteIdentityProvider: async (ctx, { params }) => {
    await recentlySignedIn(ctx)
    if (!(await deleteProvider(ctx.tx, ctx.siteId, params.id))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'provider.deleted', { subjectId: params.id })
    return {}
  },
}
