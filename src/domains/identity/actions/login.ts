/** Sign-in by password. Never answers with a validation error (W4), never tells whether an address is known. Source: guide identity 5.2, 9.5. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { emailIn } from '../rules/email.ts'
import { hashPassword, isOutdatedHash, passwordIsRight } from '../password-hash.ts'
import { afterFailure, waitSeconds } from '../rules/lock-out.ts'
import { isCommonPassword, LONGEST, normalPassword } from '../rules/password.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { beforePassword } from '../store/before-password.ts'
import { audit, clearAttempts, lockAttempts, saveAttempts } from '../store/throttles.ts'
import { checkCaptcha, needsCaptcha } from './captcha.ts'
import { passwordPage, writeTo } from './letters.ts'
import { addressCounter, waitForAddress } from './limits.ts'
import { proceed } from './proceed.ts'
import { knownSettings } from './sign-in-settings.ts'

const attemptsKey = (emailKey: string) => `login:${emailKey}`

/** Clears the waiting time of an address, after its password was set anew. */
export const clearLock = (ctx: Ctx, emailKey: string): Promise<void> => clearAttempts(ctx.tx, ctx.siteId, attemptsKey(emailKey))

const ADDRESS_LIMIT = { times: 100, seconds: 600 }
/** Failures of the last quarter of an hour are suspicious before they are too many. */
const SUSPICIOUS = { times: Number.MAX_SAFE_INTEGER, seconds: 900 }

/** What is known before the password is looked at: the holder of the address, waits, and whether a captcha is due. */
async function look(ctx: Ctx, emailKey: string) {
  const settings = await knownSettings(ctx)
  const counter = { key: addressCounter(ctx, 'login-failed'), seconds: ADDRESS_LIMIT.seconds }
  const lately = { key: addressCounter(ctx, 'login-failed-lately'), seconds: SUSPICIOUS.seconds }
  const { found, attempts, failedBefore, address, failuresLately } = await beforePassword(
    ctx.tx,
    ctx.siteId,
    { emailKey, attemptsKey: attemptsKey(emailKey), address: counter, lately },
    ctx.authNow,
  )
  const now = ctx.authNow.epochMilliseconds
  const tooMany = address.uses >= ADDRESS_LIMIT.times
  const suspicion = {
    accountFailures: now - attempts.lastFailureAt < SUSPICIOUS.seconds * 1000 ? attempts.inARow : 0,
    addressFailures: Math.max(address.uses, failuresLately),
    addressSignUps: 0,
  }
  return {
    found,
    failedBefore,
    settings,
    // An address with too many failures solves a captcha where there is one, and waits where there is none.
    wait: Math.max(waitSeconds(attempts, now), tooMany && settings.captcha.login === 'OFF' ? address.retryAfterSeconds : 0),
    captcha: needsCaptcha(settings, 'login', suspicion),
  }
}

export async function login(ctx: Ctx, wish: { loginId?: unknown; password?: unknown; captchaTokens?: unknown }) {
  const email = emailIn(wish.loginId)
  if (!email) return refuse('INVALID_EMAIL_FORMAT')
  const key = attemptsKey(email.key)
  const { found, failedBefore, settings, wait, captcha } = await look(ctx, email.key)
  if (wait > 0) refuseThrottled(wait)
  if (captcha) await checkCaptcha(ctx, settings, 'login', wish.captchaTokens)
  const password = typeof wish.password === 'string' && [...normalPassword(wish.password)].length <= LONGEST ? wish.password : ''
  if (!(await passwordIsRight(found?.passwordHash, password)) || !found) {
    await waitForAddress(ctx, 'login-failed', ADDRESS_LIMIT)
    if (settings.captcha.login === 'SUSPICIOUS') await waitForAddress(ctx, 'login-failed-lately', SUSPICIOUS)
    await ctx.write((work) => noteFailure(work, key, found))
    return refuse('-19976')
  }
  const upgraded = found.passwordHash && isOutdatedHash(found.passwordHash) ? await hashPassword(password) : undefined
  const outcome = await ctx.write(async (work) => {
    await store.lockIdentity(work.tx, ctx.siteId, found.id)
    const row = await store.personById(work.tx, ctx.siteId, found.id)
    // The password may have been changed between the check and the lock.
    if (row?.passwordVersion !== found.passwordVersion) return { refused: '-19976' as const }
    const decided = loginOutcome(row, row.resetDemanded || isCommonPassword(password))
    if ('refused' in decided) {
      await audit(work, 'member.sign-in-refused', { subjectId: row.id, data: { code: decided.refused } })
      return decided
    }
    if (failedBefore) await clearAttempts(work.tx, ctx.siteId, key)
    if (upgraded && row.passwordHash) await store.upgradeHash(work.tx, ctx.siteId, row.id, row.passwordHash, upgraded)
    return { done: await proceed(work, row) }
  })
  return 'done' in outcome ? outcome.done : refuse(outcome.refused)
}

async function noteFailure(ctx: Ctx, key: string, found: store.IdentityRow | undefined): Promise<void> {
  const now = ctx.authNow.epochMilliseconds
  const before = await lockAttempts(ctx.tx, ctx.siteId, key, ctx.authNow)
  const after = afterFailure(before, now)
  const locked = waitSeconds(after, now) > 0
  const tell = locked && found && (before.notifiedAt === null || ctx.authNow.since(before.notifiedAt).total('hours') >= 24)
  await saveAttempts(ctx.tx, ctx.siteId, key, after, tell ? ctx.authNow : undefined)
  if (tell) await writeTo(ctx, found, 'SIGN_IN_LOCKED', { when: ctx.authNow.toString(), ip: ctx.ip, resetLink: passwordPage(ctx) })
  await audit(ctx, locked ? 'member.locked' : 'member.sign-in-failed', found ? { subjectId: found.id } : {})
}
