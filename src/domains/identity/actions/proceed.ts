/** The next step of every way in: proof of the address, approval, second step, or the session. Source: guide identity 5. */
import type { Ctx } from '#kit/ctx.ts'
import { fingerprint, newSecret } from '../crypto/secrets.ts'
import type { FirstStep } from '../rules/factor.ts'
import type { Profile } from '../rules/profile.ts'
import { personById, type Person } from '../store/identities.ts'
import { insertFlowToken } from '../store/sessions.ts'
import { guardedIdentity, stateOfRow } from '../wire.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { askForApproval, sendCode } from './letters.ts'
import { askSecondStep } from './second-step.ts'

/**
 * Goes on with somebody whose credential was right just now: named by their id, or as they were read under their lock.
 * `sent` is what the caller may see before the e-mail is proven.
 */
export async function proceed(ctx: Ctx, who: string | Person, sent: Partial<Profile> = {}, first: FirstStep = 'password') {
  const { siteId } = ctx
  const row = typeof who === 'string' ? ((await personById(ctx.tx, siteId, who)) as Person) : who
  const state = stateOfRow(row)
  const none = { sessionToken: null, stateToken: null, additionalData: {} }
  if (state === 'REQUIRE_EMAIL_VERIFICATION') {
    const stateToken = newSecret()
    await insertFlowToken(
      ctx.tx,
      {
        siteId,
        tokenHash: fingerprint(stateToken),
        purpose: 'STATE',
        identityId: row.id,
        data: { passwordVersion: row.passwordVersion },
        expiresAt: ctx.authNow.add({ minutes: 60 }),
      },
      ctx.authNow,
    )
    const recently = row.lastCodeAt !== null && ctx.authNow.since(row.lastCodeAt).total('seconds') < 60
    if (!recently) await sendCode(ctx, row)
    return { ...none, state, stateToken, identity: guardedIdentity(row, sent) }
  }
  if (state === 'REQUIRE_OWNER_APPROVAL') {
    await askForApproval(ctx, row)
    return { ...none, state, identity: guardedIdentity(row, sent) }
  }
  return (await askSecondStep(ctx, row, first)) ?? completeSignIn(ctx, row, 'password')
}
