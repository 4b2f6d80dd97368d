/** Read model of clients who came, month by month, and the sums of months that are over. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql, writes } from '#kit/db/open.ts'
import type { MonthlyClients } from '../rules/client-movements.ts'
import type { OpenRange, Period } from '../rules/periods.ts'
import { formatStart, toInstant, toInstants } from './summed-periods.ts'

type ClientSum = Omit<MonthlyClients, 'month'> & { nr: number }

/**
 * Clients with confirmed bookings that began in the months of the range, counted in their rows; months without any are left out. `before` is the start of the
 * month before, `starts` are those of the months, `nr` counts them from 1. The first visit of a client is an end of an index.
 */
export async function countClients(ctx: ReadContext, { to }: OpenRange, before: number, starts: readonly number[]): Promise<ClientSum[]> {
  const nr = (at: string) => sql`width_bucket(${sql.ref(at)}, ${toInstants(starts)})`
  const { rows } = await readSql(
    ctx.db,
    sql<ClientSum>`
    with visit as materialized (
      select contact_id, ${nr('start_at')} as nr from booking
      where site_id = ${ctx.siteId}::uuid and status = 'CONFIRMED' and contact_id is not null and start_at >= ${toInstant(before)}::timestamptz
        and start_at < ${toInstant(to)}::timestamptz and start_at <= ${ctx.now}::timestamptz
      group by 1, 2),
    began as materialized (
      select c.contact_id, (select ${nr('b.start_at')} from booking b where b.site_id = ${ctx.siteId}::uuid and b.contact_id = c.contact_id
        and b.status = 'CONFIRMED' order by b.end_at limit 1) as nr
      from (select distinct contact_id from visit where nr > 0) c)
    select v.nr, count(*)::int active, count(*) filter (where n.nr = v.nr)::int first, count(w.nr)::int stayed
    from visit v join began n on n.contact_id = v.contact_id left join visit w on w.contact_id = v.contact_id and w.nr = v.nr - 1
    where v.nr > 0 group by 1`,
  )
  return rows
}
/** The same of months that are summed. */
export async function readClients(ctx: ReadContext, periods: readonly Period[], starts: readonly number[]): Promise<ClientSum[]> {
  if (periods.length === 0) return []
  const { rows } = await readSql(
    ctx.db,
    sql<ClientSum>`
    select width_bucket(starts_at, ${toInstants(starts)}) as nr, active, first, stayed from clients_of_month
    where site_id = ${ctx.siteId}::uuid and starts_at = any(${toInstants(periods.map(({ startsAt }) => startsAt))})`,
  )
  return rows
}
/** Saves what was counted by month, of the months that begin at `own`. */
export async function insertClients(ctx: TransactionContext, months: readonly Period[], own: ReadonlySet<number>, sums: readonly ClientSum[]): Promise<void> {
  const rows = sums.flatMap(({ nr, ...sum }) => {
    const month = months[nr - 1]
    return month && own.has(month.startsAt) ? [{ ...sum, startsAt: formatStart(month.startsAt) }] : []
  })
  if (rows.length === 0) return
  await sql`${writes('clients_of_month')}
    insert into clients_of_month (site_id, starts_at, active, first, stayed)
    select ${ctx.siteId}::uuid, r."startsAt", r.active, r.first, r.stayed
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("startsAt" timestamptz, active int, first int, stayed int)`.execute(ctx.tx)
}
