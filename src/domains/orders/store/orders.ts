/** All SQL on orders. */
import { setTimeout } from 'node:timers/promises'
import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { nextCheckAt } from '#domains/payments/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { acrossSites, pipelineQuery, json, noPreparedPlan, type Db } from '#kit/db/open.ts'
import type { RowPosition } from '#kit/query/newest-first.ts'
import type { Tables } from '#kit/db/tables.gen.ts'
import { boundary, endDate, type MovedEnd } from '../rules/cycles.ts'
import { isRecurring, nextDue, toSchedule, type Cancellation, type Order, type Snapshot } from '../rules/order.ts'
import type { OrderStatus, PaymentStatus } from '../rules/states.ts'
import { readSql } from '#kit/db/open.ts'
import { findInvoice, type Invoice } from './payments.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

const orders = (ctx: ReadContext) => ctx.db.selectFrom('planOrder').where('siteId', '=', ctx.siteId)
const at = (text: string): Temporal.Instant => Temporal.Instant.from(text)
type Raw = Awaited<ReturnType<ReturnType<ReturnType<typeof orders>['selectAll']>['executeTakeFirstOrThrow']>>

interface StoredMovedEnd {
  to: string
  at: string
  cycle: number
  isFollowed?: boolean
  before?: StoredMovedEnd
}
const toMovedEnd = (stored: StoredMovedEnd): MovedEnd => ({
  ...stored,
  to: at(stored.to),
  at: at(stored.at),
  before: stored.before && toMovedEnd(stored.before),
})

export function toOrder(row: Raw): Order {
  const cancellation = row.cancellation as { requestedAt: string; cause: Cancellation['cause']; effectiveAt: Cancellation['effectiveAt'] } | null
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
    postponed: row.postponed ? toMovedEnd(row.postponed as StoredMovedEnd) : null,
    pauses: (row.pauses as { from: string; to?: string }[]).map((pause) => ({ from: at(pause.from), to: pause.to === undefined ? undefined : at(pause.to) })),
    cycleIndex: row.cycleIndex,
    retryAt: row.retryAt,
    graceEndAt: row.graceEndAt,
    paymentMethodId: row.paymentMethodId,
    creditBalance: row.creditBalance,
    submissionId: row.submissionId,
    couponId: row.couponId,
    onHoldSince: row.onHoldSince,
    checkoutKey: row.checkoutKey,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  }
}

/** Everything but the credit balance, which only the ledger functions below change. */
const toColumns = (order: Order) => ({
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
  endAt: endDate(toSchedule(order)) ?? null,
  nextDueAt: nextDue(order),
  trialEndAt: order.trialDays > 0 ? boundary(toSchedule(order), 0) : null,
  paymentMethodId: order.paymentMethodId,
  onHoldSince: order.onHoldSince,
  updatedAt: order.updatedAt,
})

export const insertOrder = (ctx: TransactionContext, order: Order): Promise<unknown> =>
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
      couponId: order.couponId,
      checkoutKey: order.checkoutKey,
      createdAt: order.createdAt,
      ...toColumns(order),
    })
    .execute()

export const saveOrder = (ctx: TransactionContext, order: Order): Promise<unknown> =>
  pipelineQuery(ctx.tx, ctx.tx.updateTable('planOrder').set(toColumns(order)).where('siteId', '=', ctx.siteId).where('id', '=', order.id))

export type OrderKey = { id: string } | { payOrderId: string } | { checkoutKey: string; memberId: string }
function selectByKey(ctx: ReadContext, key: OrderKey) {
  const query = orders(ctx).selectAll()
  if ('id' in key) return query.where('id', '=', key.id)
  if ('payOrderId' in key) return query.where('payOrderId', '=', key.payOrderId)
  return query.where('checkoutKey', '=', key.checkoutKey).where('memberId', '=', key.memberId)
}
export async function findOrder(ctx: ReadContext, key: OrderKey): Promise<Order | undefined> {
  const row = await selectByKey(ctx, key).executeTakeFirst()
  return row && toOrder(row)
}
export async function lockOrder(ctx: TransactionContext, key: OrderKey): Promise<Order | undefined> {
  const row = await selectByKey(ctx, key).forUpdate().executeTakeFirst()
  return row && toOrder(row)
}
/** The same with one of its invoices, read after the lock in one trip. */
export async function lockOrderWithInvoice(
  ctx: TransactionContext,
  id: string,
  invoiceId: string | null,
): Promise<{ order: Order; invoice: Invoice | undefined } | undefined> {
  const locked = await pipelineQuery(ctx.tx, selectByKey(ctx, { id }).forUpdate())
  const invoice = invoiceId === null ? undefined : await findInvoice(ctx, invoiceId)
  const [row] = await locked()
  return row && { order: toOrder(row), invoice }
}
/** The order unless another transaction has locked it: several processes share the due orders without waiting for each other. */
export async function lockOrderSkipLocked(ctx: TransactionContext, key: OrderKey): Promise<Order | undefined> {
  const row = await selectByKey(ctx, key).forUpdate().skipLocked().executeTakeFirst()
  return row && toOrder(row)
}
/** Another transaction holds the order for longer than we try. */
export const BUSY = 'busy'
const TRY_FOR_MS = 2000
const TRY_AGAIN_MS = 20
/**
 * The order, locked; tried again for two seconds when another transaction has locked it. A bound on the wait for a lock would do the same on one server,
 * and does not reach the nodes of a cluster. Source: guide pricing-plans §8.4, last row.
 */
