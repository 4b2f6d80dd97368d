/** Deletes redirect sessions that ended a day ago. */
import type { TransactionContext } from '#kit/api/context.ts'
import { deleteEndedRedirects, hasEndedRedirects } from './store.ts'

export const redirectsSchedules = [
  {
    name: 'redirects.ended',
    everySeconds: 3600,
    isDue: hasEndedRedirects,
    run: (ctx: TransactionContext): Promise<number> => deleteEndedRedirects(ctx.tx, ctx.siteId, ctx.authNow),
  },
]
