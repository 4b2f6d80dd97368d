/** What runs when half a minute is over. */
import type { JobHandlers } from '#kit/api/domain.ts'
import { makeDueChange } from './actions/make-due.ts'

export const heldChangesJobs: JobHandlers = {
  heldChange: { own: true, run: (ctx, { id }: { id: string }) => makeDueChange(ctx, id) },
}
