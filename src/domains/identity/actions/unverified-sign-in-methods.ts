/** Somebody may have signed up with an address of others, and waited. What they set up must not open the account once its owner comes. Source: guide identity 5.4. */
import type { TransactionContext } from '#kit/api/context.ts'
import { deletePasskeysAndConnections, setPassword, type IdentityRow } from '../store/identities.ts'
import { deleteFlowTokens, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { setEmailVerified } from './verify-email.ts'

/**
 * The address is proven by the word of somebody who is trusted: password, passkeys and connections of before go, all sessions end.
 * decision: second factors stay, as after a recovery; they open nothing.
 */
export async function removeUnverifiedSignInMethods(ctx: TransactionContext, row: IdentityRow, reason: string): Promise<void> {
  const { siteId, authNow } = ctx
  if (row.passwordHash) await setPassword(ctx.tx, siteId, row.id, null, authNow)
  await deletePasskeysAndConnections(ctx.tx, siteId, row.id)
  await revokeSessions(ctx.tx, siteId, row.id, reason, authNow)
  await deleteFlowTokens(ctx.tx, siteId, row.id, OPEN_FLOWS)
  await setEmailVerified(ctx, row)
}
