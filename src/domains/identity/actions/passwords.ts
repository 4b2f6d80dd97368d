/** Changes, recovers and first sets passwords. Source: guide identity §5.5, §5.6. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { ChangePasswordInput, EmailOptions, RecoverInput, RecoveryEmailInput, RedirectInput } from '../contract/shapes.ts'
import { refuse } from '../errors.ts'
import { hashPassword, verifyPassword } from '../password-hash.ts'
import { emailViolation, readEmail } from '../rules/email.ts'
import { passwordViolations, passwordUnchangedViolation } from '../rules/password.ts'
import { isRedirectDomainAllowed, isRedirectUriAllowed } from '../oauth/rules/redirect-match.ts'
import { identityStatus } from '../rules/sign-in.ts'
import { appById } from '../oauth/store/apps.ts'
import { deleteFlowTokens, markReauthenticated, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'
import { toGuardedIdentity, identityToWire, signInState } from '../wire.ts'
import { reauthenticate } from './reauthenticate.ts'
import { requestApproval, passwordRecoveryUrl, queuePasswordLink, queueEmailTo } from './emails.ts'
import { rememberMemberBrowser } from './known-browsers.ts'
import { clearLockout } from './login.ts'
import { consumeAddressLimit } from './rate-limits.ts'
import { findOpenFlow } from './open-flow.ts'
import { setEmailVerified } from './verify-email.ts'
import * as store from '../store/identities.ts'

const emailPasswordChanged = (ctx: TransactionContext, row: store.IdentityRow) =>
  queueEmailTo(ctx, row, 'PASSWORD_CHANGED', {
    when: ctx.authNow.toString(),
    device: ctx.headers['user-agent'] ?? '',
    supportLink: passwordRecoveryUrl(ctx),
  })

/** Sets a new password; the calling session stays, all others are revoked. */
export async function changePassword(ctx: OwnTransactionContext, input: ChangePasswordInput): Promise<void> {
  const { siteId } = ctx
  const { memberId = '', sessionId = '' } = ctx.caller
  const { known, siteName } = await ctx.transaction(async (work) => ({
    known: await store.identityById(work.tx, siteId, memberId),
    siteName: (await getSite(work)).name,
  }))
  assertNoViolations(passwordViolations(input.newPassword, { ...(known ? { email: known.emailKey } : {}), siteName }, 'newPassword'))
  const row = await reauthenticate(ctx, input.currentPassword)
  const newPassword = input.newPassword as string
  if (await verifyPassword(row.passwordHash, newPassword)) assertNoViolations([passwordUnchangedViolation])
  const passwordHash = await hashPassword(newPassword)
  await ctx.transaction(async (work) => {
    await store.setPassword(work, memberId, passwordHash, work.authNow)
    await revokeSessions(work, memberId, 'password changed', work.authNow, sessionId)
    await deleteFlowTokens(work, memberId, OPEN_FLOWS)
    await markReauthenticated(work, sessionId, work.authNow)
    await emailPasswordChanged(work, row)
    await audit(work, 'member.password-changed', { subjectId: memberId })
  })
}

/** The URL to continue to after the reset. Refuses with REDIRECT_DOMAIN_NOT_ALLOWED when the app does not list it; reveals nothing about the email. */
async function assertRedirectAllowed(ctx: ReadContext, redirect: RedirectInput | undefined): Promise<string | undefined> {
  const { url, clientId } = redirect ?? {}
  if (!url) return undefined
  if (url.length > 1000)
    assertNoViolations([{ field: 'redirect.url', description: 'must have at most 1000 characters', violatedRule: 'MAX_LENGTH', data: { threshold: 1000 } }])
  const app = await appById(ctx.db, clientId ?? ctx.caller.clientId)
  const allowed = app?.siteId === ctx.siteId && (isRedirectUriAllowed(url, app) || isRedirectDomainAllowed(url, app))
  if (!allowed) {
    const domain = URL.canParse(url) ? new URL(url).host : url.slice(0, 100)
    refuse('REDIRECT_DOMAIN_NOT_ALLOWED', { domain })
  }
  return url
}

