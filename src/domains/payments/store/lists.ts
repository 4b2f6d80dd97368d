/** SQL behind the lists of the owner's Money screens: payments, refunds, disputes, ledger entries and documents of everything that is paid. Reads only. */
import { sql, type AliasedExpression, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import { isAfterNewestFirst, type RowPosition } from '#kit/query/newest-first.ts'

export interface Page {
  limit: number
  offset: number
}
/** Half open. */
export interface Period {
  from?: Temporal.Instant | undefined
  to?: Temporal.Instant | undefined
}
interface BuyerFilter {
  memberId?: string | undefined
}
interface IdFilter {
  id?: string | undefined
}
/** For what and whose a row is; guests have a name and no member. */
export interface PayableReference {
  kind: string
  orderId: string | null
  bookingId: string | null
  memberId: string | null
  buyerName: string
  title: string
}

/** A list counts no further than this: a page is worth more than an exact number. */
const maxCounted = 10_000
/** What the list says about its length: exact when the page is the last one, counted up to a bound otherwise. */
export async function pageTotal(rows: number, { limit, offset }: Page, count: () => Promise<number>): Promise<number> {
  if (rows < limit && (rows > 0 || offset === 0)) return offset + rows
  const counted = await count()
  return counted <= maxCounted ? counted : Math.max(counted, offset + rows + 1)
}
interface Countable {
  limit(rows: number): { as(alias: 'some'): AliasedExpression<unknown, string> }
}
export const countRows = async (ctx: ReadContext, ids: unknown): Promise<number> => {
  const bounded = (ids as Countable).limit(maxCounted + 1).as('some')
  const { rows } = await readSql(ctx.db, sql<{ n: number }>`select count(*)::int as n from ${bounded}`)
  return rows[0]?.n ?? 0
}

/** A receipt is listed by its first line; a fee is about its booking. */
const receipts = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('receipt')
    .innerJoin('receiptLine', (join) =>
      join.onRef('receiptLine.siteId', '=', 'receipt.siteId').onRef('receiptLine.receiptId', '=', 'receipt.id').on('receiptLine.n', '=', 1),
    )
    .where('receipt.siteId', '=', ctx.siteId)
const reference = [
  sql<string>`case receipt_line.kind when 'BOOKING_FEE' then 'BOOKING' else receipt_line.kind end`.as('kind'),
  sql<string | null>`case when receipt_line.kind = 'ORDER' then receipt_line.payable_id end`.as('orderId'),
  sql<string | null>`case when receipt_line.kind in ('BOOKING', 'BOOKING_FEE') then receipt_line.payable_id end`.as('bookingId'),
  'receipt.memberId',
  'receipt.buyerName',
  'receipt.title',
] as const
/** The rule is `displayState`. */
const state = sql<string>`case when receipt.refunded >= receipt.amount then 'REFUNDED' when receipt.state = 'UNCLAIMED' and receipt.resolved_at is null then 'UNCLAIMED' when receipt.refunded > 0 then 'PARTIALLY_REFUNDED' else 'PAID' end`

export interface PaymentFilter extends Period, BuyerFilter, IdFilter {
  states: readonly string[]
  providers: readonly string[]
  /** Only what comes after this row, for exports. */
  after?: RowPosition | undefined
}
function payments(ctx: ReadContext, filter: PaymentFilter) {
  let query = receipts(ctx)
  if (filter.id) query = query.where('receipt.id', '=', filter.id)
  if (filter.states.length > 0) query = query.where(state, 'in', [...filter.states])
  if (filter.providers.length > 0) query = query.where('receipt.provider', 'in', [...filter.providers])
  if (filter.memberId) query = query.where('receipt.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('receipt.dueAt', '>=', filter.from)
  if (filter.to) query = query.where('receipt.dueAt', '<', filter.to)
  if (filter.after) query = query.where(isAfterNewestFirst('receipt.due_at', 'receipt.id', filter.after))
  return query
}
/** Money that came in, the newest first. */
export const listPayments = (ctx: ReadContext, filter: PaymentFilter, limit: number) =>
  payments(ctx, filter)
    .select([
      'receipt.id',
      ...reference,
      'receipt.number',
      'receipt.amount',
      'receipt.currency',
      'receipt.dueAt',
      'receipt.paidAt',
      'receipt.refunded',
      'receipt.provider',
      'receipt.card',
      'receipt.tax',
      state.as('state'),
      sql<string>`(select coalesce(sum(f.amount), 0) from refund f where f.site_id = receipt.site_id and f.receipt_id = receipt.id and f.state = 'SENDING')::text`.as(
        'refunding',
      ),
      sql<string | null>`(select d.state from dispute d where d.site_id = receipt.site_id and d.receipt_id = receipt.id order by d.opened_at desc limit 1)`.as(
        'dispute',
      ),
    ])
    .orderBy('receipt.dueAt', 'desc')
    .orderBy('receipt.id')
    .limit(limit)
    .execute()
export const countPayments = (ctx: ReadContext, filter: PaymentFilter): Promise<number> => countRows(ctx, payments(ctx, filter).select('receipt.id'))

const refunds = (ctx: ReadContext) =>
  receipts(ctx).innerJoin('refund', (join) => join.onRef('refund.siteId', '=', 'receipt.siteId').onRef('refund.receiptId', '=', 'receipt.id'))

export interface RefundFilter extends Period, BuyerFilter, IdFilter {
  states: readonly string[]
}
function selectRefunds(ctx: ReadContext, filter: RefundFilter) {
  let query = refunds(ctx)
  if (filter.id) query = query.where('refund.id', '=', filter.id)
  if (filter.states.length > 0) query = query.where('refund.state', 'in', [...filter.states])
  if (filter.memberId) query = query.where('receipt.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('refund.createdAt', '>=', filter.from)
  if (filter.to) query = query.where('refund.createdAt', '<', filter.to)
  return query
}
const refundRows = (query: ReturnType<typeof selectRefunds>) =>
  query
    .select([
      'refund.id',
      ...reference,
      'refund.receiptId',
      'refund.provider',
      'refund.amount',
      'refund.currency',
      'refund.reason',
      'refund.state',
      'refund.number',
      'refund.problem',
      'refund.createdAt',
      'receipt.number as receiptNumber',
    ])
    .orderBy('refund.createdAt', 'desc')
    .orderBy('refund.id')
/** Money given back, the newest first. */
export async function listRefunds(ctx: ReadContext, filter: RefundFilter, page: Page) {
  const query = selectRefunds(ctx, filter)
  const rows = await refundRows(query).limit(page.limit).offset(page.offset).execute()
  return { rows, total: await pageTotal(rows.length, page, () => countRows(ctx, query.select('refund.id'))) }
}
/** The next refunds for an export. */
export const listRefundsAfter = (ctx: ReadContext, filter: RefundFilter, last: RowPosition | undefined, limit: number) =>
  refundRows(
    selectRefunds(ctx, filter).$if(last !== undefined, (query) => query.where(isAfterNewestFirst('refund.created_at', 'refund.id', last as RowPosition))),
  )
    .limit(limit)
    .execute()

function selectDisputes(ctx: ReadContext, states: readonly string[]) {
  const query = receipts(ctx).innerJoin('dispute', (join) => join.onRef('dispute.siteId', '=', 'receipt.siteId').onRef('dispute.receiptId', '=', 'receipt.id'))
  return states.length > 0 ? query.where('dispute.state', 'in', [...states]) : query
}
const disputeRows = (query: ReturnType<typeof selectDisputes>) =>
  query
    .select(['dispute.id', ...reference, 'dispute.receiptId', 'dispute.amount', 'dispute.currency', 'dispute.state', 'dispute.openedAt', 'dispute.closedAt'])
    .orderBy('dispute.openedAt', 'desc')
    .orderBy('dispute.id')
/** Payments that a buyer disputes at the bank, the newest first. */
export async function listDisputes(ctx: ReadContext, states: readonly string[], page: Page) {
  const query = selectDisputes(ctx, states)
  const rows = await disputeRows(query).limit(page.limit).offset(page.offset).execute()
  return { rows, total: await pageTotal(rows.length, page, () => countRows(ctx, query.select('dispute.id'))) }
}
/** The next disputes for an export. */
export const listDisputesAfter = (ctx: ReadContext, states: readonly string[], last: RowPosition | undefined, limit: number) =>
  disputeRows(
    selectDisputes(ctx, states).$if(last !== undefined, (query) => query.where(isAfterNewestFirst('dispute.opened_at', 'dispute.id', last as RowPosition))),
  )
    .limit(limit)
    .execute()

const ledger = (ctx: ReadContext) =>
  receipts(ctx).innerJoin('ledgerEntry', (join) => join.onRef('ledgerEntry.siteId', '=', 'receipt.siteId').onRef('ledgerEntry.receiptId', '=', 'receipt.id'))

export interface LedgerFilter extends Period {
  account?: string | undefined
  orderId?: string | undefined
}
function selectLedger(ctx: ReadContext, { account, orderId, from, to }: LedgerFilter) {
  let query = ledger(ctx)
  if (account) query = query.where((eb) => eb.or([eb('ledgerEntry.fromAccount', '=', account), eb('ledgerEntry.toAccount', '=', account)]))
  if (orderId) query = query.where('receiptLine.payableId', '=', orderId)
  if (from) query = query.where('ledgerEntry.at', '>=', from)
  if (to) query = query.where('ledgerEntry.at', '<', to)
  return query
}
const ledgerRows = (query: ReturnType<typeof selectLedger>) =>
  query
    .selectAll('ledgerEntry')
    .select([...reference, 'receipt.number as receiptNumber'])
    .orderBy('ledgerEntry.at', 'desc')
    .orderBy('ledgerEntry.id')
/** Entries of the ledger, the newest first. */
export async function listLedgerEntries(ctx: ReadContext, filter: LedgerFilter, page: Page) {
  const query = selectLedger(ctx, filter)
  const rows = await ledgerRows(query).limit(page.limit).offset(page.offset).execute()
  return { rows, total: await pageTotal(rows.length, page, () => countRows(ctx, query.select('ledgerEntry.id'))) }
}
/** The next entries for an export: what is posted meanwhile stands before the first and is not among them. */
export const listLedgerEntriesAfter = (ctx: ReadContext, filter: LedgerFilter, last: RowPosition | undefined, limit: number) =>
  ledgerRows(
    selectLedger(ctx, filter).$if(last !== undefined, (query) => query.where(isAfterNewestFirst('ledger_entry.at', 'ledger_entry.id', last as RowPosition))),
  )
    .limit(limit)
    .execute()

export type DocumentKind = 'RECEIPT' | 'CREDIT_NOTE'
export interface NumberedDocument extends PayableReference {
  number: number
  at: Temporal.Instant
  /** The receipt that it stands on. */
  receiptId: string
  amount: string
  currency: string
  state: string
  /** Of receipts. */
  tax: unknown
}
function selectDocuments(ctx: ReadContext, kind: DocumentKind, filter: Period & BuyerFilter) {
  const [number, at] =
    kind === 'RECEIPT'
      ? ([sql.ref('receipt.number'), sql.ref('receipt.paid_at')] as const)
      : ([sql.ref('refund.number'), sql.ref('refund.settled_at')] as const)
  let query = (kind === 'RECEIPT' ? receipts(ctx) : refunds(ctx)) as ReturnType<typeof refunds>
  query = query.where(sql<SqlBool>`${number} is not null`)
  if (filter.memberId) query = query.where('receipt.memberId', '=', filter.memberId)
  if (filter.from) query = query.where(sql<SqlBool>`${at} >= ${filter.from}::timestamptz`)
  if (filter.to) query = query.where(sql<SqlBool>`${at} < ${filter.to}::timestamptz`)
  const own = kind === 'RECEIPT' ? 'receipt' : 'refund'
  const rows = query
    .select([
      ...reference,
      'receipt.id as receiptId',
      sql<number>`${number}`.as('number'),
      sql<Temporal.Instant>`${at}`.as('at'),
      sql<string>`${sql.ref(`${own}.amount`)}`.as('amount'),
      'receipt.currency',
      (kind === 'RECEIPT' ? state : sql<string>`refund.state`).as('state'),
      (kind === 'RECEIPT' ? sql<unknown>`receipt.tax` : sql<unknown>`null`).as('tax'),
    ])
    .orderBy(number, 'desc')
  return { query, rows, number }
}
/** Receipts or credit notes by their number, the last one first. */
export async function listDocuments(
  ctx: ReadContext,
  kind: DocumentKind,
  filter: Period & BuyerFilter,
  page: Page,
): Promise<{ rows: NumberedDocument[]; total: number }> {
  const { query, rows } = selectDocuments(ctx, kind, filter)
  const found = await rows.limit(page.limit).offset(page.offset).execute()
  return { rows: found, total: await pageTotal(found.length, page, () => countRows(ctx, query.select('receipt.id'))) }
}
/** The next documents for an export: one that gets its number meanwhile stands before the first and is not among them. */
export function listDocumentsAfter(
  ctx: ReadContext,
  kind: DocumentKind,
  filter: Period & BuyerFilter,
  last: number | undefined,
  limit: number,
): Promise<NumberedDocument[]> {
  const { rows, number } = selectDocuments(ctx, kind, filter)
  return (last === undefined ? rows : rows.where(sql<SqlBool>`${number} < ${last}`)).limit(limit).execute()
}
