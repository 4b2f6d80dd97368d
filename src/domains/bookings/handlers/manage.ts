/** The page of a link → actions. */
import type { Handlers } from '#kit/api/mount.ts'
import { runWithLinkLimits } from '../actions/links/link-limits.ts'
import { loadManagePage } from '../actions/links/manage-page.ts'
import type { managedBookingsApi } from '../contract.ts'

export const managedBookingsHandlers: Handlers<typeof managedBookingsApi> = {
  getManagedBooking: (ctx, { params }) => runWithLinkLimits(ctx, params.token, (inner) => loadManagePage(inner, params.token)),
}
