/** Redirect sessions that ended a day ago are removed. */
import type { Ctx } from '#kit/api/context.ts'
import { deleteEndedRedirects } from './store.ts'

export const redirectsSchedules = [
  { name: 'redirects.ended', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => deleteEndedRedirects(ctx.tx, ctx.siteId, ctx.authNow) },
]
