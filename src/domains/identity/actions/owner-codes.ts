/** Codes that prove a dashboard user: of an app, by letter, printed. Source: guide identity 5.8, 9.8. */
import { oldestSites } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { fingerprint, newCode, sameSecret } from '../crypto/secrets.ts'
import { totpStep } from '../crypto/totp.ts'
import { normalRecoveryCode, ownerWays, type OwnerWay } from '../rules/factor.ts'
import * as store from '../store/owner-factors.ts'
import { countUse } from '../store/throttles.ts'
import { ownerBrowser } from './known-browsers.ts'
import { writeToOwner, type Owner } from './owner-session.ts'

const CODE_MINUTES = 10
const CODE_TRIES = 5

/** What opens the second step of this person now; empty when none is due. */
export const waysOf = async (ctx: Ctx, userId: string): Promise<OwnerWay[]> =>
  ownerWays(await store.ownerFactors(ctx.tx, userId), {
    passkeys: (await store.ownerPasskeys(ctx.tx, userId)).length,
    recoveryCodesLeft: await store.ownerCodesLeft(ctx.tx, userId),
  })

/** Counts a try of a code: twenty a day, and as many apart in a browser that the person came in with before. Seconds to wait, or 0. Counted under the first site, whichever is asked. */
export async function codeTriesWait(ctx: Ctx, userId: string): Promise<number> {
  const browser = await ownerBrowser(ctx, userId)
  const siteId = (await oldestSites(ctx.tx))[0] ?? ctx.siteId
  return countUse(ctx.tx, siteId, `owner-code-tries:${userId}${browser ? `:${browser}` : ''}`, { times: 20, seconds: 86_400 }, ctx.authNow)
}

/** Recovery codes are kept as hashes, each bound to its person. */
export const ownerRecoveryHash = (userId: string, code: string): string => fingerprint(`${userId}:${normalRecoveryCode(code)}`)

/** Mails a fresh code: one a minute, five an hour. Seconds to wait, or 0. */
export async function sendOwnerCode(ctx: Ctx, owner: Owner): Promise<number> {
  const last = await store.ownerCodeSentAt(ctx.tx, owner.id)
  const since = last ? ctx.authNow.since(last).total('seconds') : 60
  if (since < 60) return Math.ceil(60 - since)
  const wait = await countUse(ctx.tx, ctx.siteId, `owner-codes:${owner.id}`, { times: 5, seconds: 3600 }, ctx.authNow)
  if (wait > 0) return wait
  const code = newCode()
  await store.saveOwnerCode(ctx.tx, owner.id, {
    codeHash: fingerprint(`${owner.id}:${code}`),
    triesLeft: CODE_TRIES,
    createdAt: ctx.authNow,
    expiresAt: ctx.authNow.add({ minutes: CODE_MINUTES }),
  })
  await writeToOwner(ctx, owner, 'SIGN_IN_CODE', { code, expiresMinutes: CODE_MINUTES })
  return 0
}

/** Whether a code of the app is right and newer than the last one; used up by it. */
export async function appCodeFits(ctx: Ctx, userId: string, factor: store.OwnerFactor | undefined, code: string): Promise<boolean> {
  const step = factor?.secret ? totpStep(factor.secret, code.replaceAll(' ', ''), factor.lastStep, ctx.authNow.epochMilliseconds) : undefined
  return step !== undefined && store.useOwnerStep(ctx.tx, userId, step)
}

/** Whether a mailed code is right; used up by it. */
export async function mailedCodeFits(ctx: Ctx, userId: string, code: string): Promise<boolean> {
  const sent = await store.tryOwnerCode(ctx.tx, userId, ctx.authNow)
  if (!sent || sent.expired || !sameSecret(fingerprint(`${userId}:${code.trim()}`), sent.codeHash)) return false
  await store.dropOwnerCode(ctx.tx, userId)
  return true
}

/** Whether a code opens the second step. Without a way six digits are the app's, all else is a recovery code. */
export async function ownerCodeFits(ctx: Ctx, userId: string, way: OwnerWay | undefined, code: string): Promise<boolean> {
  const asked = way ?? (/^\d{6}$/.test(code.replaceAll(' ', '')) ? 'TOTP' : 'RECOVERY_CODE')
  if (!(await waysOf(ctx, userId)).includes(asked)) return false
  switch (asked) {
    case 'TOTP':
      return appCodeFits(
        ctx,
        userId,
        (await store.ownerFactors(ctx.tx, userId)).find(({ type }) => type === 'TOTP'),
        code,
      )
    case 'EMAIL':
      return mailedCodeFits(ctx, userId, code)
    case 'RECOVERY_CODE':
      return store.useOwnerCode(ctx.tx, userId, ownerRecoveryHash(userId, code), ctx.authNow)
    case 'WEBAUTHN':
      return false
  }
}
