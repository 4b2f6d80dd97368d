/** SQL on invoices. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, json } from '#kit/db/open.ts'
import { getTransition, listSources } from '#kit/pure/state-machine.ts'
import { invoiceMachine, type InvoiceTransition } from '../rules/invoice-machine.ts'
import type { CyclePrice } from '../rules/price.ts'
import type { InvoiceState } from '../rules/payments.ts'

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
/** One per order and cycle: undefined when it exists. */
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
  { transition, ...set }: Partial<Pick<Invoice, 'paidAt' | 'number' | 'paidBy' | 'paidAttemptId' | 'refunded'>> & { transition?: InvoiceTransition },
): Promise<unknown> =>
  pipelineQuery(
    ctx.tx,
    ctx.tx
      .updateTable('planInvoice')
      .set({ ...set, ...(transition && { state: transition.to }) })
      .where('siteId', '=', ctx.siteId)
      .where('id', '=', id),
  )
/** Open invoices of an order that is over are not collected any more. */
export const closeInvoices = (ctx: TransactionContext, orderId: string, action: 'void' | 'giveUp'): Promise<unknown> =>
  ctx.tx
    .updateTable('planInvoice')
    .set({ state: getTransition(invoiceMachine, 'OPEN', action).to })
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('state', 'in', listSources(invoiceMachine, 'void'))
    .execute()

export const findInvoice = async (ctx: ReadContext, id: string): Promise<Invoice | undefined> =>
  (await ctx.db.selectFrom('planInvoice').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()) as Invoice | undefined
