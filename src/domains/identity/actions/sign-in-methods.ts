/** A member keeps at least one sign-in method. */
import type { ReadContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { IdentityRow } from '../store/identities.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { listConnections } from '../store/providers.ts'

/** Refuses with LAST_WAY_IN when removing one passkey or connection would leave no sign-in method. */
export async function assertOtherSignInMethod(ctx: ReadContext, row: IdentityRow): Promise<void> {
  if (row.passwordHash) return
  const count = (await listPasskeys(ctx, row.id)).length + (await listConnections(ctx, row.id)).length
  if (count <= 1) refuse('LAST_WAY_IN')
}
