/** SQL of the test hooks: clocks that outlive a restart, recorded events, and whether jobs are due or in progress. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { Clocks } from '#kit/api/clock.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Db } from '#kit/db/open.ts'

export const listEvents = (ctx: ReadContext, entityId: string | undefined) =>
  ctx.db
    .selectFrom('event')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .$if(entityId !== undefined, (q) => q.where('entityId', '=', entityId as string))
    .orderBy('happenedAt')
    .orderBy('sequence')
    .limit(5000)
    .execute()

/** Saves moved clocks, so that they outlive a restart. */
export const saveClocks = (db: Db, clocks: Clocks) =>
  db
    .updateTable('systemClock')
    .set({ frozenAt: 'frozenAt' in clocks.business ? clocks.business.frozenAt : null, authOffsetMs: clocks.authOffsetMs })
    .where('id', '=', 1)
    .execute()

/** Sets the clocks as a test left them before the server was started again. */
export async function loadClocks(db: Db, clocks: Clocks): Promise<void> {
  const row = await db.selectFrom('systemClock').select(['frozenAt', 'authOffsetMs']).where('id', '=', 1).executeTakeFirstOrThrow()
  if (row.frozenAt) clocks.business = { frozenAt: row.frozenAt }
  clocks.authOffsetMs = row.authOffsetMs
}

/** The next instant after `now` at which a job is due on any site. */
export async function findNextJobTime(db: Db, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('job')
    .select((eb) => eb.fn.min('dueAt').as('at'))
    .where('state', '=', 'WAITING')
    .where('dueAt', '>', now)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Whether a due job is leased. Failed jobs that wait for their next attempt, and jobs of simulations, do not count. */
export async function hasLeasedJobs(db: Db, clocks: Clocks): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select 1 from job where state = 'WAITING' and due_at <= ${clocks.now()} and leased_until > ${clocks.authNow()} and last_error is null
        and site_id not in (select id from site where simulation_of is not null)) as held`.execute(db)
  return rows[0]?.held ?? false
}
