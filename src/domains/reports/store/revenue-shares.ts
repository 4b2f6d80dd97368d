/** Read model of revenue by what it was paid for: lines of receipts with their bookings and orders. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export type Dimension = 'SERVICE' | 'PLAN' | 'STAFF' | 'LOCATION'
export interface RevenueShare {
  dimension: Dimension
  id: string | null
  name: string | null
  currency: string
  /** Decimal string. */
  amount: string
  payments: number
}

/**
 * Earned money by when it was paid, minus what was refunded of it since: once for each dimension, most first. A booking belongs to
 * its service, to the person or room that comes first in it, and to its location; an order to its plan. Names are those of today,
 * or those of the booking where the thing is gone.
 */
export async function sumRevenueShares(ctx: ReadContext, from: Temporal.Instant): Promise<RevenueShare[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<RevenueShare>`
    with line as materialized (
      select r.id receipt_id, r.currency, l.kind, l.amount - l.refunded amount, b.service_id, b.title, b.resource_id, b.resource, b.location,
        b.location ->> 'id' location_id, o.plan_id, o.snapshot ->> 'planName' plan_name
      from receipt r join receipt_line l on l.site_id = r.site_id and l.receipt_id = r.id
      left join booking b on l.kind in ('BOOKING', 'BOOKING_FEE') and b.site_id = l.site_id and b.id = l.payable_id
      left join plan_order o on l.kind = 'ORDER' and o.site_id = l.site_id and o.id = l.payable_id
      where r.site_id = ${ctx.siteId}::uuid and r.state = 'EARNED' and r.paid_at >= ${from}::timestamptz and r.paid_at <= ${ctx.now}::timestamptz),
    share as (
      select 'SERVICE' dimension, service_id::text id, title as name, currency, amount, receipt_id from line where service_id is not null
      union all select 'PLAN', plan_id::text, plan_name, currency, amount, receipt_id from line where plan_id is not null
      union all select 'STAFF', resource_id::text, resource ->> 'name', currency, amount, receipt_id from line where service_id is not null
      union all select 'LOCATION', location_id, coalesce(location ->> 'name', location ->> 'formattedAddress'), currency, amount, receipt_id
        from line where service_id is not null)
    select s.dimension, s.id, coalesce(max(v.name), max(m.name), max(c.name), max(p.name), max(s.name)) as name, s.currency,
      sum(s.amount)::text amount, count(distinct s.receipt_id)::int payments
    from share s
    left join service v on s.dimension = 'SERVICE' and v.site_id = ${ctx.siteId}::uuid and v.id::text = s.id
    left join resource m on s.dimension = 'STAFF' and m.site_id = ${ctx.siteId}::uuid and m.id::text = s.id
    left join location c on s.dimension = 'LOCATION' and c.site_id = ${ctx.siteId}::uuid and c.id::text = s.id
    left join plan p on s.dimension = 'PLAN' and p.site_id = ${ctx.siteId}::uuid and p.id::text = s.id
    group by s.dimension, s.id, s.currency, case when s.id is null then s.name end
    order by s.dimension, s.currency, sum(s.amount) desc, s.id`,
  )
  return rows
}
