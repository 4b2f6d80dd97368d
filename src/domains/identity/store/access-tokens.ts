/** Signs access tokens with the current key of this database. */
import { randomUUID } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { Db, Tx } from '#kit/db/open.ts'
import { signAccessToken, type Subject } from '../crypto/access-token.ts'
import { keyRing } from './signing-keys.ts'

/** A new access token for a subject. */
export async function newAccessToken(db: Db | Tx, subject: Subject, now: Temporal.Instant): Promise<string> {
  const { current } = await keyRing(db, now)
  return signAccessToken(subject, current, now, randomUUID())
}
