/** Operation → action: sign-in settings. */
import { areTextsOn } from '#domains/texts/public.ts'
import { jsonReply } from '#kit/api/raw-reply.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { findServiceUrlProblem } from '#kit/http/fetch-public.ts'
import { issueCaptchaChallenge, isDevCaptchaEnabled } from '../actions/captcha.ts'
import { providerToWire, saveProvider } from '../actions/save-provider.ts'
import type { settingsApi } from '../contract/settings.ts'
import { applySettingsChange, type SignInSettings, type SignInSettingsChange } from '../rules/settings.ts'
import { appById } from '../oauth/store/apps.ts'
import { listTextMessages } from '../store/factors.ts'
import { readPolicy, savePolicy, readSignInSettings } from '../store/identities.ts'
import { deleteProvider, listProviders } from '../store/providers.ts'
import { audit } from '../store/audit.ts'
import { wireInstant } from '../wire.ts'

/** Storefront pages name their app; without one the site is that of the token or host. */
async function withSiteOfClient(ctx: ReadContext, clientId: string | undefined): Promise<ReadContext> {
  const app = await appById(ctx.db, clientId)
  return app && app.siteId !== ctx.siteId ? Object.assign(Object.create(ctx) as ReadContext, { siteId: app.siteId }) : ctx
}

const settingsToWire = ({ captcha, text, emails, passkeys }: SignInSettings, hideAccountExistence: boolean) => {
  const { secret: captchaSecret, ...shownCaptcha } = captcha
  const { secret: textSecret, ...shownText } = text
  return {
    captcha: { ...shownCaptcha, hasSecret: captchaSecret !== '' },
    text: { ...shownText, hasSecret: textSecret !== '' },
    emails,
    passkeys,
    hideAccountExistence,
  }
}

function settingsViolations({ captcha, text }: SignInSettings): Violation[] {
  const address = (field: string, value: string): Violation[] =>
    findServiceUrlProblem(value)
      ? [{ field, description: 'must be an https address of the open internet', violatedRule: 'FORMAT', data: { type: 'WEB_URL' } }]
      : []
  const requireValue = (field: string, value: string): Violation[] =>
    value === '' ? [{ field, description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} }] : []
  const isDevCaptchaForbidden = captcha.provider === 'dev' && !isDevCaptchaEnabled()
  const needsSiteKey = captcha.provider !== 'altcha' && captcha.provider !== 'dev' && (captcha.signup !== 'OFF' || captcha.login !== 'OFF')
  return [
    ...(isDevCaptchaForbidden
      ? [{ field: 'settings.captcha.provider', description: 'is for tests only', violatedRule: 'INVALID_ENUM_VALUE' as const, data: {} }]
      : []),
    ...(captcha.verifyUrl === '' ? [] : address('settings.captcha.verifyUrl', captcha.verifyUrl)),
    ...(needsSiteKey ? [...requireValue('settings.captcha.siteKey', captcha.siteKey), ...requireValue('settings.captcha.secret', captcha.secret)] : []),
    ...(text.provider === 'http'
      ? [
          ...address('settings.text.baseUrl', text.baseUrl),
          ...requireValue('settings.text.account', text.account),
          ...requireValue('settings.text.secret', text.secret),
          ...requireValue('settings.text.from', text.from),
        ]
      : []),
  ]
}

export const settingsHandlers: Handlers<typeof settingsApi> = {
  getSignInConfig: async (ctx, { query }) => {
    const site = await withSiteOfClient(ctx, query.clientId)
    const policy = site.siteId ? await readPolicy(site.db, site.siteId) : undefined
    const settings = await readSignInSettings(site.db, site.siteId)
    const { provider, siteKey, signup, login } = settings.captcha
    return {
      captcha: { provider, siteKey, signup, login, challengeUrl: `${ctx.origin}/captcha/v1/challenge${query.clientId ? `?clientId=${query.clientId}` : ''}` },
      providers: (await listProviders(site.db, site.siteId)).filter((one) => one.enabled).map(({ id, name }) => ({ id, name })),
      passkeys: settings.passkeys,
      textMessages: settings.text.provider === 'http' || (await areTextsOn(site)),
      requireOwnerApproval: policy?.requireOwnerApproval ?? false,
    }
  },
  getCaptchaChallenge: async (ctx, { query }) =>
    jsonReply(200, await issueCaptchaChallenge(await withSiteOfClient(ctx, query.clientId)), { 'cache-control': 'no-store' }),

  getSignInSettings: async (ctx) => {
    const policy = await readPolicy(ctx.db, ctx.siteId)
    return { settings: settingsToWire(await readSignInSettings(ctx.db, ctx.siteId), policy?.hideAccountExistence ?? false) }
  },
  updateSignInSettings: async (ctx, { body }) => {
    const { hideAccountExistence, ...change } = body.settings
    const settings = applySettingsChange(await readSignInSettings(ctx.tx, ctx.siteId), change as SignInSettingsChange)
    assertNoViolations(settingsViolations(settings))
    const saved = await savePolicy(ctx, { settings, ...(hideAccountExistence === undefined ? {} : { hideAccountExistence }) }, ctx.authNow)
    await audit(ctx, 'sign-in-settings.changed', { data: { parts: Object.keys(body.settings) } })
    return { settings: settingsToWire(settings, saved.hideAccountExistence) }
  },
  listTextMessages: async (ctx) => ({
    messages: (await listTextMessages(ctx, 100)).map(({ id, kind, recipient, body, state, createdAt }) => ({
      id,
      kind,
      recipient,
      body,
      state,
      createdDate: wireInstant(createdAt),
    })),
  }),

  listIdentityProviders: async (ctx) => ({ providers: (await listProviders(ctx.db, ctx.siteId)).map((row) => providerToWire(ctx, row)) }),
  saveIdentityProvider: async (ctx, { body }) => {
    return saveProvider(ctx, body.provider)
  },
  deleteIdentityProvider: async (ctx, { params }) => {
    if (!(await deleteProvider(ctx, params.id))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'provider.deleted', { subjectId: params.id })
    return {}
  },
}
