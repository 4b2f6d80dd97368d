/** Sign-in by password. Never answers with a validation error (W4), never tells whether an address is known. Source: guide identity 5.2, 9.5. */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { passwordIsRight } from '../password-hash.ts'
import { afterFailure, waitSeconds } from '../rules/lock-out.ts'
import { LONGEST } from '../rules/password.ts'
import { loginOutcome } from '../rules/sign-in.ts'
import * as store from '../store/identities.ts'
import { audit, clearAttempts, lockAttempts, readAttempts, saveAttempts } from '../store/throttles.ts'
import { writeTo } from './letters.ts'
import { refuseThrottled, waitForAddress } from './limits.ts'
import { emailIn, proceed } from './register.ts'

const attemptsKey = (emailKey: string) => `login:${emailKey}`

/** Clears the waiting time of an address, after its password was set anew. */
export const clearLock = (ctx: Ctx, emailKey: string): Promise<void> => clearAttempts(ctx.tx, ctx.siteId, attemptsKey(emailKey))

export async function login(ctx: Ctx, wish: { loginId?: unknown; password?: unknown }) {
  const email = emailIn(wish.loginId)
  if (!email) return refuse('INVALID_EMAIL_FORMAT')
  const key = attemptsKey(email.key)
  const { found, wait } = await ctx.write(async (work) => ({
    found: await store.identityByEmail(work.tx, ctx.siteId, email.key),
    wait: waitSeconds(await readAttempts(work.tx, ctx.siteId, key, work.authNow), work.authNow.epochMilliseconds),
  }))
  if (wait > 0) refuseThrottled(wait)
  const password = typeof wish.password === 'string' && [...wish.password].length <= LONGEST ? wish.password : ''
  if (!(await passwordIsRight(found?.passwordHash, password)) || !found) {
    const addressWait = await waitForAddress(ctx, 'login-failed', { times: 100, seconds: 600 })
    await ctx.write((work) => noteFailure(work, key, found))
    return addressWait > 0 ? refuseThrottled(addressWait) : refuse('-19976')
  }
  return ctx.write(async (work) => {
    await store.lockIdentity(work.tx, ctx.siteId, found.id)
    const row = (await store.identityById(work.tx, ctx.siteId, found.id)) ?? found
    // The password may have been changed between the check and the lock.
    if (row.passwordVersion !== found.passwordVersion) return refuse('-19976')
    const outcome = loginOutcome(row, row.resetDemanded)
    if ('refused' in outcome) return refuse(outcome.refused)
    await clearAttempts(work.tx, ctx.siteId, key)
    return proceed(work, row.id)
  })
}

async function noteFailure(ctx: Ctx, key: string, found: store.IdentityRow | undefined): Promise<void> {
  const now = ctx.authNow.epochMilliseconds
  const before = await lockAttempts(ctx.tx, ctx.siteId, key, ctx.authNow)
  const after = afterFailure(before, now)
  const locked = waitSeconds(after, now) > 0
  const tell = locked && found && (before.notifiedAt === null || ctx.authNow.since(before.notifiedAt).total('hours') >= 24)
  await saveAttempts(ctx.tx, ctx.siteId, key, after, tell ? ctx.authNow : undefined)
  if (tell) await writeTo(ctx, found, 'SIGN_IN_LOCKED', { when: ctx.authNow.toString(), ip: ctx.ip, resetLink: `${ctx.origin}/hosted/reset-password` })
  await audit(ctx, locked ? 'member.locked' : 'member.sign-in-failed', found ? { subjectId: found.id } : {})
}
