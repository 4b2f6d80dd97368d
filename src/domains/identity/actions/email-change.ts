/** Changes the sign-in email: verified by a code before it counts, revertible by a link for seven days. Source: guide identity §9.6, §13. */
import { changeLoginEmail, findMemberByEmail } from '#domains/members/public.ts'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, refuseThrottled } from '#kit/api/refusal.ts'
import { equalsConstantTime, hashSecret, newCode, newSiteSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { emailViolation, readEmail, type Email } from '../rules/email.ts'
import { deleteFlowTokens, deleteLaterFlowTokens, insertFlowToken, takeFlowAttempt, markFlowTokenUsed, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'
import { reauthenticate } from './reauthenticate.ts'
import { CODE_MINUTES, CODE_ATTEMPTS, queueEmailTo } from './emails.ts'
import { findOpenFlow, refuseAttempt } from './open-flow.ts'
import * as store from '../store/identities.ts'

const UNDO_DAYS = 7

/** Emails a code to the new address. */
export async function startEmailChange(ctx: OwnTransactionContext, input: { newEmail: string; currentPassword?: string | undefined }) {
  const email = readEmail(input.newEmail)
  assertNoViolations(email ? [] : [emailViolation('newEmail')])
  const row = await reauthenticate(ctx, input.currentPassword)
  const { address, key } = email as Email
  const result = await ctx.transaction(async (work) => {
    const wait = await consumeSharedRateLimit(work.tx, ctx.siteId, `email-change:${row.id}`, { times: 5, seconds: 3600 }, work.authNow)
    if (wait > 0) return { wait }
    await assertEmailFree(work, key, row.id)
    const stateToken = newSiteSecret(ctx.siteId)
    const code = newCode()
    await deleteFlowTokens(work, row.id, ['EMAIL_CHANGE'])
    await insertFlowToken(
      work,
      {
        siteId: ctx.siteId,
        tokenHash: hashSecret(stateToken),
        purpose: 'EMAIL_CHANGE',
        identityId: row.id,
        data: { address, codeHash: hashSecret(`${stateToken}:${code}`) },
        attemptsLeft: CODE_ATTEMPTS,
        expiresAt: work.authNow.add({ minutes: CODE_MINUTES }),
      },
      work.authNow,
    )
    await queueEmailTo(work, { ...row, email: address }, 'EMAIL_CHANGE_CODE', { code, expiresMinutes: CODE_MINUTES })
    return { stateToken }
  })
  return result.stateToken === undefined ? refuseThrottled(result.wait) : { stateToken: result.stateToken }
}

async function assertEmailFree(ctx: ReadContext, emailKey: string, identityId: string): Promise<void> {
  const holder = await store.identityByEmail(ctx, emailKey)
  if (holder && holder.id !== identityId && holder.memberStatus !== 'OFFLINE') refuse('-19995')
  const member = await findMemberByEmail(ctx, emailKey)
  if (member && member.id !== identityId) refuse('-19995')
}

/** Checks the code; changes the address here and in the member, signs other devices out and emails both addresses. */
export async function confirmEmailChange(ctx: OwnTransactionContext, input: { stateToken: string; code: string }): Promise<{ email: string }> {
  const { memberId = '' } = ctx.caller
  const result = await ctx.transaction(async (work) => {
    const token = await findOpenFlow(work, input.stateToken, ['EMAIL_CHANGE'])
    if (token?.identityId !== memberId || !token.attemptsLeft) return { failed: 'NOT_FOUND' as const }
    const { address, codeHash } = token.data as { address: string; codeHash: string }
    if (!equalsConstantTime(hashSecret(`${input.stateToken}:${input.code}`), codeHash))
      return { failed: 'BAD_CODE' as const, attemptsLeft: await takeFlowAttempt(work.tx, ctx.siteId, token.tokenHash) }
    await markFlowTokenUsed(work.tx, ctx.siteId, token.tokenHash, work.authNow)
    await store.lockIdentity(work, memberId)
    const row = (await store.identityById(work.tx, ctx.siteId, memberId)) as store.IdentityRow
    await applyEmailChange(work, row, address, { isVerified: true, exceptSessionId: ctx.caller.sessionId })
    await emailBothAddresses(work, row, address)
    return { email: address }
  })
  return result.email === undefined ? refuseAttempt(result) : { email: result.email }
}

/** Emails both addresses; the email to the old one carries the undo link. */
async function emailBothAddresses(ctx: TransactionContext, row: store.IdentityRow, address: string): Promise<void> {
  const undoToken = newSiteSecret(ctx.siteId)
  await insertFlowToken(
    ctx,
    {
      siteId: ctx.siteId,
      tokenHash: hashSecret(undoToken),
      purpose: 'EMAIL_UNDO',
      identityId: row.id,
      data: { address: row.email, changedTo: address },
      expiresAt: ctx.authNow.add({ hours: 24 * UNDO_DAYS }),
    },
    ctx.authNow,
  )
  const addresses = { oldEmail: row.email, newEmail: address }
  await queueEmailTo(ctx, row, 'EMAIL_CHANGED', { ...addresses, undoLink: `${ctx.origin}/hosted/email-undo?token=${undoToken}` })
  await queueEmailTo(ctx, { ...row, email: address }, 'EMAIL_CHANGED', addresses)
}

/**
 * Changes the sign-in email of a member on behalf of the business. Refuses with NOT_FOUND for a member without identity, -19995 for a used address. Source: guide members §7.5.
 * decision: the business vouches for the address, so no code is asked for; only the member verifies it, so `loginEmailVerified` is false.
 * All sessions are revoked unless the call keeps them.
 */
export async function changeMemberEmail(ctx: TransactionContext, id: string, input: { newEmail: string; keepsSessions: boolean }): Promise<void> {
  const email = readEmail(input.newEmail)
  assertNoViolations(email ? [] : [emailViolation('newEmail')])
  const { address, key } = email as Email
  await store.lockIdentity(ctx, id)
  const row = await store.identityById(ctx.tx, ctx.siteId, id)
  if (!row || row.closed || row.memberStatus === 'OFFLINE') return refuseStandard('NOT_FOUND')
  if (row.emailKey === key) return
  await applyEmailChange(ctx, row, address, { isVerified: false, keepsSessions: input.keepsSessions })
  await emailBothAddresses(ctx, row, address)
}

interface EmailChangeOptions {
  /** The member entered the code sent to the new address. */
  isVerified: boolean
  /** The one session that is kept. */
  exceptSessionId?: string | undefined
  keepsSessions?: boolean
}
async function applyEmailChange(
  ctx: TransactionContext,
  row: store.IdentityRow,
  address: string,
  { isVerified, exceptSessionId, keepsSessions = false }: EmailChangeOptions,
): Promise<void> {
  const { address: kept, key } = readEmail(address) as Email
  await assertEmailFree(ctx, key, row.id)
  await store.updateIdentity(ctx, row.id, { email: kept, emailKey: key, emailVerified: isVerified, emailPending: false }, ctx.authNow)
  await changeLoginEmail(ctx, row.id, kept, isVerified)
  if (!keepsSessions) await revokeSessions(ctx, row.id, 'email changed', ctx.authNow, exceptSessionId)
  await deleteFlowTokens(ctx, row.id, OPEN_FLOWS)
  await audit(ctx, 'member.email-changed', { subjectId: row.id })
}

/** Reverts the change by the link in the email to the old address; removes password, passkeys and connections and revokes all sessions. */
export async function undoEmailChange(ctx: TransactionContext, token: string): Promise<{ email: string }> {
  const found = await findOpenFlow(ctx, token, ['EMAIL_UNDO'])
  if (!found?.identityId) return refuse('INVALID_RECOVERY_TOKEN')
  await store.lockIdentity(ctx, found.identityId)
  const row = await store.identityById(ctx.tx, ctx.siteId, found.identityId)
  if (!row || row.closed) return refuse('INVALID_RECOVERY_TOKEN')
  await markFlowTokenUsed(ctx.tx, ctx.siteId, found.tokenHash, ctx.authNow)
  const { address } = found.data as { address: string }
  await applyEmailChange(ctx, row, address, { isVerified: true })
  // An attacker may know the password: the holder of the old mailbox chooses the next one.
  if (row.passwordHash) await store.setPassword(ctx, row.id, null, ctx.authNow)
  await store.deletePasskeysAndConnections(ctx, row.id)
  await deleteFlowTokens(ctx, row.id, ['DEVICE'])
  // The link of an address before this one stays good: who holds this one may not be the holder of the account.
  await deleteLaterFlowTokens(ctx, row.id, ['EMAIL_UNDO'], found.createdAt)
  return { email: address }
}
