/** Deletes refused changes that are no longer listed in notifications. */
import type { TransactionContext } from '#kit/api/context.ts'
import { deleteRefusedBefore } from './store.ts'

/** As long as notifications are listed. */
const DAYS_KEPT = 30

export const heldChangesSchedules = [
  {
    name: 'heldChanges.refused',
    everySeconds: 3600,
    run: (ctx: TransactionContext): Promise<number> => deleteRefusedBefore(ctx, ctx.now.subtract({ hours: DAYS_KEPT * 24 })),
  },
]
