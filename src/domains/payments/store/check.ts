/** SQL of the nightly check. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, readSql, writes } from '#kit/db/open.ts'
import { maxFindings, type Finding } from '../rules/check.ts'
import type { CheckState, CheckTransition } from '../rules/check-machine.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export interface Check {
  id: string
  at: Temporal.Instant
  state: CheckState
  /** What it looks through: our rows first, then what providers know. `lastCheckedId` belongs to it. */
  phase: 'ROWS' | 'PROVIDER'
  orders: number
  lastCheckedId: string | null
  findings: Finding[]
}
const checks = (ctx: ReadContext) => ctx.db.selectFrom('nightlyCheck').selectAll().where('siteId', '=', ctx.siteId)

export const listChecks = async (ctx: ReadContext, limit: number): Promise<Check[]> =>
  (await checks(ctx).orderBy('at', 'desc').limit(limit).execute()) as Check[]
export const lockCheck = async (ctx: TransactionContext, id: string): Promise<Check | undefined> =>
  (await checks(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as Check | undefined
/** When the site was checked last, or founded. */
export async function lastCheckAt(ctx: ReadContext): Promise<Temporal.Instant> {
  const [last] = await listChecks(ctx, 1)
  return last?.at ?? (await ctx.db.selectFrom('site').select('createdAt').where('id', '=', ctx.siteId).executeTakeFirstOrThrow()).createdAt
}
/** Begins a check and deletes those older than a season. */
export async function insertCheck(ctx: TransactionContext, id: string): Promise<void> {
  await ctx.tx.insertInto('nightlyCheck').values({ siteId: ctx.siteId, id, at: ctx.authNow, state: 'RUNNING' }).execute()
  await ctx.tx
    .deleteFrom('nightlyCheck')
    .where('siteId', '=', ctx.siteId)
    .where('at', '<', ctx.authNow.subtract({ hours: 24 * 90 }))
    .execute()
}
export const saveCheck = (ctx: TransactionContext, { id, phase, orders, lastCheckedId, findings }: Check, transition: CheckTransition): Promise<unknown> =>
  ctx.tx
    .updateTable('nightlyCheck')
    .set({ state: transition.to, phase, orders, lastCheckedId, findings: json(findings.slice(0, maxFindings)) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Ids of receipts that were paid, or given back in part, since an instant. */
const receiptsSince = (ctx: ReadContext, since: Temporal.Instant) => sql`
  select id from receipt where site_id = ${ctx.siteId} and paid_at >= ${since}
  union select receipt_id from refund where site_id = ${ctx.siteId} and created_at >= ${since}
  union select receipt_id from refund where site_id = ${ctx.siteId} and settled_at >= ${since}`

/** Receipts of that time whose money a provider moved, the next after an id. */
export async function listProviderReceipts(ctx: ReadContext, since: Temporal.Instant, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string }>`
    select r.id from receipt r
    where r.site_id = ${ctx.siteId} and r.id in (${receiptsSince(ctx, since)}) and r.provider <> 'manual' and r.ref is not null
      and r.id > ${after ?? '00000000-0000-0000-0000-000000000000'}::uuid
    order by r.id limit ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** Counts the numbers of documents on from where they were counted last, so that no reading counts all of them. */
export const countDocuments = (ctx: TransactionContext): Promise<unknown> =>
  sql`${writes('document_counter')}
    update document_counter c set counted = c.counted + n.count, counted_to = n.last
    from (
      select k.kind, coalesce(max(d.number), k.counted_to) as last, count(d.number)::int as count
      from document_counter k left join lateral (
        select number from receipt where k.kind = 'INVOICE' and site_id = k.site_id and number > k.counted_to
        union all select number from refund where k.kind = 'CREDIT_NOTE' and site_id = k.site_id and number > k.counted_to) d on true
      where k.site_id = ${ctx.siteId}::uuid group by k.kind, k.counted_to) n
    where c.site_id = ${ctx.siteId}::uuid and c.kind = n.kind`.execute(ctx.tx)

/**
 * The ledger against receipts and refunds, since an instant: every balance must be traceable. Reads what orders and bookings note as
 * paid, so that no payment is without a receipt; it changes nothing.
 */
export async function findLedgerMismatches(ctx: ReadContext, since: Temporal.Instant): Promise<Finding[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ what: string; orderId: string | null; invoiceId: string | null }>`
    select 'A payment of ' || r.amount || ' ' || r.currency || ' stands in the books as ' || coalesce(sum(e.amount), 0) || '.' as what,
      (select l.payable_id from receipt_line l where l.site_id = r.site_id and l.receipt_id = r.id and l.kind = 'ORDER' limit 1) as order_id, r.id as invoice_id
    from receipt r left join ledger_entry e
      on e.site_id = r.site_id and e.receipt_id = r.id and e.refund_id is null and e.from_account in ('earned', 'tax', 'unearned')
    where r.site_id = ${ctx.siteId} and r.paid_at >= ${since}
    group by r.site_id, r.id, r.amount, r.currency having coalesce(sum(e.amount), 0) <> r.amount
    union all
    select 'Money of ' || e.amount || ' ' || e.currency || ' moved from ' || e.from_account || ' to ' || e.to_account || ' for a receipt that does not exist.', null, e.receipt_id
    from ledger_entry e left join receipt r on r.site_id = e.site_id and r.id = e.receipt_id
    where e.site_id = ${ctx.siteId} and e.at >= ${since} and r.id is null
    union all
    select 'A refund of ' || f.amount || ' ' || f.currency || ' stands in the books as ' || coalesce(sum(e.amount), 0) || '.',
      case when f.kind = 'ORDER' then f.payable_id end, f.receipt_id
    from refund f left join ledger_entry e on e.site_id = f.site_id and e.refund_id = f.id
    where f.site_id = ${ctx.siteId} and f.state = 'SUCCEEDED' and f.settled_at >= ${since}
    group by f.id, f.receipt_id, f.kind, f.payable_id, f.amount, f.currency having coalesce(sum(e.amount), 0) <> f.amount
    union all
    select 'Of a payment of ' || r.amount || ' ' || r.currency || ', ' || r.refunded || ' is noted as given back; its refunds come to ' || coalesce(sum(f.amount), 0) || '.', null, r.id
    from receipt r left join refund f on f.site_id = r.site_id and f.receipt_id = r.id and f.state <> 'FAILED'
    where r.site_id = ${ctx.siteId} and r.id in (${receiptsSince(ctx, since)})
    group by r.id, r.amount, r.currency, r.refunded having coalesce(sum(f.amount), 0) <> r.refunded
    union all
    select 'A plan was paid ' || i.amount || ' ' || i.currency || ' without a receipt.', i.order_id, i.id
    from plan_invoice i where i.site_id = ${ctx.siteId} and i.state in ('PAID', 'PARTIALLY_REFUNDED') and i.amount > 0 and i.paid_at >= ${since}
      and not exists (select 1 from receipt r where r.site_id = i.site_id and r.id = i.id)
    union all
    select 'A booking was paid ' || p.amount || ' ' || p.currency || ' without a receipt.', null, null
    from booking_payment p left join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id where p.site_id = ${ctx.siteId} and (p.kind = 'MANUAL' or a.state in ('SUCCEEDED', 'LATE')) and p.amount::numeric > 0
      and p.created_at >= ${since}::timestamptz - interval '7 days'
      and not exists (select 1 from receipt r where r.site_id = p.site_id and r.id = p.charge_id)
    union all
    select 'Receipts are numbered up to ' || c.last || ', but there are ' || n.n || '.', null, null
    from document_counter c cross join lateral (
      select c.counted + count(*) n from receipt r where r.site_id = c.site_id and r.number > c.counted_to) n
    where c.site_id = ${ctx.siteId} and c.kind = 'INVOICE' and c.last <> n.n
    limit ${maxFindings}`,
  )
  return rows.map(({ what, orderId, invoiceId }) => ({ what, ...(orderId && { orderId }), ...(invoiceId && { invoiceId }) }))
}

/** No check for 20 hours; whether it is night on the site is another question. */
export const hasNoRecentCheck: SiteCondition = ({ authNow }) => sql`
  site.created_at <= ${authNow.subtract({ hours: 20 })}
  and not exists (select from nightly_check as one where one.site_id = site.id and one.at > ${authNow.subtract({ hours: 20 })})`
