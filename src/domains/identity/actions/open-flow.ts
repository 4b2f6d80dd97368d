/** What was begun and is not over: the token between two steps that still opens the next one, and what a wrong answer costs. Source: guide identity 5.3, 5.8, 6. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import { hashSecret } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { lockFlowToken, type FlowToken, type FlowPurpose } from '../store/sessions.ts'

/** The unused token that a secret stands for, locked, whichever site it began at; undefined when there is none or its time is over. */
export async function findOpenFlowOnAnySite(ctx: TransactionContext, secret: unknown, purposes: readonly FlowPurpose[]): Promise<FlowToken | undefined> {
  const token = typeof secret === 'string' && secret !== '' ? await lockFlowToken(ctx.tx, hashSecret(secret), purposes) : undefined
  return token && !token.usedAt && token.expiresAt.epochMilliseconds > ctx.authNow.epochMilliseconds ? token : undefined
}

/** The same of this site only. */
export async function findOpenFlow(ctx: TransactionContext, secret: unknown, purposes: readonly FlowPurpose[]): Promise<FlowToken | undefined> {
  const token = await findOpenFlowOnAnySite(ctx, secret, purposes)
  return token?.siteId === ctx.siteId ? token : undefined
}

/** Why a try to prove something failed; `attemptsLeft` where tries of one flow are counted, `wait` in seconds. */
export type FailedAttempt = { done?: undefined } & (
  | { failed: 'BAD_CODE' | 'NOT_FOUND'; attemptsLeft?: number; wait?: undefined }
  | { failed?: undefined; wait: number }
)

/** Refuses after the failed try was saved. */
export function refuseAttempt(failure: FailedAttempt): never {
  if (failure.wait !== undefined) return refuseThrottled(failure.wait)
  const { failed, attemptsLeft } = failure
  return refuse('VERIFICATION_FAILED', { verificationFailureReason: failed, ...(attemptsLeft === undefined ? {} : { attemptsLeft }) })
}
