/** Read model of waitlists: who joined when, for which service. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export interface WaitlistCount {
  month: string
  serviceId: string
  name: string
  joined: number
  enrolled: number
}
/** People on waitlists by the month in which they joined and by service. */
export async function countWaitlistEntries(ctx: ReadContext, from: Temporal.Instant, timeZone: string): Promise<WaitlistCount[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<WaitlistCount>`
    select to_char(e.created_at at time zone ${timeZone}, 'YYYY-MM') as month, b.service_id "serviceId", coalesce(max(s.name), max(b.title)) as name,
      sum(e.people)::int joined, coalesce(sum(e.people) filter (where e.status = 'ENROLLED'), 0)::int enrolled
    from waitlist_entry e
    join booking b on b.site_id = e.site_id and b.id = e.booking_id
    left join service s on s.site_id = b.site_id and s.id = b.service_id
    where e.site_id = ${ctx.siteId}::uuid and e.created_at >= ${from}::timestamptz and e.created_at <= ${ctx.now}::timestamptz
    group by 1, 2 order by 1, 2`,
  )
  return rows
}
