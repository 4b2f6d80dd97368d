/** Keys that sign access tokens, stored in system_secret. The newest signs, all verify, so that keys rotate with overlap. */
import { sql } from 'kysely'
import type { TransactionContext } from '#kit/api/context.ts'
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import { databaseKey, forFirstUse, type ReadDatabase } from '#kit/db/open.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'
import { openSecret, sealSecret } from '#kit/secrets/sealing.ts'
import { describeSystemSecret } from '../../rules/sealed.ts'

export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}
export interface KeyRing {
  current: SigningKey
  /** When the ring was read: other processes rotate keys, too. */
  readAt: number
  byId: ReadonlyMap<string, SigningKey>
}

const PREFIX = 'token-signing-key:'
const keyCache = new Map<string, SigningKey>()

function toKey(name: string, stored: string): SigningKey {
  const cacheKey = `${name}\n${stored}`
  const cached = keyCache.get(cacheKey)
  if (cached) return cached
  const privateKey = createPrivateKey(openSecret(describeSystemSecret(name), stored))
  const key = { kid: name.slice(PREFIX.length), privateKey, publicKey: createPublicKey(privateKey) }
  keyCache.set(cacheKey, key)
  return key
}

async function readKeys(db: ReadDatabase, now: Temporal.Instant): Promise<KeyRing | undefined> {
  const rows = await db
    .selectFrom('systemSecret')
    .select(['name', 'value'])
    .where('name', 'like', `${PREFIX}%`)
    .orderBy('createdAt', 'desc')
    .orderBy('name', 'desc')
    .execute()
  const keys = rows.map((row) => toKey(row.name, row.value))
  const current = keys[0]
  return current && { current, readAt: now.epochMilliseconds, byId: new Map(keys.map((key) => [key.kid, key])) }
}

/** One cached ring per database; an unknown kid reloads it. */
let keyRings: WeakMap<object, KeyRing> = new WeakMap()

/** Every process signs with a new key at the latest five minutes after its creation; until then with the older one, which still verifies. */
const REREAD_MS = 300_000

/** The key ring of this database, created at first use. */
export async function getKeyRing(db: ReadDatabase, now: Temporal.Instant, missingKid?: string): Promise<KeyRing> {
  const cached = keyRings.get(databaseKey(db))
  const age = cached ? Math.abs(now.epochMilliseconds - cached.readAt) : Number.POSITIVE_INFINITY
  // Unknown key ids must not cause a query each.
  if (cached && (age < 1000 || (age < REREAD_MS && (missingKid === undefined || cached.byId.has(missingKid))))) return cached
  let ring = await readKeys(db, now)
  if (!ring) {
    // Two processes may start in parallel: the first row wins, both read it.
    await forFirstUse(db)
      .insertInto('systemSecret')
      .values({ ...newKeyRow(1), createdAt: now })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    ring = (await readKeys(db, now)) as KeyRing
  }
  keyRings.set(databaseKey(db), ring)
  return ring
}

function newKeyRow(number: number): { name: string; value: string } {
  const name = `${PREFIX}${number}`
  const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { name, value: sealSecret(describeSystemSecret(name), pem) }
}

const KEY_MAX_AGE = { hours: 24 * 90 }
/** Longer than the lifetime of any token that the older key signed. */
const OVERLAP = { hours: 24 }

/** Creates a new key after ninety days and deletes the older one a day later. Returns how many keys changed. */
export async function rotateSigningKeys(ctx: TransactionContext, now: Temporal.Instant): Promise<number> {
  const rows = await ctx.tx
    .selectFrom('systemSecret')
    .select(['name', 'createdAt'])
    .where('name', 'like', `${PREFIX}%`)
    .orderBy('createdAt', 'desc')
    .orderBy('name', 'desc')
    .execute()
  const newest = rows[0]
  if (!newest) return 0
  if (newest.createdAt.add(KEY_MAX_AGE).epochMilliseconds <= now.epochMilliseconds) {
    const number = Math.max(...rows.map((row) => Number(row.name.slice(PREFIX.length)) || 0)) + 1
    const { numInsertedOrUpdatedRows } = await ctx.tx
      .insertInto('systemSecret')
      .values({ ...newKeyRow(number), createdAt: now })
      .onConflict((c) => c.column('name').doNothing())
      .executeTakeFirst()
    keyRings = new WeakMap()
    return Number(numInsertedOrUpdatedRows ?? 0)
  }
  if (newest.createdAt.add(OVERLAP).epochMilliseconds > now.epochMilliseconds || rows.length < 2) return 0
  const expiredKeys = rows.slice(1).map((row) => row.name)
  await ctx.tx.deleteFrom('systemSecret').where('name', 'in', expiredKeys).execute()
  keyRings = new WeakMap()
  return expiredKeys.length
}

/** The newest key is too old, or old enough that those before it can go. Keys belong to the server: the condition is the same for every site. */
export const hasKeysToRotate: SiteCondition = ({ authNow }) => sql`
  (select max(created_at) <= ${authNow.subtract(KEY_MAX_AGE)}::timestamptz or count(*) > 1 and max(created_at) <= ${authNow.subtract(OVERLAP)}::timestamptz
   from system_secret where name like ${`${PREFIX}%`})`
