/** The second step of a sign-in: what is asked, how it is sent, what a right answer leads to. Source: guide identity 5.8. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { said, type Sentence, spoken } from '#kit/pure/languages.ts'
import { orViolate } from '#kit/refusal.ts'
import { cookieOf } from '../caller.ts'
import { fingerprint, newCode, newSecret, sameSecret } from '../crypto/secrets.ts'
import { totpStep } from '../crypto/totp.ts'
import { refuse } from '../errors.ts'
import { passwordIsRight } from '../password-hash.ts'
import {
  availableFactors,
  codeIn,
  credentialIn,
  factorTypes,
  hintOf,
  isFactorType,
  isUnavailable,
  needsSecondStep,
  normalRecoveryCode,
  passwordIn,
  type FactorType,
  type FirstStep,
} from '../rules/factor.ts'
import type { Profile } from '../rules/profile.ts'
import * as factors from '../store/factors.ts'
import { lockIdentity, personById, type IdentityRow, type Person } from '../store/identities.ts'
import { passkeysOf } from '../store/passkeys.ts'
import * as sessions from '../store/sessions.ts'
import { audit, countUse } from '../store/throttles.ts'
import { guardedIdentity } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { setCookie } from './cookies.ts'
import { memberBrowser } from './known-browsers.ts'
import { writeTo } from './letters.ts'
import { openFlow, refuseTry, type FailedTry } from './open-flow.ts'
import { passkeyChallenge, passkeyProves } from './passkey-proof.ts'
import { knownSettings } from './sign-in-settings.ts'

const TRIES = 5
const CODE_MINUTES = 10
const DEVICE_DAYS = 30
const DEVICE_COOKIE = 'ms_device'

const requirement = (available: ReturnType<typeof availableFactors>) => ({ availableFactors: available, reason: 'USER_SETTINGS' as const })

/** What this person may use now, after what they proved first. */
async function availableTo(ctx: Ctx, row: IdentityRow, known: readonly factors.FactorRow[], first: FirstStep) {
  return availableFactors(known, {
    recoveryCodesLeft: await factors.recoveryCodesLeft(ctx.tx, ctx.siteId, row.id),
    passkeys: (await knownSettings(ctx)).passkeys && (await passkeysOf(ctx.tx, ctx.siteId, row.id)).length > 0,
    password: row.passwordHash !== null,
    first,
  })
}

/** Stops the sign-in for a second step when the person set one up and this browser is not remembered; undefined when it may go on. */
export async function askSecondStep(ctx: Ctx, row: Person, first: FirstStep) {
  if (!needsSecondStep(row.factors) || (await isRemembered(ctx, row))) return undefined
  const stateToken = newSecret()
  await sessions.insertFlowToken(
    ctx.tx,
    {
      siteId: ctx.siteId,
      tokenHash: fingerprint(stateToken),
      purpose: 'MFA',
      identityId: row.id,
      data: { passwordVersion: row.passwordVersion, first },
      triesLeft: TRIES,
      expiresAt: ctx.authNow.add({ minutes: 60 }),
    },
    ctx.authNow,
  )
  const available = await availableTo(ctx, row, await factors.factorsOf(ctx.tx, ctx.siteId, row.id), first)
  return {
    state: 'REQUIRE_MFA' as const,
    sessionToken: null,
    stateToken,
    additionalData: {},
    identity: guardedIdentity(row, {}),
    requireMfaData: requirement(available),
  }
}

/** Whether the person asked this browser to be remembered, and nothing about their sign-in changed since. */
async function isRemembered(ctx: Ctx, row: IdentityRow): Promise<boolean> {
  const token = await openFlow(ctx, cookieOf(ctx.cookies, DEVICE_COOKIE), ['DEVICE'])
  return token?.identityId === row.id && (token.data as { passwordVersion: number }).passwordVersion === row.passwordVersion
}

async function remember(ctx: Ctx, row: IdentityRow): Promise<void> {
  const secret = newSecret()
  const expiresAt = ctx.authNow.add(sessions.days(DEVICE_DAYS))
  const data = { passwordVersion: row.passwordVersion }
  await sessions.insertFlowToken(
    ctx.tx,
    { siteId: ctx.siteId, tokenHash: fingerprint(secret), purpose: 'DEVICE', identityId: row.id, data, expiresAt },
    ctx.authNow,
  )
  setCookie(ctx, DEVICE_COOKIE, secret, { sameSite: 'Lax', maxAgeSeconds: DEVICE_DAYS * 86_400 })
}

