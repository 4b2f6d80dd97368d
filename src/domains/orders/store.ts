/** All SQL on orders, invoices, attempts, saved cards and credits. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { json, type Db } from '#kit/db/open.ts'
import { endDate } from './rules/cycles.ts'
import { isRecurring, nextDue, scheduleOf, type Cancellation, type Order, type Snapshot } from './rules/order.ts'
import type { CyclePrice } from './rules/price.ts'
import type { OrderStatus, PaymentStatus } from './rules/states.ts'
import type { SavedCard } from '#kit/payments/provider.ts'

const orders = (ctx: Ctx) => ctx.tx.selectFrom('planOrder').where('siteId', '=', ctx.siteId)
const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
type Raw = Awaited<ReturnType<ReturnType<ReturnType<typeof orders>['selectAll']>['executeTakeFirstOrThrow']>>

function toOrder(row: Raw): Order {
  const cancellation = row.cancellation as { requestedAt: string; cause: Cancellation['cause']; effectiveAt: Cancellation['effectiveAt'] } | null
  const postponed = row.postponed as { to: string; at: string; cycle: number } | null
  return {
    id: row.id,
    planId: row.planId,
    subscriptionId: row.subscriptionId,
    payOrderId: row.payOrderId,
    memberId: row.memberId,
    contactId: row.contactId,
    type: row.type as Order['type'],
    method: row.method as Order['method'],
    status: row.status as OrderStatus,
    payment: row.paymentStatus as PaymentStatus,
    timeZone: row.timeZone,
    snapshot: row.snapshot as Snapshot,
    trialDays: row.trialDays,
    startAt: row.startAt,
    isStartGiven: row.isStartGiven,
    leftDraftAt: row.leftDraftAt,
    autoRenewCanceled: row.autoRenewCanceled,
    cancelAfterCycle: row.cancelAfterCycle,
    canceledAt: row.canceledAt,
    cancellation: cancellation && { ...cancellation, requestedAt: at(cancellation.requestedAt) },
    postponed: postponed && { to: at(postponed.to), at: at(postponed.at), cycle: postponed.cycle },
    pauses: (row.pauses as { from: string; to?: string }[]).map((pause) => ({ from: at(pause.from), to: pause.to === undefined ? undefined : at(pause.to) })),
    cycleIndex: row.cycleIndex,
    retryAt: row.retryAt,
    graceEndAt: row.graceEndAt,
    paymentMethodId: row.paymentMethodId,
    creditBalance: row.creditBalance,
    submissionId: row.submissionId,
    checkoutKey: row.checkoutKey,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** Everything but the credit balance, which only the ledger functions below change. */
const columnsOf = (order: Order) => ({
  status: order.status,
  paymentStatus: order.payment,
  snapshot: json(order.snapshot),
  trialDays: order.trialDays,
  startAt: order.startAt,
  isStartGiven: order.isStartGiven,
  leftDraftAt: order.leftDraftAt,
  autoRenewCanceled: order.autoRenewCanceled,
  cancelAfterCycle: order.cancelAfterCycle,
  canceledAt: order.canceledAt,
  cancellation: order.cancellation && json(order.cancellation),
  postponed: order.postponed && json(order.postponed),
  pauses: json(order.pauses),
  cycleIndex: order.cycleIndex,
  retryAt: order.retryAt,
  graceEndAt: order.graceEndAt,
  endAt: endDate(scheduleOf(order)) ?? null,
  nextDueAt: nextDue(order),
  paymentMethodId: order.paymentMethodId,
  updatedAt: order.updatedAt,
})

export const insertOrder = (ctx: Ctx, order: Order): Promise<unknown> =>
  ctx.tx
    .insertInto('planOrder')
    .values({
      siteId: ctx.siteId,
      id: order.id,
      planId: order.planId,
      subscriptionId: order.subscriptionId,
      payOrderId: order.payOrderId,
      memberId: order.memberId,
      contactId: order.contactId,
      type: order.type,
      method: order.method,
      timeZone: order.timeZone,
      isRecurring: isRecurring(order),
      submissionId: order.submissionId,
      checkoutKey: order.checkoutKey,
      createdAt: order.createdAt,
      ...columnsOf(order),
    })
    .execute()

export const saveOrder = (ctx: Ctx, order: Order): Promise<unknown> =>
  ctx.tx.updateTable('planOrder').set(columnsOf(order)).where('siteId', '=', ctx.siteId).where('id', '=', order.id).execute()

export type OrderKey = { id: string } | { payOrderId: string } | { checkoutKey: string; memberId: string }
async function find(ctx: Ctx, key: OrderKey, lock: boolean): Promise<Order | undefined> {
  let query = orders(ctx).selectAll()
  if ('id' in key) query = query.where('id', '=', key.id)
  else if ('payOrderId' in key) query = query.where('payOrderId', '=', key.payOrderId)
  else query = query.where('checkoutKey', '=', key.checkoutKey).where('memberId', '=', key.memberId)
  const row = await (lock ? query.forUpdate() : query).executeTakeFirst()
  return row && toOrder(row)
}
export const findOrder = (ctx: Ctx, key: OrderKey): Promise<Order | undefined> => find(ctx, key, false)
export const lockOrder = (ctx: Ctx, key: OrderKey): Promise<Order | undefined> => find(ctx, key, true)

