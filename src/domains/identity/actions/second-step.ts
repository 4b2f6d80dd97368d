/** Second step of a sign-in: which factors are available, challenges, verification. Source: guide identity §5.8. */
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseViolation } from '#kit/api/refusal.ts'
import { readCookie } from '../caller.ts'
import type { VerifyFactorInput } from '../contract/shapes.ts'
import { hashSecret, newSiteSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { verifyPassword } from '../password-hash.ts'
import {
  availableFactors,
  readCode,
  readPasskeyCredential,
  factorTypes,
  maskDestination,
  isFactorType,
  isUnsupported,
  needsSecondStep,
  readPassword,
  type FactorType,
  type FirstStep,
} from '../rules/factor.ts'
import { lockIdentity, identityDetailsById, type IdentityRow, type IdentityDetails } from '../store/identities.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { audit } from '../store/audit.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'
import { toGuardedIdentity } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { setCookie } from './cookies.ts'
import { hashRecoveryCode, verifyFactorCode, sendFactorCode } from './factor-codes.ts'
import { findMemberBrowserKey } from './known-browsers.ts'
import { findOpenFlow, refuseAttempt, type FailedAttempt } from './open-flow.ts'
import { createPasskeyChallenge, verifyPasskeyChallenge } from './webauthn.ts'
import { getCachedSettings } from './sign-in-settings.ts'
import * as factors from '../store/factors.ts'
import * as sessions from '../store/sessions.ts'

const MAX_ATTEMPTS = 5
const DEVICE_DAYS = 30
const DEVICE_COOKIE = 'ms_device'

const toMfaRequirement = (available: ReturnType<typeof availableFactors>) => ({ availableFactors: available, reason: 'USER_SETTINGS' as const })

/** Factors that this person may use now, given what they proved first. */
async function listAvailableFactors(ctx: ReadContext, row: IdentityRow, known: readonly factors.FactorRow[], first: FirstStep) {
  return availableFactors(known, {
    recoveryCodesLeft: await factors.countRecoveryCodes(ctx, row.id),
    passkeys: (await getCachedSettings(ctx)).passkeys && (await listPasskeys(ctx, row.id)).length > 0,
    password: row.passwordHash !== null,
    first,
  })
}

/** The REQUIRE_MFA reply when the person has a second step and this device is not trusted; undefined when the sign-in may continue. */
export async function requireSecondStep(ctx: TransactionContext, row: IdentityDetails, first: FirstStep) {
  if (!needsSecondStep(row.factors) || (await isTrustedDevice(ctx, row))) return undefined
  const stateToken = newSiteSecret(ctx.siteId)
  await sessions.insertFlowToken(
    ctx,
    {
      siteId: ctx.siteId,
      tokenHash: hashSecret(stateToken),
      purpose: 'MFA',
      identityId: row.id,
      data: { passwordVersion: row.passwordVersion, first },
      attemptsLeft: MAX_ATTEMPTS,
      expiresAt: ctx.authNow.add({ minutes: 60 }),
    },
    ctx.authNow,
  )
  const available = await listAvailableFactors(ctx, row, await factors.listFactors(ctx, row.id), first)
  return {
    state: 'REQUIRE_MFA' as const,
    sessionToken: null,
    stateToken,
    additionalData: {},
    identity: toGuardedIdentity(row, {}),
    requireMfaData: toMfaRequirement(available),
  }
}

/** Whether the person trusted this device and their password has not changed since. */
async function isTrustedDevice(ctx: TransactionContext, row: IdentityRow): Promise<boolean> {
  const token = await findOpenFlow(ctx, readCookie(ctx.cookies, DEVICE_COOKIE), ['DEVICE'])
  return token?.identityId === row.id && (token.data as { passwordVersion: number }).passwordVersion === row.passwordVersion
}

async function trustDevice(ctx: TransactionContext, row: IdentityRow): Promise<void> {
  const secret = newSiteSecret(ctx.siteId)
  const expiresAt = ctx.authNow.add(sessions.days(DEVICE_DAYS))
  const data = { passwordVersion: row.passwordVersion }
  await sessions.insertFlowToken(
    ctx,
    { siteId: ctx.siteId, tokenHash: hashSecret(secret), purpose: 'DEVICE', identityId: row.id, data, expiresAt },
    ctx.authNow,
  )
  setCookie(ctx, DEVICE_COOKIE, secret, { sameSite: 'Lax', maxAgeSeconds: DEVICE_DAYS * 86_400 })
}

/** The flow of a live state token, locked; undefined when unknown, used, expired, out of attempts, or issued for an older password. */
async function findSecondStepFlow(ctx: TransactionContext, stateToken: unknown, { lastTryTaken: allowExhausted = false } = {}) {
  const token = await findOpenFlow(ctx, stateToken, ['MFA'])
  if (!token?.identityId || (token.attemptsLeft === 0 && !allowExhausted)) return undefined
  await lockIdentity(ctx, token.identityId)
  const row = await identityDetailsById(ctx, token.identityId)
  if (!row || row.closed || row.memberStatus !== 'APPROVED') return undefined
  return row.passwordVersion === (token.data as { passwordVersion: number }).passwordVersion ? { token, row } : undefined
}

/** Sends the challenge when the request has no code, else checks the code. A failed attempt is committed before the refusal is thrown. */
export async function verifyFactor(ctx: OwnTransactionContext, typeText: string, body: VerifyFactorInput) {
  const type = typeText.toUpperCase()
  if (!isFactorType(type)) {
    const description = `must be one of ${factorTypes.join(', ')}`
    return refuseViolation({ field: 'factorType', description, violatedRule: 'INVALID_ENUM_VALUE', data: {} })
  }
  if (isUnsupported(type)) return refuse('UNIMPLEMENTED_FEATURE', { factorType: type })
  const code = readCode(type, body)
  const credential = await checkPasswordOrPasskey(ctx, type, body)
  if (credential && 'wait' in credential) return refuseAttempt(credential)
  const result = await ctx.transaction(async (work) => {
    // An attempt that was counted before it was checked may have been the last one.
    const flow = await findSecondStepFlow(work, body.stateToken, { lastTryTaken: credential?.counted !== undefined })
    if (!flow) return { failed: 'NOT_FOUND' } as FailedAttempt
    const { token, row } = flow
    const known = (await factors.listFactors(work, row.id)).filter((factor) => factor.status === 'ACTIVE')
    const { first = 'password' } = token.data as { first?: FirstStep }
    const available = await listAvailableFactors(work, row, known, first)
    if (!available.some((entry) => entry.factorType === type)) return { failed: 'NOT_FOUND' } as FailedAttempt
    const factor = known.find((candidate) => candidate.type === type)
    if (code === undefined && credential === undefined) return sendChallenge(work, row, type, factor, { stateToken: body.stateToken as string, available })
    const wait = credential?.counted ? 0 : await consumeCodeLimit(work, row)
    if (wait > 0) return { wait } as FailedAttempt
    const right = credential
      ? credential.right && credential.identityId === row.id && credential.passwordVersion === row.passwordVersion
      : await verifyCode(work, row, factor, code ?? '')
    if (!right) {
      await audit(work, 'member.second-step-failed', { subjectId: row.id, data: { factorType: type } })
      const attemptsLeft = credential?.counted?.attemptsLeft ?? (await sessions.takeFlowAttempt(work.tx, ctx.siteId, token.tokenHash))
      return { failed: 'BAD_CODE', attemptsLeft } as FailedAttempt
    }
    await sessions.markFlowTokenUsed(work.tx, ctx.siteId, token.tokenHash, work.authNow)
    if (body.rememberThisDevice === true) await trustDevice(work, row)
    return { done: await completeSignIn(work, row, `second step ${type}`) }
  })
  return result.done ?? refuseAttempt(result)
}

/** Counts one code attempt: twenty a day, and twenty more in a known browser. Returns the seconds to wait, or 0. */
async function consumeCodeLimit(ctx: TransactionContext, row: IdentityRow): Promise<number> {
  const browser = await findMemberBrowserKey(ctx, row.id)
  return consumeSharedRateLimit(ctx.tx, ctx.siteId, `code-tries:${row.id}${browser ? `:${browser}` : ''}`, { times: 20, seconds: 86_400 }, ctx.authNow)
}

interface CheckedCredential {
  right: boolean
  identityId: string
  passwordVersion: number
  /** Passwords are counted before they are checked. */
  counted?: { attemptsLeft: number }
}
/** Checks a password or passkey outside of transactions, because that is slow; undefined when the request has neither. */
async function checkPasswordOrPasskey(
  ctx: OwnTransactionContext,
  type: FactorType,
  body: VerifyFactorInput,
): Promise<CheckedCredential | { wait: number } | undefined> {
  const password = type === 'PASSWORD' ? readPassword(body) : undefined
  const signed = type === 'WEBAUTHN' ? readPasskeyCredential(body) : undefined
  if (password === undefined && signed === undefined) return undefined
  const started = await ctx.transaction(async (work) => {
    const flow = await findSecondStepFlow(work, body.stateToken)
    if (!flow || password === undefined) return { flow }
    const wait = await consumeCodeLimit(work, flow.row)
    return { flow, wait, attemptsLeft: wait > 0 ? 0 : await sessions.takeFlowAttempt(work.tx, ctx.siteId, flow.token.tokenHash) }
  })
  // Nothing is checked for an unknown flow; it is refused as such afterwards.
  if (!started.flow) return { right: false, identityId: '', passwordVersion: 0 }
  const { row } = started.flow
  if (started.wait) return { wait: started.wait }
  const right = signed ? await verifyPasskeyChallenge(ctx, row.id, signed) : await verifyPassword(row.passwordHash, password ?? '')
  const counted = started.attemptsLeft === undefined ? {} : { counted: { attemptsLeft: started.attemptsLeft } }
  return { right, identityId: row.id, passwordVersion: row.passwordVersion, ...counted }
}

async function verifyCode(ctx: TransactionContext, row: IdentityRow, factor: factors.FactorRow | undefined, code: string): Promise<boolean> {
  if (!factor) return factors.consumeRecoveryCode(ctx, row.id, hashRecoveryCode(row.id, code), ctx.authNow)
  return verifyFactorCode(ctx, factor, code)
}

async function sendChallenge(
  ctx: TransactionContext,
  row: IdentityRow,
  factorType: FactorType,
  factor: factors.FactorRow | undefined,
  of: { stateToken: string; available: ReturnType<typeof availableFactors> },
) {
  const wait = factor ? await sendFactorCode(ctx, row, factor) : 0
  if (wait > 0) return { wait }
  const hint = factor ? maskDestination(factor.type, { email: row.email, phone: factor.phone }) : ''
  const webauthnData = factorType === 'WEBAUTHN' ? await createPasskeyChallenge(ctx, row.id) : undefined
  return {
    done: {
      state: 'MFA_CHALLENGE' as const,
      sessionToken: null,
      stateToken: of.stateToken,
      additionalData: {},
      identity: toGuardedIdentity(row, {}),
      mfaChallengeData: { factorType, verificationChallengeData: { hint, ...(webauthnData && { webauthnData }) }, ...toMfaRequirement(of.available) },
    },
  }
}
