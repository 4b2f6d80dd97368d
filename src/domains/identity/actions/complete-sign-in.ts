/** The end of every sign-in: a session, and what is told to whom. Source: guide identity 5.1, 13. */
import { markSignedIn } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { fingerprint } from '../crypto/secrets.ts'
import type { Profile } from '../rules/profile.ts'
import { updateIdentity, type Person } from '../store/identities.ts'
import { audit } from '../store/throttles.ts'
import { identityToWire } from '../wire.ts'
import { writeTo } from './letters.ts'
import { startSession } from './session.ts'
import { knownSettings } from './sign-in-settings.ts'

const MOST_DEVICES = 20

/** SUCCESS with a session token; `how` names the last credential, for the audit log. */
export async function completeSignIn(ctx: Ctx, row: Person, how: string) {
  const { sessionToken } = await startSession(ctx, ctx.siteId, row.id)
  await markSignedIn(ctx, row.id)
  const settings = await knownSettings(ctx)
  const device = (ctx.headers['user-agent'] ?? '').slice(0, 300)
  const mark = fingerprint(`${row.id}:${device}`).slice(0, 16)
  const isKnown = row.knownDevices.includes(mark)
  if (!row.welcomed || !isKnown)
    await updateIdentity(
      ctx.tx,
      ctx.siteId,
      row.id,
      { welcomed: true, ...(isKnown ? {} : { knownDevices: [...row.knownDevices, mark].slice(-MOST_DEVICES) }) },
      ctx.authNow,
    )
  if (!row.welcomed && settings.letters.welcome)
    await writeTo(ctx, row, 'WELCOME', { firstName: (row.profile as Partial<Profile>).firstName ?? '', accountLink: `${ctx.origin}/account` }, row.id)
  // The browser of the first sign-in is no news to anybody.
  if (!isKnown && row.knownDevices.length > 0 && settings.letters.newDevice)
    await writeTo(ctx, row, 'NEW_DEVICE', { device, when: ctx.authNow.toString(), ip: ctx.ip })
  await audit(ctx, 'member.signed-in', { subjectId: row.id, actorKind: 'member', actorId: row.id, data: { how } })
  return { state: 'SUCCESS' as const, sessionToken, stateToken: null, additionalData: {}, identity: identityToWire(row) }
}
