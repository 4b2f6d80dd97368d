/** SQL on the ledger: money that moved between accounts, and the numbers of documents. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, readSql } from '#kit/db/open.ts'

export interface LedgerEntry {
  from: string
  to: string
  amount: string
  currency: string
  receiptId: string
  /** The line of the receipt that was paid or given back; absent for money that is not about one line. */
  n?: number | undefined
  refundId?: string | undefined
  /** The same key is posted once. */
  key: string
}

/** Posts entries, each once. */
export const insertLedgerEntries = async (ctx: TransactionContext, entries: readonly LedgerEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await pipelineQuery(
    ctx.tx,
    ctx.tx
      .insertInto('ledgerEntry')
      .values(
        entries.map(({ from, to, refundId, n, ...entry }) => ({
          siteId: ctx.siteId,
          id: ctx.newId(),
          fromAccount: from,
          toAccount: to,
          refundId: refundId ?? null,
          n: n ?? null,
          at: ctx.now,
          ...entry,
        })),
      )
      .onConflict((oc) => oc.constraint('ledger_entry_key_is_unique').doNothing()),
  )
}

/** The next number of a credit note. The counter stays locked until the commit, so that no number is lost. */
export async function nextCreditNoteNumber(ctx: TransactionContext): Promise<number> {
  const { last } = await ctx.tx
    .insertInto('documentCounter')
    .values({ siteId: ctx.siteId, kind: 'CREDIT_NOTE', last: 1 })
    .onConflict((oc) => oc.columns(['siteId', 'kind']).doUpdateSet({ last: sql<number>`document_counter.last + 1` }))
    .returning('last')
    .executeTakeFirstOrThrow()
  return last
}

export interface RevenueRow {
  month: string
  currency: string
  received: string
  givenBack: string
  tax: string
  net: string
  payments: number
}
/** Earned money by the month in which it moved: what came in, what went back, the tax in it, and the rest. */
export async function revenueByMonth(ctx: ReadContext, from: Temporal.Instant, timeZone: string): Promise<RevenueRow[]> {
  const ours = sql`('earned', 'tax')`
  const { rows } = await readSql(
    ctx.db,
    sql<RevenueRow>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM') as month, currency,
      coalesce(sum(amount) filter (where from_account in ${ours}), 0)::text received,
      coalesce(sum(amount) filter (where to_account in ${ours}), 0)::text "givenBack",
      coalesce(sum(case when from_account = 'tax' then amount when to_account = 'tax' then -amount end), 0)::text tax,
      coalesce(sum(case when from_account = 'earned' then amount when to_account = 'earned' then -amount end), 0)::text net,
      count(distinct receipt_id) filter (where from_account in ${ours})::int payments
    from ledger_entry
    where site_id = ${ctx.siteId}::uuid and at >= ${from}::timestamptz and (from_account in ${ours} or to_account in ${ours})
    group by 1, 2 order by 2, 1`,
  )
  return rows
}
