/** Questions that staff put to those who use resources; `domains.ts` ties them. */
import { question } from '#kit/asks.ts'

/** These resources are gone: whoever names them stops doing so, in the same transaction. */
export const leaveResources = question<{ resourceIds: readonly string[] }, void>()
/** Does anybody need a resource of this type? */
export const needsType = question<{ typeId: string }, boolean>()
