/** What was begun and is not over: the token between two steps that still opens the next one, and what a wrong answer costs. Source: guide identity 5.3, 5.8, 6. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { fingerprint } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { lockFlowToken, type FlowToken, type Purpose } from '../store/sessions.ts'

/** The unused token that a secret stands for, locked, whichever site it began at; undefined when there is none or its time is over. */
export async function openFlowAnywhere(ctx: Ctx, secret: unknown, purposes: readonly Purpose[]): Promise<FlowToken | undefined> {
  const token = typeof secret === 'string' && secret !== '' ? await lockFlowToken(ctx.tx, fingerprint(secret), purposes) : undefined
  return token && !token.usedAt && token.expiresAt.epochMilliseconds > ctx.authNow.epochMilliseconds ? token : undefined
}

/** The same of this site only. */
export async function openFlow(ctx: Ctx, secret: unknown, purposes: readonly Purpose[]): Promise<FlowToken | undefined> {
  const token = await openFlowAnywhere(ctx, secret, purposes)
  return token?.siteId === ctx.siteId ? token : undefined
}

/** Why a try to prove something failed; `attemptsLeft` where tries of one flow are counted, `wait` in seconds. */
export type FailedTry = { done?: undefined } & (
  | { failed: 'BAD_CODE' | 'NOT_FOUND'; attemptsLeft?: number; wait?: undefined }
  | { failed?: undefined; wait: number }
)

/** Refuses after the failed try was saved. */
export function refuseTry(failure: FailedTry): never {
  if (failure.wait !== undefined) return refuseThrottled(failure.wait)
  const { failed, attemptsLeft } = failure
  return refuse('VERIFICATION_FAILED', { verificationFailureReason: failed, ...(attemptsLeft === undefined ? {} : { attemptsLeft }) })
}