/** The flow of a live state token, locked; undefined when unknown, used, expired, out of tries, or made for an older password. */
async function flowOf(ctx: Ctx, stateToken: unknown, { lastTryTaken = false } = {}) {
  const token = await openFlow(ctx, stateToken, ['MFA'])
  if (!token?.identityId || (token.triesLeft === 0 && !lastTryTaken)) return undefined
  await lockIdentity(ctx.tx, ctx.siteId, token.identityId)
  const row = await personById(ctx.tx, ctx.siteId, token.identityId)
  if (!row || row.closed || row.memberStatus !== 'APPROVED') return undefined
  return row.passwordVersion === (token.data as { passwordVersion: number }).passwordVersion ? { token, row } : undefined
}

/** Without a code the challenge is sent; with one it is checked. A failed try is saved before the refusal is thrown. */
export async function verifyFactor(ctx: Ctx, asked: string, body: Record<string, unknown>) {
  const type = asked.toUpperCase()
  if (!isFactorType(type)) {
    const description = `must be one of ${factorTypes.join(', ')}`
    return orViolate([{ field: 'factorType', description, violatedRule: 'INVALID_ENUM_VALUE', data: {} }]) as never
  }
  if (isUnavailable(type)) return refuse('UNIMPLEMENTED_FEATURE', { factorType: type })
  const code = codeIn(type, body)
  const proof = await slowProof(ctx, type, body)
  if (proof && 'wait' in proof) return refuseTry(proof)
  const result = await ctx.write(async (work) => {
    // A try that was counted before it was judged may have been the last one.
    const flow = await flowOf(work, body.stateToken, { lastTryTaken: proof?.counted !== undefined })
    if (!flow) return { failed: 'NOT_FOUND' } as FailedTry
    const { token, row } = flow
    const known = (await factors.factorsOf(work.tx, ctx.siteId, row.id)).filter((factor) => factor.status === 'ACTIVE')
    const { first = 'password' } = token.data as { first?: FirstStep }
    const available = await availableTo(work, row, known, first)
    if (!available.some((entry) => entry.factorType === type)) return { failed: 'NOT_FOUND' } as FailedTry
    const factor = known.find((candidate) => candidate.type === type)
    if (code === undefined && proof === undefined) return challenge(work, row, type, factor, { stateToken: body.stateToken as string, available })
    const wait = proof?.counted ? 0 : await countTry(work, row)
    if (wait > 0) return { wait } as FailedTry
    const right = proof
      ? proof.right && proof.identityId === row.id && proof.passwordVersion === row.passwordVersion
      : await isRight(work, row, factor, code ?? '')
    if (!right) {
      await audit(work, 'member.second-step-failed', { subjectId: row.id, data: { factorType: type } })
      const attemptsLeft = proof?.counted?.attemptsLeft ?? (await sessions.loseTry(work.tx, ctx.siteId, token.tokenHash))
      return { failed: 'BAD_CODE', attemptsLeft } as FailedTry
    }
    await sessions.markUsed(work.tx, ctx.siteId, token.tokenHash, work.authNow)
    if (body.rememberThisDevice === true) await remember(work, row)
    return { done: await completeSignIn(work, row, `second step ${type}`) }
  })
  return result.done ?? refuseTry(result)
}

/** Counts a try of a code: twenty a day, and as many apart in a browser that the person came in with before. Seconds to wait, or 0. */
async function countTry(ctx: Ctx, row: IdentityRow): Promise<number> {
  const browser = await memberBrowser(ctx, row.id)
  return countUse(ctx.tx, ctx.siteId, `code-tries:${row.id}${browser ? `:${browser}` : ''}`, { times: 20, seconds: 86_400 }, ctx.authNow)
}

interface Proof {
  right: boolean
  identityId: string
  passwordVersion: number
  /** Guessable proofs are counted before they are judged. */
  counted?: { attemptsLeft: number }
}
/** A password or the signature of a passkey, checked outside of transactions because it takes its time; undefined when the request brings none. */
async function slowProof(ctx: Ctx, type: FactorType, body: Record<string, unknown>): Promise<Proof | { wait: number } | undefined> {
  const password = type === 'PASSWORD' ? passwordIn(body) : undefined
  const signed = type === 'WEBAUTHN' ? credentialIn(body) : undefined
  if (password === undefined && signed === undefined) return undefined
  const begun = await ctx.write(async (work) => {
    const flow = await flowOf(work, body.stateToken)
    if (!flow || password === undefined) return { flow }
    const wait = await countTry(work, flow.row)
    return { flow, wait, attemptsLeft: wait > 0 ? 0 : await sessions.loseTry(work.tx, ctx.siteId, flow.token.tokenHash) }
  })
  // Of an unknown flow nothing is checked; it is refused as such afterwards.
  if (!begun.flow) return { right: false, identityId: '', passwordVersion: 0 }
  const { row } = begun.flow
  if (begun.wait) return { wait: begun.wait }
  const right = signed ? await passkeyProves(ctx, row.id, signed) : await passwordIsRight(row.passwordHash, password ?? '')
  const counted = begun.attemptsLeft === undefined ? {} : { counted: { attemptsLeft: begun.attemptsLeft } }
  return { right, identityId: row.id, passwordVersion: row.passwordVersion, ...counted }
}

