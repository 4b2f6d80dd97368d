/** Questions that staff put to those who use resources; `domains.ts` ties them. */
import { hook } from '#kit/api/hooks.ts'

/** These resources are gone: whoever names them stops doing so, in the same transaction. */
export const onResourcesRemoved = hook<{ resourceIds: readonly string[] }, void>()
/** Does anybody need a resource of this type? */
export const isResourceTypeUsed = hook<{ typeId: string }, boolean>()
