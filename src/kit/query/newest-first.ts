/** Pages of rows that stand newest first, and by id within a moment: times and ids that rows keep, so that none comes twice and none is lost. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'

export interface RowPosition {
  at: Temporal.Instant
  id: string
}
/** What comes after a row in this order; `time` and `id` name the columns as SQL does (`refund.created_at`). */
export const isAfterNewestFirst = (time: string, id: string, { at, id: lastId }: RowPosition): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.ref(time)} <= ${at}::timestamptz and (${sql.ref(time)} < ${at}::timestamptz or ${sql.ref(id)} > ${lastId}::uuid))`
