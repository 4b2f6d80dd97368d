/** Limits per address of the caller. Source: guide identity 9.5. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { countUse } from '../store/throttles.ts'

/** Refuses with the seconds to wait. */
export const refuseThrottled = (seconds: number): never =>
  refuseStandard('THROTTLED_FEATURE', { retryAfterSeconds: seconds }, `Too many attempts. Try again in ${seconds} seconds.`)

// decision: calls from this very machine are storefront servers and tests, which ask for all their people; they are not counted.
const isThisMachine = (ip: string) => ip === '' || ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1'

/** The address to count by; test setups name one in a header. */
const addressOf = (ctx: Ctx): string => (isThisMachine(ctx.ip) ? (ctx.headers['x-test-ip'] ?? ctx.ip) : ctx.ip)

/** Counts a use by the caller's address; seconds to wait, or 0. Must run in its own unit of work: a refusal would undo the count. */
export async function waitForAddress(ctx: Ctx, what: string, limit: { times: number; seconds: number }): Promise<number> {
  const ip = addressOf(ctx)
  return isThisMachine(ip) ? 0 : ctx.write((work) => countUse(work.tx, ctx.siteId, `${what}:${ip}`, limit, work.authNow))
}
