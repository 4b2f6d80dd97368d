/** Operation → action. */
import type { BaseContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { login } from './actions/login.ts'
import { changePassword, recoverPassword, sendActivationEmail, sendRecoveryEmail } from './actions/passwords.ts'
import { loginCallback, startProvider } from './actions/providers.ts'
import { register } from './actions/register.ts'
import { verifyFactor } from './actions/second-step.ts'
import { signOn } from './actions/sign-on.ts'
import { resendEmailCode, startVerification, verifyEmailCode } from './actions/verify-email.ts'
import { tokensHandlers } from './oauth/handlers/tokens.ts'
import { appsHandlers } from './oauth/handlers/apps.ts'
import { legacyAuthenticationHandlers } from './handlers/authentication.ts'
import { memberAccessHandlers } from './handlers/member-access.ts'
import { accountSecurityHandlers } from './handlers/account-security.ts'
import { settingsHandlers } from './handlers/settings.ts'
import type { identityApi } from './contract.ts'
import { readEmail } from './rules/email.ts'
import { readPolicy, savePolicy, type PolicyRow } from './store/identities.ts'
import { audit } from './store/audit.ts'
import { wireInstant } from './wire.ts'

export const identityHandlers: Handlers<typeof identityApi> = {
  ...tokensHandlers,
  registerV2: (ctx, { body }) => register(ctx, body),
  loginV2: (ctx, { body }) => login(ctx, body),
  verifyDuringAuthentication: (ctx, { body }) => verifyEmailCode(ctx, body),
  resendDuringAuthentication: (ctx, { body }) => resendEmailCode(ctx, body.stateToken),
  start: (ctx, { body }) => startVerification(ctx, body),
  verify: (ctx, { params, body }) => verifyFactor(ctx, params.factorType, body),
  loginCallback: (ctx, { query }) => loginCallback(ctx, query),
  startProvider: (ctx, { query }) => startProvider(ctx, query),
  signOn: (ctx, { body }) => signOn(ctx, body),
  changePassword: async (ctx, { body }) => (await changePassword(ctx, body), {}),
  sendRecoveryEmail: async (ctx, { body }) => (await sendRecoveryEmail(ctx, body), {}),
  recover: (ctx, { body }) => recoverPassword(ctx, body),
  sendActivationEmail: async (ctx, { body }) => (await sendActivationEmail(ctx, body), {}),
  validateEmail: async (_ctx, { body }) =>
    readEmail(body.email) ? { valid: true, formatInvalid: false } : { valid: false, failure: { reason: 'EMAIL_DOMAIN_FORMAT_INVALID' } },

  getSignOnPolicy: async (ctx) => ({ signOnPolicy: policyToWire(ctx, await readPolicy(ctx.db, ctx.siteId)) }),
  updateSignOnPolicy: async (ctx, { body }) => {
    const { requireOwnerApproval, requireEmailVerification } = body.signOnPolicy
    const change = {
      ...(requireOwnerApproval === undefined ? {} : { requireOwnerApproval }),
      ...(requireEmailVerification === undefined ? {} : { requireEmailVerification }),
    }
    const signOnPolicy = policyToWire(ctx, await savePolicy(ctx, change, ctx.authNow))
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
}

const policyToWire = (ctx: BaseContext, row: PolicyRow | undefined) => ({
  id: ctx.siteId,
  revision: String(row?.revision ?? 0),
  ...(row ? { createdDate: wireInstant(row.createdAt), updatedDate: wireInstant(row.updatedAt) } : {}),
  requireOwnerApproval: row?.requireOwnerApproval ?? false,
  requireEmailVerification: row?.requireEmailVerification ?? false,
})
