/** Passwords of dashboard users: change and recovery. Source: guide identity §9.4, §9.8. */
import { findSiteById, getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import {
  audit,
  consumeSharedRateLimit,
  findOpenFlowOnAnySite,
  hashPassword,
  hashSecret,
  insertFlowToken,
  markFlowTokenUsed,
  newSiteSecret,
  passwordViolations,
  rememberOwnerBrowser,
} from '#domains/identity/public.ts'
import { refuse } from '../errors.ts'
import { getCallingOwner, ownerSecurityStamp, assertSiteFound, queueEmailToOwner, type Owner } from './owner-session.ts'
import { authenticateOwner, clearOwnerLockout } from './owner-sign-in.ts'
import * as sessions from '../store/owner-sessions.ts'
import * as owners from '../store/owners.ts'

/**
 * Sets a new password for the calling user; other sessions end. Refuses a wrong current password under the lockout, and violates `newPassword` by
 * the password policy.
 */
export async function changeOwnerPassword(
  ctx: OwnTransactionContext,
  input: { currentPassword: string; newPassword?: string | null | undefined },
): Promise<void> {
  const { owner, sessionId } = await ctx.transaction(getCallingOwner)
  await authenticateOwner(ctx, owner.email, input.currentPassword)
  const siteName = await ctx.transaction(async (work) => (await getSite(work)).name)
  assertNoViolations(passwordViolations(input.newPassword, { email: owner.email, siteName }, 'newPassword'))
  const passwordHash = await hashPassword(input.newPassword as string)
  await ctx.transaction(async (work) => {
    await owners.setOwnerPassword(work, owner.id, passwordHash, work.authNow)
    await sessions.markOwnerReauthenticated(work, sessionId, work.authNow)
    await sessions.deleteOwnerSessions(work, owner.id, sessionId)
    await emailPasswordChanged(work, owner)
    await audit(work, 'owner.password-changed', { subjectId: owner.id })
  })
}

const emailPasswordChanged = (ctx: TransactionContext, owner: Owner) =>
  queueEmailToOwner(ctx, owner, 'PASSWORD_CHANGED', {
    when: ctx.authNow.toString(),
    device: ctx.headers['user-agent'] ?? '',
    supportLink: `${ctx.origin}/dashboard/sign-in`,
  })

/** Emails a reset link; reveals nothing about which accounts exist. */
export async function sendOwnerRecoveryEmail(ctx: OwnTransactionContext, email: string): Promise<void> {
  assertSiteFound(ctx)
  await ctx.transaction(async (work) => {
    // The site is read for unknown emails too, so that both cases take the same time.
    await getSite(work)
    const owner = await owners.ownerByEmail(work, email)
    const wait = await consumeSharedRateLimit(work.tx, ctx.siteId, `owner-recovery:${email.trim().toLowerCase()}`, { times: 3, seconds: 3600 }, work.authNow)
    if (!owner || wait > 0) return
    const token = newSiteSecret(ctx.siteId)
    await insertFlowToken(
      work,
      {
        siteId: ctx.siteId,
        tokenHash: hashSecret(token),
        purpose: 'OWNER_RECOVERY',
        data: { userId: owner.id, mark: ownerSecurityStamp(owner) },
        expiresAt: work.authNow.add({ hours: 3 }),
      },
      work.authNow,
    )
    const link = `${ctx.origin}/dashboard/reset-password?token=${token}`
    await queueEmailToOwner(work, owner, 'OWNER_PASSWORD_RESET', { link, expiresHours: 3 })
    await audit(work, 'owner.recovery-mailed', { subjectId: owner.id })
  })
}

/** Sets the password by an emailed token; all sessions end, the second step stays. */
export async function recoverOwner(ctx: OwnTransactionContext, input: { token: string; password?: string | null | undefined }): Promise<void> {
  assertSiteFound(ctx)
  const findLiveToken = async (work: TransactionContext) => {
    const token = await findOpenFlowOnAnySite(work, input.token, ['OWNER_RECOVERY'])
    if (!token) return undefined
    const { userId, mark } = token.data as { userId: string; mark: string }
    const owner = await owners.ownerById(work.tx, userId)
    return owner && ownerSecurityStamp(owner) === mark ? { token, owner } : undefined
  }
  const { found, siteName } = await ctx.transaction(async (work) => ({
    found: await findLiveToken(work),
    siteName: (await findSiteById(work, work.siteId))?.name ?? '',
  }))
  if (!found) return refuse('INVALID_RECOVERY_TOKEN')
  assertNoViolations(passwordViolations(input.password, { email: found.owner.email, siteName }))
  const passwordHash = await hashPassword(input.password as string)
  await ctx.transaction(async (work) => {
    const current = await findLiveToken(work)
    if (!current) return refuse('INVALID_RECOVERY_TOKEN')
    const { owner, token } = current
    await markFlowTokenUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    await owners.setOwnerPassword(work, owner.id, passwordHash, work.authNow)
    await sessions.deleteOwnerSessions(work, owner.id)
    await clearOwnerLockout(work, owner.email)
    // The browser becomes a known one: failed attempts from elsewhere do not lock it out.
    await rememberOwnerBrowser(work, owner.id)
    await emailPasswordChanged(work, owner)
    return audit(work, 'owner.password-recovered', { siteId: token.siteId, subjectId: owner.id })
  })
}
