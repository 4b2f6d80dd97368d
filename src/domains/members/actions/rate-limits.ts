/** Rate limits per caller. Source: guide members §20. */
import type { BaseContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import { consumeRateLimit, type RateLimit } from '#kit/http/rate-limit.ts'

function assertWithinRateLimit(ctx: BaseContext, bucket: string, actor: string | undefined, limit: RateLimit): void {
  if (actor === undefined) return
  const wait = consumeRateLimit(`${ctx.siteId} ${bucket} ${actor}`, limit, ctx.authNow.epochMilliseconds)
  if (wait > 0) refuseThrottled(wait)
}

/**
 * Lists and queries of members by visitors and members: 60 per minute, against harvesting of profiles.
 * decision: no limit for the business beside the general one per address.
 */
export const limitMemberReads = (ctx: BaseContext): void =>
  ctx.caller.role === 'owner' ? undefined : assertWithinRateLimit(ctx, 'members.read', ctx.caller.memberId ?? ctx.caller.visitorId, { times: 60, seconds: 60 })

/** Changes that members make to themselves: 60 per hour. */
export const limitOwnChanges = (ctx: BaseContext): void =>
  ctx.caller.role === 'member' ? assertWithinRateLimit(ctx, 'members.change', ctx.caller.memberId, { times: 60, seconds: 3600 }) : undefined

/**
 * New members by one API key, app or dashboard user.
 * decision: 10 per second as an average over a minute, so that a burst passes.
 */
export const limitMemberCreation = (ctx: BaseContext): void =>
  assertWithinRateLimit(ctx, 'members.create', ctx.caller.appId ?? ctx.caller.userId, { times: 600, seconds: 60 })
