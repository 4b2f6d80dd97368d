/** Sign-in of owners to the dashboard: password, second step, browsers, new password. Source: guide identity 9.8. */
import { currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { cookieOf, OWNER_COOKIE } from '../caller.ts'
import { refuse } from '../errors.ts'
import { hashPassword, passwordIsRight } from '../password-hash.ts'
import { afterFailure, waitSeconds } from '../rules/lock-out.ts'
import { passwordViolations } from '../rules/password.ts'
import { normalRecoveryCode } from '../rules/factor.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import { enrolment, newRecoveryCodes, newTotpSecret, totpStep } from '../crypto/totp.ts'
import * as store from '../store/businesses.ts'
import * as owners from '../store/owners.ts'
import { days, insertFlowToken, lockFlowToken, loseTry, markUsed } from '../store/sessions.ts'
import { audit, clearAttempts, countUse, lockAttempts, readAttempts, saveAttempts } from '../store/throttles.ts'
import { wireInstant } from '../wire.ts'
import { setCookie } from './cookies.ts'
import { writeTo } from './letters.ts'
import { refuseThrottled } from './limits.ts'

const DEVICE_COOKIE = 'ms_owner_device'
const TRIES = 5
type Owner = NonNullable<Awaited<ReturnType<typeof store.ownerById>>>

/** Checks the password with the waits of the lock-out; the counter stands under the site that is asked. */
async function checkedOwner(ctx: Ctx, email: string, password: string): Promise<Owner> {
  const key = `owner-login:${email.trim().toLowerCase()}`
  // Before the first site is founded there is nobody to sign in.
  if (!ctx.siteId) return refuse('WRONG_SIGN_IN')
  const { owner, wait } = await ctx.write(async (work) => ({
    owner: await store.ownerByEmail(work.tx, email),
    wait: waitSeconds(await readAttempts(work.tx, ctx.siteId, key, work.authNow), work.authNow.epochMilliseconds),
  }))
  if (wait > 0) refuseThrottled(wait)
  if (!(await passwordIsRight(owner?.passwordHash, password)) || !owner) {
    await ctx.write(async (work) => {
      await saveAttempts(work.tx, ctx.siteId, key, afterFailure(await lockAttempts(work.tx, ctx.siteId, key, work.authNow), work.authNow.epochMilliseconds))
      await audit(work, 'owner.sign-in-failed', owner ? { subjectId: owner.id } : {})
    })
    return refuse('WRONG_SIGN_IN')
  }
  await ctx.write((work) => clearAttempts(work.tx, ctx.siteId, key))
  return owner
}

/** Checks the password; starts a session and sets its cookie, or asks for the second step. */
export async function signInOwner(ctx: Ctx, wish: { email: string; password: string; keepSignedIn?: boolean | undefined }) {
  const owner = await checkedOwner(ctx, wish.email, wish.password)
  const keepSignedIn = wish.keepSignedIn ?? false
  return ctx.write(async (work) => {
    const factor = await owners.ownerFactor(work.tx, owner.id)
    if (factor?.status !== 'ACTIVE' || (await isRemembered(work, owner))) return startOwnerSession(work, owner, keepSignedIn)
    const stateToken = newSecret()
    await insertFlowToken(
      work.tx,
      {
        siteId: ctx.siteId,
        tokenHash: fingerprint(stateToken),
        purpose: 'OWNER_MFA',
        data: { userId: owner.id, keepSignedIn, passwordMark: markOf(owner) },
        triesLeft: TRIES,
        expiresAt: work.authNow.add({ minutes: 15 }),
      },
      work.authNow,
    )
    return { user: null, sites: [], csrfToken: '', secondStep: { stateToken } }
  })
}

/** Changes with the password, so that what was begun with an older one dies with it. */
const markOf = (owner: Owner): string => fingerprint(owner.passwordHash)

async function startOwnerSession(ctx: Ctx, owner: Owner, keepSignedIn: boolean) {
  const secret = newSecret()
  const csrfToken = newSecret()
  await store.insertOwnerSession(
    ctx.tx,
    {
      id: ctx.newId(),
      userId: owner.id,
      tokenHash: fingerprint(secret),
      csrfToken,
      keepSignedIn,
      userAgent: (ctx.headers['user-agent'] ?? '').slice(0, 300),
      ip: ctx.ip,
    },
    ctx.authNow,
  )
  const sites = await store.sitesOfOwner(ctx.tx, owner.id)
  for (const site of sites) await audit(ctx, 'owner.signed-in', { siteId: site.id, subjectId: owner.id, actorKind: 'owner', actorId: owner.id })
  setCookie(ctx, OWNER_COOKIE, secret, { sameSite: 'Strict', ...(keepSignedIn ? { maxAgeSeconds: 12 * 3600 } : {}) })
  return { user: { id: owner.id, email: owner.email, name: owner.name }, sites: sites.map(siteToWire), csrfToken }
}

async function isRemembered(ctx: Ctx, owner: Owner): Promise<boolean> {
  const secret = cookieOf(ctx.cookies, DEVICE_COOKIE)
  const token = secret ? await lockFlowToken(ctx.tx, fingerprint(secret), ['OWNER_DEVICE']) : undefined
  const data = token?.data as { userId: string; passwordMark: string } | undefined
  return (
    token !== undefined && token.expiresAt.epochMilliseconds > ctx.authNow.epochMilliseconds && data?.userId === owner.id && data.passwordMark === markOf(owner)
  )
}

const recoveryHash = (userId: string, code: string): string => fingerprint(`${userId}:${normalRecoveryCode(code)}`)

/** A code of the app, or one of the printed ones; used up by it. */
async function stepFits(ctx: Ctx, userId: string, factor: owners.OwnerFactor, code: string): Promise<boolean> {
  const step = totpStep(factor.secret, code.replaceAll(' ', ''), factor.lastStep, ctx.authNow.epochMilliseconds)
  if (step !== undefined) return owners.useOwnerStep(ctx.tx, userId, step)
  return factor.status === 'ACTIVE' && owners.useOwnerCode(ctx.tx, userId, recoveryHash(userId, code), ctx.authNow)
}

/** The second step of a dashboard sign-in. A failed try is saved before the refusal is thrown. */
export async function verifyOwnerStep(ctx: Ctx, wish: { stateToken: string; code: string; rememberThisDevice?: boolean | undefined }) {
  const result = await ctx.write(async (work) => {
    const token = await lockFlowToken(work.tx, fingerprint(wish.stateToken), ['OWNER_MFA'])
    if (!token?.triesLeft || token.usedAt || token.expiresAt.epochMilliseconds <= work.authNow.epochMilliseconds) return { failed: 'NOT_FOUND' as const }
    const data = token.data as { userId: string; keepSignedIn: boolean; passwordMark: string }
    const owner = await store.ownerById(work.tx, data.userId)
    const factor = await owners.ownerFactor(work.tx, data.userId)
    if (!owner || !factor || markOf(owner) !== data.passwordMark) return { failed: 'NOT_FOUND' as const }
    const wait = await countUse(work.tx, token.siteId, `owner-code-tries:${owner.id}`, { times: 20, seconds: 86_400 }, work.authNow)
    if (wait > 0) return { wait }
    if (!(await stepFits(work, owner.id, factor, wish.code))) {
      await audit(work, 'owner.second-step-failed', { siteId: token.siteId, subjectId: owner.id })
      return { failed: 'BAD_CODE' as const, attemptsLeft: await loseTry(work.tx, token.siteId, token.tokenHash) }
    }
    await markUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    if (wish.rememberThisDevice) await remember(work, token.siteId, owner)
    return { done: await startOwnerSession(work, owner, data.keepSignedIn) }
  })
  if (result.done) return result.done
  if (result.wait !== undefined) return refuseThrottled(result.wait)
  return refuse('VERIFICATION_FAILED', {
    verificationFailureReason: result.failed,
    ...(result.attemptsLeft === undefined ? {} : { attemptsLeft: result.attemptsLeft }),
  })
}

async function remember(ctx: Ctx, siteId: string, owner: Owner): Promise<void> {
  const secret = newSecret()
  const data = { userId: owner.id, passwordMark: markOf(owner) }
  await insertFlowToken(ctx.tx, { siteId, tokenHash: fingerprint(secret), purpose: 'OWNER_DEVICE', data, expiresAt: ctx.authNow.add(days(30)) }, ctx.authNow)
  setCookie(ctx, DEVICE_COOKIE, secret, { sameSite: 'Strict', maxAgeSeconds: 30 * 86_400 })
}

/** Ends the dashboard session of this browser. */
export async function signOutOwner(ctx: Ctx): Promise<void> {
  const secret = cookieOf(ctx.cookies, OWNER_COOKIE)
  if (secret) await store.deleteOwnerSession(ctx.tx, fingerprint(secret))
  setCookie(ctx, OWNER_COOKIE, '', { sameSite: 'Strict', maxAgeSeconds: 0 })
}

/** Who is signed in to the dashboard, and on which sites. */
export async function currentOwner(ctx: Ctx) {
  const owner = ctx.caller.userId ? await store.ownerById(ctx.tx, ctx.caller.userId) : undefined
  const session = ctx.caller.sessionId && owner ? await store.ownerSessionById(ctx.tx, ctx.caller.sessionId) : undefined
  if (!owner || !session) return { user: null, sites: [], csrfToken: '' }
  const sites = await store.sitesOfOwner(ctx.tx, owner.id)
  return { user: { id: owner.id, email: owner.email, name: owner.name }, sites: sites.map(siteToWire), csrfToken: session.csrfToken }
}

const siteToWire = (site: { id: string; name: string; role: string; permissions: string[] | null }) => ({
  id: site.id,
  name: site.name,
  role: site.role,
  permissions: site.permissions,
})

/** The dashboard user who calls; keys and apps have no password and no browser. */
async function callingOwner(ctx: Ctx): Promise<{ owner: Owner; sessionId: string }> {
  const { userId, sessionId } = ctx.caller
  const owner = userId ? await store.ownerById(ctx.tx, userId) : undefined
  return owner && sessionId ? { owner, sessionId } : refuseStandard('PERMISSION_DENIED')
}

const FRESH_MINUTES = 30
/** Why an unattended dashboard may not do what is grave: its password is not recent. Keys and apps are trusted as they are. */
export async function proofAtDesk(ctx: Ctx): Promise<{ refused: 'REAUTHENTICATION_REQUIRED' } | undefined> {
  if (!ctx.caller.userId) return undefined
  const session = ctx.caller.sessionId ? await store.ownerSessionById(ctx.tx, ctx.caller.sessionId) : undefined
  const isRecent = session !== undefined && ctx.authNow.since(session.verifiedAt).total('minutes') <= FRESH_MINUTES
  return isRecent ? undefined : { refused: 'REAUTHENTICATION_REQUIRED' }
}

/** An unattended dashboard must not hand out keys or change who gets in. */
export async function recentlySignedIn(ctx: Ctx): Promise<void> {
  const objection = await proofAtDesk(ctx)
  if (objection) refuse(objection.refused)
}

/** The password again. */
export async function confirmOwner(ctx: Ctx, password: string): Promise<void> {
  const { owner, sessionId } = await ctx.write(callingOwner)
  await checkedOwner(ctx, owner.email, password)
  await ctx.write((work) => owners.noteOwnerCredential(work.tx, sessionId, work.authNow))
}

export async function changeOwnerPassword(ctx: Ctx, wish: { currentPassword: string; newPassword: unknown }): Promise<void> {
  const { owner, sessionId } = await ctx.write(callingOwner)
  await checkedOwner(ctx, owner.email, wish.currentPassword)
  const siteName = await ctx.write(async (work) => (await currentSite(work)).name)
  orViolate(passwordViolations(wish.newPassword, { email: owner.email, siteName }, 'newPassword'))
  const passwordHash = await hashPassword(wish.newPassword as string)
  await ctx.write(async (work) => {
    await owners.setOwnerPassword(work.tx, owner.id, passwordHash, work.authNow)
    await owners.noteOwnerCredential(work.tx, sessionId, work.authNow)
    await owners.endOwnerSessions(work.tx, owner.id, sessionId)
    await tellChanged(work, owner)
    await audit(work, 'owner.password-changed', { subjectId: owner.id })
  })
}

const tellChanged = (ctx: Ctx, owner: Owner) =>
  writeTo(ctx, { email: owner.email, profile: {} }, 'PASSWORD_CHANGED', {
    when: ctx.authNow.toString(),
    device: ctx.headers['user-agent'] ?? '',
    supportLink: `${ctx.origin}/dashboard/sign-in`,
  })

/** Mails a link to set a new dashboard password; says nothing about who exists. */
export async function mailOwnerRecovery(ctx: Ctx, email: string): Promise<void> {
  if (!ctx.siteId) return
  await ctx.write(async (work) => {
    const owner = await store.ownerByEmail(work.tx, email)
    const wait = await countUse(work.tx, ctx.siteId, `owner-recovery:${email.trim().toLowerCase()}`, { times: 3, seconds: 3600 }, work.authNow)
    if (!owner || wait > 0) return
    const token = newSecret()
    await insertFlowToken(
      work.tx,
      {
        siteId: ctx.siteId,
        tokenHash: fingerprint(token),
        purpose: 'OWNER_RECOVERY',
        data: { userId: owner.id, passwordMark: markOf(owner) },
        expiresAt: work.authNow.add({ hours: 3 }),
      },
      work.authNow,
    )
    const link = `${ctx.origin}/dashboard/reset-password?token=${token}`
    await writeTo(work, { email: owner.email, profile: {} }, 'OWNER_PASSWORD_RESET', { link, expiresHours: 3 })
    await audit(work, 'owner.recovery-mailed', { subjectId: owner.id })
  })
}

/** Sets the password that a mailed link allows; every browser is signed out, the second step stays. */
export async function recoverOwner(ctx: Ctx, wish: { token: string; password: unknown }): Promise<void> {
  const live = async (work: Ctx) => {
    const token = await lockFlowToken(work.tx, fingerprint(wish.token), ['OWNER_RECOVERY'])
    if (!token || token.usedAt || token.expiresAt.epochMilliseconds <= work.authNow.epochMilliseconds) return undefined
    const { userId, passwordMark } = token.data as { userId: string; passwordMark: string }
    const owner = await store.ownerById(work.tx, userId)
    return owner && markOf(owner) === passwordMark ? { token, owner } : undefined
  }
  const found = await ctx.write(live)
  if (!found) return refuse('INVALID_RECOVERY_TOKEN')
  orViolate(passwordViolations(wish.password, { email: found.owner.email }))
  const passwordHash = await hashPassword(wish.password as string)
  await ctx.write(async (work) => {
    const still = await live(work)
    if (!still) return refuse('INVALID_RECOVERY_TOKEN')
    const { owner, token } = still
    await markUsed(work.tx, token.siteId, token.tokenHash, work.authNow)
    await owners.setOwnerPassword(work.tx, owner.id, passwordHash, work.authNow)
    await owners.endOwnerSessions(work.tx, owner.id)
    await clearAttempts(work.tx, ctx.siteId, `owner-login:${owner.email.trim().toLowerCase()}`)
    await tellChanged(work, owner)
    return audit(work, 'owner.password-recovered', { siteId: token.siteId, subjectId: owner.id })
  })
}

export async function ownerSecurity(ctx: Ctx) {
  const { owner, sessionId } = await callingOwner(ctx)
  const factor = await owners.ownerFactor(ctx.tx, owner.id)
  const sessions = await owners.ownerSessionsOf(ctx.tx, owner.id, ctx.authNow)
  return {
    secondStep: factor?.status === 'ACTIVE',
    recoveryCodesLeft: await owners.ownerCodesLeft(ctx.tx, owner.id),
    sessions: sessions.map((session) => ({
      id: session.id,
      createdDate: wireInstant(session.createdAt),
      lastUsedDate: wireInstant(session.lastUsedAt),
      userAgent: session.userAgent,
      ip: session.ip,
      current: session.id === sessionId,
    })),
  }
}

export async function signOutOtherOwners(ctx: Ctx): Promise<{ signedOut: number }> {
  const { owner, sessionId } = await callingOwner(ctx)
  const signedOut = await owners.endOwnerSessions(ctx.tx, owner.id, sessionId)
  await audit(ctx, 'owner.others-signed-out', { subjectId: owner.id })
  return { signedOut }
}

export async function startOwnerStep(ctx: Ctx) {
  const { owner } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  const secret = newTotpSecret()
  if (!(await owners.beginOwnerFactor(ctx.tx, owner.id, secret, ctx.authNow))) return refuse('FACTOR_EXISTS')
  return { secret, ...enrolment(secret, { person: owner.email, site: `${(await currentSite(ctx)).name} dashboard` }) }
}

/** The first right code makes the app count; ten recovery codes come with it, shown once. */
export async function confirmOwnerStep(ctx: Ctx, code: string): Promise<{ recoveryCodes: string[] }> {
  const result = await ctx.write(async (work) => {
    const { owner } = await callingOwner(work)
    const wait = await countUse(work.tx, ctx.siteId, `owner-code-tries:${owner.id}`, { times: 20, seconds: 86_400 }, work.authNow)
    if (wait > 0) return { wait }
    const factor = await owners.ownerFactor(work.tx, owner.id)
    if (factor?.status !== 'PENDING') return { failed: 'NOT_FOUND' }
    if (!(await stepFits(work, owner.id, factor, code))) return { failed: 'BAD_CODE' }
    const recoveryCodes = newRecoveryCodes()
    await owners.replaceOwnerCodes(
      work.tx,
      owner.id,
      recoveryCodes.map((one) => recoveryHash(owner.id, one)),
    )
    await audit(work, 'owner.second-step-added', { subjectId: owner.id })
    return { recoveryCodes }
  })
  if (result.wait !== undefined) return refuseThrottled(result.wait)
  return result.recoveryCodes ? { recoveryCodes: result.recoveryCodes } : refuse('VERIFICATION_FAILED', { verificationFailureReason: result.failed })
}

export async function removeOwnerStep(ctx: Ctx): Promise<void> {
  const { owner, sessionId } = await callingOwner(ctx)
  await recentlySignedIn(ctx)
  await owners.removeOwnerFactor(ctx.tx, owner.id)
  await owners.endOwnerSessions(ctx.tx, owner.id, sessionId)
  await audit(ctx, 'owner.second-step-removed', { subjectId: owner.id })
}
