/** Sign-in data of a member, for the export of their personal data. Source: guide members §10.3. */
import type { ReadContext } from '#kit/api/context.ts'
import { readPages } from '#kit/api/csv-reply.ts'
import { listConnections } from '../store/providers.ts'
import { auditEntries } from '../store/audit.ts'
import { listPasskeys } from '../store/passkeys.ts'
import { listSessions } from '../store/sessions.ts'
import { wireInstant } from '../wire.ts'

const PAGE_ENTRIES = 1000
type Entry = Awaited<ReturnType<typeof auditEntries>>[number]

/** The whole log of a member, newest first: a person who asks what is stored about them gets all of it. */
async function loadLog(ctx: ReadContext, memberId: string): Promise<Entry[]> {
  const log: Entry[] = []
  const pages = readPages<Entry>((last) =>
    auditEntries(ctx, { subjectId: memberId, before: last && { at: last.at.toString(), id: last.id }, limit: PAGE_ENTRIES }),
  )
  for await (const page of pages) log.push(...page)
  return log
}

/** Sessions, methods and audit entries of a member; never a secret. */
export async function collectSignInRecords(ctx: ReadContext, memberId: string) {
  const log = await loadLog(ctx, memberId)
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
