import type { TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { checkOwnerReauthentication } from '../hooks.ts'

/** Refuses with REAUTHENTICATION_REQUIRED when the password of the calling dashboard user is not recent. Source: guide identity §9.8. */
export async function assertOwnerReauthenticated(ctx: TransactionContext): Promise<void> {
  for (const refusal of await checkOwnerReauthentication.call(ctx, undefined)) if (refusal) refuse(refusal.refused)
}
