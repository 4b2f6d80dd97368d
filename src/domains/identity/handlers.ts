/** Operation → action. */
import { json } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { grant } from './actions/grants.ts'
import { login } from './actions/login.ts'
import { recentlySignedIn } from './actions/owner-session.ts'
import { changePassword, recover, sendActivationEmail, sendRecoveryEmail } from './actions/passwords.ts'
import { loginCallback, startProvider } from './actions/providers.ts'
import { register } from './actions/register.ts'
import { verifyFactor } from './actions/second-step.ts'
import { signOn } from './actions/sign-on.ts'
import { tokenInfo } from './actions/token-info.ts'
import { resend, startVerification, verify } from './actions/verify.ts'
import { appsHandlers } from './handlers/apps.ts'
import { collaboratorsHandlers, ownerDoorHandlers, ownerSecurityHandlers } from './handlers/dashboard.ts'
import { authenticationHandlers } from './handlers/authentication.ts'
import { memberAccessHandlers } from './handlers/member-access.ts'
import { ownSignInHandlers } from './handlers/own.ts'
import { settingsHandlers } from './handlers/settings.ts'
import { fieldsOf, wrapped } from './raw-request.ts'
import { refuse } from './errors.ts'
import type { identityApi } from './contract.ts'
import { readEmail } from './rules/email.ts'
import { identityById, readPolicy, savePolicy, type PolicyRow } from './store/identities.ts'
import { keyRing } from './store/signing-keys.ts'
import { audit } from './store/throttles.ts'
import { wireInstant } from './wire.ts'
import type { Profile } from './rules/profile.ts'

type Body = Record<string, unknown>
const record = (value: unknown): Body => (typeof value === 'object' && value !== null ? (value as Body) : {})

export const identityHandlers: Handlers<typeof identityApi> = {
  token: async (ctx, { body }) => wrapped(record(body), (fields) => grant(ctx, fields)),
  appAccess: async () => refuse('UNIMPLEMENTED_FEATURE'),
  tokenInfo: async (ctx, { body }) => json(200, await tokenInfo(ctx, String(fieldsOf(record(body)).token ?? '')), { 'cache-control': 'no-store' }),
  jwks: async (ctx) => {
    const { byId } = await keyRing(ctx.tx, ctx.authNow)
    const keys = [...byId.values()].map((key) => ({ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' }))
    return json(200, { keys }, { 'cache-control': 'public, max-age=300' })
  },
  userInfo: async (ctx) => {
    const row = await identityById(ctx.tx, ctx.siteId, ctx.caller.memberId ?? '')
    if (!row) return refuse('-19999')
    const profile = row.profile as Partial<Profile>
    return {
      sub: row.id,
      email: row.email,
      emailVerified: row.emailVerified,
      name: profile.nickname ?? ([profile.firstName, profile.lastName].filter(Boolean).join(' ') || null),
      siteId: ctx.siteId,
    }
  },

  registerV2: (ctx, { body }) => register(ctx, record(body)),
  loginV2: (ctx, { body }) => login(ctx, record(body)),
  verifyDuringAuthentication: (ctx, { body }) => verify(ctx, body),
  resendDuringAuthentication: (ctx, { body }) => resend(ctx, body.stateToken),
  start: (ctx, { body }) => startVerification(ctx, body),
  verify: (ctx, { params, body }) => verifyFactor(ctx, params.factorType, record(body)),
  loginCallback: (ctx, { query }) => loginCallback(ctx, record(query)),
  startProvider: (ctx, { query }) => startProvider(ctx, record(query)),
  signOn: (ctx, { body }) => signOn(ctx, body),
  changePassword: async (ctx, { body }) => (await changePassword(ctx, body), {}),
  sendRecoveryEmail: async (ctx, { body }) => (await sendRecoveryEmail(ctx, body), {}),
  recover: (ctx, { body }) => recover(ctx, body),
  sendActivationEmail: async (ctx, { body }) => (await sendActivationEmail(ctx, body), {}),
  validateEmail: async (_ctx, { body }) =>
    readEmail(body.email) ? { valid: true, formatInvalid: false } : { valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } },

  getSignOnPolicy: async (ctx) => ({ signOnPolicy: policyToWire(ctx, await readPolicy(ctx.tx, ctx.siteId)) }),
  updateSignOnPolicy: async (ctx, { body }) => {
    await recentlySignedIn(ctx)
    const { requireOwnerApproval, requireEmailVerification } = body.signOnPolicy
    const change = {
      ...(requireOwnerApproval === undefined ? {} : { requireOwnerApproval }),
      ...(requireEmailVerification === undefined ? {} : { requireEmailVerification }),
    }
    const signOnPolicy = policyToWire(ctx, await savePolicy(ctx.tx, ctx.siteId, change, ctx.authNow))
    const entityFqdn = 'wix.iam.signon.v1.sign_on_policy'
    ctx.announce({
      type: `${entityFqdn}_updated`,
      entityFqdn,
      slug: 'updated',
      entityId: ctx.siteId,
      payload: { updatedEvent: { currentEntity: signOnPolicy } },
    })
    await audit(ctx, 'sign-on-policy.changed', { data: change })
    return { signOnPolicy }
  },

  ...appsHandlers,
  ...ownSignInHandlers,
  ...settingsHandlers,
  ...memberAccessHandlers,
  ...authenticationHandlers,
  ...collaboratorsHandlers,
  ...ownerDoorHandlers,
  ...ownerSecurityHandlers,
}

const policyToWire = (ctx: Ctx, row: PolicyRow | undefined) => ({
  id: ctx.siteId,
  revision: String(row?.revision ?? 0),
  ...(row ? { createdDate: wireInstant(row.createdAt), updatedDate: wireInstant(row.updatedAt) } : {}),
  requireOwnerApproval: row?.requireOwnerApproval ?? false,
  requireEmailVerification: row?.requireEmailVerification ?? false,
})