export interface OrderFilter {
  memberIds?: readonly string[] | undefined
  orderIds?: readonly string[] | undefined
  planIds?: readonly string[] | undefined
  statuses?: readonly string[] | undefined
  payments?: readonly string[] | undefined
  autoRenewCanceled?: boolean | undefined
}
export interface OrderSort {
  by: 'createdAt' | 'endAt'
  descending: boolean
}

/** Orders that left DRAFT; open drafts only when they are asked for by status (guide 12). */
export async function listOrders(ctx: Ctx, filter: OrderFilter, sort: OrderSort, limit: number, offset: number): Promise<{ orders: Order[]; total: number }> {
  let query = orders(ctx)
  const some = (list: readonly string[] | undefined): list is readonly string[] => list !== undefined && list.length > 0
  if (some(filter.memberIds)) query = query.where('memberId', 'in', filter.memberIds)
  if (some(filter.orderIds)) query = query.where('id', 'in', filter.orderIds)
  if (some(filter.planIds)) query = query.where('planId', 'in', filter.planIds)
  if (some(filter.statuses)) query = query.where('status', 'in', filter.statuses)
  if (some(filter.payments)) query = query.where('paymentStatus', 'in', filter.payments)
  const { autoRenewCanceled } = filter
  if (autoRenewCanceled !== undefined) query = query.where('isRecurring', '=', true).where('autoRenewCanceled', '=', autoRenewCanceled)
  const drafts = filter.statuses?.includes('DRAFT') ?? false
  query = query.where((eb) => (drafts ? eb.or([eb('leftDraftAt', 'is not', null), eb('status', '=', 'DRAFT')]) : eb('leftDraftAt', 'is not', null)))
  const direction = sort.descending ? ('desc' as const) : ('asc' as const)
  const { n } = await query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy(sort.by, (ob) => (sort.descending ? ob.desc() : ob.asc()).nullsLast())
    .orderBy('createdAt', direction)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute()
  return { orders: rows.map(toOrder), total: Number(n) }
}

