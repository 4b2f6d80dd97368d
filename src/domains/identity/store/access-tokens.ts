/** Signs access tokens with the current key of this database. */
import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Db, Tx } from '#kit/db/open.ts'
import { signAccessToken, type Subject } from '../crypto/access-token.ts'
import { getKeyRing } from './signing-keys.ts'

/** Who founded each site; that never changes, so it is asked once per site and process. */
const founderCache = new WeakMap<object, Map<string, string>>()

async function findFounder(db: Db | Tx, siteId: string): Promise<string | undefined> {
  const root = db.getExecutor().adapter as object
  const known = founderCache.get(root) ?? new Map<string, string>()
  founderCache.set(root, known)
  const cached = known.get(siteId)
  if (cached) return cached
  const row = await db
    .selectFrom('ownerSiteRole')
    .select('userId')
    .where('siteId', '=', siteId)
    .where('role', '=', 'OWNER')
    .orderBy('createdAt')
    .orderBy('userId')
    .limit(1)
    .executeTakeFirst()
  if (row && known.size < 100_000) known.set(siteId, row.userId)
  return row?.userId
}

/** A new access token for a subject. */
export async function issueAccessToken(db: Db | Tx, subject: Subject, now: Temporal.Instant): Promise<string> {
  const { current } = await getKeyRing(db, now)
  return signAccessToken(subject, current, now, { tokenId: randomUUID(), siteOwnerId: await findFounder(db, subject.siteId) })
}
