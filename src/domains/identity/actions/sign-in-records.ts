/** Sign-in data of a member, for the export of their personal data. Source: guide members §10.3. */
import type { ReadContext } from '#kit/api/context.ts'
import { listConnections } from '../store/providers.ts'
import { auditEntries } from '../store/audit.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { listSessions } from '../store/sessions.ts'
import { wireInstant } from '../wire.ts'

const MAX_LOG_ENTRIES = 1000

/** Sessions, methods and audit entries of a member; never a secret. */
export async function collectSignInRecords(ctx: ReadContext, memberId: string) {
  const log = await auditEntries(ctx, { subjectId: memberId, limit: MAX_LOG_ENTRIES })
  return {
    title: 'signIn',
    records: {
      devices: (await listSessions(ctx, memberId, ctx.authNow)).map(({ createdAt, lastUsedAt, userAgent, ip }) => ({
        createdDate: wireInstant(createdAt),
        lastUsedDate: wireInstant(lastUsedAt),
        userAgent,
        ip,
      })),
      passkeys: (await listPasskeys(ctx, memberId)).map(({ name, createdAt }) => ({ name, createdDate: wireInstant(createdAt) })),
      connections: (await listConnections(ctx, memberId)).map(({ providerName, email, createdAt }) => ({
        providerName,
        email,
        createdDate: wireInstant(createdAt),
      })),
      log: log.map(({ action, ip, at }) => ({ action, ip, date: wireInstant(at) })),
    },
  }
}
