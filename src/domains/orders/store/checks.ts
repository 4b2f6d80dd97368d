/** SQL of the nightly check of orders. */
import { sql } from 'kysely'
import type { Finding } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { DerivedColumns } from '../rules/check.ts'
import type { Order } from '../rules/order.ts'
import { toOrder } from './orders.ts'
import { readSql } from '#kit/db/open.ts'

/** The next orders by id, each with what its row keeps for lists and schedules. */
export async function ordersAfter(ctx: ReadContext, id: string | null, limit: number): Promise<{ order: Order; copies: DerivedColumns }[]> {
  let query = ctx.db.selectFrom('planOrder').selectAll().where('siteId', '=', ctx.siteId)
  if (id) query = query.where('id', '>', id)
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ order: toOrder(row), copies: { endAt: row.endAt, nextDueAt: row.nextDueAt } }))
}

/** Credits of these orders that are not the sum of their ledger. */
export async function findCreditMismatches(ctx: ReadContext, ids: readonly string[]): Promise<Finding[]> {
  if (ids.length === 0) return []
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string; noted: number | null; summed: number }>`
    select o.id, o.credit_balance as noted, sum(l.amount)::int as summed
    from plan_order o join benefit_ledger l on l.site_id = o.site_id and l.order_id = o.id
    where o.site_id = ${ctx.siteId} and o.id in (${sql.join(ids.map((one) => sql`${one}::uuid`))})
    group by o.id, o.credit_balance
    -- An unlimited order notes what is spent and given back, and has no balance.
    having coalesce(o.credit_balance, 0) <> sum(l.amount) and not (o.credit_balance is null and bool_and(l.kind in ('SPEND', 'RETURN')))`,
  )
  return rows.map(({ id, noted, summed }) => ({ orderId: id, what: `The credits are noted as ${noted ?? 0}; the ledger says ${summed}.` }))
}
