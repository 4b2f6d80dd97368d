/** Redirect sessions that ended a day ago are removed. */
import type { Ctx } from '#kit/ctx.ts'
import { sweepRedirects } from './store.ts'

export const redirectsSweeps = [
  { name: 'redirects.ended', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => sweepRedirects(ctx.tx, ctx.siteId, ctx.authNow) },
]
