/** Prevents account pre-hijacking: sign-in methods set up before the address was verified must not open the account of its holder. Source: guide identity §5.4. */
import type { TransactionContext } from '#kit/api/context.ts'
import { deletePasskeysAndConnections, setPassword, type IdentityRow } from '../store/identities.ts'
import { deleteFlowTokens, OPEN_FLOWS, revokeSessions } from '../store/sessions.ts'
import { setEmailVerified } from './verify-email.ts'

/**
 * A trusted party vouches for the address: password, passkeys and connections set up earlier are removed, all sessions revoked.
 * decision: second factors stay, as after a recovery; they open nothing by themselves.
 */
export async function removeUnverifiedSignInMethods(ctx: TransactionContext, row: IdentityRow, reason: string): Promise<void> {
  const { authNow } = ctx
  if (row.passwordHash) await setPassword(ctx, row.id, null, authNow)
  await deletePasskeysAndConnections(ctx, row.id)
  await revokeSessions(ctx, row.id, reason, authNow)
  await deleteFlowTokens(ctx, row.id, OPEN_FLOWS)
  await setEmailVerified(ctx, row)
}
