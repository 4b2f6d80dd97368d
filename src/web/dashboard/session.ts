/** The owner's session lies in a cookie; a token that only our own pages know travels beside every call. */
import { setCsrf } from '#web/auth.ts'
import type { ReplyOf } from '#web/operations.ts'

export function csrfFrom(reply: ReplyOf<'identity.getOwner'> | undefined): void {
  if (reply) setCsrf(reply.csrfToken)
}
