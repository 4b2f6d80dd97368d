/** The owner's session lies in a cookie; a token that only our own pages know travels beside every call. */
import { queryClient } from '#web/api.ts'
import { setCsrf } from '#web/auth.ts'
import type { ReplyOf } from '#web/operations.ts'

export function storeCsrfToken(reply: ReplyOf<'collaborators.getOwner'> | undefined): void {
  if (reply) setCsrf(reply.csrfToken)
}

/** Forgets what was read for whoever was, or was not, signed in before. */
export const clearOwnerCache = (): void => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === 'owner' })
