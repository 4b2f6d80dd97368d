/** Operation → action. */
import { jsonReply } from '#kit/api/raw-reply.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { exchangeGrant } from './actions/grants.ts'
import { login } from './actions/login.ts'
import { assertOwnerReauthenticated } from './actions/owner-session.ts'
import { changePassword, recoverPassword, sendActivationEmail, sendRecoveryEmail } from './actions/passwords.ts'
import { loginCallback, startProvider } from './actions/providers.ts'
import { register } from './actions/register.ts'
import { verifyFactor } from './actions/second-step.ts'
import { signOn } from './actions/sign-on.ts'
import { getTokenInfo } from './actions/token-info.ts'
import { resendEmailCode, startVerification, verifyEmailCode } from './actions/verify-email.ts'
import { appsHandlers } from './handlers/apps.ts'
import { collaboratorsHandlers, ownerSignInHandlers, ownerSecurityHandlers } from './handlers/dashboard.ts'
import { legacyAuthenticationHandlers } from './handlers/authentication.ts'
import { memberAccessHandlers } from './handlers/member-access.ts'
import { accountSecurityHandlers } from './handlers/account-security.ts'
import { settingsHandlers } from './handlers/settings.ts'
import { readFields, handleWrappedRequest } from './raw-request.ts'
import { refuse } from './errors.ts'
import type { identityApi } from './contract.ts'
import { readEmail } from './rules/email.ts'
import { identityById, readPolicy, savePolicy, type PolicyRow } from './store/identities.ts'
import { getKeyRing } from './store/signing-keys.ts'
import { audit } from './store/rate-limits.ts'
import { wireInstant } from './wire.ts'
import type { Profile } from './rules/profile.ts'

type Fields = Record<string, unknown>
const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

export const identityHandlers: Handlers<typeof identityApi> = {
  token: async (ctx, { body }) => handleWrappedRequest(toFields(body), (fields) => exchangeGrant(ctx, fields)),
  appAccess: async () => refuse('UNIMPLEMENTED_FEATURE'),
  tokenInfo: async (ctx, { body }) => jsonReply(200, await getTokenInfo(ctx, String(readFields(toFields(body)).token ?? '')), { 'cache-control': 'no-store' }),
  jwks: async (ctx) => {
    const { byId } = await getKeyRing(ctx.tx, ctx.authNow)
    const keys = [...byId.values()].map((key) => ({ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' }))
    return jsonReply(200, { keys }, { 'cache-control': 'public, max-age=300' })
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

  registerV2: (ctx, { body }) => register(ctx, toFields(body)),
  loginV2: (ctx, { body }) => login(ctx, toFields(body)),
  verifyDuringAuthentication: (ctx, { body }) => verifyEmailCode(ctx, body),
  resendDuringAuthentication: (ctx, { body }) => resendEmailCode(ctx, body.stateToken),
  start: (ctx, { body }) => startVerification(ctx, body),
  verify: (ctx, { params, body }) => verifyFactor(ctx, params.factorType, toFields(body)),
  loginCallback: (ctx, { query }) => loginCallback(ctx, toFields(query)),
  startProvider: (ctx, { query }) => startProvider(ctx, toFields(query)),
  signOn: (ctx, { body }) => signOn(ctx, body),
  changePassword: async (ctx, { body }) => (await changePassword(ctx, body), {}),
  sendRecoveryEmail: async (ctx, { body }) => (await sendRecoveryEmail(ctx, body), {}),
  recover: (ctx, { body }) => recoverPassword(ctx, body),
  sendActivationEmail: async (ctx, { body }) => (await sendActivationEmail(ctx, body), {}),
  validateEmail: async (_ctx, { body }) =>
    readEmail(body.email) ? { valid: true, formatInvalid: false } : { valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } },

  getSignOnPolicy: async (ctx) => ({ signOnPolicy: policyToWire(ctx, await readPolicy(ctx.tx, ctx.siteId)) }),
  updateSignOnPolicy: async (ctx, { body }) => {
    await assertOwnerReauthenticated(ctx)
    const { requireOwnerApproval, requireEmailVerification } = body.signOnPolicy
    const change = {
      ...(requireOwnerApproval === undefined ? {} : { requireOwnerApproval }),
      ...(requireEmailVerification === undefined ? {} : { requireEmailVerification }),
    }
    const signOnPolicy = policyToWire(ctx, await savePolicy(ctx.tx, ctx.siteId, change, ctx.authNow))
    const entityFqdn = 'wix.iam.signon.v1.sign_on_policy'
    ctx.emit({
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
  ...accountSecurityHandlers,
  ...settingsHandlers,
  ...memberAccessHandlers,
  ...legacyAuthenticationHandlers,
  ...collaboratorsHandlers,
  ...ownerSignInHandlers,
  ...ownerSecurityHandlers,
}

const policyToWire = (ctx: Ctx, row: PolicyRow | undefined) => ({
  id: ctx.siteId,
  revision: String(row?.revision ?? 0),
  ...(row ? { createdDate: wireInstant(row.createdAt), updatedDate: wireInstant(row.updatedAt) } : {}),
  requireOwnerApproval: row?.requireOwnerApproval ?? false,
  requireEmailVerification: row?.requireEmailVerification ?? false,
})
