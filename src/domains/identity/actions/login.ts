/** Sign-in by password. Never answers with a validation error (W4), never tells whether an address is known. Source: guide identity 5.2, 9.5. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { emailIn } from '../rules/email.ts'
import { hashPassword, isOutdatedHash, passwordIsRight } from '../password-hash.ts'
import { waitSeconds } from '../rules/lock-out.ts'
import { isCommonPassword, LONGEST, normalPassword } from '../rules/password.ts'
import type { SignInSettings } from '../rules/settings.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { guessAtEmail, guessesBefore, type GuessAtEmail } from '../store/guesses.ts'
import { audit, clearAttempts } from '../store/throttles.ts'
import { checkCaptcha, needsCaptcha } from './captcha.ts'
import { forgetGuess, mayTellLock, type Guess } from './guesses.ts'
import { memberMark } from './known-browsers.ts'
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

/** Where a guess from this caller at the password of an address is counted. */
function counters(ctx: Ctx, emailKey: string, { captcha }: SignInSettings) {
  const key = attemptsKey(emailKey)
  const mark = memberMark(ctx)
  const address = addressCounter(ctx, 'login-failed')
  const lately = addressCounter(ctx, 'login-failed-lately')
  const of: GuessAtEmail = {
    siteId: ctx.siteId,
    emailKey,
    key,
    mark: mark && { tokenHash: mark.tokenHash, key: `${key}:${mark.name}` },
    byAddress: [
      // An address with too many failures solves a captcha where there is one, and waits where there is none.
      { key: address, limit: ADDRESS_LIMIT, refuses: captcha.login === 'OFF' },
      ...(captcha.login === 'SUSPICIOUS' ? [{ key: lately, limit: SUSPICIOUS, refuses: false }] : []),
    ],
  }
  return { of, address, lately }
}

/** Where captchas are used: refuses whoever has to wait before they solve one, and asks for one when it is due. Counts nothing. */
async function captchaFirst(ctx: Ctx, { of, address, lately }: ReturnType<typeof counters>, settings: SignInSettings, tokens: unknown): Promise<void> {
  const before = await guessesBefore(
    ctx.tx,
    ctx.siteId,
    {
      emailKey: of.emailKey,
      key: of.key,
      markHash: of.mark?.tokenHash,
      address: { key: address, seconds: ADDRESS_LIMIT.seconds },
      lately: { key: lately, seconds: SUSPICIOUS.seconds },
    },
    ctx.authNow,
  )
  const now = ctx.authNow.epochMilliseconds
  const wait = before.isKnown ? 0 : waitSeconds(before.attempts, now)
  if (wait > 0) refuseThrottled(wait)
  const suspicion = {
    accountFailures: now - before.attempts.lastFailureAt < SUSPICIOUS.seconds * 1000 ? before.attempts.inARow : 0,
    addressFailures: Math.max(before.address.uses, before.failuresLately),
    addressSignUps: 0,
  }
  if (needsCaptcha(settings, 'login', suspicion)) await checkCaptcha(ctx, settings, 'login', tokens)
}

export async function login(ctx: Ctx, wish: { loginId?: unknown; password?: unknown; captchaTokens?: unknown }) {
  const email = emailIn(wish.loginId)
  if (!email) return refuse('INVALID_EMAIL_FORMAT')
  const settings = await knownSettings(ctx)
  const counted = counters(ctx, email.key, settings)
  if (settings.captcha.login !== 'OFF') await captchaFirst(ctx, counted, settings, wish.captchaTokens)
  const { siteId, key, mark, byAddress } = counted.of
  const { found, isKnown, wait, locks } = await guessAtEmail(ctx.tx, counted.of, ctx.authNow)
  if (wait > 0) refuseThrottled(wait)
  const guess: Guess = isKnown && mark ? { siteId, key: mark.key, byAddress: [], locks } : { siteId, key, byAddress, locks }
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
