/** The page of a link → actions. */
import type { Handlers } from '#kit/mount.ts'
import { throughLink } from '../actions/link-limits.ts'
import { showManaged } from '../actions/managed.ts'
import type { managedBookingsApi } from '../contract.ts'

export const managedBookingsHandlers: Handlers<typeof managedBookingsApi> = {
  getManagedBooking: (ctx, { params }) => throughLink(ctx, params.token, (inner) => showManaged(inner, params.token)),
}
