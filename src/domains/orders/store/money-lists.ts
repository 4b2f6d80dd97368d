/** SQL behind the owner's Money screens: lists over the payments, refunds, disputes, papers and books of all orders. Reads only. */
import { sql, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'

export interface Page {
  limit: number
  offset: number
}
/** Half open. */
export interface Period {
  from?: Temporal.Instant | undefined
  to?: Temporal.Instant | undefined
}
interface OfBuyer {
  memberId?: string | undefined
}

/** A list counts no further than this: a page is worth more than an exact number. */
const mostCounted = 10_000
/** What the list says about its length: exact when the page is the last one, counted up to a bound otherwise. */
async function totalOf(rows: number, { limit, offset }: Page, count: () => Promise<number>): Promise<number> {
  if (rows < limit && (rows > 0 || offset === 0)) return offset + rows
  const counted = await count()
  return counted <= mostCounted ? counted : Math.max(counted, offset + rows + 1)
}
interface Countable {
  limit(rows: number): { as(alias: 'some'): never }
}
const counted = async (ctx: Ctx, ids: Countable): Promise<number> =>
  Number(
    (
      await ctx.tx
        .selectFrom(ids.limit(mostCounted + 1).as('some'))
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

const planName = sql<string>`plan_order.snapshot->>'planName'`
const invoices = (ctx: Ctx) =>
  ctx.tx
    .selectFrom('planInvoice')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'planInvoice.siteId').onRef('planOrder.id', '=', 'planInvoice.orderId'))
    .where('planInvoice.siteId', '=', ctx.siteId)
/** The last try of an invoice and the card it went to. */
const lastTry = (column: 'provider' | 'decline_code' | 'payment_method_id') =>
  sql`(select ${sql.ref(`a.${column}`)} from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id order by a.n desc limit 1)`
const movedBy = sql<string | null>`coalesce(plan_invoice.paid_by, ${lastTry('provider')})`

export interface PaymentFilter extends Period, OfBuyer {
  states: readonly string[]
  providers: readonly string[]
}
/** Invoices over some amount, the newest first; set-ups and free cycles are no payments. */
export async function listPayments(ctx: Ctx, filter: PaymentFilter, page: Page) {
  let query = invoices(ctx).where('planInvoice.amount', '>', '0')
  if (filter.states.length > 0) query = query.where('planInvoice.state', 'in', filter.states)
  if (filter.providers.length > 0) query = query.where(sql<SqlBool>`${movedBy} = any(${filter.providers}::text[])`)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('planInvoice.dueAt', '>=', filter.from)
  if (filter.to) query = query.where('planInvoice.dueAt', '<', filter.to)
  const rows = await query
    .select([
      'planInvoice.id',
      'planInvoice.orderId',
      'planInvoice.number',
      'planInvoice.cycleIndex',
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.dueAt',
      'planInvoice.state',
      'planInvoice.paidAt',
      'planInvoice.refunded',
      'planOrder.memberId',
      planName.as('planName'),
      movedBy.as('provider'),
      sql<number>`(select count(*)::int from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id)`.as('tries'),
      sql<string | null>`${lastTry('decline_code')}`.as('declineCode'),
      sql<
        string | null
      >`coalesce((select payment_method_id from payment_attempt p where p.site_id = plan_invoice.site_id and p.id = plan_invoice.paid_attempt_id), ${lastTry('payment_method_id')})`.as(
        'methodId',
      ),
      sql<
        string | null
      >`(select d.state from dispute d where d.site_id = plan_invoice.site_id and d.invoice_id = plan_invoice.id order by d.opened_at desc limit 1)`.as(
        'dispute',
      ),
    ])
    .orderBy('planInvoice.dueAt', 'desc')
    .orderBy('planInvoice.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows.length, page, () => counted(ctx, query.select('planInvoice.id') as unknown as Countable)) }
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

export async function listRefunds(ctx: Ctx, filter: Period & OfBuyer & { states: readonly string[] }, page: Page) {
  let query = refunds(ctx)
  if (filter.states.length > 0) query = query.where('refund.state', 'in', filter.states)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('refund.createdAt', '>=', filter.from)
  if (filter.to) query = query.where('refund.createdAt', '<', filter.to)
  const rows = await query
    .selectAll('refund')
    .select(['planOrder.memberId', planName.as('planName'), 'planInvoice.number as receiptNumber'])
    .orderBy('refund.createdAt', 'desc')
    .orderBy('refund.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows.length, page, () => counted(ctx, query.select('refund.id') as unknown as Countable)) }
}

export async function listDisputes(ctx: Ctx, states: readonly string[], page: Page) {
  let query = ctx.tx
    .selectFrom('dispute')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'dispute.siteId').onRef('planOrder.id', '=', 'dispute.orderId'))
    .where('dispute.siteId', '=', ctx.siteId)
  if (states.length > 0) query = query.where('dispute.state', 'in', states)
  const rows = await query
    .selectAll('dispute')
    .select(['planOrder.memberId', planName.as('planName'), sql<boolean>`plan_order.on_hold_since is not null`.as('onHold')])
    .orderBy('dispute.openedAt', 'desc')
    .orderBy('dispute.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows.length, page, () => counted(ctx, query.select('dispute.id') as unknown as Countable)) }
}

/** Declined renewals whose order still runs, and charges whose answer is not known yet; the next to move first. */
export async function listRetries(ctx: Ctx, filter: OfBuyer, page: Page) {
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
      'planInvoice.orderId',
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.dueAt',
      'planOrder.memberId',
      'planOrder.status',
      'planOrder.onHoldSince',
      'planOrder.retryAt',
      'planOrder.graceEndAt',
      'planOrder.paymentMethodId',
      planName.as('planName'),
      inFlight.as('isInFlight'),
      sql<number>`${attempts('count(*)::int')}`.as('tries'),
      sql<Temporal.Instant | null>`${attempts('max(a.at)')}`.as('lastTryAt'),
      sql<Temporal.Instant | null>`${attempts('min(a.check_at)')}`.as('checkAt'),
      sql<string | null>`${lastTry('decline_code')}`.as('declineCode'),
    ])
    .orderBy(sql`coalesce(plan_order.retry_at, plan_order.grace_end_at)`, (ob) => ob.asc().nullsLast())
    .orderBy('planInvoice.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows.length, page, () => counted(ctx, query.select('planInvoice.id') as unknown as Countable)) }
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

export async function listMoves(ctx: Ctx, filter: Period & { account?: string | undefined; orderId?: string | undefined }, page: Page) {
  let query = ctx.tx
    .selectFrom('moneyMove')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'moneyMove.siteId').onRef('planOrder.id', '=', 'moneyMove.orderId'))
    .innerJoin('planInvoice', (join) => join.onRef('planInvoice.siteId', '=', 'moneyMove.siteId').onRef('planInvoice.id', '=', 'moneyMove.invoiceId'))
    .where('moneyMove.siteId', '=', ctx.siteId)
  const { account, orderId } = filter
  if (account) query = query.where((eb) => eb.or([eb('moneyMove.fromAccount', '=', account), eb('moneyMove.toAccount', '=', account)]))
  if (orderId) query = query.where('moneyMove.orderId', '=', orderId)
  if (filter.from) query = query.where('moneyMove.at', '>=', filter.from)
  if (filter.to) query = query.where('moneyMove.at', '<', filter.to)
  const rows = await query
    .selectAll('moneyMove')
    .select(['planOrder.memberId', planName.as('planName'), 'planInvoice.number as receiptNumber'])
    .orderBy('moneyMove.at', 'desc')
    .orderBy('moneyMove.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows, total: await totalOf(rows.length, page, () => counted(ctx, query.select('moneyMove.id') as unknown as Countable)) }
}

export interface Paper {
  number: number
  at: Temporal.Instant
  invoiceId: string
  orderId: string
  memberId: string
  planName: string
  amount: string
  currency: string
  state: string
}
/** Receipts by their number, the last one first. */
export async function listReceipts(ctx: Ctx, filter: Period & OfBuyer, page: Page): Promise<{ rows: Paper[]; total: number }> {
  let query = invoices(ctx).where('planInvoice.number', 'is not', null)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('planInvoice.paidAt', '>=', filter.from)
  if (filter.to) query = query.where('planInvoice.paidAt', '<', filter.to)
  const rows = await query
    .select([
      'planInvoice.number',
      'planInvoice.paidAt as at',
      'planInvoice.id as invoiceId',
      'planInvoice.orderId',
      'planOrder.memberId',
      planName.as('planName'),
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.state',
    ])
    .orderBy('planInvoice.number', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows: rows as Paper[], total: await totalOf(rows.length, page, () => counted(ctx, query.select('planInvoice.id') as unknown as Countable)) }
}
export async function listCreditNotes(ctx: Ctx, filter: Period & OfBuyer, page: Page): Promise<{ rows: Paper[]; total: number }> {
  let query = refunds(ctx).where('refund.number', 'is not', null)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('refund.settledAt', '>=', filter.from)
  if (filter.to) query = query.where('refund.settledAt', '<', filter.to)
  const rows = await query
    .select([
      'refund.number',
      'refund.settledAt as at',
      'refund.invoiceId',
      'refund.orderId',
      'planOrder.memberId',
      planName.as('planName'),
      'refund.amount',
      'refund.currency',
      'refund.state',
    ])
    .orderBy('refund.number', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows: rows as Paper[], total: await totalOf(rows.length, page, () => counted(ctx, query.select('refund.id') as unknown as Countable)) }
}
/** The highest number of a kind of paper, and how many papers carry one. */
export async function numbersGiven(ctx: Ctx, kind: 'RECEIPT' | 'CREDIT_NOTE'): Promise<{ last: number; given: number }> {
  const table = kind === 'RECEIPT' ? sql`plan_invoice` : sql`refund`
  const { rows } = await sql<{ last: number; given: number }>`
    select coalesce(max(number), 0)::int as last, count(number)::int as given from ${table} where site_id = ${ctx.siteId}::uuid and number is not null`.execute(
    ctx.tx,
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
/** What was earned and the tax on it, by month of the site's zone and kind of tax; what went back is taken off in the month it went. */
export async function taxByMonth(ctx: Ctx, { from, to }: Period, timeZone: string): Promise<TaxRow[]> {
  const side = (account: string) =>
    sql`coalesce(sum(case when m.from_account = ${account} then m.amount when m.to_account = ${account} then -m.amount end), 0)::text`
  const { rows } = await sql<TaxRow>`
    select to_char(m.at at time zone ${timeZone}, 'YYYY-MM') as month, m.currency,
      i.price->'tax'->>'name' as name, i.price->'tax'->>'rate' as rate, (i.price->'tax'->>'includedInPrice')::boolean as included,
      ${side('earned')} as net, ${side('tax')} as tax
    from money_move m join plan_invoice i on i.site_id = m.site_id and i.id = m.invoice_id
    where m.site_id = ${ctx.siteId}::uuid and (m.from_account in ('earned', 'tax') or m.to_account in ('earned', 'tax'))
      ${from ? sql`and m.at >= ${from}::timestamptz` : sql``} ${to ? sql`and m.at < ${to}::timestamptz` : sql``}
    group by 1, 2, 3, 4, 5 order by 1 desc, 2, 3 nulls last, 4`.execute(ctx.tx)
  return rows
}