export async function lockOrderOrBusy(ctx: TransactionContext, key: OrderKey): Promise<Order | typeof BUSY | undefined> {
  const endsAt = performance.now() + TRY_FOR_MS
  let order = await lockOrderSkipLocked(ctx, key)
  if (!order && !(await findOrder(ctx, key))) return undefined
  while (!order && performance.now() < endsAt) {
    await setTimeout(TRY_AGAIN_MS)
    order = await lockOrderSkipLocked(ctx, key)
  }
  return order ?? BUSY
}

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

/** A list counts no further than this: a page is worth more than an exact number (a million rows take longer to count than to page). */
const maxCounted = 10_000

/** Orders that left DRAFT; open drafts only when they are asked for by status. Source: guide pricing-plans §12. */
function selectListed(ctx: ReadContext, filter: OrderFilter) {
  let query = orders(ctx)
  const isNonEmpty = (list: readonly string[] | undefined): list is readonly string[] => list !== undefined && list.length > 0
  if (isNonEmpty(filter.memberIds)) query = query.where('memberId', 'in', filter.memberIds)
  if (isNonEmpty(filter.orderIds)) query = query.where('id', 'in', filter.orderIds)
  if (isNonEmpty(filter.planIds)) query = query.where('planId', 'in', filter.planIds)
  if (isNonEmpty(filter.statuses)) query = query.where('status', 'in', filter.statuses)
  if (isNonEmpty(filter.payments)) query = query.where('paymentStatus', 'in', filter.payments)
  const { autoRenewCanceled } = filter
  if (autoRenewCanceled !== undefined) query = query.where('isRecurring', '=', true).where('autoRenewCanceled', '=', autoRenewCanceled)
  const drafts = filter.statuses?.includes('DRAFT') ?? false
  // Said as plainly as possible: each of these has an index, and only the mixture has none.
  return drafts && filter.statuses?.every((status) => status === 'DRAFT')
    ? query.where('status', '=', sql.lit('DRAFT'))
    : query.where((eb) => (drafts ? eb.or([eb('leftDraftAt', 'is not', null), eb('status', '=', 'DRAFT')]) : eb('leftDraftAt', 'is not', null)))
}
export async function listOrders(
  ctx: ReadContext,
  filter: OrderFilter,
  sort: OrderSort,
  limit: number,
  offset: number,
): Promise<{ orders: Order[]; total: number }> {
  const query = selectListed(ctx, filter)
  const direction = sort.descending ? ('desc' as const) : ('asc' as const)
  const applySort = <O>(rows: SelectQueryBuilder<Tables, 'planOrder', O>) =>
    (sort.by === 'endAt' ? rows.orderBy('endAt', (ob) => (sort.descending ? ob.desc() : ob.asc()).nullsLast()) : rows)
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
  // Picked by ids: what lies before the page, or does not fit, is seen in the index and never fetched.
  const pageIds = applySort(query.select('id')).limit(limit).offset(offset)
  const page = applySort(orders(ctx).selectAll().where('id', 'in', pageIds))
  // Of one buyer there are few; among all of them the best way depends on what is asked for.
  const rows = filter.memberIds?.length === 1 ? await page.execute() : (await readSql(ctx.db, sql<Raw>`${noPreparedPlan} ${page}`)).rows
  // A page that is not full is the last one; only a full page needs counting.
  if (rows.length < limit && (rows.length > 0 || offset === 0)) return { orders: rows.map(toOrder), total: offset + rows.length }
  const first = query.select('id').limit(maxCounted + 1)
  const counted = (await readSql(ctx.db, sql<{ n: number }>`${noPreparedPlan} select count(*)::int as n from (${first}) as first`)).rows[0]?.n ?? 0
  return { orders: rows.map(toOrder), total: counted <= maxCounted ? counted : Math.max(counted, offset + rows.length + 1) }
}

