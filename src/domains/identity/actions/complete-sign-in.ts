/** Ends every sign-in: starts the session and queues welcome and new-device emails. Source: guide identity §5.1, §13. */
import { recordSignIn } from '#domains/members/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { hashSecret } from '../crypto/secrets.ts'
import type { Profile } from '../rules/profile.ts'
import { updateIdentity, type IdentityDetails } from '../store/identities.ts'
import { audit } from '../store/audit.ts'
import { identityToWire } from '../wire.ts'
import { queueEmailTo } from './emails.ts'
import { startSession } from './session.ts'
import { getCachedSettings } from './sign-in-settings.ts'

const MAX_KNOWN_DEVICES = 20

/** The SUCCESS reply with a session token; `how` names the last credential, for the audit log. */
export async function completeSignIn(ctx: TransactionContext, row: IdentityDetails, how: string) {
  const { sessionToken } = await startSession(ctx, ctx.siteId, row.id)
  await recordSignIn(ctx, row.id)
  const settings = await getCachedSettings(ctx)
  const device = (ctx.headers['user-agent'] ?? '').slice(0, 300)
  const deviceId = hashSecret(`${row.id}:${device}`).slice(0, 16)
  const isKnown = row.knownDevices.includes(deviceId)
  if (!row.welcomed || !isKnown)
    await updateIdentity(
      ctx,
      row.id,
      { welcomed: true, ...(isKnown ? {} : { knownDevices: [...row.knownDevices, deviceId].slice(-MAX_KNOWN_DEVICES) }) },
      ctx.authNow,
    )
  if (!row.welcomed && settings.emails.welcome)
    await queueEmailTo(ctx, row, 'WELCOME', { firstName: (row.profile as Partial<Profile>).firstName ?? '', accountLink: `${ctx.origin}/account` }, row.id)
  // The device of the first sign-in causes no email.
  if (!isKnown && row.knownDevices.length > 0 && settings.emails.newDevice)
    await queueEmailTo(ctx, row, 'NEW_DEVICE', { device, when: ctx.authNow.toString(), ip: ctx.ip })
  await audit(ctx, 'member.signed-in', { subjectId: row.id, actorKind: 'member', actorId: row.id, data: { how } })
  return { state: 'SUCCESS' as const, sessionToken, stateToken: null, additionalData: {}, identity: identityToWire(row) }
}
