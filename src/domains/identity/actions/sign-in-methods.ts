/** Nobody may take the last way into their own account away. */
import type { ReadContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { IdentityRow } from '../store/identities.ts'
import { passkeysOf } from '../store/passkeys.ts'
import { connectionsOf } from '../store/providers.ts'

/** Refuses when nothing would be left after taking one passkey or connection away. */
export async function assertOtherSignInMethod(ctx: ReadContext, row: IdentityRow): Promise<void> {
  if (row.passwordHash) return
  const count = (await passkeysOf(ctx.db, ctx.siteId, row.id)).length + (await connectionsOf(ctx.db, ctx.siteId, row.id)).length
  if (count <= 1) refuse('LAST_WAY_IN')
}
