/** All SQL on invoices, tries to charge, saved cards, refunds, disputes and what providers report. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { pipelineQuery, json } from '#kit/db/open.ts'
import type { SavedCard } from '#kit/payments/provider.ts'
import type { CyclePrice } from '../rules/price.ts'
import type { AttemptState, InvoiceState } from '../rules/payments.ts'

export interface Invoice {
  id: string
  orderId: string
  cycleIndex: number
  amount: string
  currency: string
  price: CyclePrice | null
  dueAt: Temporal.Instant
  state: InvoiceState
  paidAt: Temporal.Instant | null
  /** Given without gaps when money is received. */
  number: number | null
  paidBy: string | null
  paidAttemptId: string | null
  refunded: string
}
export type NewInvoice = Omit<Invoice, 'number' | 'paidBy' | 'paidAttemptId' | 'refunded'>
export interface Attempt {
  id: string
  invoiceId: string
  orderId: string
  n: number
  key: string
  mode: 'pay' | 'setup' | 'renew'
  provider: string
  paymentMethodId: string | null
  cardFor: 'ORDER' | 'ALL' | null
  state: AttemptState
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
export async function invoicesOfOrders(ctx: Ctx, orderIds: readonly string[]): Promise<Invoice[]> {
  if (orderIds.length === 0) return []
  const rows = ctx.tx.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('orderId', 'in', orderIds)
  return (await rows.orderBy('orderId').orderBy('cycleIndex').execute()) as Invoice[]
}
/** One per order and cycle: undefined when somebody made it before. */
export async function insertInvoice(ctx: Ctx, invoice: NewInvoice): Promise<Invoice | undefined> {
  const row = await ctx.tx
    .insertInto('planInvoice')
    .values({ siteId: ctx.siteId, ...invoice, price: invoice.price && json(invoice.price) })
    .onConflict((oc) => oc.constraint('one_invoice_per_cycle').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row as Invoice | undefined
}
export const updateInvoice = (
  ctx: Ctx,
  id: string,
  set: Partial<Pick<Invoice, 'state' | 'paidAt' | 'number' | 'paidBy' | 'paidAttemptId'>>,
): Promise<unknown> => pipelineQuery(ctx.tx, ctx.tx.updateTable('planInvoice').set(set).where('siteId', '=', ctx.siteId).where('id', '=', id))
/** Open invoices of an order that is over are not collected any more. */
export const closeInvoices = (ctx: Ctx, orderId: string, state: 'VOID' | 'FAILED'): Promise<unknown> =>
  ctx.tx
    .updateTable('planInvoice')
    .set({ state })
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('state', 'in', ['OPEN', 'RETRYING'])
    .execute()

export const listAttempts = async (ctx: Ctx, invoiceId: string): Promise<Attempt[]> =>
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
  pipelineQuery(ctx.tx, ctx.tx.insertInto('paymentAttempt').values({ siteId: ctx.siteId, ...attempt }))

const withInvoice = (ctx: Ctx, id: string) =>
  ctx.tx
    .selectFrom('paymentAttempt as a')
    .innerJoin('planInvoice as i', (join) => join.onRef('i.siteId', '=', 'a.siteId').onRef('i.id', '=', 'a.invoiceId'))
    .selectAll('a')
    .select(['i.cycleIndex', 'i.amount', 'i.currency', 'i.price', 'i.dueAt', 'i.paidAt', 'i.number', 'i.paidBy', 'i.paidAttemptId', 'i.refunded'])
    .select('i.state as invoiceState')
    .where('a.siteId', '=', ctx.siteId)
    .where('a.id', '=', id)
interface AttemptWithInvoice {
  attempt: Attempt
  invoice: Invoice
}
function toAttemptWithInvoice(row: Awaited<ReturnType<ReturnType<typeof withInvoice>['executeTakeFirstOrThrow']>>): AttemptWithInvoice {
  const { cycleIndex, amount, currency, price, dueAt, paidAt, number, paidBy, paidAttemptId, refunded, invoiceState, siteId: _, ...attempt } = row
  const { invoiceId, orderId } = attempt
  const invoice = { id: invoiceId, orderId, cycleIndex, amount, currency, price, dueAt, state: invoiceState, paidAt, number, paidBy, paidAttemptId, refunded }
  return { attempt: attempt as Attempt, invoice: invoice as Invoice }
}
/** A try with the invoice that it is to pay. */
export async function findAttemptWithInvoice(ctx: Ctx, attemptId: string): Promise<AttemptWithInvoice | undefined> {
  const row = await withInvoice(ctx, attemptId).executeTakeFirst()
  return row && toAttemptWithInvoice(row)
}
/** The same with everything that a provider asks for; `isOrdered`: a test has ordered an answer of the sandbox. */
export async function loadAttemptToSend(
  ctx: Ctx,
  attemptId: string,
): Promise<(AttemptWithInvoice & { token: string; customer: string | undefined; isOutcomeForced: boolean }) | undefined> {
  const row = await withInvoice(ctx, attemptId)
    .innerJoin('planOrder as o', (join) => join.onRef('o.siteId', '=', 'a.siteId').onRef('o.id', '=', 'a.orderId'))
    .leftJoin('paymentMethod as m', (join) => join.onRef('m.siteId', '=', 'a.siteId').onRef('m.id', '=', 'a.paymentMethodId'))
    .leftJoin('paymentCustomer as c', (join) =>
      join.onRef('c.siteId', '=', 'a.siteId').onRef('c.memberId', '=', 'o.memberId').onRef('c.provider', '=', 'a.provider'),
    )
    .leftJoin('sandboxOutcome as s', (join) => join.onRef('s.siteId', '=', 'a.siteId').onRef('s.orderId', '=', 'a.orderId').on('s.timesLeft', '>', 0))
    .select(['m.token', 'c.ref as customer', 's.outcome as ordered'])
    .executeTakeFirst()
  if (!row) return undefined
  const { token, customer, ordered, ...rest } = row
  return { ...toAttemptWithInvoice(rest), token: token ?? '', customer: customer ?? undefined, isOutcomeForced: ordered !== null }
}
export const updateAttempt = (
  ctx: Ctx,
  id: string,
  set: {
    state: AttemptState
    ref?: string | null
    declineCode?: string | null
    checkAt?: Temporal.Instant | null
    paymentMethodId?: string | null
  },
): Promise<unknown> =>
  pipelineQuery(
    ctx.tx,
    ctx.tx
      .updateTable('paymentAttempt')
      .set({ checkAt: null, ...set })
      .where('siteId', '=', ctx.siteId)
      .where('id', '=', id),
  )
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
export const attemptByRef = async (ctx: Ctx, ref: string): Promise<Attempt | undefined> =>
  (await ctx.tx.selectFrom('paymentAttempt').selectAll().where('siteId', '=', ctx.siteId).where('ref', '=', ref).executeTakeFirst()) as Attempt | undefined
/** Declines of the member's payments since an instant, all orders together. */
export async function countDeclines(ctx: Ctx, memberId: string, since: Temporal.Instant): Promise<number> {
  const row = await ctx.tx
    .selectFrom('paymentAttempt')
    .innerJoin('planOrder', (join) => join.onRef('planOrder.siteId', '=', 'paymentAttempt.siteId').onRef('planOrder.id', '=', 'paymentAttempt.orderId'))
    .where('paymentAttempt.siteId', '=', ctx.siteId)
    .where('planOrder.memberId', '=', memberId)
    .where('paymentAttempt.state', '=', 'DECLINED')
    .where('paymentAttempt.mode', '<>', 'renew')
    .where('paymentAttempt.at', '>', since)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

/** The saved card; the same token of the same member is kept once. */
export async function savePaymentMethod(ctx: Ctx, memberId: string, provider: string, card: SavedCard): Promise<string> {
  const known = await ctx.tx
    .selectFrom('paymentMethod')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('token', '=', card.token)
    .where('memberId', '=', memberId)
    .where('expYear', '=', card.expYear)
    .where('expMonth', '=', card.expMonth)
    .where('detachedAt', 'is', null)
    .executeTakeFirst()
  if (known) return known.id
  const id = ctx.newId()
  await ctx.tx
    .insertInto('paymentMethod')
    .values({ siteId: ctx.siteId, id, memberId, provider, ...card, createdAt: ctx.now })
    .execute()
  return id
}
export const findPaymentMethod = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('paymentMethod').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
/** Marks the cards of a member as gone and answers which the provider has to forget. */
export const detachMethods = (ctx: Ctx, memberId: string): Promise<{ id: string; provider: string; token: string }[]> =>
  ctx.tx
    .updateTable('paymentMethod')
    .set({ detachedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('detachedAt', 'is', null)
    .returning(['id', 'provider', 'token'])
    .execute()
export const methodsOfToken = (ctx: Ctx, token: string) =>
  ctx.tx.selectFrom('paymentMethod').selectAll().where('siteId', '=', ctx.siteId).where('token', '=', token).where('detachedAt', 'is', null).execute()
export const updatePaymentMethod = (
  ctx: Ctx,
  id: string,
  set: { detachedAt: Temporal.Instant } | { last4: string; expMonth: number; expYear: number },
): Promise<unknown> => ctx.tx.updateTable('paymentMethod').set(set).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()

export async function findCustomer(ctx: Ctx, memberId: string, provider: string): Promise<string | undefined> {
  const row = await ctx.tx
    .selectFrom('paymentCustomer')
    .select('ref')
    .where('siteId', '=', ctx.siteId)
    .where('memberId', '=', memberId)
    .where('provider', '=', provider)
    .executeTakeFirst()
  return row?.ref
}
export const saveCustomer = (ctx: Ctx, memberId: string, provider: string, ref: string): Promise<unknown> =>
  ctx.tx
    .insertInto('paymentCustomer')
    .values({ siteId: ctx.siteId, memberId, provider, ref })
    .onConflict((oc) => oc.columns(['siteId', 'memberId', 'provider']).doUpdateSet({ ref }))
    .execute()

export const forceNextOutcome = (ctx: Ctx, orderId: string, outcome: string, timesLeft: number): Promise<unknown> =>
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

export interface Refund {
  id: string
  invoiceId: string
  orderId: string
  attemptId: string | null
  provider: string
  amount: string
  currency: string
  reason: 'OWNER' | 'LATE' | 'PROVIDER' | 'DISPUTE'
  state: 'SENDING' | 'SUCCEEDED' | 'FAILED'
  ref: string | null
  number: number | null
  problem: string | null
  createdAt: Temporal.Instant
  settledAt: Temporal.Instant | null
}
const refunds = (ctx: Ctx) => ctx.tx.selectFrom('refund').where('siteId', '=', ctx.siteId).selectAll()
export const insertRefund = (ctx: Ctx, refund: Refund): Promise<unknown> =>
  ctx.tx
    .insertInto('refund')
    .values({ siteId: ctx.siteId, ...refund })
    .execute()
export const lockRefund = async (ctx: Ctx, id: string): Promise<Refund | undefined> =>
  (await refunds(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as Refund | undefined
export const refundByRef = async (ctx: Ctx, provider: string, ref: string): Promise<Refund | undefined> =>
  (await refunds(ctx).where('provider', '=', provider).where('ref', '=', ref).executeTakeFirst()) as Refund | undefined
export const refundsOfOrder = async (ctx: Ctx, orderId: string): Promise<Refund[]> =>
  (await refunds(ctx).where('orderId', '=', orderId).orderBy('createdAt').orderBy('id').execute()) as Refund[]
export const updateRefund = (ctx: Ctx, id: string, set: Partial<Pick<Refund, 'state' | 'ref' | 'number' | 'problem' | 'settledAt'>>): Promise<unknown> =>
  ctx.tx.updateTable('refund').set(set).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
/** Sets aside what goes back; false when more would go back than was paid (a constraint stands behind it). */
export async function reserveRefund(ctx: Ctx, invoiceId: string, amount: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('planInvoice')
    .set({ refunded: sql<string>`refunded + ${amount}::numeric` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', invoiceId)
    .where(sql<boolean>`refunded + ${amount}::numeric <= amount`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
export const releaseRefund = (ctx: Ctx, invoiceId: string, amount: string): Promise<unknown> =>
  ctx.tx
    .updateTable('planInvoice')
    .set({ refunded: sql<string>`refunded - ${amount}::numeric` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', invoiceId)
    .execute()

export interface Dispute {
  id: string
  invoiceId: string
  orderId: string
  ref: string
  amount: string
  currency: string
  state: 'OPEN' | 'WON' | 'LOST'
  openedAt: Temporal.Instant
  closedAt: Temporal.Instant | null
}
/** False when the dispute is known. */
export async function insertDispute(ctx: Ctx, dispute: Dispute): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('dispute')
    .values({ siteId: ctx.siteId, ...dispute })
    .onConflict((oc) => oc.columns(['siteId', 'ref']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
export const lockDispute = async (ctx: Ctx, ref: string): Promise<Dispute | undefined> =>
  (await ctx.tx.selectFrom('dispute').selectAll().where('siteId', '=', ctx.siteId).where('ref', '=', ref).forUpdate().executeTakeFirst()) as Dispute | undefined
export const closeDispute = (ctx: Ctx, id: string, state: 'WON' | 'LOST'): Promise<unknown> =>
  ctx.tx.updateTable('dispute').set({ state, closedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
export const disputesOfOrder = async (ctx: Ctx, orderId: string): Promise<Dispute[]> =>
  (await ctx.tx.selectFrom('dispute').selectAll().where('siteId', '=', ctx.siteId).where('orderId', '=', orderId).orderBy('openedAt').execute()) as Dispute[]

/** False when the event was here before. */
export async function insertProviderEvent(ctx: Ctx, provider: string, eventId: string, kind: string): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('providerEvent')
    .values({ siteId: ctx.siteId, provider, eventId, kind, at: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'provider', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

/** True when the problem is new. */
export async function insertProblem(ctx: Ctx, provider: string, problem: string): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('paymentProblem')
    .values({ siteId: ctx.siteId, provider, problem, since: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'provider']).doNothing())
    .returning('provider')
    .executeTakeFirst()
  return row !== undefined
}
export const deleteProblem = (ctx: Ctx, provider: string): Promise<unknown> =>
  ctx.tx.deleteFrom('paymentProblem').where('siteId', '=', ctx.siteId).where('provider', '=', provider).execute()
/** Whether a problem is known: asked before every charge, and nearly never so. */
export const hasProblem = async (ctx: Ctx, provider: string): Promise<boolean> =>
  (
    await ctx.cache(['payment_problem'], 'payment problems', () =>
      ctx.tx.selectFrom('paymentProblem').select('provider').where('siteId', '=', ctx.siteId).execute(),
    )
  ).some((one) => one.provider === provider)
export const findProblem = (ctx: Ctx, provider: string) =>
  ctx.tx.selectFrom('paymentProblem').selectAll().where('siteId', '=', ctx.siteId).where('provider', '=', provider).executeTakeFirst()
export const findInvoice = async (ctx: Ctx, id: string): Promise<Invoice | undefined> =>
  (await ctx.tx.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()) as Invoice | undefined
/** The site whose member a card belongs to; events about cards name no site. */
export async function findSiteOfToken(ctx: Ctx, token: string): Promise<string | undefined> {
  const row = await ctx.transaction((inner) => inner.tx.selectFrom('paymentMethod').select('siteId').where('token', '=', token).executeTakeFirst())
  return row?.siteId
}
/** Whether a site lives here: webhooks name theirs. */
export const isKnownSite = async (ctx: Ctx, siteId: string): Promise<boolean> =>
  (await ctx.tx.selectFrom('site').select('id').where('id', '=', siteId).executeTakeFirst()) !== undefined
