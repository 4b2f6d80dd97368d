/** Operation → action, for what the business does about sign-in. */
import { json } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { captchaChallenge } from '../actions/captcha.ts'
import * as collaborators from '../actions/collaborators.ts'
import * as access from '../actions/member-access.ts'
import * as owner from '../actions/owner-session.ts'
import { providerToWire, saveProvider } from '../actions/providers.ts'
import type { officeApi } from '../contract/office.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { checkAddress } from '../rules/redirect-check.ts'
import { isServiceAddress, withChange, type SignInSettings, type SignInSettingsChange } from '../rules/settings.ts'
import * as businesses from '../store/businesses.ts'
import { texts } from '../store/factors.ts'
import { readPolicy, savePolicy, settingsOf } from '../store/identities.ts'
import { auditEntries } from '../store/owners.ts'
import { deleteProvider, providersOf } from '../store/providers.ts'
import { audit } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'

/** Pages of storefronts name their app; without one the site is that of the token or host. */
async function ofSite(ctx: Ctx, clientId: string | undefined): Promise<Ctx> {
  const app = await businesses.appById(ctx.tx, clientId)
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
    isServiceAddress(value) ? [] : [{ field, description: 'must be an https address', violatedRule: 'FORMAT', data: { type: 'WEB_URL' } }]
  const needed = (field: string, value: string): Violation[] =>
    value === '' ? [{ field, description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} }] : []
  const foreign = captcha.provider !== 'altcha' && captcha.provider !== 'dev' && (captcha.signup !== 'OFF' || captcha.login !== 'OFF')
  return [
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

const cursorOf = (row: { at: { toString(): string }; id: string }): string => Buffer.from(`${row.at.toString()} ${row.id}`).toString('base64url')
function readCursor(cursor: string | undefined): { at: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [at = '', id = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(at) || !isGuid(id))
    orViolate([{ field: 'cursor', description: 'must come from an earlier answer', violatedRule: 'FORMAT', data: {} }])
  return { at, id }
}

async function appOf(ctx: Ctx, id: string): Promise<businesses.AppRow> {
  const app = await businesses.appById(ctx.tx, id)
  return app?.siteId === ctx.siteId ? app : refuseStandard('NOT_FOUND')
}

export const officeHandlers: Handlers<typeof officeApi> = {
  getSignInConfig: async (ctx, { query }) => {
    const site = await ofSite(ctx, query.clientId)
    const policy = site.siteId ? await readPolicy(site.tx, site.siteId) : undefined
    const settings = await settingsOf(site.tx, site.siteId)
    const { provider, siteKey, signup, login } = settings.captcha
    return {
      captcha: { provider, siteKey, signup, login, challengeUrl: `${ctx.origin}/captcha/v1/challenge${query.clientId ? `?clientId=${query.clientId}` : ''}` },
      providers: (await providersOf(site.tx, site.siteId)).filter((one) => one.enabled).map(({ id, name }) => ({ id, name })),
      passkeys: settings.passkeys,
      requireOwnerApproval: policy?.requireOwnerApproval ?? false,
    }
  },
  getCaptchaChallenge: async (ctx, { query }) => json(200, await captchaChallenge(await ofSite(ctx, query.clientId)), { 'cache-control': 'no-store' }),

  getSignInSettings: async (ctx) => {
    const policy = await readPolicy(ctx.tx, ctx.siteId)
    return { settings: settingsToWire(await settingsOf(ctx.tx, ctx.siteId), policy?.hideAccountExistence ?? false) }
  },
  updateSignInSettings: async (ctx, { body }) => {
    await owner.recentlySignedIn(ctx)
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
    await ctx.write(owner.recentlySignedIn)
    return saveProvider(ctx, body.provider)
  },
  deleteIdentityProvider: async (ctx, { params }) => {
    await owner.recentlySignedIn(ctx)
    if (!(await deleteProvider(ctx.tx, ctx.siteId, params.id))) refuseStandard('NOT_FOUND')
    await audit(ctx, 'provider.deleted', { subjectId: params.id })
    return {}
  },

  getMemberSignIn: (ctx, { params }) => access.memberSignIn(ctx, params.id),
  signOutMember: (ctx, { params, body }) => access.signOutMember(ctx, params.id, body.deviceId),
  demandNewPassword: async (ctx, { params }) => (await access.demandNewPassword(ctx, params.id), {}),
  resetSecondStep: (ctx, { params }) => access.resetSecondStep(ctx, params.id),
  markEmailVerified: async (ctx, { params }) => (await access.markEmailVerified(ctx, params.id), {}),
  inviteMember: (ctx, { body }) => access.inviteMember(ctx, body),

  listAuditLog: async (ctx, { query }) => {
    const { cursor, limit, ...filter } = query
    const rows = await auditEntries(ctx.tx, ctx.siteId, { ...filter, before: readCursor(cursor), limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      entries: shown.map(({ at, ...entry }) => ({ ...entry, date: wireInstant(at) })),
      next: rows.length > limit && last ? cursorOf(last) : null,
    }
  },

  checkRedirectAddress: async (ctx, { params, body }) => checkAddress(body.address.trim(), await appOf(ctx, params.id)),
  renewAppSecret: async (ctx, { params }) => {
    await owner.recentlySignedIn(ctx)
    await appOf(ctx, params.id)
    const secret = newSecret()
    await businesses.updateApp(ctx.tx, ctx.siteId, params.id, { secretHash: fingerprint(secret) }, ctx.authNow)
    await audit(ctx, 'app.secret-renewed', { subjectId: params.id })
    return { secret }
  },

  listCollaborators: (ctx) => collaborators.listCollaborators(ctx),
  inviteCollaborator: (ctx, { body }) => collaborators.inviteCollaborator(ctx, body),
  withdrawInvitation: async (ctx, { params }) => (await collaborators.withdrawInvitation(ctx, params.id), {}),
  changeCollaborator: async (ctx, { params, body }) => (await collaborators.changeCollaborator(ctx, params.id, body), {}),
  removeCollaborator: async (ctx, { params }) => (await collaborators.removeCollaborator(ctx, params.id), {}),
  readInvitation: (ctx, { body }) => collaborators.readInvitation(ctx, body.token),
  acceptInvitation: (ctx, { body }) => collaborators.acceptInvitation(ctx, body),

  signInOwner: (ctx, { body }) => owner.signInOwner(ctx, body),
  verifyOwnerStep: (ctx, { body }) => owner.verifyOwnerStep(ctx, body),
  signOutOwner: async (ctx) => (await owner.signOutOwner(ctx), {}),
  getOwner: (ctx) => owner.currentOwner(ctx),
  confirmOwner: async (ctx, { body }) => (await owner.confirmOwner(ctx, body.password), {}),
  changeOwnerPassword: async (ctx, { body }) => (await owner.changeOwnerPassword(ctx, body), {}),
  mailOwnerRecovery: async (ctx, { body }) => (await owner.mailOwnerRecovery(ctx, body.email), {}),
  recoverOwner: async (ctx, { body }) => (await owner.recoverOwner(ctx, body), {}),
  getOwnerSecurity: (ctx) => owner.ownerSecurity(ctx),
  signOutOtherOwners: (ctx) => owner.signOutOtherOwners(ctx),
  startOwnerStep: (ctx) => owner.startOwnerStep(ctx),
  confirmOwnerStep: (ctx, { body }) => owner.confirmOwnerStep(ctx, body.code),
  removeOwnerStep: async (ctx) => (await owner.removeOwnerStep(ctx), {}),
}
