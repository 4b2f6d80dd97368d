/** Sign-in to the dashboard: password, second step, trusted devices; or a passkey instead of both. Source: guide identity §9.8. */
import { listOldestSites } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import {
  addressCounter,
  audit,
  clearAttempts,
  clearPasswordAttempt,
  countPasswordAttempt,
  createAuthenticationOptions,
  days,
  findOpenFlowOnAnySite,
  findOwnerBrowserKey,
  hashSecret,
  insertFlowToken,
  markFlowTokenUsed,
  maskDestination,
  newSiteSecret,
  readCookie,
  refuseAttempt,
  setCookie,
  takeFlowAttempt,
  verifyAuthentication,
  verifyPassword,
} from '#domains/identity/public.ts'
import { refuse } from '../errors.ts'
import type { OwnerSecondStep } from '../rules/second-step.ts'
import { consumeOwnerCodeLimit, verifyOwnerCode, queueOwnerCode, listOwnerSecondSteps } from './owner-codes.ts'
import { getCallingOwner, ownerSecurityStamp, assertSiteFound, startOwnerSession, type Owner } from './owner-session.ts'
import * as factors from '../store/owner-factors.ts'
import * as owners from '../store/owners.ts'
import * as sessions from '../store/owner-sessions.ts'

const DEVICE_COOKIE = 'ms_owner_device'
const MAX_ATTEMPTS = 5

/** Key of the counter for failed attempts at an email. */
const loginCounterKey = (email: string): string => `owner-login:${email.trim().toLowerCase()}`
/** Ends the lockout of an email after its password was reset. */
export const clearOwnerLockout = async (ctx: TransactionContext, email: string): Promise<void> =>
  clearAttempts(ctx.tx, (await listOldestSites(ctx.tx))[0] ?? ctx.siteId, loginCounterKey(email))

/** Failed sign-ins from one IP address, for any email. */
const ADDRESS_LIMIT = { times: 100, seconds: 600 }

/** Checks the password under the lockout. Counted under the first site: calling another one gives no extra attempts. */
export async function authenticateOwner(ctx: OwnTransactionContext, email: string, password: string): Promise<Owner> {
  const { owner, guessOf: target } = await ctx.transaction(async (work) => {
    const owner = await owners.ownerByEmail(work, email)
    const siteId = (await listOldestSites(work.tx))[0] ?? ctx.siteId
    const browser = owner && (await findOwnerBrowserKey(work, owner.id))
    const byAddress = browser ? [] : [{ key: addressCounter(work, 'owner-login-failed'), limit: ADDRESS_LIMIT, refuses: true }]
    return { owner, guessOf: { siteId, key: browser ? `${loginCounterKey(email)}:${browser}` : loginCounterKey(email), byAddress } }
  })
  const { attempt, wait } = await countPasswordAttempt(ctx, target)
  if (!attempt) return refuseThrottled(wait)
  if (!(await verifyPassword(owner?.passwordHash, password)) || !owner) {
    await ctx.transaction((work) => audit(work, attempt.locks ? 'owner.locked' : 'owner.sign-in-failed', owner ? { subjectId: owner.id } : {}))
    return refuse('WRONG_SIGN_IN')
  }
  await ctx.transaction((work) => clearPasswordAttempt(work, attempt))
  return owner
}

/** Checks the password; starts a session and sets its cookie, or asks for the second step. */
export async function signInOwner(ctx: OwnTransactionContext, input: { email: string; password: string; keepSignedIn?: boolean | undefined }) {
  assertSiteFound(ctx)
  const owner = await authenticateOwner(ctx, input.email, input.password)
  const keepSignedIn = input.keepSignedIn ?? false
  return ctx.transaction(async (work) => {
    const steps = await listOwnerSecondSteps(work, owner.id)
    if (steps.length === 0 || (await isTrustedDevice(work, owner))) return startOwnerSession(work, owner, keepSignedIn)
    const stateToken = newSiteSecret(ctx.siteId)
    await insertFlowToken(
      work,
      {
        siteId: ctx.siteId,
        tokenHash: hashSecret(stateToken),
        purpose: 'OWNER_MFA',
        data: { userId: owner.id, keepSignedIn, mark: ownerSecurityStamp(owner) },
        attemptsLeft: MAX_ATTEMPTS,
        expiresAt: work.authNow.add({ minutes: 15 }),
      },
      work.authNow,
    )
    return { user: null, sites: [], csrfToken: '', secondStep: { stateToken, ways: steps } }
  })
}