/** Emails a reset link if the address belongs to an identity. The reply is the same either way. */
export async function sendRecoveryEmail(ctx: OwnTransactionContext, input: RecoveryEmailInput): Promise<void> {
  const email = readEmail(input.email)
  assertNoViolations(email ? [] : [emailViolation('email')])
  const redirect = await ctx.transaction((work) => assertRedirectAllowed(work, input.redirect))
  if ((await consumeAddressLimit(ctx, 'recovery', { times: 20, seconds: 3600 })) > 0) return
  await ctx.transaction(async (work) => {
    // The site is read and the use counted for unknown addresses too, so that both cases take the same time.
    await getSite(work)
    const row = await store.identityByEmail(work, (email as { key: string }).key)
    const wait = await consumeSharedRateLimit(
      work.tx,
      ctx.siteId,
      `recovery-emails:${(email as { key: string }).key}`,
      { times: 3, seconds: 3600 },
      work.authNow,
    )
    const status = row && identityStatus(row).name
    if (!row || wait > 0 || (status !== 'ACTIVE' && status !== 'PENDING')) return
    await queuePasswordLink(work, row, 'PASSWORD_RESET', { redirect, language: input.language })
    await audit(work, 'member.recovery-mailed', { subjectId: row.id })
  })
}

/** Emails a link to choose a password, on behalf of the business. */
export async function sendActivationEmail(ctx: TransactionContext, input: { identityId: string; emailOptions?: EmailOptions }): Promise<void> {
  const row = await store.identityById(ctx.tx, ctx.siteId, input.identityId)
  if (!row || row.closed || row.memberStatus === 'OFFLINE') return refuse('-19999')
  const { language, redirect: requestedRedirect } = input.emailOptions ?? {}
  const redirect = await assertRedirectAllowed(ctx, requestedRedirect)
  await queuePasswordLink(ctx, row, 'SET_PASSWORD', { redirect, language, variables: { invitedBy: (await getSite(ctx)).name } })
  await audit(ctx, 'member.activation-mailed', { subjectId: row.id })
}

/** Sets the password by a recovery or activation token. No session starts: the person signs in with the new password. */
export async function recoverPassword(ctx: OwnTransactionContext, input: RecoverInput) {
  const { flow: started, siteName } = await ctx.transaction(async (work) => ({
    flow: await findRecoveryFlow(work, input.recoveryToken),
    siteName: (await getSite(work)).name,
  }))
  if (!started) return refuse('INVALID_RECOVERY_TOKEN')
  assertNoViolations(passwordViolations(input.password, { email: started.row.emailKey, siteName }))
  const passwordHash = await hashPassword(input.password as string)
  return ctx.transaction(async (work) => {
    const { siteId, authNow } = work
    const flow = await findRecoveryFlow(work, input.recoveryToken)
    if (!flow) return refuse('INVALID_RECOVERY_TOKEN')
    const { row: identity, redirect } = flow
    await store.setPassword(work, identity.id, passwordHash, authNow)
    // Passkeys and connections added before the address was verified may belong to an attacker.
    if (!identity.emailVerified) await store.deletePasskeysAndConnections(work, identity.id)
    await revokeSessions(work, identity.id, 'password recovered', authNow)
    await deleteFlowTokens(work, identity.id, OPEN_FLOWS)
    if (!identity.emailVerified || identity.emailPending) await setEmailVerified(work, identity)
    await clearLockout(work, identity.emailKey)
    // The browser becomes a known one: failed attempts from elsewhere do not lock it out.
    await rememberMemberBrowser(work, siteId, identity.id)
    await emailPasswordChanged(work, identity)
    await audit(work, 'member.password-recovered', { subjectId: identity.id, actorKind: 'member', actorId: identity.id })
    const after = (await store.identityDetailsById(work, identity.id)) as store.IdentityDetails
    const state = signInState(after)
    if (state === 'REQUIRE_OWNER_APPROVAL') await requestApproval(work, after)
    return {
      state,
      sessionToken: null,
      stateToken: null,
      // The redirect comes from the stored token, so that the link cannot be tampered with.
      additionalData: redirect ? { redirectUrl: { strValue: redirect } } : {},
      identity: state === 'SUCCESS' ? identityToWire(after) : toGuardedIdentity(after, {}),
    }
  })
}

/** The identity behind a live recovery or activation token, and its redirect; any password change voids the token. */
async function findRecoveryFlow(
  ctx: TransactionContext,
  recoveryToken: string | null | undefined,
): Promise<{ row: store.IdentityRow; redirect: string | undefined } | undefined> {
  const token = await findOpenFlow(ctx, recoveryToken, ['RECOVERY', 'ACTIVATION'])
  if (!token?.identityId) return undefined
  const row = await store.identityById(ctx.tx, ctx.siteId, token.identityId)
  const status = row && identityStatus(row).name
  const { passwordVersion, redirect } = token.data as { passwordVersion: number; redirect?: string }
  if (!row || row.passwordVersion !== passwordVersion) return undefined
  return status === 'ACTIVE' || status === 'PENDING' ? { row, redirect } : undefined
}
