/** The next step of every sign-in: email verification, approval, second step, or the session. Source: guide identity §5. */
import type { TransactionContext } from '#kit/api/context.ts'
import { hashSecret, newSiteSecret } from '../crypto/secrets.ts'
import type { FirstStep } from '../rules/factor.ts'
import type { Profile } from '../rules/profile.ts'
import { identityDetailsById, type IdentityDetails } from '../store/identities.ts'
import { insertFlowToken } from '../store/sessions.ts'
import { toGuardedIdentity, signInState } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { requestApproval, queueEmailCode } from './emails.ts'
import { requireSecondStep } from './second-step.ts'

/**
 * Continues after a right credential. `identity` is an id, or a row read under its lock.
 * `sent` is what the caller may see before the email is verified.
 */
export async function continueSignIn(ctx: TransactionContext, identity: string | IdentityDetails, sent: Partial<Profile> = {}, first: FirstStep = 'password') {
  const { siteId } = ctx
  const row = typeof identity === 'string' ? ((await identityDetailsById(ctx, identity)) as IdentityDetails) : identity
  const state = signInState(row)
  const noTokens = { sessionToken: null, stateToken: null, additionalData: {} }
  if (state === 'REQUIRE_EMAIL_VERIFICATION') {
    const stateToken = newSiteSecret(siteId)
    await insertFlowToken(
      ctx,
      {
        siteId,
        tokenHash: hashSecret(stateToken),
        purpose: 'STATE',
        identityId: row.id,
        data: { passwordVersion: row.passwordVersion },
        expiresAt: ctx.authNow.add({ minutes: 60 }),
      },
      ctx.authNow,
    )
    const wasSentRecently = row.lastCodeAt !== null && ctx.authNow.since(row.lastCodeAt).total('seconds') < 60
    if (!wasSentRecently) await queueEmailCode(ctx, row)
    return { ...noTokens, state, stateToken, identity: toGuardedIdentity(row, sent) }
  }
  if (state === 'REQUIRE_OWNER_APPROVAL') {
    await requestApproval(ctx, row)
    return { ...noTokens, state, identity: toGuardedIdentity(row, sent) }
  }
  return (await requireSecondStep(ctx, row, first)) ?? completeSignIn(ctx, row, 'password')
}
