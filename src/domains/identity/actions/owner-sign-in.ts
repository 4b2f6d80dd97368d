/** Sign-in to the dashboard: password, second step, remembered browsers; or a passkey instead of both. Source: guide identity 9.8. */
import { oldestSites } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { cookieOf } from '../caller.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { passwordIsRight } from '../password-hash.ts'
import { hintOf, type OwnerWay } from '../rules/factor.ts'
import * as store from '../store/businesses.ts'
import * as factors from '../store/owner-factors.ts'
import { noteOwnerCredential } from '../store/owners.ts'
import { days, insertFlowToken, loseTry, markUsed } from '../store/sessions.ts'
import { audit, clearAttempts } from '../store/throttles.ts'
import { setCookie } from './cookies.ts'
import { countGuess, forgetGuess } from './guesses.ts'
import { ownerBrowser } from './known-browsers.ts'
import { addressCounter } from './limits.ts'
import { openFlowAnywhere, refuseTry } from './open-flow.ts'
import { codeTriesWait, ownerCodeFits, sendOwnerCode, waysOf } from './owner-codes.ts'
import { callingOwner, markOf, mustHaveSite, startOwnerSession, type Owner } from './owner-session.ts'
import { signedBy, signingOptions } from './passkey-proof.ts'

const DEVICE_COOKIE = 'ms_owner_device'
const TRIES = 5

/** Where the failures of an address are counted. */
const attemptsKey = (email: string): string => `owner-login:${email.trim().toLowerCase()}`
/** Clears the waiting time of an address, after its password was set anew. */
export const clearOwnerLock = async (ctx: Ctx, email: string): Promise<void> =>
  clearAttempts(ctx.tx, (await oldestSites(ctx.tx))[0] ?? ctx.siteId, attemptsKey(email))

/** Failed sign-ins from one address, whoever is tried. */
const ADDRESS_LIMIT = { times: 100, seconds: 600 }

/** Checks the password with the waits of the lock-out. The counters stand under the first site: asking at another one is no fresh start. */
export async function checkedOwner(ctx: Ctx, email: string, password: string): Promise<Owner> {
  const { owner, guessOf } = await ctx.write(async (work) => {
    const owner = await store.ownerByEmail(work.tx, email)
    const siteId = (await oldestSites(work.tx))[0] ?? ctx.siteId
    const browser = owner && (await ownerBrowser(work, owner.id))
    const byAddress = browser ? [] : [{ key: addressCounter(work, 'owner-login-failed'), limit: ADDRESS_LIMIT, refuses: true }]
    return { owner, guessOf: { siteId, key: browser ? `${attemptsKey(email)}:${browser}` : attemptsKey(email), byAddress } }
  })
  const { guess, wait } = await countGuess(ctx, guessOf)
  if (!guess) return refuseThrottled(wait)
  if (!(await passwordIsRight(owner?.passwordHash, password)) || !owner) {
    await ctx.write((work) => audit(work, guess.locks ? 'owner.locked' : 'owner.sign-in-failed', owner ? { subjectId: owner.id } : {}))
    return refuse('WRONG_SIGN_IN')
  }
  await ctx.write((work) => forgetGuess(work, guess))
  return owner
}

/** Checks the password; starts a session and sets its cookie, or asks for the second step. */
export async function signInOwner(ctx: Ctx, wish: { email: string; password: string; keepSignedIn?: boolean | undefined }) {
  mustHaveSite(ctx)
  const owner = await checkedOwner(ctx, wish.email, wish.password)
  const keepSignedIn = wish.keepSignedIn ?? false
  return ctx.write(async (work) => {
    const ways = await waysOf(work, owner.id)
    if (ways.length === 0 || (await isRemembered(work, owner))) return startOwnerSession(work, owner, keepSignedIn)
    const stateToken = newSecret()
    await insertFlowToken(
      work.tx,
      {
        siteId: ctx.siteId,
        tokenHash: fingerprint(stateToken),
        purpose: 'OWNER_MFA',
        data: { userId: owner.id, keepSignedIn, mark: markOf(owner) },
        triesLeft: TRIES,
        expiresAt: work.authNow.add({ minutes: 15 }),
      },
      work.authNow,
    )
    return { user: null, sites: [], csrfToken: '', secondStep: { stateToken, ways } }
  })
}

async function isRemembered(ctx: Ctx, owner: Owner): Promise<boolean> {
  const token = await openFlowAnywhere(ctx, cookieOf(ctx.cookies, DEVICE_COOKIE), ['OWNER_DEVICE'])
  const data = token?.data as { userId: string; mark: string } | undefined
  return data?.userId === owner.id && data.mark === markOf(owner)
}

async function remember(ctx: Ctx, siteId: string, owner: Owner): Promise<void> {
  const secret = newSecret()
  const data = { userId: owner.id, mark: markOf(owner) }
  await insertFlowToken(ctx.tx, { siteId, tokenHash: fingerprint(secret), purpose: 'OWNER_DEVICE', data, expiresAt: ctx.authNow.add(days(30)) }, ctx.authNow)
  setCookie(ctx, DEVICE_COOKIE, secret, { sameSite: 'Strict', maxAgeSeconds: 30 * 86_400 })
}

/** The flow of a live state token, locked; undefined when unknown, used, expired, out of tries, or begun before the account changed. */
async function flowOf(ctx: Ctx, stateToken: string) {
  const token = await openFlowAnywhere(ctx, stateToken, ['OWNER_MFA'])
  if (!token?.triesLeft) return undefined
  const { userId, keepSignedIn, mark } = token.data as { userId: string; keepSignedIn: boolean; mark: string }
  const owner = await store.ownerById(ctx.tx, userId)
  return owner && markOf(owner) === mark ? { token, owner, keepSignedIn } : undefined
}

