/** Operation → action. */
import type { Handlers } from '#kit/api/mount.ts'
import { listHeldChanges, undoHeldChange } from './actions/hold.ts'
import type { heldChangesApi } from './contract.ts'

export const heldChangesHandlers: Handlers<typeof heldChangesApi> = {
  listHeldChanges: (ctx) => listHeldChanges(ctx),
  undoHeldChange: async (ctx, { params }) => {
    await undoHeldChange(ctx, params.id)
    return {}
  },
}
