/** Hooks of staff for the domains that use resources. */
import { hook } from '#kit/api/hooks.ts'

/** Resources were deleted: references to them are removed in the same transaction. */
export const onResourcesRemoved = hook<{ resourceIds: readonly string[] }, void>()
/** The account of a staff member is no longer theirs: they left the team, or were disconnected from it. */
export const onStaffAccountLost = hook<{ resourceId: string }, void>()
/** Whether something still requires a resource of this type. */
export const isResourceTypeUsed = hook<{ typeId: string }, boolean>()
