/** SQL behind the owner's Money screens: lists over the payments, refunds, disputes, papers and books of all orders. Reads only. */
import { sql, type AliasedExpression, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import * as payables from './payable-lists.ts'

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

/** A list counts no further than this: a page is worth more than an exact number. */
const maxCounted = 10_000
/** What the list says about its length: exact when the page is the last one, counted up to a bound otherwise. */
async function pageTotal(rows: number, { limit, offset }: Page, count: () => Promise<number>): Promise<number> {
  if (rows < limit && (rows > 0 || offset === 0)) return offset + rows
  const countRows = await count()
  return countRows <= maxCounted ? countRows : Math.max(countRows, offset + rows + 1)
}
interface Countable {
  limit(rows: number): { as(alias: 'some'): never }
}
const countRows = async (ctx: Ctx, ids: Countable): Promise<number> =>
  Number(
    (
      await ctx.tx
        .selectFrom(ids.limit(maxCounted + 1).as('some'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const planName = sql<string>`plan_order.snapshot->>'planName'`
/** What rows of orders say in the columns that they share with payables. */
const orderColumns = [sql<string>`'ORDER'`.as('kind'), sql<string | null>`plan_order.id`.as('orderId'), sql<string | null>`null::uuid`.as('bookingId')] as const
const emptyName = sql<string>`''`.as('buyerName')
/** For what and whose a row is; guests have a name and no member. */
export interface PayableReference {
  kind: string
  orderId: string | null
  bookingId: string | null
  memberId: string | null
  buyerName: string
  title: string
}

interface Sorted<O> {
  limit(rows: number): { as(alias: string): AliasedExpression<O, string> }
}
/** One page of the rows of orders and of payables, sorted alike: each side gives no more rows than the page can need. */
async function fetchMergedPage<O>(ctx: Ctx, [orderRows, payableRows]: readonly [Sorted<O>, Sorted<O>], by: string, page: Page): Promise<O[]> {
  const most = page.offset + page.limit
  const { rows } = await sql<O>`select * from (
    select * from ${orderRows.limit(most).as('of_orders')} union all select * from ${payableRows.limit(most).as('of_payables')}) both_kinds
    order by ${sql.ref(by)} desc, id limit ${page.limit} offset ${page.offset}`.execute(ctx.tx)
  return rows
}
const countBoth = async (ctx: Ctx, a: unknown, b: unknown): Promise<number> => (await countRows(ctx, a as Countable)) + (await countRows(ctx, b as Countable))

const invoices = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('planInvoice')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'planInvoice.siteId').onRef('planOrder.id', '=', 'planInvoice.orderId'))
    .where('planInvoice.siteId', '=', ctx.siteId)
/** The last try of an invoice and the card it went to. */
const lastAttempt = (column: 'provider' | 'decline_code' | 'payment_method_id') =>
  sql`(select ${sql.ref(`a.${column}`)} from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id order by a.n desc limit 1)`
const settledBy = sql<string | null>`coalesce(plan_invoice.paid_by, ${lastAttempt('provider')})`

export interface PaymentFilter extends Period, BuyerFilter {
  states: readonly string[]
  providers: readonly string[]
}
/** Invoices over some amount, the newest first; set-ups and free cycles are no payments. */
export async function listPayments(ctx: Ctx, filter: PaymentFilter, page: Page) {
  let query = invoices(ctx).where('planInvoice.amount', '>', '0')
  if (filter.states.length > 0) query = query.where('planInvoice.state', 'in', filter.states)
  if (filter.providers.length > 0) query = query.where(sql<SqlBool>`${settledBy} = any(${filter.providers}::text[])`)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('planInvoice.dueAt', '>=', filter.from)
  if (filter.to) query = query.where('planInvoice.dueAt', '<', filter.to)
  const orderRows = query
    .select([
      'planInvoice.id',
      ...orderColumns,
      'planInvoice.number',
      'planInvoice.cycleIndex',
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.dueAt',
      'planInvoice.state',
      'planInvoice.paidAt',
      'planInvoice.refunded',
      sql<string | null>`plan_order.member_id`.as('memberId'),
      emptyName,
      planName.as('title'),
      settledBy.as('provider'),
      sql<number>`(select count(*)::int from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id)`.as('tries'),
      sql<string | null>`${lastAttempt('decline_code')}`.as('declineCode'),
      sql<
        string | null
      >`coalesce((select payment_method_id from payment_attempt p where p.site_id = plan_invoice.site_id and p.id = plan_invoice.paid_attempt_id), ${lastAttempt('payment_method_id')})`.as(
        'methodId',
      ),
      sql<unknown>`null::jsonb`.as('card'),
      sql<
        string | null
      >`(select d.state from dispute d where d.site_id = plan_invoice.site_id and d.invoice_id = plan_invoice.id order by d.opened_at desc limit 1)`.as(
        'dispute',
      ),
    ])
    .orderBy('planInvoice.dueAt', 'desc')
    .orderBy('planInvoice.id')
  const others = payables.payments(ctx, filter)
  const rows = await fetchMergedPage(ctx, [orderRows, payables.paymentRows(others)], 'dueAt', page)
  return { rows, total: await pageTotal(rows.length, page, () => countBoth(ctx, query.select('planInvoice.id'), others.select('payableReceipt.id'))) }
}

/** Brand and last digits of saved cards, also of those that are gone. */
export async function cardsById(ctx: Ctx, ids: readonly string[]): Promise<Map<string, { brand: string; last4: string }>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.tx.selectFrom('paymentMethod').select(['id', 'brand', 'last4']).where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, ...card }) => [id, card]))
}

