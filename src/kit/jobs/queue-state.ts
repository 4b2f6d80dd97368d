/** How much work waits: for metrics. Counts are bounded, so that asking costs the same whatever is stored. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Db } from '../db/open.ts'

const COUNTED_AT_MOST = 10_000

export interface QueueState {
  /** Jobs that are due and not done, at most 10,000. */
  due: number
  /** Age of the oldest due job in seconds. */
  oldestSeconds: number
  /** Jobs given up, at most 10,000. */
  dead: number
}

export async function readQueueState(db: Db, now: Temporal.Instant): Promise<QueueState> {
  const { rows } = await sql<QueueState>`
    select (select count(*)::int from (select 1 from job where state = 'WAITING' and due_at <= ${now} limit ${COUNTED_AT_MOST}) counted) as due,
           coalesce(greatest(0, extract(epoch from ${now}::timestamptz - (select min(due_at) from job where state = 'WAITING' and due_at <= ${now}))), 0)::float8 as oldest_seconds,
           (select count(*)::int from (select 1 from job where state = 'DEAD' limit ${COUNTED_AT_MOST}) counted) as dead`.execute(db)
  return rows[0] as QueueState
}
