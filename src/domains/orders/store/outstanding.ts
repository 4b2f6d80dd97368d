/** SQL for payments: outstanding invoices of orders, and what receipts of orders stand for. Reads only. */
import { sql, type SqlBool } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { cardsById, countRows, pageTotal, type OutstandingFilter, type OutstandingPayment, type ReceiptDetails } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { isAfterNewestFirst, type RowPosition } from '#kit/query/newest-first.ts'

const invoices = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('planInvoice')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'planInvoice.siteId').onRef('planOrder.id', '=', 'planInvoice.orderId'))
    .where('planInvoice.siteId', '=', ctx.siteId)
/** A column of the last attempt of an invoice. */
const lastAttempt = (column: 'provider' | 'decline_code' | 'payment_method_id') =>
  sql<
    string | null
  >`(select ${sql.ref(`a.${column}`)} from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id order by a.n desc limit 1)`
const attempts = sql<number>`(select count(*)::int from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id)`

const unpaidStates = ['OPEN', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED'] as const
/** Invoices over some amount that are not paid; set-ups and free cycles ask for nothing. */
function selectUnpaid(ctx: ReadContext, filter: OutstandingFilter) {
  const states = filter.states.length > 0 ? unpaidStates.filter((state) => filter.states.includes(state)) : [...unpaidStates]
  let query = invoices(ctx).where('planInvoice.amount', '>', '0')
  query = states.length > 0 ? query.where('planInvoice.state', 'in', states) : query.where(sql<SqlBool>`false`)
  if (filter.id) query = query.where('planInvoice.id', '=', filter.id)
  if (filter.providers.length > 0) query = query.where(sql<SqlBool>`${lastAttempt('provider')} = any(${filter.providers}::text[])`)
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('planInvoice.dueAt', '>=', filter.from)
  if (filter.to) query = query.where('planInvoice.dueAt', '<', filter.to)
  if (filter.after) query = query.where(isAfterNewestFirst('plan_invoice.due_at', 'plan_invoice.id', filter.after))
  return query
}

export async function listOutstanding(ctx: ReadContext, filter: OutstandingFilter, limit: number): Promise<OutstandingPayment[]> {
  const rows = await selectUnpaid(ctx, filter)
    .select([
      'planInvoice.id',
      'planInvoice.orderId',
      'planOrder.memberId',
      sql<string>`plan_order.snapshot->>'planName'`.as('title'),
      'planInvoice.cycleIndex',
      'planInvoice.amount',
      'planInvoice.currency',
      'planInvoice.dueAt',
      'planInvoice.state',
      lastAttempt('provider').as('provider'),
      attempts.as('attempts'),
      lastAttempt('decline_code').as('declineCode'),
      lastAttempt('payment_method_id').as('methodId'),
    ])
    .orderBy('planInvoice.dueAt', 'desc')
    .orderBy('planInvoice.id')
    .limit(limit)
    .execute()
  const cards = await cardsById(ctx, [...new Set(rows.flatMap(({ methodId }) => methodId ?? []))])
  return rows.map(({ methodId, ...row }) => ({ ...row, card: (methodId && cards.get(methodId)) || null }))
}
export const countOutstanding = (ctx: ReadContext, filter: OutstandingFilter): Promise<number> =>
  countRows(ctx, selectUnpaid(ctx, filter).select('planInvoice.id'))

/** Invoices that are to be paid of sold plans that run or will run. In the words of `order_to_be_paid`. */
const selectOwed = (ctx: ReadContext) =>
  invoices(ctx)
    .where('planOrder.leftDraftAt', 'is not', null)
    .where(sql<SqlBool>`plan_order.status in ('ACTIVE', 'PAUSED', 'PENDING') and plan_order.payment_status in ('UNPAID', 'FAILED')`)
    .where('planInvoice.state', 'in', ['OPEN', 'RETRYING'])
    .where('planInvoice.amount', '>', '0')
    .select(['planInvoice.currency', sql<string>`sum(plan_invoice.amount)`.as('amount')])
/** What these clients owe on plans, by contact and currency. */
export const findOwedOnPlans = (ctx: ReadContext, contactIds: readonly string[]): Promise<{ contactId: string; currency: string; amount: string }[]> =>
  selectOwed(ctx)
    .where('planOrder.contactId', 'in', [...contactIds])
    .groupBy(['planOrder.contactId', 'planInvoice.currency'])
    .select('planOrder.contactId')
    .execute()
/** What all clients of the site owe on plans, by currency. */
export const sumOwedOnPlans = async (ctx: ReadContext) =>
  (await selectOwed(ctx).groupBy('planInvoice.currency').execute()).map((sum) => ({ kind: 'ORDER' as const, ...sum }))

/** The cycle of each receipt, how often it was tried, and whether its order waits for the owner's decision. */
export async function describeReceipts(ctx: ReadContext, receiptIds: readonly string[]): Promise<ReadonlyMap<string, ReceiptDetails>> {
  if (receiptIds.length === 0) return new Map()
  const rows = await invoices(ctx)
    .where('planInvoice.id', 'in', receiptIds)
    .select(['planInvoice.id', 'planInvoice.cycleIndex', attempts.as('attempts'), sql<boolean>`plan_order.on_hold_since is not null`.as('isOnHold')])
    .execute()
  return new Map(rows.map(({ id, ...details }) => [id, details]))
}

interface RetryFilter {
  memberId?: string | undefined
}
/** Declined renewals whose order still runs, and charges whose answer is not known yet. */
function selectRetries(ctx: ReadContext, filter: RetryFilter) {
  const inFlight = sql<boolean>`exists (select 1 from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id and a.state in ('SENDING', 'UNKNOWN', 'PROCESSING'))`
  let query = invoices(ctx)
    .where('planOrder.leftDraftAt', 'is not', null)
    .where('planOrder.status', 'in', ['ACTIVE', 'PAUSED'])
    .where('planOrder.type', '=', 'ONLINE')
    .where('planInvoice.state', 'in', ['OPEN', 'RETRYING'])
    .where('planInvoice.amount', '>', '0')
    .where((eb) => eb.or([eb('planInvoice.state', '=', 'RETRYING'), inFlight]))
  if (filter.memberId) query = query.where('planOrder.memberId', '=', filter.memberId)
  const selectFromAttempts = (pick: string) =>
    sql`(select ${sql.raw(pick)} from payment_attempt a where a.site_id = plan_invoice.site_id and a.invoice_id = plan_invoice.id)`
  const rows = query.select([
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
    sql<string>`plan_order.snapshot->>'planName'`.as('title'),
    inFlight.as('isInFlight'),
    attempts.as('attempts'),
    sql<Temporal.Instant | null>`${selectFromAttempts('max(a.at)')}`.as('lastAttemptAt'),
    sql<Temporal.Instant | null>`${selectFromAttempts('min(a.check_at)')}`.as('checkAt'),
    lastAttempt('decline_code').as('declineCode'),
  ])
  return { query, rows }
}
/** The next to move first. */
export async function listRetries(ctx: ReadContext, filter: RetryFilter, page: { limit: number; offset: number }) {
  const { query, rows } = selectRetries(ctx, filter)
  const found = await rows
    .orderBy(sql`coalesce(plan_order.retry_at, plan_order.grace_end_at)`, (ob) => ob.asc().nullsLast())
    .orderBy('planInvoice.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  return { rows: found, total: await pageTotal(found.length, page, () => countRows(ctx, query.select('planInvoice.id'))) }
}
/** The next retries for an export, those due last first: when a charge is tried again may change meanwhile, when it was due does not. */
export const listRetriesAfter = (ctx: ReadContext, filter: RetryFilter, last: RowPosition | undefined, limit: number) =>
  selectRetries(ctx, filter)
    .rows.$if(last !== undefined, (query) => query.where(isAfterNewestFirst('plan_invoice.due_at', 'plan_invoice.id', last as RowPosition)))
    .orderBy('planInvoice.dueAt', 'desc')
    .orderBy('planInvoice.id')
    .limit(limit)
    .execute()