async function isTrustedDevice(ctx: TransactionContext, owner: Owner): Promise<boolean> {
  const token = await findOpenFlowOnAnySite(ctx, readCookie(ctx.cookies, DEVICE_COOKIE), ['OWNER_DEVICE'])
  const data = token?.data as { userId: string; mark: string } | undefined
  return data?.userId === owner.id && data.mark === ownerSecurityStamp(owner)
}

async function trustDevice(ctx: TransactionContext, siteId: string, owner: Owner): Promise<void> {
  const secret = newSiteSecret(siteId)
  const data = { userId: owner.id, mark: ownerSecurityStamp(owner) }
  await insertFlowToken(ctx, { siteId, tokenHash: hashSecret(secret), purpose: 'OWNER_DEVICE', data, expiresAt: ctx.authNow.add(days(30)) }, ctx.authNow)
  setCookie(ctx, DEVICE_COOKIE, secret, { sameSite: 'Strict', maxAgeSeconds: 30 * 86_400 })
}

/** The flow of a live state token, locked; undefined when unknown, used, expired, out of attempts, or older than the security stamp. */
async function findSecondStepFlow(ctx: TransactionContext, stateToken: string) {
  const token = await findOpenFlowOnAnySite(ctx, stateToken, ['OWNER_MFA'])
  if (!token?.attemptsLeft) return undefined
  const { userId, keepSignedIn, mark } = token.data as { userId: string; keepSignedIn: boolean; mark: string }
  const owner = await owners.ownerById(ctx.tx, userId)
  return owner && ownerSecurityStamp(owner) === mark ? { token, owner, keepSignedIn } : undefined
}

/** Emails a code, or returns the options for a passkey. */
export async function sendOwnerChallenge(ctx: OwnTransactionContext, input: { stateToken: string; way: 'EMAIL' | 'WEBAUTHN' }) {
  assertSiteFound(ctx)
  const started = await ctx.transaction(async (work) => {
    const flow = await findSecondStepFlow(work, input.stateToken)
    if (!flow || !(await listOwnerSecondSteps(work, flow.owner.id)).includes(input.way)) return undefined
    const { owner } = flow
    if (input.way === 'WEBAUTHN') return { options: await createAuthenticationOptions(work, { userId: owner.id }, await factors.ownerPasskeys(work, owner.id)) }
    const wait = await queueOwnerCode(work, owner)
    return wait > 0 ? { wait } : { hint: maskDestination('EMAIL', { email: owner.email, phone: null }) }
  })
  if (!started) return refuseAttempt({ failed: 'NOT_FOUND' })
  return started.wait === undefined ? { hint: started.hint ?? '', options: started.options ?? null } : refuseThrottled(started.wait)
}

