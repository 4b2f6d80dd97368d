/** Rate limits per IP address, per client and per actor. Source: guide identity §9.5, §15. */
import type { BaseContext, OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import { consumeRateLimit, type RateLimit } from '#kit/http/rate-limit.ts'
import { consumeSharedRateLimit, readSharedRateLimit, type RateLimitUsage } from '../store/rate-limits.ts'

let isTestMode = false
/** With test hooks only addresses named by the header `x-test-ip` are counted. Called once at start. */
export const countTestAddressesOnly = (isEnabled: boolean): void => void (isTestMode = isEnabled)

/** The IP address to count by; undefined when it is not counted. */
const findCountedAddress = (ctx: BaseContext): string | undefined => (isTestMode ? ctx.headers['x-test-ip'] : ctx.ip) || undefined

/** Counts one use by the caller's IP address; returns the seconds to wait, or 0. In a transaction of its own: a refusal must not roll the count back. */
export async function consumeAddressLimit(ctx: OwnTransactionContext, action: string, limit: RateLimit): Promise<number> {
  const counter = addressCounter(ctx, action)
  return counter ? ctx.transaction((work) => consumeSharedRateLimit(work.tx, ctx.siteId, counter, limit, work.authNow)) : 0
}

/** Key of the counter for an action of the caller's IP address; undefined when it is not counted. */
export function addressCounter(ctx: BaseContext, action: string): string | undefined {
  const address = findCountedAddress(ctx)
  return address && `${action}:${address}`
}

/** Reads how often the caller's IP address did something within the window, without counting. */
export async function readAddressUsage(ctx: ReadContext, action: string, seconds: number): Promise<RateLimitUsage> {
  const counter = addressCounter(ctx, action)
  return counter ? readSharedRateLimit(ctx, counter, seconds, ctx.authNow) : { uses: 0, retryAfterSeconds: 0 }
}

/** Counts one anonymous grant; returns the seconds to wait, or 0. 600 a minute per IP address, 6000 per client. */
export function consumeAnonymousGrantLimit(ctx: BaseContext, clientId: string): number {
  const now = ctx.authNow.epochMilliseconds
  const address = findCountedAddress(ctx)
  const addressWait = address ? consumeRateLimit(`anonymous ${clientId} ${address}`, { times: 600, seconds: 60 }, now) : 0
  return Math.max(addressWait, consumeRateLimit(`anonymous ${clientId}`, { times: 6000, seconds: 60 }, now))
}

/** Counts one use of a refresh token; returns the seconds to wait, or 0. 60 a minute. */
export const consumeRefreshLimit = (ctx: BaseContext, tokenHash: string): number =>
  consumeRateLimit(`renewal ${tokenHash}`, { times: 60, seconds: 60 }, ctx.authNow.epochMilliseconds)

/** Counts one redirect session of the caller; refuses above 120 a minute. */
export async function assertRedirectSessionLimit(ctx: TransactionContext): Promise<void> {
  const actor = ctx.caller.memberId ?? ctx.caller.visitorId ?? ctx.caller.userId ?? ctx.caller.appId
  const wait = actor ? await consumeSharedRateLimit(ctx.tx, ctx.siteId, `redirect-session:${actor}`, { times: 120, seconds: 60 }, ctx.authNow) : 0
  if (wait > 0) refuseThrottled(wait)
}