/** Sends a code by letter, or says what a passkey has to sign. */
export async function challengeOwnerStep(ctx: Ctx, wish: { stateToken: string; way: 'EMAIL' | 'WEBAUTHN' }) {
  const begun = await ctx.write(async (work) => {
    const flow = await flowOf(work, wish.stateToken)
    if (!flow || !(await waysOf(work, flow.owner.id)).includes(wish.way)) return undefined
    const { owner } = flow
    if (wish.way === 'WEBAUTHN') return { options: await signingOptions(work, { userId: owner.id }, await factors.ownerPasskeys(work.tx, owner.id)) }
    const wait = await sendOwnerCode(work, owner)
    return wait > 0 ? { wait } : { hint: hintOf('EMAIL', { email: owner.email, phone: null }) }
  })
  if (!begun) return refuseTry({ failed: 'NOT_FOUND' })
  return begun.wait === undefined ? { hint: begun.hint ?? '', options: begun.options ?? null } : refuseThrottled(begun.wait)
}

interface StepWish {
  stateToken: string
  /** How the code came; six digits are the app's and all else a recovery code when nothing is said. */
  way?: OwnerWay | undefined
  code?: string | undefined
  /** What a passkey signed. */
  response?: object | undefined
  rememberThisDevice?: boolean | undefined
}
/** The second step of a dashboard sign-in. A failed try is saved before the refusal is thrown. */
export async function verifyOwnerStep(ctx: Ctx, wish: StepWish) {
  const signed = wish.response ? await signedInFlow(ctx, wish.stateToken, wish.response) : undefined
  const result = await ctx.write(async (work) => {
    const flow = await flowOf(work, wish.stateToken)
    if (!flow) return { failed: 'NOT_FOUND' as const }
    const { token, owner, keepSignedIn } = flow
    const wait = await codeTriesWait(work, owner.id)
    if (wait > 0) return { wait }
    const isRight = wish.response ? signed?.passkey.userId === owner.id : await ownerCodeFits(work, owner.id, wish.way, wish.code ?? '')
    if (!isRight) {
      await audit(work, 'owner.second-step-failed', { siteId: token.siteId, subjectId: owner.id })
      return { failed: 'BAD_CODE' as const, attemptsLeft: await loseTry(work.tx, token.siteId, token.tokenHash) }
    }
    if (signed) await factors.noteOwnerPasskeyUse(work.tx, signed.passkey.id, signed.counter, work.authNow)
    await markUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    if (wish.rememberThisDevice) await remember(work, token.siteId, owner)
    return { done: await startOwnerSession(work, owner, keepSignedIn) }
  })
  return result.done ?? refuseTry(result)
}

const anyPasskey = (work: Ctx, id: string) => factors.ownerPasskeyById(work.tx, id)
async function signedInFlow(ctx: Ctx, stateToken: string, response: object) {
  const flow = await ctx.write((work) => flowOf(work, stateToken))
  return flow ? signedBy(ctx, response, { holder: { userId: flow.owner.id }, find: anyPasskey }) : undefined
}

/** What a browser has to sign that has not said who it is. */
export async function startOwnerPasskeySignIn(ctx: Ctx) {
  mustHaveSite(ctx)
  return { options: await signingOptions(ctx, { userId: null }) }
}

/** A passkey instead of password and second step: it proves the device and that its person was there. */
export async function signInOwnerByPasskey(ctx: Ctx, wish: { response: object; keepSignedIn?: boolean | undefined }) {
  const signed = await signedBy(ctx, wish.response, { holder: { userId: null }, find: anyPasskey })
  if (!signed) return refuse('PASSKEY_REFUSED')
  return ctx.write(async (work) => {
    const owner = await store.ownerById(work.tx, signed.passkey.userId)
    if (!owner) return refuse('PASSKEY_REFUSED')
    await factors.noteOwnerPasskeyUse(work.tx, signed.passkey.id, signed.counter, work.authNow)
    return startOwnerSession(work, owner, wish.keepSignedIn ?? false)
  })
}

/** A challenge to prove it again is good in this session only, and for nothing else. */
const confirming = (sessionId: string): string => `confirm ${sessionId}`

/** What one of the caller's passkeys has to sign to prove that it is still they; null when they have none. */
export async function startOwnerConfirmation(ctx: Ctx) {
  const { owner, sessionId } = await callingOwner(ctx)
  const known = await factors.ownerPasskeys(ctx.tx, owner.id)
  return { options: known.length === 0 ? null : await signingOptions(ctx, { userId: owner.id }, known, confirming(sessionId)) }
}

/** The password again, or a passkey, which proves the device and that its person is there. Whoever signs in without a password has none at hand. */
export async function confirmOwner(ctx: Ctx, wish: { password?: string | undefined; response?: object | undefined }): Promise<void> {
  const { owner, sessionId } = await ctx.write(callingOwner)
  const signed = wish.response
    ? await signedBy(ctx, wish.response, { holder: { userId: owner.id }, find: anyPasskey, challengeId: confirming(sessionId) })
    : undefined
  if (!wish.response) await checkedOwner(ctx, owner.email, wish.password ?? '')
  else if (signed?.passkey.userId !== owner.id) return refuse('PASSKEY_REFUSED')
  await ctx.write(async (work) => {
    if (signed) await factors.noteOwnerPasskeyUse(work.tx, signed.passkey.id, signed.counter, work.authNow)
    await noteOwnerCredential(work.tx, sessionId, work.authNow)
  })
}