interface VerifyOwnerStepInput {
  stateToken: string
  /** Method of the code; when absent six digits are TOTP and all else is a recovery code. */
  way?: OwnerSecondStep | undefined
  code?: string | undefined
  /** The response of a passkey. */
  response?: object | undefined
  rememberThisDevice?: boolean | undefined
}
/** Checks the second step of a dashboard sign-in. A failed attempt is committed before the refusal is thrown. */
export async function verifyOwnerStep(ctx: OwnTransactionContext, input: VerifyOwnerStepInput) {
  assertSiteFound(ctx)
  const signed = input.response ? await verifyPasskeyOfFlow(ctx, input.stateToken, input.response) : undefined
  const result = await ctx.transaction(async (work) => {
    const flow = await findSecondStepFlow(work, input.stateToken)
    if (!flow) return { failed: 'NOT_FOUND' as const }
    const { token, owner, keepSignedIn } = flow
    const wait = await consumeOwnerCodeLimit(work, owner.id)
    if (wait > 0) return { wait }
    const isRight = input.response ? signed?.passkey.userId === owner.id : await verifyOwnerCode(work, owner.id, input.way, input.code ?? '')
    if (!isRight) {
      await audit(work, 'owner.second-step-failed', { siteId: token.siteId, subjectId: owner.id })
      return { failed: 'BAD_CODE' as const, attemptsLeft: await takeFlowAttempt(work.tx, token.siteId, token.tokenHash) }
    }
    if (signed) await factors.recordOwnerPasskeyUse(work, signed.passkey.id, signed.counter, work.authNow)
    await markFlowTokenUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    if (input.rememberThisDevice) await trustDevice(work, token.siteId, owner)
    return { done: await startOwnerSession(work, owner, keepSignedIn) }
  })
  return result.done ?? refuseAttempt(result)
}

const findPasskey = (work: TransactionContext, id: string) => factors.ownerPasskeyById(work, id)
async function verifyPasskeyOfFlow(ctx: OwnTransactionContext, stateToken: string, response: object) {
  const flow = await ctx.transaction((work) => findSecondStepFlow(work, stateToken))
  return flow ? verifyAuthentication(ctx, response, { holder: { userId: flow.owner.id }, find: findPasskey }) : undefined
}

/** Options for sign-in with a discoverable passkey. */
export async function startOwnerPasskeySignIn(ctx: TransactionContext) {
  assertSiteFound(ctx)
  return { options: await createAuthenticationOptions(ctx, { userId: null }) }
}

/** Signs in by passkey instead of password and second step: it proves possession and user verification. */
export async function signInOwnerByPasskey(ctx: OwnTransactionContext, input: { response: object; keepSignedIn?: boolean | undefined }) {
  assertSiteFound(ctx)
  const signed = await verifyAuthentication(ctx, input.response, { holder: { userId: null }, find: findPasskey })
  if (!signed) return refuse('PASSKEY_REFUSED')
  return ctx.transaction(async (work) => {
    const owner = await owners.ownerById(work.tx, signed.passkey.userId)
    if (!owner) return refuse('PASSKEY_REFUSED')
    await factors.recordOwnerPasskeyUse(work, signed.passkey.id, signed.counter, work.authNow)
    return startOwnerSession(work, owner, input.keepSignedIn ?? false)
  })
}

/** Id of reauthentication challenges: valid in this session only, and for nothing else. */
const confirmationChallengeId = (sessionId: string): string => `confirm ${sessionId}`

/** Options to reauthenticate with one of the caller's passkeys; null when they have none. */
export async function startOwnerConfirmation(ctx: TransactionContext) {
  const { owner, sessionId } = await getCallingOwner(ctx)
  const known = await factors.ownerPasskeys(ctx, owner.id)
  return { options: known.length === 0 ? null : await createAuthenticationOptions(ctx, { userId: owner.id }, known, confirmationChallengeId(sessionId)) }
}

/** Reauthenticates by password or passkey. */
export async function confirmOwner(ctx: OwnTransactionContext, input: { password?: string | undefined; response?: object | undefined }): Promise<void> {
  const { owner, sessionId } = await ctx.transaction(getCallingOwner)
  const signed = input.response
    ? await verifyAuthentication(ctx, input.response, { holder: { userId: owner.id }, find: findPasskey, challengeId: confirmationChallengeId(sessionId) })
    : undefined
  if (!input.response) await authenticateOwner(ctx, owner.email, input.password ?? '')
  else if (signed?.passkey.userId !== owner.id) return refuse('PASSKEY_REFUSED')
  await ctx.transaction(async (work) => {
    if (signed) await factors.recordOwnerPasskeyUse(work, signed.passkey.id, signed.counter, work.authNow)
    await sessions.markOwnerReauthenticated(work, sessionId, work.authNow)
  })
}
