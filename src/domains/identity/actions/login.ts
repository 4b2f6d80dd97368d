/** Sign-in by password. Never answers with a validation error (W4), never tells whether an address is known. Source: guide identity 5.2, 9.5. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { cookieOf } from '../caller.ts'
import { refuse } from '../errors.ts'
import { emailIn } from '../rules/email.ts'
import { hashPassword, isOutdatedHash, passwordIsRight } from '../password-hash.ts'
import { waitSeconds } from '../rules/lock-out.ts'
import { isCommonPassword, LONGEST, normalPassword } from '../rules/password.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { beforePassword } from '../store/before-password.ts'
import { audit, clearAttempts } from '../store/throttles.ts'
import { checkCaptcha, needsCaptcha } from './captcha.ts'
import { countGuess, forgetGuess, mayTellLock, type Guess, type GuessOf } from './guesses.ts'
import { memberBrowser } from './known-browsers.ts'
import { passwordPage, writeTo } from './letters.ts'
import { addressCounter } from './limits.ts'
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
  const { found, attempts, address, failuresLately } = await beforePassword(
    ctx.tx,
    ctx.siteId,
    { emailKey, attemptsKey: attemptsKey(emailKey), address: counter, lately },
    ctx.authNow,
  )
  const now = ctx.authNow.epochMilliseconds
  const suspicion = {
    accountFailures: now - attempts.lastFailureAt < SUSPICIOUS.seconds * 1000 ? attempts.inARow : 0,
    addressFailures: Math.max(address.uses, failuresLately),
    addressSignUps: 0,
  }
  const browser = found && cookieOf(ctx.cookies, 'ms_known') ? await ctx.write((work) => memberBrowser(work, found.id)) : undefined
  const tooMany = address.uses >= ADDRESS_LIMIT.times && settings.captcha.login === 'OFF'
  const guessOf: GuessOf = browser
    ? { siteId: ctx.siteId, key: `${attemptsKey(emailKey)}:${browser}`, byAddress: [] }
    : {
        siteId: ctx.siteId,
        key: attemptsKey(emailKey),
        byAddress: [
          // An address with too many failures solves a captcha where there is one, and waits where there is none.
          { key: counter.key, limit: ADDRESS_LIMIT, refuses: settings.captcha.login === 'OFF' },
          ...(settings.captcha.login === 'SUSPICIOUS' ? [{ key: lately.key, limit: SUSPICIOUS, refuses: false }] : []),
        ],
      }
  return {
    found,
    settings,
    guessOf,
    // Told before a captcha is asked for; the count below decides.
    wait: browser ? 0 : Math.max(waitSeconds(attempts, now), tooMany ? address.retryAfterSeconds : 0),
    captcha: needsCaptcha(settings, 'login', suspicion),
  }
}

export async function login(ctx: Ctx, wish: { loginId?: unknown; password?: unknown; captchaTokens?: unknown }) {
  const email = emailIn(wish.loginId)
  if (!email) return refuse('INVALID_EMAIL_FORMAT')
  const { found, settings, guessOf, wait, captcha } = await look(ctx, email.key)
  if (wait > 0) refuseThrottled(wait)
  if (captcha) await checkCaptcha(ctx, settings, 'login', wish.captchaTokens)
  const counted = await countGuess(ctx, guessOf)
  if (!counted.guess) return refuseThrottled(counted.wait)
  const { guess } = counted
  const password = typeof wish.password === 'string' && [...normalPassword(wish.password)].length <= LONGEST ? wish.password : ''
  if (!(await passwordIsRight(found?.passwordHash, password)) || !found) {
    await ctx.write((work) => noteFailure(work, guess, found))
    return refuse('-19976')
  }
  const upgraded = found.passwordHash && isOutdatedHash(found.passwordHash) ? await hashPassword(password) : undefined
  const outcome = await ctx.write(async (work) => {
    await store.lockIdentity(work.tx, ctx.siteId, found.id)
    const row = await store.personById(work.tx, ctx.siteId, found.id)
    // The password may have been changed between the check and the lock.
    if (row?.passwordVersion !== found.passwordVersion) return { refused: '-19976' as const }
    await forgetGuess(work, guess)
    const decided = loginOutcome(row, row.resetDemanded || isCommonPassword(password))
    if ('refused' in decided) {
      await audit(work, 'member.sign-in-refused', { subjectId: row.id, data: { code: decided.refused } })
      return decided
    }
    if (upgraded && row.passwordHash) await store.upgradeHash(work.tx, ctx.siteId, row.id, row.passwordHash, upgraded)
    return { done: await proceed(work, row) }
  })
  return 'done' in outcome ? outcome.done : refuse(outcome.refused)
}

async function noteFailure(ctx: Ctx, guess: Guess, found: store.IdentityRow | undefined): Promise<void> {
  if (found && (await mayTellLock(ctx, guess)))
    await writeTo(ctx, found, 'SIGN_IN_LOCKED', { when: ctx.authNow.toString(), ip: ctx.ip, resetLink: passwordPage(ctx) })
  await audit(ctx, guess.locks ? 'member.locked' : 'member.sign-in-failed', found ? { subjectId: found.id } : {})
}
