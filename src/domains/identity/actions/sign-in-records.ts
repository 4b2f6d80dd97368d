/** Sign-in data of a member, for the export of their personal data. Source: guide members §10.3. */
import type { ReadContext } from '#kit/api/context.ts'
import { connectionsOf } from '../store/providers.ts'
import { auditEntries } from '../store/audit.ts'
import { passkeysOf } from '../store/passkeys.ts'
import { sessionsOf } from '../store/sessions.ts'
import { wireInstant } from '../wire.ts'

const MAX_LOG_ENTRIES = 1000

export async function collectSignInRecords(ctx: ReadContext, memberId: string) {
  const { db: tx, siteId } = ctx
  const log = await auditEntries(tx, siteId, { subjectId: memberId, limit: MAX_LOG_ENTRIES })
  return {
    title: 'signIn',
    records: {
      devices: (await sessionsOf(tx, siteId, memberId, ctx.authNow)).map(({ createdAt, lastUsedAt, userAgent, ip }) => ({
        createdDate: wireInstant(createdAt),
        lastUsedDate: wireInstant(lastUsedAt),
        userAgent,
        ip,
      })),
      passkeys: (await passkeysOf(tx, siteId, memberId)).map(({ name, createdAt }) => ({ name, createdDate: wireInstant(createdAt) })),
      connections: (await connectionsOf(tx, siteId, memberId)).map(({ providerName, email, createdAt }) => ({
        providerName,
        email,
        createdDate: wireInstant(createdAt),
      })),
      log: log.map(({ action, ip, at }) => ({ action, ip, date: wireInstant(at) })),
    },
  }
}
