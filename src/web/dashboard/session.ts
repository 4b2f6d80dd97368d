/** The owner's session is a cookie; every call carries a token against forged requests beside it. */
import { queryClient } from '#web/api.ts'
import { setCsrf } from '#web/auth.ts'
import type { ReplyOf } from '#web/operations.ts'

export function storeCsrfToken(reply: ReplyOf<'collaborators.getOwner'> | undefined): void {
  if (reply) setCsrf(reply.csrfToken)
}

/** Clears cached data at sign-in and sign-out. */
export const clearOwnerCache = (): void => queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === 'owner' })
