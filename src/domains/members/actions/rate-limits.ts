/** How much one caller may read and write. Source: guide members 20. */
import type { Ctx } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import { consumeRateLimit, type RateLimit } from '#kit/http/rate-limit.ts'

function assertWithinRateLimit(ctx: Ctx, bucket: string, actor: string | undefined, limit: RateLimit): void {
  if (actor === undefined) return
  const wait = consumeRateLimit(`${ctx.siteId} ${bucket} ${actor}`, limit, ctx.authNow.epochMilliseconds)
  if (wait > 0) refuseThrottled(wait)
}

/**
 * Lists and queries of members by visitors and members: sixty a minute, so that nobody harvests profiles.
 * decision: the business reads its own people; the limit of all calls per address is enough for it.
 */
export const limitMemberReads = (ctx: Ctx): void =>
  ctx.caller.role === 'owner' ? undefined : assertWithinRateLimit(ctx, 'members.read', ctx.caller.memberId ?? ctx.caller.visitorId, { times: 60, seconds: 60 })

/** Changes that members make to themselves: sixty an hour. */
export const limitOwnChanges = (ctx: Ctx): void =>
  ctx.caller.role === 'member' ? assertWithinRateLimit(ctx, 'members.change', ctx.caller.memberId, { times: 60, seconds: 3600 }) : undefined

/**
 * New members by one key, app or person of the business.
 * decision: ten a second on the average of a minute, so that a burst does not fail.
 */
export const limitMemberCreation = (ctx: Ctx): void =>
  assertWithinRateLimit(ctx, 'members.create', ctx.caller.appId ?? ctx.caller.userId, { times: 600, seconds: 60 })
