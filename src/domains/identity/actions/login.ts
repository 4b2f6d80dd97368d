/** Sign-in by password. Never replies with a validation error (W4), never reveals whether an email is known. Source: guide identity §5.2, §9.5. */
import type { BaseContext, OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import type { LoginInput } from '../contract/shapes.ts'
import { refuse } from '../errors.ts'
import { readLoginEmail } from '../rules/email.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from '../password-hash.ts'
import { waitSeconds } from '../rules/lock-out.ts'
import { isCommonPassword, MAX_LENGTH, normalizePassword } from '../rules/password.ts'
import type { SignInSettings } from '../rules/settings.ts'
import { decideLogin } from '../rules/sign-in.ts'
import { countPasswordAttemptByEmail, readPasswordAttempts, type EmailAttemptTarget } from '../store/password-attempts.ts'
import { audit } from '../store/audit.ts'
import { clearAttempts } from '../store/rate-limits.ts'
import { assertCaptchaSolved, isCaptchaNeeded } from './captcha.ts'
import { clearPasswordAttempt, claimLockoutEmail, type PasswordAttempt } from './password-attempts.ts'
import { readMemberBrowserToken } from './known-browsers.ts'
import { passwordRecoveryUrl, queueEmailTo } from './emails.ts'
import { addressCounter } from './rate-limits.ts'
import { continueSignIn } from './continue-sign-in.ts'
import { getCachedSettings } from './sign-in-settings.ts'
import * as store from '../store/identities.ts'

const loginCounterKey = (emailKey: string) => `login:${emailKey}`

/** Ends the lockout of an email after its password was reset. */
export const clearLockout = (ctx: TransactionContext, emailKey: string): Promise<void> => clearAttempts(ctx.tx, ctx.siteId, loginCounterKey(emailKey))

const ADDRESS_LIMIT = { times: 100, seconds: 600 }
/** Window of failures after which a captcha is required (mode SUSPICIOUS); never refuses by itself. */
const SUSPICIOUS = { times: Number.MAX_SAFE_INTEGER, seconds: 900 }

/** Counters for an attempt of this caller at the password of an email. */
function attemptCounters(ctx: BaseContext, emailKey: string, { captcha }: SignInSettings) {
  const key = loginCounterKey(emailKey)
  const mark = readMemberBrowserToken(ctx)
  const address = addressCounter(ctx, 'login-failed')
  const lately = addressCounter(ctx, 'login-failed-lately')
  const of: EmailAttemptTarget = {
    siteId: ctx.siteId,
    emailKey,
    key,
    browser: mark && { tokenHash: mark.tokenHash, key: `${key}:${mark.name}` },
    byAddress: [
      // An IP address with too many failures solves a captcha where there is one, and waits where there is none.
      { key: address, limit: ADDRESS_LIMIT, refuses: captcha.login === 'OFF' },
      ...(captcha.login === 'SUSPICIOUS' ? [{ key: lately, limit: SUSPICIOUS, refuses: false }] : []),
    ],
  }
  return { of, address, lately }
}

/** With captchas enabled: refuses callers that have to wait, then requires a captcha when one is due. Counts nothing. */
async function requireCaptchaWhenDue(
  ctx: OwnTransactionContext,
  { of, address, lately }: ReturnType<typeof attemptCounters>,
  settings: SignInSettings,
  tokens: unknown,
): Promise<void> {
  const previous = await ctx.read(({ db }) =>
    readPasswordAttempts(
      db,
      ctx.siteId,
      {
        emailKey: of.emailKey,
        key: of.key,
        browserTokenHash: of.browser?.tokenHash,
        address: { key: address, seconds: ADDRESS_LIMIT.seconds },
        lately: { key: lately, seconds: SUSPICIOUS.seconds },
      },
      ctx.authNow,
    ),
  )
  const now = ctx.authNow.epochMilliseconds
  const wait = previous.isKnown ? 0 : waitSeconds(previous.attempts, now)
  if (wait > 0) refuseThrottled(wait)
  const suspicion = {
    accountFailures: now - previous.attempts.lastFailureAt < SUSPICIOUS.seconds * 1000 ? previous.attempts.inARow : 0,
    addressFailures: Math.max(previous.address.uses, previous.failuresLately),
    addressSignUps: 0,
  }
  if (isCaptchaNeeded(settings, 'login', suspicion)) await assertCaptchaSolved(ctx, settings, 'login', tokens)
}

/**
 * Signs a member in: SUCCESS with a session token, or the state that the sign-in waits in. Refuses with -19976 a wrong password or address, and
 * while it is locked.
 */
export async function login(ctx: OwnTransactionContext, input: LoginInput) {
  const email = readLoginEmail(input.loginId)
  if (!email) return refuse('INVALID_EMAIL_FORMAT')
  const settings = await ctx.read(getCachedSettings)
  const counterSet = attemptCounters(ctx, email.key, settings)
  if (settings.captcha.login !== 'OFF') await requireCaptchaWhenDue(ctx, counterSet, settings, input.captchaTokens)
  const { siteId, key, browser: mark, byAddress } = counterSet.of
  const { found, isKnown, wait, locks } = await ctx.statement((db) => countPasswordAttemptByEmail(db, counterSet.of, ctx.authNow))
  if (wait > 0) refuseThrottled(wait)
  const attempt: PasswordAttempt = isKnown && mark ? { siteId, key: mark.key, byAddress: [], locks } : { siteId, key, byAddress, locks }
  const password = typeof input.password === 'string' && [...normalizePassword(input.password)].length <= MAX_LENGTH ? input.password : ''
  if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
    await ctx.transaction((work) => recordFailedLogin(work, attempt, found))
    return refuse('-19976')
  }
  const upgraded = found.passwordHash && isOutdatedHash(found.passwordHash) ? await hashPassword(password) : undefined
  const outcome = await ctx.transaction(async (work) => {
    await store.lockIdentity(work, found.id)
    const row = await store.identityDetailsById(work, found.id)
    // The password may have been changed between the check and the lock.
    if (row?.passwordVersion !== found.passwordVersion) return { refused: '-19976' as const }
    await clearPasswordAttempt(work, attempt)
    const decided = decideLogin(row, row.passwordResetRequired || isCommonPassword(password))
    if ('refused' in decided) {
      await audit(work, 'member.sign-in-refused', { subjectId: row.id, data: { code: decided.refused } })
      return decided
    }
    if (upgraded && row.passwordHash) await store.replacePasswordHash(work, row.id, row.passwordHash, upgraded)
    return { done: await continueSignIn(work, row) }
  })
  return 'done' in outcome ? outcome.done : refuse(outcome.refused)
}

async function recordFailedLogin(ctx: TransactionContext, attempt: PasswordAttempt, found: store.IdentityRow | undefined): Promise<void> {
  if (found && (await claimLockoutEmail(ctx, attempt)))
    await queueEmailTo(ctx, found, 'SIGN_IN_LOCKED', { when: ctx.authNow.toString(), ip: ctx.ip, resetLink: passwordRecoveryUrl(ctx) })
  await audit(ctx, attempt.locks ? 'member.locked' : 'member.sign-in-failed', found ? { subjectId: found.id } : {})
}