/** The next orders for an export, the newest first. */
export async function listOrdersAfter(ctx: ReadContext, filter: OrderFilter, last: RowPosition | undefined, limit: number): Promise<Order[]> {
  const query = selectListed(ctx, filter).$if(last !== undefined, (rows) => rows.where(isBeforeDescending(last as RowPosition)))
  const page = query.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc').limit(limit)
  return (await readSql(ctx.db, sql<Raw>`${noPreparedPlan} ${page}`)).rows.map(toOrder)
}
const isBeforeDescending = ({ at: time, id }: RowPosition) => sql<SqlBool>`(created_at, id) < (${time}::timestamptz, ${id}::uuid)`

/** Ids of orders that time has something to do with, the earliest first; for a reader only those that change without a payment. */
export async function listDueOrders(ctx: ReadContext, limit: number, reader?: { memberId?: string | undefined }): Promise<string[]> {
  let query = orders(ctx).where('nextDueAt', '<=', ctx.now)
  if (reader) query = query.where((eb) => eb.or([eb('status', 'in', ['DRAFT', 'PENDING']), eb('endAt', '<=', ctx.now)]))
  if (reader?.memberId) query = query.where('memberId', '=', reader.memberId)
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
  const attemptAt = await nextCheckAt(db, now)
  return [order?.at, attemptAt].filter((one) => one instanceof Temporal.Instant).sort(Temporal.Instant.compare)[0]
}

/** Whether a due order is locked by another transaction, so that the engine skipped it. Simulations do not count. */
export async function hasLockedDueOrders(db: Db, now: Temporal.Instant): Promise<boolean> {
  const sites = await sql<{ id: string }>`${acrossSites} select distinct site_id as id from plan_order
    where next_due_at <= ${now} and site_id not in (select id from site where simulation_of is not null)`.execute(db)
  for (const { id } of sites.rows) if (await hasLockedDueOrdersOfSite(db, id, now)) return true
  return false
}

async function hasLockedDueOrdersOfSite(db: Db, siteId: string, now: Temporal.Instant): Promise<boolean> {
  const isDue = sql`site_id = ${siteId}::uuid and next_due_at <= ${now}`
  const free = await sql`select id from plan_order where ${isDue} for update skip locked`.execute(db)
  const due = await sql<{ count: number }>`select count(*)::int as count from plan_order where ${isDue}`.execute(db)
  return (due.rows[0]?.count ?? 0) > free.rows.length
}

