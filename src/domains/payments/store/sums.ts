/** Sums behind the owner's Money screens: totals and balances of a period, numbers of documents, tax by month; and the closing of balances. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql, writes } from '#kit/db/open.ts'
import type { DocumentKind, Period } from './lists.ts'

export interface MoneyTotals {
  currency: string
  received: string
  payments: number
  refunded: string
  refunds: number
}
/** What came in by the day it was paid, and what went back by the day it was settled. */
export async function sumMoney(ctx: ReadContext, { from, to }: { from: Temporal.Instant; to: Temporal.Instant }): Promise<MoneyTotals[]> {
  const within = (column: string) =>
    sql`site_id = ${ctx.siteId}::uuid and ${sql.ref(column)} >= ${from}::timestamptz and ${sql.ref(column)} < ${to}::timestamptz`
  const { rows } = await readSql(
    ctx.db,
    sql<MoneyTotals>`
    select currency, sum(received)::text as received, sum(payments)::int as payments, sum(refunded)::text as refunded, sum(refunds)::int as refunds from (
      select currency, amount as received, 1 as payments, 0 as refunded, 0 as refunds from receipt where ${within('paid_at')}
      union all select currency, 0, 0, amount, 1 from refund where ${within('settled_at')} and state = 'SUCCEEDED') moved
    group by currency order by currency`,
  )
  return rows
}

export interface AccountSums {
  account: string
  currency: string
  opening: string
  in: string
  out: string
  closing: string
}
/** Every account before, during and after a period. */
export async function accountSums(ctx: ReadContext, { from, to }: Period): Promise<AccountSums[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<AccountSums>`
    with until as (${accountTotals(ctx, to)}), before as (${from ? accountTotals(ctx, from) : sql`select ''::text as account, ''::text as currency, 0::numeric as came, 0::numeric as went where false`})
    select u.account, u.currency, coalesce(b.came - b.went, 0)::text as opening, (u.came - coalesce(b.came, 0))::text as "in",
      (u.went - coalesce(b.went, 0))::text as "out", (u.came - u.went)::text as closing
    from until u left join before b on b.account = u.account and b.currency = u.currency
    order by u.currency, u.account`,
  )
  return rows
}

/** All that came to and went from each account before an instant: the last closed balances, and the entries since. */
function accountTotals(ctx: ReadContext, before: Temporal.Instant | undefined) {
  const upTo = before ? sql`and at < ${before}::timestamptz` : sql``
  const closed = sql`(select max(until) from ledger_balance where site_id = ${ctx.siteId}::uuid ${before ? sql`and until <= ${before}::timestamptz` : sql``})`
  const open = sql`site_id = ${ctx.siteId}::uuid and at >= coalesce(${closed}, '-infinity'::timestamptz) ${upTo}`
  return sql`
    select account, currency, sum(came) as came, sum(went) as went from (
      select account, currency, came, went from ledger_balance where site_id = ${ctx.siteId}::uuid and until = ${closed}
      union all select to_account, currency, amount, 0 from ledger_entry where ${open}
      union all select from_account, currency, 0, amount from ledger_entry where ${open}) sides
    group by account, currency`
}

/** Closes the balances of all accounts at an instant before which nothing is posted any more. Later readings begin there. */
export const closeLedger = (ctx: TransactionContext, until: Temporal.Instant): Promise<unknown> =>
  sql`${writes('ledger_balance')}
    insert into ledger_balance (site_id, until, account, currency, came, went)
    select ${ctx.siteId}::uuid, ${until}::timestamptz, t.account, t.currency, t.came, t.went from (${accountTotals(ctx, until)}) t
    on conflict do nothing`.execute(ctx.tx)

/** The highest number of a kind of document, and how many documents carry one. */
export async function documentNumberStats(ctx: ReadContext, kind: DocumentKind): Promise<{ last: number; given: number }> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ last: number; given: number }>`
    select coalesce(max(d.number), c.counted_to)::int as last, (c.counted + count(d.number))::int as given
    from document_counter c left join ${sql.table(kind === 'RECEIPT' ? 'receipt' : 'refund')} d on d.site_id = c.site_id and d.number > c.counted_to
    where c.site_id = ${ctx.siteId}::uuid and c.kind = ${kind === 'RECEIPT' ? 'INVOICE' : 'CREDIT_NOTE'} group by c.counted_to, c.counted`,
  )
  return rows[0] ?? { last: 0, given: 0 }
}

export interface TaxRow {
  month: string
  currency: string
  name: string | null
  rate: string | null
  included: boolean | null
  net: string
  tax: string
}
/**
 * What was earned and the tax on it, by month of the site's zone and kind of tax; what went back is taken off in the month it went. Each line
 * of a receipt counts under its own tax; postings that name no line are of receipts with one tax. Source: guide bookings §12.8.
 */
export async function taxByMonth(ctx: ReadContext, { from, to }: Period, timeZone: string): Promise<TaxRow[]> {
  const side = (account: string) =>
    sql`coalesce(sum(case when e.from_account = ${account} then e.amount when e.to_account = ${account} then -e.amount end), 0)::text`
  const { rows } = await readSql(
    ctx.db,
    sql<TaxRow>`
    select to_char(e.at at time zone ${timeZone}, 'YYYY-MM') as month, e.currency,
      t.tax->>'name' as name, max(t.tax->>'rate') as rate, (t.tax->>'includedInPrice')::boolean as included,
      ${side('earned')} as net, ${side('tax')} as tax
    from ledger_entry e join receipt r on r.site_id = e.site_id and r.id = e.receipt_id
    left join receipt_line l on l.site_id = e.site_id and l.receipt_id = e.receipt_id and l.n = e.n
    cross join lateral (select case when e.n is null then r.tax else l.tax end as tax) t
    where e.site_id = ${ctx.siteId}::uuid and (e.from_account in ('earned', 'tax') or e.to_account in ('earned', 'tax'))
      ${from ? sql`and e.at >= ${from}::timestamptz` : sql``} ${to ? sql`and e.at < ${to}::timestamptz` : sql``}
    group by 1, 2, 3, (t.tax->>'rate')::numeric, 5 order by 1 desc, 2, 3 nulls last, (t.tax->>'rate')::numeric, 5`,
  )
  return rows
}
