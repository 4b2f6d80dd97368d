/** The keys that sign access tokens. Kept in system_secret; the newest signs, all of them verify, so keys can change with overlap. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Db, Tx } from '#kit/db/open.ts'

export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}
export interface KeyRing {
  current: SigningKey
  byId: ReadonlyMap<string, SigningKey>
}

const PREFIX = 'token-signing-key:'
const known = new Map<string, SigningKey>()

function toKey(name: string, pem: string): SigningKey {
  const cacheKey = `${name}\n${pem}`
  const cached = known.get(cacheKey)
  if (cached) return cached
  const privateKey = createPrivateKey(pem)
  const key = { kid: name.slice(PREFIX.length), privateKey, publicKey: createPublicKey(privateKey) }
  known.set(cacheKey, key)
  return key
}

async function readKeys(db: Db | Tx): Promise<KeyRing | undefined> {
  const rows = await db
    .selectFrom('systemSecret')
    .select(['name', 'value'])
    .where('name', 'like', `${PREFIX}%`)
    .orderBy('createdAt', 'desc')
    .orderBy('name', 'desc')
    .execute()
  const keys = rows.map((row) => toKey(row.name, row.value))
  const current = keys[0]
  return current && { current, byId: new Map(keys.map((key) => [key.kid, key])) }
}

/** One ring per database; a kid that is not in it makes the ring be read again. */
let rings: WeakMap<object, KeyRing> = new WeakMap()

/** The ring of this database, made at first use. */
export async function keyRing(db: Db | Tx, now: Temporal.Instant, missingKid?: string): Promise<KeyRing> {
  const cached = rings.get(rootOf(db))
  if (cached && (missingKid === undefined || cached.byId.has(missingKid))) return cached
  let ring = await readKeys(db)
  if (!ring) {
    // Two processes may start at once: the first row wins, both read it.
    await db
      .insertInto('systemSecret')
      .values({ name: `${PREFIX}1`, value: newPem(), createdAt: now })
      .onConflict((c) => c.column('name').doNothing())
      .execute()
    ring = (await readKeys(db)) as KeyRing
  }
  rings.set(rootOf(db), ring)
  return ring
}

const newPem = (): string => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/** Transactions come and go; the executor below them belongs to one database. */
const rootOf = (db: Db | Tx): object => db.getExecutor().adapter as object

/** Adds a key that signs from now on; older ones keep verifying. */
export async function addSigningKey(db: Db | Tx, now: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{
    next: number
  }>`select coalesce(max(substr(name, ${sql.lit(PREFIX.length + 1)})::int), 0) + 1 as next from system_secret where name like ${`${PREFIX}%`}`.execute(db)
  await db
    .insertInto('systemSecret')
    .values({ name: `${PREFIX}${rows[0]?.next ?? 1}`, value: newPem(), createdAt: now })
    .execute()
  rings = new WeakMap()
}
