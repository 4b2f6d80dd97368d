/** Read model of clients who came, month by month. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import type { MonthlyClients } from '../rules/client-movements.ts'

/** Clients with confirmed bookings that began, since `from`; months without any are left out. The first visit of a client is an end of an index. */
export async function countClientsByMonth(ctx: ReadContext, from: Temporal.Instant, timeZone: string): Promise<MonthlyClients[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<MonthlyClients>`
    with visit as materialized (
      select contact_id, date_trunc('month', start_at at time zone ${timeZone}) as month_of
      from booking where site_id = ${ctx.siteId}::uuid and status = 'CONFIRMED' and contact_id is not null
        and start_at >= ${from}::timestamptz and start_at <= ${ctx.now}::timestamptz
      group by 1, 2),
    began as materialized (
      select c.contact_id, date_trunc('month', (select b.start_at from booking b where b.site_id = ${ctx.siteId}::uuid and b.contact_id = c.contact_id
        and b.status = 'CONFIRMED' order by b.end_at limit 1) at time zone ${timeZone}) as month_of
      from (select distinct contact_id from visit) c)
    select to_char(v.month_of, 'YYYY-MM') as month, count(*)::int active, count(*) filter (where n.month_of = v.month_of)::int first,
      count(*) filter (where exists (select from visit w where w.contact_id = v.contact_id and w.month_of = v.month_of - interval '1 month'))::int stayed
    from visit v join began n on n.contact_id = v.contact_id
    group by 1 order by 1`,
  )
  return rows
}
