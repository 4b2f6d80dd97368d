/** Generated secrets of this database: created at first use, shared by all processes. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Temporal } from 'temporal-polyfill'
import { databaseKey, forFirstUse } from '#kit/db/open.ts'
import { openSecret, sealSecret } from '#kit/secrets/sealing.ts'
import { newSecret } from '../crypto/secrets.ts'
import { describeSystemSecret } from '../rules/sealed.ts'

const secretCache = new WeakMap<object, Map<string, string>>()

/** The secret of this name. Cached only once it is committed: one created in this transaction may still be rolled back. */
export async function getSystemSecret(ctx: ReadContext, name: string, now: Temporal.Instant): Promise<string> {
  const root = databaseKey(ctx.db)
  const known = secretCache.get(root) ?? new Map<string, string>()
  secretCache.set(root, known)
  const cached = known.get(name)
  if (cached) return cached
  const read = () => ctx.db.selectFrom('systemSecret').select('value').where('name', '=', name)
  const open = (value: string) => openSecret(describeSystemSecret(name), value)
  const kept = await read().executeTakeFirst()
  if (kept) {
    const secret = open(kept.value)
    known.set(name, secret)
    return secret
  }
  // Two processes may start in parallel: the first row wins, both read it.
  await forFirstUse(ctx.db)
    .insertInto('systemSecret')
    .values({ name, value: sealSecret(describeSystemSecret(name), newSecret()), createdAt: now })
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  return open((await read().executeTakeFirstOrThrow()).value)
}