async function isRight(ctx: Ctx, row: IdentityRow, factor: factors.FactorRow | undefined, code: string): Promise<boolean> {
  if (!factor) return factors.useRecoveryCode(ctx.tx, ctx.siteId, row.id, recoveryHash(row.id, code), ctx.authNow)
  return codeFits(ctx, factor, code)
}

/** Recovery codes are kept as hashes, each bound to its person. */
export const recoveryHash = (identityId: string, code: string): string => fingerprint(`${identityId}:${normalRecoveryCode(code)}`)

/** Whether a code proves that the person holds this factor. A right code is used up by it. */
export async function codeFits(ctx: Ctx, factor: factors.FactorRow, code: string): Promise<boolean> {
  if (factor.type === 'TOTP') {
    const step = totpStep(factor.secret ?? '', code.replaceAll(' ', ''), factor.lastStep, ctx.authNow.epochMilliseconds)
    return step !== undefined && factors.useStep(ctx.tx, ctx.siteId, factor.id, step)
  }
  const sent = await factors.tryFactorCode(ctx.tx, ctx.siteId, factor.id, ctx.authNow)
  if (!sent || sent.expired || !sameSecret(fingerprint(`${factor.id}:${code}`), sent.codeHash)) return false
  await factors.dropFactorCode(ctx.tx, ctx.siteId, factor.id)
  return true
}

async function challenge(
  ctx: Ctx,
  row: IdentityRow,
  factorType: FactorType,
  factor: factors.FactorRow | undefined,
  of: { stateToken: string; available: ReturnType<typeof availableFactors> },
) {
  const wait = factor ? await sendFactorCode(ctx, row, factor) : 0
  if (wait > 0) return { wait }
  const hint = factor ? hintOf(factor.type, { email: row.email, phone: factor.phone }) : ''
  const webauthnData = factorType === 'WEBAUTHN' ? await passkeyChallenge(ctx, row.id) : undefined
  return {
    done: {
      state: 'MFA_CHALLENGE' as const,
      sessionToken: null,
      stateToken: of.stateToken,
      additionalData: {},
      identity: guardedIdentity(row, {}),
      mfaChallengeData: { factorType, verificationChallengeData: { hint, ...(webauthnData && { webauthnData }) }, ...requirement(of.available) },
    },
  }
}

/** Sends a fresh code by letter, text or call: one a minute, five an hour. Seconds to wait, or 0. An authenticator app needs none. */
export async function sendFactorCode(ctx: Ctx, row: Pick<IdentityRow, 'id' | 'email' | 'profile'>, factor: factors.FactorRow): Promise<number> {
  if (factor.type === 'TOTP') return 0
  const last = await factors.factorCodeSentAt(ctx.tx, ctx.siteId, factor.id)
  const since = last ? ctx.authNow.since(last).total('seconds') : 60
  if (since < 60) return Math.ceil(60 - since)
  const wait = await countUse(ctx.tx, ctx.siteId, `factor-codes:${row.id}`, { times: 5, seconds: 3600 }, ctx.authNow)
  if (wait > 0) return wait
  const code = newCode()
  await factors.saveFactorCode(ctx.tx, ctx.siteId, factor.id, {
    codeHash: fingerprint(`${factor.id}:${code}`),
    triesLeft: TRIES,
    createdAt: ctx.authNow,
    expiresAt: ctx.authNow.add({ minutes: CODE_MINUTES }),
  })
  if (factor.type === 'EMAIL') await writeTo(ctx, row, 'SIGN_IN_CODE', { code, expiresMinutes: CODE_MINUTES })
  else await sendText(ctx, row, { kind: factor.type, recipient: factor.phone ?? '', code })
  return 0
}

const yourCode: Sentence = { message: 'Your code for {name} is {code}', de: 'Dein Code für {name} ist {code}' }

async function sendText(
  ctx: Ctx,
  { profile }: Pick<IdentityRow, 'profile'>,
  { kind, recipient, code }: { kind: 'SMS' | 'CALL'; recipient: string; code: string },
): Promise<void> {
  const site = await currentSite(ctx)
  const id = ctx.newId()
  const language = spoken((profile as Partial<Profile>).language, site.language) ?? 'en'
  const body = said(yourCode, language, { name: site.name, code: kind === 'CALL' ? [...code].join(', ') : code })
  await factors.insertText(ctx.tx, ctx.siteId, { id, kind, recipient, body, language }, ctx.authNow)
  ctx.later({ kind: 'text-message', key: id, data: { textId: id } })
}
