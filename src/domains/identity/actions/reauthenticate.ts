/** Reauthentication of members before sensitive changes. Source: guide identity §5.5. */
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { refuseThrottled } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { verifyPassword } from '../password-hash.ts'
import { identityById, type IdentityRow } from '../store/identities.ts'
import { markReauthenticated, sessionById } from '../store/sessions.ts'
import { consumeSharedRateLimit } from '../store/rate-limits.ts'

const REAUTHENTICATION_MINUTES = 15

/**
 * The identity of the calling member. Refuses with REAUTHENTICATION_REQUIRED unless the last credential check is at most 15 minutes old or
 * the current password is right; with `requirePassword` only the password counts. Runs outside of transactions.
 */
export async function reauthenticate(ctx: OwnTransactionContext, currentPassword: unknown, { strictly: requirePassword = false } = {}): Promise<IdentityRow> {
  const { siteId } = ctx
  const { memberId = '', sessionId = '' } = ctx.caller
  const { row, session } = await ctx.transaction(async (work) => ({
    row: await identityById(work.tx, siteId, memberId),
    session: await sessionById(work.tx, siteId, sessionId, work.authNow),
  }))
  if (!row || !session) return refuse('-19999')
  const current = typeof currentPassword === 'string' && currentPassword !== '' ? currentPassword : undefined
  const fresh = ctx.authNow.since(session.verifiedAt).total('minutes') <= REAUTHENTICATION_MINUTES
  if (current === undefined) return fresh && !requirePassword ? row : refuse('REAUTHENTICATION_REQUIRED')
  const wait = await ctx.transaction((work) =>
    consumeSharedRateLimit(work.tx, siteId, `reauthentication:${memberId}`, { times: 10, seconds: 900 }, work.authNow),
  )
  if (wait > 0) refuseThrottled(wait)
  if (await verifyPassword(row.passwordHash, current)) await ctx.transaction((work) => markReauthenticated(work, sessionId, work.authNow))
  else if (!fresh || requirePassword) return refuse('REAUTHENTICATION_REQUIRED')
  return row
}

const DELETION_MINUTES = 5
/**
 * Deleting an account is irreversible for the member, so an unattended browser must not do it.
 * decision: the last credential check is five minutes old at most. Source: guide members §10.1 asks for the password.
 */
export async function checkReauthenticationToDelete(ctx: ReadContext): Promise<{ refused: 'REAUTHENTICATION_REQUIRED' } | undefined> {
  const session = await sessionById(ctx.db, ctx.siteId, ctx.caller.sessionId ?? '', ctx.authNow)
  const isFresh = session !== undefined && ctx.authNow.since(session.verifiedAt).total('minutes') <= DELETION_MINUTES
  return isFresh ? undefined : { refused: 'REAUTHENTICATION_REQUIRED' }
}
