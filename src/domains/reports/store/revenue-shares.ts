/** Read model of revenue by what it was paid for: lines of receipts with their bookings and orders, and the sums of days that are over. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql, writes } from '#kit/db/open.ts'
import type { OpenRange, Period } from '../rules/periods.ts'
import { formatStart, toInstant, toInstants } from './summed-periods.ts'

export type Dimension = 'SERVICE' | 'PLAN' | 'STAFF' | 'LOCATION'
export interface RevenueSum {
  dimension: Dimension
  id: string | null
  /** As the booking or the order says. */
  name: string | null
  currency: string
  /** Decimal string. */
  amount: string
  payments: number
}

/**
 * Earned money by when it was paid, minus what was refunded of it since, counted in its rows: once for each dimension. A booking belongs to its service, to
 * the person or room that comes first in it, and to its location; an order to its plan. `nr` counts the parts of the time from 1.
 */
export async function countRevenue(ctx: ReadContext, { from, to }: OpenRange, starts: readonly number[]): Promise<(RevenueSum & { nr: number })[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<RevenueSum & { nr: number }>`
    with line as materialized (
      select width_bucket(r.paid_at, ${toInstants(starts)}) as nr, r.id receipt_id, r.currency, l.amount - l.refunded amount, b.service_id, b.title, b.resource_id,
        b.resource ->> 'name' resource_name, b.location ->> 'id' location_id, coalesce(b.location ->> 'name', b.location ->> 'formattedAddress') location_name,
        o.plan_id, o.snapshot ->> 'planName' plan_name
      from receipt r join receipt_line l on l.site_id = r.site_id and l.receipt_id = r.id
      left join booking b on l.kind in ('BOOKING', 'BOOKING_FEE') and b.site_id = l.site_id and b.id = l.payable_id
      left join plan_order o on l.kind = 'ORDER' and o.site_id = l.site_id and o.id = l.payable_id
      where r.site_id = ${ctx.siteId}::uuid and r.state = 'EARNED' and r.paid_at >= ${toInstant(from)}::timestamptz
        and r.paid_at < ${toInstant(to)}::timestamptz and r.paid_at <= ${ctx.now}::timestamptz),
    share as (
      select nr, 'SERVICE' dimension, service_id::text id, title as name, currency, amount, receipt_id from line where service_id is not null
      union all select nr, 'PLAN', plan_id::text, plan_name, currency, amount, receipt_id from line where plan_id is not null
      union all select nr, 'STAFF', resource_id::text, resource_name, currency, amount, receipt_id from line where service_id is not null
      union all select nr, 'LOCATION', location_id, location_name, currency, amount, receipt_id from line where service_id is not null)
    select nr, dimension, id, max(name) as name, currency, sum(amount)::text amount, count(distinct receipt_id)::int payments
    from share group by nr, dimension, id, currency, case when id is null then name end`,
  )
  return rows
}
/** The same of days that are summed, all of them together. */
export async function readRevenue(ctx: ReadContext, periods: readonly Period[]): Promise<RevenueSum[]> {
  if (periods.length === 0) return []
  const { rows } = await readSql(
    ctx.db,
    sql<RevenueSum>`
    select dimension, subject_id id, max(name) as name, currency, sum(amount)::text amount, sum(payments)::int payments
    from revenue_of_day where site_id = ${ctx.siteId}::uuid and starts_at = any(${toInstants(periods.map(({ startsAt }) => startsAt))})
    group by dimension, subject_id, currency, case when subject_id is null then name end`,
  )
  return rows
}
/** Saves what was counted by day, of the days that begin at `own`. */
export async function insertRevenue(
  ctx: TransactionContext,
  days: readonly Period[],
  own: ReadonlySet<number>,
  sums: readonly (RevenueSum & { nr: number })[],
): Promise<void> {
  const rows = sums.flatMap(({ nr, ...sum }) => {
    const day = days[nr - 1]
    return day && own.has(day.startsAt) ? [{ ...sum, startsAt: formatStart(day.startsAt) }] : []
  })
  if (rows.length === 0) return
  await sql`${writes('revenue_of_day')}
    insert into revenue_of_day (site_id, starts_at, dimension, subject_id, name, currency, amount, payments)
    select ${ctx.siteId}::uuid, r."startsAt", r.dimension, r.id, r.name, r.currency, r.amount, r.payments
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r ("startsAt" timestamptz, dimension text, id text, name text, currency text, amount numeric, payments int)`.execute(
    ctx.tx,
  )
}

/** Names as of today of services, plans, people, rooms and locations, by dimension and id; those that are gone are left out. */
export async function findNames(ctx: ReadContext, sums: readonly RevenueSum[]): Promise<Map<string, string>> {
  const ids = (dimension: Dimension) => sql`${[...new Set(sums.flatMap((one) => (one.dimension === dimension && one.id ? [one.id] : [])))]}::text[]`
  const { rows } = await readSql(
    ctx.db,
    sql<{ dimension: Dimension; id: string; name: string }>`
    select 'SERVICE' dimension, id::text, name from service where site_id = ${ctx.siteId}::uuid and id::text = any(${ids('SERVICE')})
    union all select 'PLAN', id::text, name from plan where site_id = ${ctx.siteId}::uuid and id::text = any(${ids('PLAN')})
    union all select 'STAFF', id::text, name from resource where site_id = ${ctx.siteId}::uuid and id::text = any(${ids('STAFF')})
    union all select 'LOCATION', id::text, name from location where site_id = ${ctx.siteId}::uuid and id::text = any(${ids('LOCATION')})`,
  )
  return new Map(rows.map(({ dimension, id, name }) => [`${dimension} ${id}`, name]))
}
