/** Flow tokens: they connect the steps of a flow. Finds live ones, and refuses failed attempts. Source: guide identity §5.3, §5.8, §6. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import { hashSecret, type TokenKey, toTokenKey } from '../crypto/secrets.ts'
import { refuse } from '../errors.ts'
import { lockFlowToken, type FlowToken, type FlowPurpose } from '../store/sessions.ts'

/** The live flow token of a secret, locked, on any site; undefined when unknown, used or expired. */
export async function findOpenFlowOnAnySite(ctx: TransactionContext, secret: unknown, purposes: readonly FlowPurpose[]): Promise<FlowToken | undefined> {
  return typeof secret === 'string' && secret !== '' ? lockOpenFlow(ctx, toTokenKey(secret), purposes) : undefined
}

async function lockOpenFlow(ctx: TransactionContext, key: TokenKey, purposes: readonly FlowPurpose[]): Promise<FlowToken | undefined> {
  const token = await lockFlowToken(ctx, key, purposes)
  return token && !token.usedAt && token.expiresAt.epochMilliseconds > ctx.authNow.epochMilliseconds ? token : undefined
}

/** The same, of this site only. */
export async function findOpenFlow(ctx: TransactionContext, secret: unknown, purposes: readonly FlowPurpose[]): Promise<FlowToken | undefined> {
  if (typeof secret !== 'string' || secret === '' || ctx.siteId === '') return undefined
  return lockOpenFlow(ctx, { tokenHash: hashSecret(secret), siteId: ctx.siteId }, purposes)
}

/** Why an attempt failed; `attemptsLeft` where attempts of one flow are counted, `wait` in seconds. */
export type FailedAttempt = { done?: undefined } & (
  | { failed: 'BAD_CODE' | 'NOT_FOUND'; attemptsLeft?: number; wait?: undefined }
  | { failed?: undefined; wait: number }
)

/** Throws the refusal, after the failed attempt was committed. */
export function refuseAttempt(failure: FailedAttempt): never {
  if (failure.wait !== undefined) return refuseThrottled(failure.wait)
  const { failed, attemptsLeft } = failure
  return refuse('VERIFICATION_FAILED', { verificationFailureReason: failed, ...(attemptsLeft === undefined ? {} : { attemptsLeft }) })
}
