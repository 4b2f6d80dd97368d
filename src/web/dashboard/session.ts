/** The owner's session lies in a cookie; a token that only our own pages know travels beside every call. */
import { setCsrf } from '#web/auth.ts'
import type { OwnerReply } from './wire.ts'

export function csrfFrom(reply: OwnerReply | undefined): void {
  if (reply) setCsrf(reply.csrfToken)
}
