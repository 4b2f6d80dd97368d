/** One-time codes of dashboard users: TOTP, email, recovery codes. Source: guide identity §5.8, §9.8. */
import { listOldestSites } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import {
  hashSecret,
  newCode,
  equalsConstantTime,
  totpStep,
  normalizeRecoveryCode,
  consumeSharedRateLimit,
  findOwnerBrowserKey,
} from '#domains/identity/public.ts'
import { ownerSecondSteps, type OwnerSecondStep } from '../rules/second-step.ts'
import { queueEmailToOwner, type Owner } from './owner-session.ts'
import * as store from '../store/owner-factors.ts'

const CODE_MINUTES = 10
const CODE_ATTEMPTS = 5

/** Methods accepted for the second step of this user; empty when none is due. */
export const listOwnerSecondSteps = async (ctx: ReadContext, userId: string): Promise<OwnerSecondStep[]> =>
  ownerSecondSteps(await store.ownerFactors(ctx, userId), {
    passkeys: (await store.ownerPasskeys(ctx, userId)).length,
    recoveryCodesLeft: await store.countOwnerRecoveryCodes(ctx, userId),
  })

/** Counts one code attempt: twenty a day, and twenty more in a known browser. Returns the seconds to wait, or 0. Counted under the first site, whichever is called. */
export async function consumeOwnerCodeLimit(ctx: TransactionContext, userId: string): Promise<number> {
  const browser = await findOwnerBrowserKey(ctx, userId)
  const siteId = (await listOldestSites(ctx.tx))[0] ?? ctx.siteId
  return consumeSharedRateLimit(ctx.tx, siteId, `owner-code-tries:${userId}${browser ? `:${browser}` : ''}`, { times: 20, seconds: 86_400 }, ctx.authNow)
}

/** Recovery codes are stored as hashes bound to the user. */
export const hashOwnerRecoveryCode = (userId: string, code: string): string => hashSecret(`${userId}:${normalizeRecoveryCode(code)}`)

/** Emails a new code: one a minute, five an hour. Returns the seconds to wait, or 0. */
export async function queueOwnerCode(ctx: TransactionContext, owner: Owner): Promise<number> {
  const last = await store.ownerCodeSentAt(ctx, owner.id)
  const secondsSinceLast = last ? ctx.authNow.since(last).total('seconds') : 60
  if (secondsSinceLast < 60) return Math.ceil(60 - secondsSinceLast)
  const wait = await consumeSharedRateLimit(ctx.tx, ctx.siteId, `owner-codes:${owner.id}`, { times: 5, seconds: 3600 }, ctx.authNow)
  if (wait > 0) return wait
  const code = newCode()
  await store.saveOwnerCode(ctx, owner.id, {
    codeHash: hashSecret(`${owner.id}:${code}`),
    attemptsLeft: CODE_ATTEMPTS,
    createdAt: ctx.authNow,
    expiresAt: ctx.authNow.add({ minutes: CODE_MINUTES }),
  })
  await queueEmailToOwner(ctx, owner, 'SIGN_IN_CODE', { code, expiresMinutes: CODE_MINUTES })
  return 0
}

/** Whether a TOTP code is right and newer than the last one; a right code is consumed. */
export async function verifyOwnerTotpCode(ctx: TransactionContext, userId: string, factor: store.OwnerFactor | undefined, code: string): Promise<boolean> {
  const step = factor?.secret ? totpStep(factor.secret, code.replaceAll(' ', ''), factor.lastStep, ctx.authNow.epochMilliseconds) : undefined
  return step !== undefined && store.consumeOwnerTotpStep(ctx, userId, step)
}

/** Whether an emailed code is right; a right code is consumed. */
export async function verifyOwnerEmailCode(ctx: TransactionContext, userId: string, code: string): Promise<boolean> {
  const sent = await store.takeOwnerCodeAttempt(ctx, userId, ctx.authNow)
  if (!sent || sent.expired || !equalsConstantTime(hashSecret(`${userId}:${code.trim()}`), sent.codeHash)) return false
  await store.deleteOwnerCode(ctx, userId)
  return true
}

/** Whether a code is right for the second step. Without a requested method six digits are TOTP, all else is a recovery code. */
export async function verifyOwnerCode(ctx: TransactionContext, userId: string, requested: OwnerSecondStep | undefined, code: string): Promise<boolean> {
  const method = requested ?? (/^\d{6}$/.test(code.replaceAll(' ', '')) ? 'TOTP' : 'RECOVERY_CODE')
  if (!(await listOwnerSecondSteps(ctx, userId)).includes(method)) return false
  switch (method) {
    case 'TOTP':
      return verifyOwnerTotpCode(
        ctx,
        userId,
        (await store.ownerFactors(ctx, userId)).find(({ type }) => type === 'TOTP'),
        code,
      )
    case 'EMAIL':
      return verifyOwnerEmailCode(ctx, userId, code)
    case 'RECOVERY_CODE':
      return store.consumeOwnerRecoveryCode(ctx, userId, hashOwnerRecoveryCode(userId, code), ctx.authNow)
    case 'WEBAUTHN':
      return false
  }
}