const refunds = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('refund')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'refund.siteId').onRef('planOrder.id', '=', 'refund.orderId'))
    .innerJoin('planInvoice', (join) => join.onRef('planInvoice.siteId', '=', 'refund.siteId').onRef('planInvoice.id', '=', 'refund.invoiceId'))
    .where('refund.siteId', '=', ctx.siteId)

export async function listRefunds(ctx: Ctx, filter: Period & BuyerFilter & { states: readonly string[] }, page: Page) {
  let query = refunds(ctx)
  if (filter.states.length > 0) query = query.where('refund.state', 'in', filter.states)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('refund.createdAt', '>=', filter.from)
  if (filter.to) query = query.where('refund.createdAt', '<', filter.to)
  const orderRows = query
    .select([
      'refund.id',
      ...orderColumns,
      'refund.invoiceId',
      'refund.provider',
      'refund.amount',
      'refund.currency',
      'refund.reason',
      'refund.state',
      'refund.number',
      'refund.problem',
      'refund.createdAt',
      sql<string | null>`plan_order.member_id`.as('memberId'),
      emptyName,
      planName.as('title'),
      'planInvoice.number as receiptNumber',
    ])
    .orderBy('refund.createdAt', 'desc')
    .orderBy('refund.id')
  const others = payables.refunds(ctx, filter)
  const rows = await fetchMergedPage(ctx, [orderRows, payables.refundRows(others)], 'createdAt', page)
  return { rows, total: await pageTotal(rows.length, page, () => countBoth(ctx, query.select('refund.id'), others.select('payableRefund.id'))) }
}

export async function listDisputes(ctx: Ctx, states: readonly string[], page: Page) {
  let query = ctx.tx
    .selectFrom('dispute')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'dispute.siteId').onRef('planOrder.id', '=', 'dispute.orderId'))
    .where('dispute.siteId', '=', ctx.siteId)
  if (states.length > 0) query = query.where('dispute.state', 'in', states)
  const orderRows = query
    .select([
      'dispute.id',
      ...orderColumns,
      'dispute.invoiceId',
      'dispute.amount',
      'dispute.currency',
      'dispute.state',
      'dispute.openedAt',
      'dispute.closedAt',
      sql<string | null>`plan_order.member_id`.as('memberId'),
      emptyName,
      planName.as('title'),
      sql<boolean>`plan_order.on_hold_since is not null`.as('onHold'),
    ])
    .orderBy('dispute.openedAt', 'desc')
    .orderBy('dispute.id')
  const others = payables.disputes(ctx, states)
  const rows = await fetchMergedPage(ctx, [orderRows, payables.disputeRows(others)], 'openedAt', page)
  return { rows, total: await pageTotal(rows.length, page, () => countBoth(ctx, query.select('dispute.id'), others.select('payableDispute.id'))) }
}

