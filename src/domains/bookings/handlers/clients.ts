/** Figures of clients → action. */
import type { Handlers } from '#kit/api/mount.ts'
import { listOpenFees, loadClientFigures } from '../actions/reading/client-figures.ts'
import type { clientsApi } from '../contract.ts'

export const clientsHandlers: Handlers<typeof clientsApi> = {
  getClientFigures: async (ctx, { body }) => ({ clients: await loadClientFigures(ctx, body.contactIds) }),
  listOpenFees: async (ctx, { params }) => ({ fees: await listOpenFees(ctx, params.contactId) }),
}
