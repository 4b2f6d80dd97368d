/** All SQL of the nightly check. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { maxFindings, type DerivedColumns, type Finding } from '../rules/check.ts'
import type { Order } from '../rules/order.ts'
import { toOrder } from './orders.ts'

export interface Check {
  id: string
  at: Temporal.Instant
  state: 'RUNNING' | 'DONE'
  orders: number
  lookedAt: string | null
  findings: Finding[]
}
const checks = (ctx: Ctx) => ctx.tx.selectFrom('nightlyCheck').selectAll().where('siteId', '=', ctx.siteId)

export const listChecks = async (ctx: Ctx, limit: number): Promise<Check[]> => (await checks(ctx).orderBy('at', 'desc').limit(limit).execute()) as Check[]
export const lockCheck = async (ctx: Ctx, id: string): Promise<Check | undefined> =>
  (await checks(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as Check | undefined
/** When the site was looked through last, or founded. */
export async function lastCheckAt(ctx: Ctx): Promise<Temporal.Instant> {
  const [last] = await listChecks(ctx, 1)
  return last?.at ?? (await ctx.tx.selectFrom('site').select('createdAt').where('id', '=', ctx.siteId).executeTakeFirstOrThrow()).createdAt
}
/** Begins a check and forgets those older than a season. */
export async function insertCheck(ctx: Ctx, id: string): Promise<void> {
  await ctx.tx.insertInto('nightlyCheck').values({ siteId: ctx.siteId, id, at: ctx.authNow, state: 'RUNNING' }).execute()
  await ctx.tx
    .deleteFrom('nightlyCheck')
    .where('siteId', '=', ctx.siteId)
    .where('at', '<', ctx.authNow.subtract({ hours: 24 * 90 }))
    .execute()
}
export const saveCheck = (ctx: Ctx, { id, state, orders, lookedAt, findings }: Check): Promise<unknown> =>
  ctx.tx
    .updateTable('nightlyCheck')
    .set({ state, orders, lookedAt, findings: json(findings.slice(0, maxFindings)) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** The next orders by id, each with what its row keeps for lists and sweeps. */
export async function ordersAfter(ctx: Ctx, id: string | null, limit: number): Promise<{ order: Order; copies: DerivedColumns }[]> {
  let query = ctx.tx.selectFrom('planOrder').selectAll().where('siteId', '=', ctx.siteId)
  if (id) query = query.where('id', '>', id)
  const rows = await query.orderBy('id').limit(limit).execute()
  return rows.map((row) => ({ order: toOrder(row), copies: { endAt: row.endAt, nextDueAt: row.nextDueAt } }))
}

/** Credits of these orders that are not the sum of their ledger. */
export async function findCreditMismatches(ctx: Ctx, ids: readonly string[]): Promise<Finding[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; noted: number | null; summed: number }>`
    select o.id, o.credit_balance as noted, sum(l.amount)::int as summed
    from plan_order o join benefit_ledger l on l.site_id = o.site_id and l.order_id = o.id
    where o.site_id = ${ctx.siteId} and o.id in (${sql.join(ids.map((one) => sql`${one}::uuid`))})
    group by o.id, o.credit_balance
    -- An unlimited order notes what is spent and given back, and has no balance.
    having coalesce(o.credit_balance, 0) <> sum(l.amount) and not (o.credit_balance is null and bool_and(l.kind in ('SPEND', 'RETURN')))`.execute(ctx.tx)
  return rows.map(({ id, noted, summed }) => ({ orderId: id, what: `The credits are noted as ${noted ?? 0}; the ledger says ${summed}.` }))
}

/** What the books say against what they stand for, since an instant: every balance must be traceable. */
export async function findLedgerMismatches(ctx: Ctx, since: Temporal.Instant): Promise<Finding[]> {
  const { rows } = await sql<{ what: string; orderId: string | null; invoiceId: string | null }>`
    select 'A payment of ' || i.amount || ' ' || i.currency || ' stands in the books as ' || coalesce(sum(m.amount), 0) || '.' as what, i.order_id, i.id as invoice_id
    from plan_invoice i left join money_move m on m.site_id = i.site_id and m.key in ('paid:' || i.id || ':earned', 'paid:' || i.id || ':tax')
    where i.site_id = ${ctx.siteId} and i.number is not null and i.paid_at >= ${since}
    group by i.id, i.order_id, i.amount, i.currency having coalesce(sum(m.amount), 0) <> i.amount
    union all
    select 'Money of ' || m.amount || ' ' || m.currency || ' moved from ' || m.from_account || ' to ' || m.to_account || ' for an invoice that does not exist.', m.order_id, m.invoice_id
    from money_move m left join plan_invoice i on i.site_id = m.site_id and i.id = m.invoice_id
    where m.site_id = ${ctx.siteId} and m.at >= ${since} and m.receipt_id is null and i.id is null
    union all
    select 'A payment of ' || r.amount || ' ' || r.currency || ' for ' || r.title || ' stands in the books as ' || coalesce(sum(m.amount), 0) || '.', null, r.id
    from payable_receipt r left join money_move m on m.site_id = r.site_id and m.key = 'receipt:' || r.id
    where r.site_id = ${ctx.siteId} and r.paid_at >= ${since}
    group by r.id, r.amount, r.currency, r.title having coalesce(sum(m.amount), 0) <> r.amount
    union all
    select 'Money of ' || m.amount || ' ' || m.currency || ' moved from ' || m.from_account || ' to ' || m.to_account || ' for a receipt that does not exist.', null, m.receipt_id
    from money_move m left join payable_receipt r on r.site_id = m.site_id and r.id = m.receipt_id
    where m.site_id = ${ctx.siteId} and m.at >= ${since} and m.receipt_id is not null and r.id is null
    union all
    select 'A refund of ' || r.amount || ' ' || r.currency || ' stands in the books as ' || coalesce(sum(m.amount), 0) || '.', null, r.receipt_id
    from payable_refund r left join money_move m on m.site_id = r.site_id and m.refund_id = r.id
    where r.site_id = ${ctx.siteId} and r.state = 'SUCCEEDED' and r.settled_at >= ${since}
    group by r.id, r.receipt_id, r.amount, r.currency having coalesce(sum(m.amount), 0) <> r.amount
    union all
    select 'Of a payment of ' || r.amount || ' ' || r.currency || ', ' || r.refunded || ' is noted as given back; its refunds come to ' || coalesce(sum(f.amount), 0) || '.', null, r.id
    from payable_receipt r left join payable_refund f on f.site_id = r.site_id and f.receipt_id = r.id and f.state <> 'FAILED'
    where r.site_id = ${ctx.siteId}
    group by r.id, r.amount, r.currency, r.refunded having coalesce(sum(f.amount), 0) <> r.refunded
    union all
    select 'A booking was paid ' || p.amount || ' ' || p.currency || ' without a receipt.', null, null
    from booking_payment p where p.site_id = ${ctx.siteId} and p.status in ('SUCCEEDED', 'REFUNDED') and p.amount::numeric > 0
      and not exists (select 1 from payable_receipt r where r.site_id = p.site_id and r.id = p.charge_id)
    union all
    select 'A refund of ' || r.amount || ' ' || r.currency || ' stands in the books as ' || coalesce(sum(m.amount), 0) || '.', r.order_id, r.invoice_id
    from refund r left join money_move m on m.site_id = r.site_id and m.refund_id = r.id
    where r.site_id = ${ctx.siteId} and r.state = 'SUCCEEDED' and r.settled_at >= ${since}
    group by r.id, r.order_id, r.invoice_id, r.amount, r.currency having coalesce(sum(m.amount), 0) <> r.amount
    union all
    select 'The books in ' || currency || ' do not sum to zero.', null, null from (
      select currency, amount from money_move where site_id = ${ctx.siteId} union all select currency, -amount from money_move where site_id = ${ctx.siteId}) both_sides
    group by currency having sum(amount) <> 0
    union all
    select 'Receipts are numbered up to ' || c.last || ', but there are ' || n.n || '.', null, null
    from document_counter c cross join lateral (
      select (select count(*) from plan_invoice i where i.site_id = c.site_id and i.number is not null)
        + (select count(*) from payable_receipt r where r.site_id = c.site_id and r.number is not null) as n) n
    where c.site_id = ${ctx.siteId} and c.kind = 'INVOICE' and c.last <> n.n
    limit ${maxFindings}`.execute(ctx.tx)
  return rows.map(({ what, orderId, invoiceId }) => ({ what, ...(orderId && { orderId }), ...(invoiceId && { invoiceId }) }))
}
