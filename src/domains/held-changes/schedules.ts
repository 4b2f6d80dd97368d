/** Deletes refused changes that are no longer listed in notifications. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { Schedule } from '#kit/jobs/runner.ts'
import { deleteRefusedBefore, hasRefusedBefore } from './store.ts'

/** As long as notifications are listed. */
const DAYS_KEPT = 30
const toLimit = (now: TransactionContext['now']) => now.subtract({ hours: DAYS_KEPT * 24 })

export const heldChangesSchedules: readonly Schedule[] = [
  {
    name: 'heldChanges.refused',
    everySeconds: 3600,
    isDue: ({ now }) => hasRefusedBefore(toLimit(now)),
    run: (ctx) => deleteRefusedBefore(ctx, toLimit(ctx.now)),
  },
]
