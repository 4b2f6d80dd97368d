/** Email verification by code. Source: guide identity §5.3. */
import { markEmailVerified } from '#domains/members/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, refuseThrottled } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { hashSecret, equalsConstantTime } from '../crypto/secrets.ts'
import { deleteFlowTokens, takeFlowAttempt, markFlowTokenUsed } from '../store/sessions.ts'
import { audit } from '../store/audit.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'
import { toDecoyIdentity, toGuardedIdentity } from '../wire.ts'
import { queueEmailCode } from './emails.ts'
import { findOpenFlow, refuseAttempt, type FailedAttempt } from './open-flow.ts'
import { continueSignIn } from './continue-sign-in.ts'
import * as store from '../store/identities.ts'

/** The live state token of a flow, with its identity; undefined when unknown, used, expired, or issued for an older password. */
async function findVerificationFlow(ctx: TransactionContext, stateToken: unknown) {
  const token = await findOpenFlow(ctx, stateToken, ['STATE'])
  if (!token?.identityId) return undefined
  await store.lockIdentity(ctx, token.identityId)
  const identity = await store.identityById(ctx.tx, ctx.siteId, token.identityId)
  if (!identity || identity.closed || identity.passwordVersion !== (token.data as { passwordVersion: number }).passwordVersion) return undefined
  return { token, identity }
}

/** Checks a code and continues the sign-in. A failed attempt is committed before the refusal is thrown. */
export async function verifyEmailCode(ctx: OwnTransactionContext, input: { code?: unknown; stateToken?: unknown }) {
  const result = await ctx.transaction(async (work) => {
    const flow = await findVerificationFlow(work, input.stateToken)
    if (!flow) return failDecoyAttempt(work, input.stateToken)
    const { token, identity } = flow
    const wait = await consumeSharedRateLimit(work.tx, ctx.siteId, `code-tries:${identity.id}`, { times: 20, seconds: 86_400 }, work.authNow)
    if (wait > 0) return { wait } as FailedAttempt
    const attempt = await store.takeEmailCodeAttempt(work, identity.id, work.authNow)
    if (!attempt) return { failed: 'NOT_FOUND' } as FailedAttempt
    const isCodeRight = !attempt.expired && typeof input.code === 'string' && equalsConstantTime(hashSecret(`${identity.id}:${input.code}`), attempt.codeHash)
    if (!isCodeRight) return { failed: 'BAD_CODE', attemptsLeft: attempt.attemptsLeft } as FailedAttempt
    await markFlowTokenUsed(work.tx, ctx.siteId, token.tokenHash, work.authNow)
    await setEmailVerified(work, identity)
    return { done: await continueSignIn(work, identity.id) }
  })
  return result.done ?? refuseAttempt(result)
}

/** A decoy flow replies like a real one whose code is always wrong. Source: guide identity §9.7. */
const findDecoyFlow = (ctx: TransactionContext, stateToken: unknown) => findOpenFlow(ctx, stateToken, ['DECOY'])
async function failDecoyAttempt(ctx: TransactionContext, stateToken: unknown): Promise<FailedAttempt> {
  const token = await findDecoyFlow(ctx, stateToken)
  return token?.attemptsLeft ? { failed: 'BAD_CODE', attemptsLeft: await takeFlowAttempt(ctx.tx, ctx.siteId, token.tokenHash) } : { failed: 'NOT_FOUND' }
}

/** Marks the email as verified; member and contact follow. */
export async function setEmailVerified(ctx: TransactionContext, identity: store.IdentityRow): Promise<void> {
  await store.deleteEmailCode(ctx, identity.id)
  await deleteFlowTokens(ctx, identity.id, ['STATE'])
  await store.updateIdentity(ctx, identity.id, { emailVerified: true, emailPending: false }, ctx.authNow)
  await markEmailVerified(ctx, identity.id, { stillPending: identity.approvalRequired && identity.memberStatus === 'PENDING' })
  await audit(ctx, 'member.email-verified', { subjectId: identity.id })
}

/** Emails a new code for the same flow: one a minute, five an hour. */
export async function resendEmailCode(ctx: OwnTransactionContext, stateToken: unknown) {
  const result = await ctx.transaction(async (work) => {
    const flow = await findVerificationFlow(work, stateToken)
    if (!flow) return resendDecoy(work, stateToken)
    const { identity } = flow
    const sinceLast = identity.lastCodeAt ? work.authNow.since(identity.lastCodeAt).total('seconds') : 60
    if (sinceLast < 60) return { wait: Math.ceil(60 - sinceLast) }
    const wait = await consumeSharedRateLimit(work.tx, ctx.siteId, `code-emails:${identity.id}`, { times: 5, seconds: 3600 }, work.authNow)
    if (wait > 0) return { wait }
    await queueEmailCode(work, identity)
    return { identity: toGuardedIdentity(identity, {}) }
  })
  if (!result) return refuseAttempt({ failed: 'NOT_FOUND' })
  if (result.identity === undefined) return refuseThrottled(result.wait)
  return {
    state: 'REQUIRE_EMAIL_VERIFICATION' as const,
    sessionToken: null,
    stateToken: stateToken as string,
    additionalData: {},
    identity: result.identity,
  }
}

async function resendDecoy(ctx: TransactionContext, stateToken: unknown) {
  const token = await findDecoyFlow(ctx, stateToken)
  if (!token) return undefined
  const { email, startedAt } = token.data as { email: string; startedAt: string }
  const since = ctx.authNow.since(startedAt).total('seconds')
  if (since < 60) return { wait: Math.ceil(60 - since) }
  const wait = await consumeSharedRateLimit(ctx.tx, ctx.siteId, `code-emails:${token.tokenHash}`, { times: 1, seconds: 60 }, ctx.authNow)
  if (wait > 0) return { wait }
  return { identity: toDecoyIdentity(ctx.newId(), email) }
}

/** Emails a code outside of a sign-in: requested by the business, or by the member. */
export async function startVerification(
  ctx: TransactionContext,
  input: { identityId?: string | undefined; target?: string | undefined },
): Promise<{ verificationId: string }> {
  if (input.target !== undefined && input.target !== 'EMAIL')
    assertNoViolations([{ field: 'target', description: 'must be EMAIL', violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
  const identityId = input.identityId ?? ctx.caller.memberId ?? ''
  if (identityId === '') assertNoViolations([{ field: 'identityId', description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} }])
  if (ctx.caller.role === 'member' && ctx.caller.memberId !== identityId) refuseStandard('PERMISSION_DENIED')
  const identity = await store.identityById(ctx.tx, ctx.siteId, identityId)
  if (!identity || identity.closed) return refuse('-19999')
  const sinceLast = identity.lastCodeAt ? ctx.authNow.since(identity.lastCodeAt).total('seconds') : 60
  if (sinceLast < 60) refuseThrottled(Math.ceil(60 - sinceLast))
  await queueEmailCode(ctx, identity)
  return { verificationId: ctx.newId() }
}
