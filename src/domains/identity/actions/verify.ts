/** Proof of an e-mail address by code. Source: guide identity 5.3. */
import { emailProven } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard, refuseThrottled } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { fingerprint, sameSecret } from '../crypto/secrets.ts'
import * as store from '../store/identities.ts'
import { dropFlowTokens, loseTry, markUsed } from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { decoyIdentity, guardedIdentity } from '../wire.ts'
import { sendCode } from './letters.ts'
import { openFlow, refuseTry, type FailedTry } from './open-flow.ts'
import { proceed } from './proceed.ts'

/** The live state token of a flow, with its identity; undefined when unknown, used, expired, or made for an older password. */
async function flowOf(ctx: Ctx, stateToken: unknown) {
  const token = await openFlow(ctx, stateToken, ['STATE'])
  if (!token?.identityId) return undefined
  await store.lockIdentity(ctx.tx, ctx.siteId, token.identityId)
  const identity = await store.identityById(ctx.tx, ctx.siteId, token.identityId)
  if (!identity || identity.closed || identity.passwordVersion !== (token.data as { passwordVersion: number }).passwordVersion) return undefined
  return { token, identity }
}

/** Checks a code and continues the sign-in. A failed try is saved before the refusal is thrown. */
export async function verify(ctx: Ctx, wish: { code?: unknown; stateToken?: unknown }) {
  const result = await ctx.write(async (work) => {
    const flow = await flowOf(work, wish.stateToken)
    if (!flow) return tryDecoy(work, wish.stateToken)
    const { token, identity } = flow
    const wait = await countUse(work.tx, ctx.siteId, `code-tries:${identity.id}`, { times: 20, seconds: 86_400 }, work.authNow)
    if (wait > 0) return { wait } as FailedTry
    const tried = await store.tryCode(work.tx, ctx.siteId, identity.id, work.authNow)
    if (!tried) return { failed: 'NOT_FOUND' } as FailedTry
    const right = !tried.expired && typeof wish.code === 'string' && sameSecret(fingerprint(`${identity.id}:${wish.code}`), tried.codeHash)
    if (!right) return { failed: 'BAD_CODE', attemptsLeft: tried.triesLeft } as FailedTry
    await markUsed(work.tx, ctx.siteId, token.tokenHash, work.authNow)
    await proveEmail(work, identity)
    return { done: await proceed(work, identity.id) }
  })
  return result.done ?? refuseTry(result)
}

/** The flow of a sign-up that only looked like one (guide: identity 9.7) answers like a real one whose code is always wrong. */
const decoyOf = (ctx: Ctx, stateToken: unknown) => openFlow(ctx, stateToken, ['DECOY'])
async function tryDecoy(ctx: Ctx, stateToken: unknown): Promise<FailedTry> {
  const token = await decoyOf(ctx, stateToken)
  return token?.triesLeft ? { failed: 'BAD_CODE', attemptsLeft: await loseTry(ctx.tx, ctx.siteId, token.tokenHash) } : { failed: 'NOT_FOUND' }
}

/** The address is theirs: the reason goes, contact and member follow. */
export async function proveEmail(ctx: Ctx, identity: store.IdentityRow): Promise<void> {
  await store.dropCode(ctx.tx, ctx.siteId, identity.id)
  await dropFlowTokens(ctx.tx, ctx.siteId, identity.id, ['STATE'])
  await store.updateIdentity(ctx.tx, ctx.siteId, identity.id, { emailVerified: true, emailPending: false }, ctx.authNow)
  await emailProven(ctx, identity.id, { stillPending: identity.approvalRequired && identity.memberStatus === 'PENDING' })
  await audit(ctx, 'member.email-verified', { subjectId: identity.id })
}

/** A new code for the same flow: one a minute, five an hour. */
export async function resend(ctx: Ctx, stateToken: unknown) {
  const result = await ctx.write(async (work) => {
    const flow = await flowOf(work, stateToken)
    if (!flow) return resendDecoy(work, stateToken)
    const { identity } = flow
    const sinceLast = identity.lastCodeAt ? work.authNow.since(identity.lastCodeAt).total('seconds') : 60
    if (sinceLast < 60) return { wait: Math.ceil(60 - sinceLast) }
    const wait = await countUse(work.tx, ctx.siteId, `code-mails:${identity.id}`, { times: 5, seconds: 3600 }, work.authNow)
    if (wait > 0) return { wait }
    await sendCode(work, identity)
    return { identity: guardedIdentity(identity, {}) }
  })
  if (!result) return refuseTry({ failed: 'NOT_FOUND' })
  if (result.identity === undefined) return refuseThrottled(result.wait)
  return {
    state: 'REQUIRE_EMAIL_VERIFICATION' as const,
    sessionToken: null,
    stateToken: stateToken as string,
    additionalData: {},
    identity: result.identity,
  }
}

async function resendDecoy(ctx: Ctx, stateToken: unknown) {
  const token = await decoyOf(ctx, stateToken)
  if (!token) return undefined
  const { email, startedAt } = token.data as { email: string; startedAt: string }
  const since = ctx.authNow.since(startedAt).total('seconds')
  if (since < 60) return { wait: Math.ceil(60 - since) }
  const wait = await countUse(ctx.tx, ctx.siteId, `code-mails:${token.tokenHash}`, { times: 1, seconds: 60 }, ctx.authNow)
  if (wait > 0) return { wait }
  return { identity: decoyIdentity(ctx.newId(), email) }
}

/** Sends a code outside of a sign-in: by the business, or by members for themselves. */
export async function startVerification(ctx: Ctx, wish: { identityId?: string | undefined; target?: string | undefined }): Promise<{ verificationId: string }> {
  if (wish.target !== undefined && wish.target !== 'EMAIL')
    orViolate([{ field: 'target', description: 'must be EMAIL', violatedRule: 'INVALID_ENUM_VALUE', data: {} }])
  const identityId = wish.identityId ?? ctx.caller.memberId ?? ''
  if (identityId === '') orViolate([{ field: 'identityId', description: 'must be given', violatedRule: 'REQUIRED_FIELD', data: {} }])
  if (ctx.caller.role === 'member' && ctx.caller.memberId !== identityId) refuseStandard('PERMISSION_DENIED')
  const identity = await store.identityById(ctx.tx, ctx.siteId, identityId)
  if (!identity || identity.closed) return refuse('-19999')
  const sinceLast = identity.lastCodeAt ? ctx.authNow.since(identity.lastCodeAt).total('seconds') : 60
  if (sinceLast < 60) refuseThrottled(Math.ceil(60 - sinceLast))
  await sendCode(ctx, identity)
  return { verificationId: ctx.newId() }
}
