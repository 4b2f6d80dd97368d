/** How much one caller may read and write. Source: guide members 20. */
import type { Ctx } from '#kit/ctx.ts'
import { refuseThrottled } from '#kit/refusal.ts'
import { waitInMemory, type Limit } from '#kit/work/windows.ts'

function limited(ctx: Ctx, what: string, actor: string | undefined, limit: Limit): void {
  if (actor === undefined) return
  const wait = waitInMemory(`${ctx.siteId} ${what} ${actor}`, limit, ctx.authNow.epochMilliseconds)
  if (wait > 0) refuseThrottled(wait)
}

/**
 * Lists and queries of members by visitors and members: sixty a minute, so that nobody harvests profiles.
 * decision: the business reads its own people; the limit of all calls per address is enough for it.
 */
export const limitReading = (ctx: Ctx): void =>
  ctx.caller.role === 'owner' ? undefined : limited(ctx, 'members.read', ctx.caller.memberId ?? ctx.caller.visitorId, { times: 60, seconds: 60 })

/** Changes that members make to themselves: sixty an hour. */
export const limitOwnChanges = (ctx: Ctx): void =>
  ctx.caller.role === 'member' ? limited(ctx, 'members.change', ctx.caller.memberId, { times: 60, seconds: 3600 }) : undefined

/**
 * New members by one key, app or person of the business.
 * decision: ten a second on the average of a minute, so that a burst does not fail.
 */
export const limitCreating = (ctx: Ctx): void => limited(ctx, 'members.create', ctx.caller.appId ?? ctx.caller.userId, { times: 600, seconds: 60 })
