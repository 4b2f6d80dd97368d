/** SQL of setup on sites. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'

export const findAnySite = (ctx: ReadContext) =>
  ctx.db.selectFrom('site').select('id').where('simulationOf', 'is', null).orderBy('createdAt').limit(1).executeTakeFirst()

/** Advisory lock until commit. */
export const lockSetup = (ctx: TransactionContext) => sql`select pg_advisory_xact_lock(7164202)`.execute(ctx.tx)
