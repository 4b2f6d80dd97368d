/** SQL on invoices and on attempts to charge them. */
import type { Temporal } from 'temporal-polyfill'
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json } from '#kit/db/open.ts'
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

export async function invoiceOfCycle(ctx: ReadContext, orderId: string, cycleIndex: number): Promise<Invoice | undefined> {
  return (await ctx.db
    .selectFrom('planInvoice')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('cycleIndex', '=', cycleIndex)
    .executeTakeFirst()) as Invoice | undefined
}
export async function invoiceById(ctx: ReadContext, id: string): Promise<Invoice> {
  return (await ctx.db.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirstOrThrow()) as Invoice
}
export async function invoicesOfOrder(ctx: ReadContext, orderId: string): Promise<Invoice[]> {
  return (await ctx.db
    .selectFrom('planInvoice')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .orderBy('cycleIndex')
    .execute()) as Invoice[]
}
export async function invoicesOfOrders(ctx: ReadContext, orderIds: readonly string[]): Promise<Invoice[]> {
  if (orderIds.length === 0) return []
  const rows = ctx.db.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('orderId', 'in', orderIds)
  return (await rows.orderBy('orderId').orderBy('cycleIndex').execute()) as Invoice[]
}
/** One per order and cycle: undefined when somebody made it before. */
export async function insertInvoice(ctx: TransactionContext, invoice: NewInvoice): Promise<Invoice | undefined> {
  const row = await ctx.tx
    .insertInto('planInvoice')
    .values({ siteId: ctx.siteId, ...invoice, price: invoice.price && json(invoice.price) })
    .onConflict((oc) => oc.constraint('one_invoice_per_cycle').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row as Invoice | undefined
}
export const updateInvoice = (
  ctx: TransactionContext,
  id: string,
  set: Partial<Pick<Invoice, 'state' | 'paidAt' | 'number' | 'paidBy' | 'paidAttemptId' | 'refunded'>>,
): Promise<unknown> => pipelineQuery(ctx.tx, ctx.tx.updateTable('planInvoice').set(set).where('siteId', '=', ctx.siteId).where('id', '=', id))
/** Open invoices of an order that is over are not collected any more. */
export const closeInvoices = (ctx: TransactionContext, orderId: string, state: 'VOID' | 'FAILED'): Promise<unknown> =>
  ctx.tx
    .updateTable('planInvoice')
    .set({ state })
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('state', 'in', ['OPEN', 'RETRYING'])
    .execute()

export const listAttempts = async (ctx: ReadContext, invoiceId: string): Promise<Attempt[]> =>
  (await ctx.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('invoiceId', '=', invoiceId)
    .orderBy('n')
    .execute()) as Attempt[]
/** Every attempt of an order, invoice by invoice. */
export const attemptsOfOrder = async (ctx: ReadContext, orderId: string): Promise<Attempt[]> =>
  (await ctx.db
    .selectFrom('paymentAttempt')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .orderBy('invoiceId')
    .orderBy('n')
    .execute()) as Attempt[]
export const attemptById = async (ctx: ReadContext, id: string): Promise<Attempt | undefined> =>
  (await ctx.db.selectFrom('paymentAttempt').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()) as Attempt | undefined
export const insertAttempt = (ctx: TransactionContext, attempt: Attempt): Promise<unknown> =>
  pipelineQuery(ctx.tx, ctx.tx.insertInto('paymentAttempt').values({ siteId: ctx.siteId, ...attempt }))

const withInvoice = (ctx: ReadContext, id: string) =>
  ctx.db
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
/** An attempt with the invoice that it is to pay. */
export async function findAttemptWithInvoice(ctx: ReadContext, attemptId: string): Promise<AttemptWithInvoice | undefined> {
  const row = await withInvoice(ctx, attemptId).executeTakeFirst()
  return row && toAttemptWithInvoice(row)
}
/** The same with everything that a provider asks for; `isOrdered`: a test has ordered an answer of the sandbox. */
export async function loadAttemptToSend(
  ctx: ReadContext,
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
  ctx: TransactionContext,
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
export async function attemptsToCheck(ctx: ReadContext): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('paymentAttempt')
    .select('id')
    .where('siteId', '=', ctx.siteId)
    .where('checkAt', '<=', ctx.now)
    .orderBy('checkAt')
    .limit(50)
    .execute()
  return rows.map((row) => row.id)
}
export const attemptByRef = async (ctx: ReadContext, ref: string): Promise<Attempt | undefined> =>
  (await ctx.db.selectFrom('paymentAttempt').selectAll().where('siteId', '=', ctx.siteId).where('ref', '=', ref).executeTakeFirst()) as Attempt | undefined
/** Declines of the member's payments since an instant, all orders together. */
export async function countDeclines(ctx: ReadContext, memberId: string, since: Temporal.Instant): Promise<number> {
  const row = await ctx.db
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

export const findInvoice = async (ctx: ReadContext, id: string): Promise<Invoice | undefined> =>
  (await ctx.db.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()) as Invoice | undefined

/** The site whose attempt it is, for events that name none. */
export async function findSiteOfAttempt(ctx: OwnTransactionContext, ref: string): Promise<string | undefined> {
  const row = await ctx.transaction((inner) => inner.tx.selectFrom('paymentAttempt').select('siteId').where('ref', '=', ref).executeTakeFirst())
  return row?.siteId
}