/** Declined renewals whose order still runs, and charges whose answer is not known yet; the next to move first. */
export async function listRetries(ctx: Ctx, filter: BuyerFilter, page: Page) {
  const inFlight = sql<boolean>`exists (select 1 from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id and a.state in ('SENDING', 'UNKNOWN', 'PROCESSING'))`
  let query = invoices(ctx)
    .where('planOrder.leftDraftAt', 'is not', null)
    .where('planOrder.status', 'in', ['ACTIVE', 'PAUSED'])
    .where('planOrder.type', '=', 'ONLINE')
    .where('planInvoice.state', 'in', ['OPEN', 'RETRYING'])
    .where('planInvoice.amount', '>', '0')
    .where((eb) => eb.or([eb('planInvoice.state', '=', 'RETRYING'), inFlight]))
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  const attempts = (pick: string) =>
    sql`(select ${sql.raw(pick)} from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id)`
  const rows = await query
    .select([
      'planInvoice.id as invoiceId',
      ...orderColumns,
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.dueAt',
      sql<string | null>`plan_order.member_id`.as('memberId'),
      emptyName,
      'planOrder.status',
      'planOrder.onHoldSince',
      'planOrder.retryAt',
      'planOrder.graceEndAt',
      'planOrder.paymentMethodId',
      planName.as('title'),
      inFlight.as('isInFlight'),
      sql<number>`${attempts('count(*)::int')}`.as('tries'),
      sql<Temporal.Instant | null>`${attempts('max(a.at)')}`.as('lastTryAt'),
      sql<Temporal.Instant | null>`${attempts('min(a.check_at)')}`.as('checkAt'),
      sql<string | null>`${lastAttempt('decline_code')}`.as('declineCode'),
    ])
    .orderBy(sql`coalesce(plan_order.retry_at, plan_order.grace_end_at)`, (ob) => ob.asc().nullsLast())
    .orderBy('planInvoice.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await pageTotal(rows.length, page, () => countRows(ctx, query.select('planInvoice.id') as unknown as Countable)) }
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
export async function accountSums(ctx: Ctx, { from, to }: Period): Promise<AccountSums[]> {
  const before = from ? sql`at < ${from}::timestamptz` : sql`false`
  const during = from ? sql`at >= ${from}::timestamptz` : sql`true`
  const upTo = to ? sql`and at < ${to}::timestamptz` : sql``
  const { rows } = await sql<AccountSums>`
    select account, currency,
      coalesce(sum(came - went) filter (where ${before}), 0)::text as opening,
      coalesce(sum(came) filter (where ${during}), 0)::text as "in",
      coalesce(sum(went) filter (where ${during}), 0)::text as "out",
      sum(came - went)::text as closing
    from (
      select to_account as account, currency, amount as came, 0::numeric as went, at from money_move where site_id = ${ctx.siteId}::uuid ${upTo}
      union all select from_account, currency, 0, amount, at from money_move where site_id = ${ctx.siteId}::uuid ${upTo}) both_sides
    group by account, currency order by currency, account`.execute(ctx.tx)
  return rows
}

export async function listLedgerEntries(ctx: Ctx, filter: Period & { account?: string | undefined; orderId?: string | undefined }, page: Page) {
  let query = ctx.tx
    .selectFrom('moneyMove')
    .leftJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'moneyMove.siteId').onRef('planOrder.id', '=', 'moneyMove.orderId'))
    .leftJoin('planInvoice', (join) => join.onRef('planInvoice.siteId', '=', 'moneyMove.siteId').onRef('planInvoice.id', '=', 'moneyMove.invoiceId'))
    .leftJoin('payableReceipt', (join) => join.onRef('payableReceipt.siteId', '=', 'moneyMove.siteId').onRef('payableReceipt.id', '=', 'moneyMove.receiptId'))
    .where('moneyMove.siteId', '=', ctx.siteId)
  const { account, orderId } = filter
  if (account) query = query.where((eb) => eb.or([eb('moneyMove.fromAccount', '=', account), eb('moneyMove.toAccount', '=', account)]))
  if (orderId) query = query.where('moneyMove.orderId', '=', orderId)
  if (filter.from) query = query.where('moneyMove.at', '>=', filter.from)
  if (filter.to) query = query.where('moneyMove.at', '<', filter.to)
  const rows = await query
    .selectAll('moneyMove')
    .select([
      sql<string>`case when money_move.order_id is not null then 'ORDER' when payable_receipt.state = 'UNCLAIMED' then 'UNKNOWN' else 'BOOKING' end`.as('kind'),
      sql<
        string | null
      >`(select l.payable_id from payable_line l where l.site_id = money_move.site_id and l.receipt_id = money_move.receipt_id and l.kind <> 'UNKNOWN' order by l.n limit 1)`.as(
        'bookingId',
      ),
      sql<string | null>`coalesce(plan_order.member_id, payable_receipt.member_id)`.as('memberId'),
      sql<string>`coalesce(payable_receipt.buyer_name, '')`.as('buyerName'),
      sql<string>`coalesce(${planName}, payable_receipt.title, '')`.as('title'),
      sql<number | null>`coalesce(plan_invoice.number, payable_receipt.number)`.as('receiptNumber'),
    ])
    .orderBy('moneyMove.at', 'desc')
    .orderBy('moneyMove.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await pageTotal(rows.length, page, () => countRows(ctx, query.select('moneyMove.id') as unknown as Countable)) }
}

export interface NumberedDocument extends PayableReference {
  number: number
  at: Temporal.Instant
  /** The invoice or receipt that it stands on. */
  invoiceId: string
  amount: string
  currency: string
  state: string
}
/** Receipts by their number, the last one first. */
export async function listReceipts(ctx: Ctx, filter: Period & BuyerFilter, page: Page): Promise<{ rows: NumberedDocument[]; total: number }> {
  let query = invoices(ctx).where('planInvoice.number', 'is not', null)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('planInvoice.paidAt', '>=', filter.from)
  if (filter.to) query = query.where('planInvoice.paidAt', '<', filter.to)
  const orderRows = query
    .select([
      'planInvoice.id',
      ...orderColumns,
      'planInvoice.number',
      'planInvoice.paidAt as at',
      'planInvoice.id as invoiceId',
      sql<string | null>`plan_order.member_id`.as('memberId'),
      emptyName,
      planName.as('title'),
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.state',
    ])
    .orderBy('planInvoice.number', 'desc')
  const others = payables.receipts(ctx, filter)
  const rows = (await fetchMergedPage(ctx, [orderRows, payables.receiptRows(others) as unknown as typeof orderRows], 'number', page)) as NumberedDocument[]
  return { rows, total: await pageTotal(rows.length, page, () => countBoth(ctx, query.select('planInvoice.id'), others.select('payableReceipt.id'))) }
}
export async function listCreditNotes(ctx: Ctx, filter: Period & BuyerFilter, page: Page): Promise<{ rows: NumberedDocument[]; total: number }> {
  let query = refunds(ctx).where('refund.number', 'is not', null)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('refund.settledAt', '>=', filter.from)
  if (filter.to) query = query.where('refund.settledAt', '<', filter.to)
  const orderRows = query
    .select([
      'refund.id',
      ...orderColumns,
      'refund.number',
      'refund.settledAt as at',
      'refund.invoiceId',
      sql<string | null>`plan_order.member_id`.as('memberId'),
      emptyName,
      planName.as('title'),
      'refund.amount',
      'refund.currency',
      'refund.state',
    ])
    .orderBy('refund.number', 'desc')
  const others = payables.creditNotes(ctx, filter)
  const rows = (await fetchMergedPage(ctx, [orderRows, payables.creditNoteRows(others) as unknown as typeof orderRows], 'number', page)) as NumberedDocument[]
  return { rows, total: await pageTotal(rows.length, page, () => countBoth(ctx, query.select('refund.id'), others.select('payableRefund.id'))) }
}
/** The highest number of a kind of paper, and how many papers carry one. */
export async function documentNumberStats(ctx: Ctx, kind: 'RECEIPT' | 'CREDIT_NOTE'): Promise<{ last: number; given: number }> {
  const documents =
    kind === 'RECEIPT'
      ? sql`select number from plan_invoice where site_id = ${ctx.siteId}::uuid union all select number from payable_receipt where site_id = ${ctx.siteId}::uuid`
      : sql`select number from refund where site_id = ${ctx.siteId}::uuid union all select number from payable_refund where site_id = ${ctx.siteId}::uuid`
  const { rows } = await sql<{ last: number; given: number }>`
    select coalesce(max(number), 0)::int as last, count(number)::int as given from (${documents}) papers where number is not null`.execute(ctx.tx)
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
/** What was earned and the tax on it, by month of the site's zone and kind of tax; what went back is taken off in the month it went. */
export async function taxByMonth(ctx: Ctx, { from, to }: Period, timeZone: string): Promise<TaxRow[]> {
  const side = (account: string) =>
    sql`coalesce(sum(case when m.from_account = ${account} then m.amount when m.to_account = ${account} then -m.amount end), 0)::text`
  const { rows } = await sql<TaxRow>`
    select to_char(m.at at time zone ${timeZone}, 'YYYY-MM') as month, m.currency,
      i.price->'tax'->>'name' as name, i.price->'tax'->>'rate' as rate, (i.price->'tax'->>'includedInPrice')::boolean as included,
      ${side('earned')} as net, ${side('tax')} as tax
    from money_move m left join plan_invoice i on i.site_id = m.site_id and i.id = m.invoice_id
    where m.site_id = ${ctx.siteId}::uuid and (m.from_account in ('earned', 'tax') or m.to_account in ('earned', 'tax'))
      ${from ? sql`and m.at >= ${from}::timestamptz` : sql``} ${to ? sql`and m.at < ${to}::timestamptz` : sql``}
    group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3 nulls last, 4`.execute(ctx.tx)
  return rows
}