/** Ids of orders that time has something to do with, the earliest first. */
export async function dueOrders(ctx: Ctx, limit: number, memberId?: string): Promise<string[]> {
  let query = orders(ctx).where('nextDueAt', '<=', ctx.now)
  if (memberId) query = query.where('memberId', '=', memberId)
  const rows = await query.select('id').orderBy('nextDueAt').orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

/** The next instant after `now` at which some order of any site needs the engine. */
export async function nextDueAt(db: Db, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const order = await db
    .selectFrom('planOrder')
    .select((eb) => eb.fn.min('nextDueAt').as('at'))
    .where('nextDueAt', '>', now)
    .executeTakeFirst()
  const attempt = await db
    .selectFrom('paymentAttempt')
    .select((eb) => eb.fn.min('checkAt').as('at'))
    .where('checkAt', '>', now)
    .executeTakeFirst()
  return [order?.at, attempt?.at].filter((one) => one instanceof Temporal.Instant).sort(Temporal.Instant.compare)[0]
}

/** Purchases of one plan by one member go one after another while the limit is counted. */
export const lockPurchases = (ctx: Ctx, memberId: string, planId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`purchase:${ctx.siteId}:${memberId}:${planId}`}, 0))`.execute(ctx.tx)

export async function countPurchases(ctx: Ctx, memberId: string, planId: string): Promise<number> {
  const row = await orders(ctx)
    .where('memberId', '=', memberId)
    .where('planId', '=', planId)
    .where('leftDraftAt', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

export interface Invoice {
  id: string
  orderId: string
  cycleIndex: number
  amount: string
  currency: string
  price: CyclePrice | null
  dueAt: Temporal.Instant
  state: string
  paidAt: Temporal.Instant | null
}
export interface Attempt {
  id: string
  invoiceId: string
  orderId: string
  n: number
  key: string
  mode: 'pay' | 'setup' | 'renew'
  paymentMethodId: string
  state: string
  ref: string | null
  declineCode: string | null
  checkAt: Temporal.Instant | null
  at: Temporal.Instant
}

export async function invoiceOfCycle(ctx: Ctx, orderId: string, cycleIndex: number): Promise<Invoice | undefined> {
  return (await ctx.tx
    .selectFrom('planInvoice')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('cycleIndex', '=', cycleIndex)
    .executeTakeFirst()) as Invoice | undefined
}
export async function invoiceById(ctx: Ctx, id: string): Promise<Invoice> {
  return (await ctx.tx.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirstOrThrow()) as Invoice
}
export async function invoicesOfOrder(ctx: Ctx, orderId: string): Promise<Invoice[]> {
  return (await ctx.tx
    .selectFrom('planInvoice')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .orderBy('cycleIndex')
    .execute()) as Invoice[]
}
/** One per order and cycle: undefined when somebody made it before. */
export async function insertInvoice(ctx: Ctx, invoice: Invoice): Promise<Invoice | undefined> {
  const row = await ctx.tx
    .insertInto('planInvoice')
    .values({ siteId: ctx.siteId, ...invoice, price: invoice.price && json(invoice.price) })
    .onConflict((oc) => oc.constraint('one_invoice_per_cycle').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row && invoice
}
export const setInvoice = (ctx: Ctx, id: string, state: string, paidAt: Temporal.Instant | null = null): Promise<unknown> =>
  ctx.tx.updateTable('planInvoice').set({ state, paidAt }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
/** Open invoices of an order that is over are not collected any more. */
export const closeInvoices = (ctx: Ctx, orderId: string, state: 'VOID' | 'FAILED'): Promise<unknown> =>
  ctx.tx
    .updateTable('planInvoice')
    .set({ state })
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('state', 'in', ['OPEN', 'RETRYING'])
    .execute()

export const attemptsOf = async (ctx: Ctx, invoiceId: string): Promise<Attempt[]> =>
  (await ctx.tx
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('invoiceId', '=', invoiceId)
    .orderBy('n')
    .execute()) as Attempt[]
export const attemptById = async (ctx: Ctx, id: string): Promise<Attempt | undefined> =>
  (await ctx.tx.selectFrom('paymentAttempt').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()) as Attempt | undefined
export const insertAttempt = (ctx: Ctx, attempt: Attempt): Promise<unknown> =>
  ctx.tx
    .insertInto('paymentAttempt')
    .values({ siteId: ctx.siteId, ...attempt })
    .execute()
export const setAttempt = (
  ctx: Ctx,
  id: string,
  set: { state: string; ref?: string | null; declineCode?: string | null; checkAt?: Temporal.Instant | null },
): Promise<unknown> =>
  ctx.tx
    .updateTable('paymentAttempt')
    .set({ checkAt: null, ...set })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export async function attemptsToCheck(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('paymentAttempt')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('checkAt', '<=', ctx.now)
    .orderBy('checkAt')
    .limit(50)
    .execute()
  return rows.map((row) => row.id)
}

export async function insertMethod(ctx: Ctx, memberId: string, provider: string, card: SavedCard): Promise<string> {
  const id = ctx.newId()
  await ctx.tx
    .insertInto('paymentMethod')
    .values({ siteId: ctx.siteId, id, memberId, provider, ...card, createdAt: ctx.now })
    .execute()
  return id
}
export const methodById = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('paymentMethod').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
export const detachMethods = (ctx: Ctx, memberId: string): Promise<unknown> =>
  ctx.tx
    .updateTable('paymentMethod')
    .set({ detachedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('detachedAt', 'is', null)
    .execute()

export const orderNextOutcome = (ctx: Ctx, orderId: string, outcome: string, timesLeft: number): Promise<unknown> =>
  ctx.tx
    .insertInto('sandboxOutcome')
    .values({ siteId: ctx.siteId, orderId, outcome, timesLeft })
    .onConflict((oc) => oc.columns(['siteId', 'orderId']).doUpdateSet({ outcome, timesLeft }))
    .execute()
export async function takeNextOutcome(ctx: Ctx, orderId: string): Promise<string | undefined> {
  const row = await ctx.tx
    .updateTable('sandboxOutcome')
    .set({ timesLeft: sql`times_left - 1` })
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('timesLeft', '>', 0)
    .returning('outcome')
    .executeTakeFirst()
  return row?.outcome
}

/** Adds a ledger row once per key and moves the balance by it; false when the key was used before. */
export async function addCredits(
  ctx: Ctx,
  orderId: string,
  kind: 'GRANT' | 'EXPIRE' | 'RETURN',
  amount: number,
  key: string,
  cycleIndex: number | null,
  bookingId: string | null = null,
): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('benefitLedger')
    .values({ siteId: ctx.siteId, id: ctx.newId(), orderId, kind, amount, cycleIndex, bookingId, key, at: ctx.now })
    .onConflict((oc) => oc.constraint('ledger_row_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await ctx.tx
    .updateTable('planOrder')
    .set({ creditBalance: sql`coalesce(credit_balance, 0) + ${amount}` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', orderId)
    .execute()
  return true
}
export async function spend(
  ctx: Ctx,
  of: { orderId: string; bookingId: string | null; count: number; key: string },
): Promise<'SPENT' | 'DONE' | 'NOT_ENOUGH_BALANCE'> {
  const { rows } = await sql<{
    outcome: 'SPENT' | 'DONE' | 'NOT_ENOUGH_BALANCE'
  }>`select spend_credit(${ctx.siteId}::uuid, ${ctx.newId()}::uuid, ${of.orderId}::uuid, ${of.bookingId}::uuid, ${of.count}::int, ${of.key}, ${ctx.now}::timestamptz) outcome`.execute(
    ctx.tx,
  )
  const [row] = rows
  if (!row) throw new Error('spend_credit returned no row')
  return row.outcome
}
export const ordersOfMember = async (ctx: Ctx, memberId: string): Promise<Order[]> =>
  (await orders(ctx).selectAll().where('memberId', '=', memberId).where('leftDraftAt', 'is not', null).orderBy('createdAt', 'desc').execute()).map(toOrder)