/** Purchases of one plan by one member go one after another while the limit is counted. */
export const lockPurchases = (ctx: TransactionContext, memberId: string, planId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`purchase:${ctx.siteId}:${memberId}:${planId}`}, 0))`.execute(ctx.tx)

export async function countPurchases(ctx: ReadContext, memberId: string, planId: string): Promise<number> {
  const row = await orders(ctx)
    .where('memberId', '=', memberId)
    .where('planId', '=', planId)
    .where('leftDraftAt', 'is not', null)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Drafts of the plan with a payment in progress: they become purchases when the provider answers. */
export async function countBeingPaid(ctx: ReadContext, memberId: string, planId: string, exceptOrderId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('planOrder')
    .innerJoin('paymentAttempt', (join) => join.onRef('paymentAttempt.siteId', '=', 'planOrder.siteId').onRef('paymentAttempt.payableId', '=', 'planOrder.id'))
    .where('planOrder.siteId', '=', ctx.siteId)
    .where('planOrder.memberId', '=', memberId)
    .where('planOrder.planId', '=', planId)
    .where('planOrder.status', '=', 'DRAFT')
    .where('planOrder.id', '<>', exceptOrderId)
    .where('paymentAttempt.state', 'in', ['SENDING', 'UNKNOWN', 'PROCESSING'])
    .select((eb) => eb.fn.count<number>('planOrder.id').distinct().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** Every order of the member that is not over, drafts too, locked. */
export const lockOpenOrders = async (ctx: TransactionContext, memberId: string): Promise<Order[]> =>
  (
    await orders(ctx)
      .selectAll()
      .where('memberId', '=', memberId)
      .where('status', 'in', ['DRAFT', 'PENDING', 'ACTIVE', 'PAUSED'])
      .orderBy('id')
      .forUpdate()
      .execute()
  ).map(toOrder)

/** Bought orders of one card, to follow its changes. */
export const openOrdersOfMethod = async (ctx: ReadContext, methodId: string): Promise<Order[]> =>
  (await orders(ctx).selectAll().where('paymentMethodId', '=', methodId).where('status', 'in', ['PENDING', 'ACTIVE', 'PAUSED']).execute()).map(toOrder)

/** Orders of one contact become those of another. */
export const reassignOrders = async (ctx: TransactionContext, fromId: string, toId: string): Promise<void> => {
  const [moved] = await ctx.tx.updateTable('planOrder').set({ contactId: toId }).where('siteId', '=', ctx.siteId).where('contactId', '=', fromId).execute()
  if (moved?.numUpdatedRows) ctx.noteEffect({ kind: 'PLANS_JOINED', id: toId, count: Number(moved.numUpdatedRows) })
}
/** Orders of some members that are not over by their stored state. */
export const listOpenOrders = async (ctx: ReadContext, memberIds: readonly string[]): Promise<Order[]> =>
  memberIds.length === 0
    ? []
    : (
        await orders(ctx)
          .selectAll()
          .where('memberId', 'in', memberIds)
          .where('leftDraftAt', 'is not', null)
          .where('status', 'in', ['ACTIVE', 'PENDING', 'PAUSED'])
          .execute()
      ).map(toOrder)
export async function ordersOfMember(ctx: ReadContext, memberId: string): Promise<Order[]> {
  const ahead = preloaded.get(ctx)
  preloaded.delete(ctx)
  return (ahead?.memberId === memberId ? await ahead.rows() : await selectOrdersOfMember(ctx, memberId).execute()).map(toOrder)
}
const selectOrdersOfMember = (ctx: ReadContext, memberId: string) =>
  orders(ctx).selectAll().where('memberId', '=', memberId).where('leftDraftAt', 'is not', null).orderBy('createdAt', 'desc')

/** What units of work asked for ahead; it is used once, as they may change it. */
const preloaded = new WeakMap<ReadContext, { memberId: string; rows: () => Promise<Parameters<typeof toOrder>[0][]> }>()
/** Pipelined: the next `ordersOfMember` of this unit of work answers with what is sent now. */
export async function preloadOrdersOfMember(ctx: TransactionContext, memberId: string): Promise<void> {
  preloaded.set(ctx, { memberId, rows: await pipelineQuery(ctx.tx, selectOrdersOfMember(ctx, memberId)) })
}

/** Plans that end in a stretch of time and last longer than so many hours. */
export interface EndingPlans {
  from: Temporal.Instant
  to: Temporal.Instant
  longerThanHours: number
}
const selectOrdersEnding = (ctx: ReadContext, { from, to, longerThanHours }: EndingPlans) =>
  ctx.db
    .selectFrom('planOrder')
    .where('siteId', '=', ctx.siteId)
    .where('status', '=', 'ACTIVE')
    .where('leftDraftAt', 'is not', null)
    .where('endAt', '>=', from)
    .where('endAt', '<', to)
    .where(sql<boolean>`end_at - start_at > make_interval(hours => ${longerThanHours}::integer)`)
export async function countOrdersEndingBetween(ctx: ReadContext, ending: EndingPlans): Promise<number> {
  const { count } = await selectOrdersEnding(ctx, ending)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
/** Those of them that end first, with the names of their plans. */
export const listOrdersEndingBetween = (ctx: ReadContext, ending: EndingPlans, limit: number): Promise<{ id: string; memberId: string; planName: string }[]> =>
  selectOrdersEnding(ctx, ending)
    .select(['id', 'memberId', sql<string>`snapshot->>'planName'`.as('planName')])
    .orderBy('endAt')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Sessions that are left on plans that end in a stretch of time, by day (`YYYY-MM-DD`) in the time zone. */
export async function sumExpiringCredits(
  ctx: ReadContext,
  { from, to, timeZone }: { from: Temporal.Instant; to: Temporal.Instant; timeZone: string },
): Promise<Map<string, number>> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ day: string; credits: number }>`
    select to_char(end_at at time zone ${timeZone}::text, 'YYYY-MM-DD') "day", sum(credit_balance)::int credits
    from plan_order where site_id = ${ctx.siteId} and status = 'ACTIVE' and left_draft_at is not null and credit_balance > 0
      and end_at >= ${from} and end_at < ${to}
    group by 1`,
  )
  return new Map(rows.map(({ day, credits }) => [day, credits]))
}

export const hasDueOrders: SiteCondition = ({ now }) => sql`exists (select from plan_order as one where one.site_id = site.id and one.next_due_at <= ${now})`
