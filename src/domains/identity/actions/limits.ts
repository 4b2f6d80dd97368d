/** Limits per address of the caller, per client and per actor. Source: guide identity 9.5, 15. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { waitInMemory, type Limit } from '#kit/work/windows.ts'
import { countUse, usesOf, type Uses } from '../store/throttles.ts'

let onlyNamed = false
/** Under test hooks only addresses named by the header `x-test-ip` are counted. Called once at start. */
export const countOnlyNamedAddresses = (yes: boolean): void => void (onlyNamed = yes)

/** The address to count by; undefined when it is not counted. */
const addressOf = (ctx: Ctx): string | undefined => (onlyNamed ? ctx.headers['x-test-ip'] : ctx.ip) || undefined

/** Counts a use by the caller's address; seconds to wait, or 0. Has a unit of work of its own: a refusal would undo the count. */
export async function waitForAddress(ctx: Ctx, what: string, limit: Limit): Promise<number> {
  const counter = addressCounter(ctx, what)
  return counter ? ctx.write((work) => countUse(work.tx, ctx.siteId, counter, limit, work.authNow)) : 0
}

/** The counter of what the caller's address does; undefined when it is not counted. */
export function addressCounter(ctx: Ctx, what: string): string | undefined {
  const address = addressOf(ctx)
  return address && `${what}:${address}`
}

/** How often the caller's address did something within the window, without counting. */
export async function usesByAddress(ctx: Ctx, what: string, seconds: number): Promise<Uses> {
  const counter = addressCounter(ctx, what)
  return counter ? usesOf(ctx.tx, ctx.siteId, counter, seconds, ctx.authNow) : { uses: 0, retryAfterSeconds: 0 }
}

/** Seconds to wait before this caller may have another anonymous token, or 0: 600 a minute per address, 6000 per client. */
export function anonymousWait(ctx: Ctx, clientId: string): number {
  const now = ctx.authNow.epochMilliseconds
  const address = addressOf(ctx)
  const ofAddress = address ? waitInMemory(`anonymous ${clientId} ${address}`, { times: 600, seconds: 60 }, now) : 0
  return Math.max(ofAddress, waitInMemory(`anonymous ${clientId}`, { times: 6000, seconds: 60 }, now))
}

/** Seconds to wait before a refresh token may be used again, or 0: 60 renewals a minute. */
export const renewalWait = (ctx: Ctx, tokenHash: string): number =>
  waitInMemory(`renewal ${tokenHash}`, { times: 60, seconds: 60 }, ctx.authNow.epochMilliseconds)

/** One more redirect session of this actor; refuses above 120 a minute. */
export async function limitRedirectSessions(ctx: Ctx): Promise<void> {
  const actor = ctx.caller.memberId ?? ctx.caller.visitorId ?? ctx.caller.userId ?? ctx.caller.appId
  const wait = actor ? await countUse(ctx.tx, ctx.siteId, `redirect-session:${actor}`, { times: 120, seconds: 60 }, ctx.authNow) : 0
  if (wait > 0) refuseThrottled(wait)
}
