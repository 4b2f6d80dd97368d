/** Hooks of the team for the domains that tie something to its people. */
import { hook } from '#kit/api/hooks.ts'

/** Someone accepted an invitation and has a role on the site from now on. */
export const onUserJoined = hook<{ userId: string; email: string }, void>()
/** Someone lost their role on the site. */
export const onUserLeft = hook<{ userId: string }, void>()
