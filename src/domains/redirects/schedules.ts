/** Deletes redirect sessions that ended a day ago. */
import type { Ctx } from '#kit/api/context.ts'
import { deleteEndedRedirects } from './store.ts'

export const redirectsSchedules = [
  { name: 'redirects.ended', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => deleteEndedRedirects(ctx.tx, ctx.siteId, ctx.authNow) },
]
