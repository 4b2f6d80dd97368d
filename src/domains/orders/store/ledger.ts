/** All SQL on the books: money that moved between accounts, and the numbers of documents. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { pipelineQuery } from '#kit/db/open.ts'

export interface LedgerEntry {
  from: string
  to: string
  amount: string
  currency: string
  /** About an invoice of an order, or else a receipt of something else. */
  orderId?: string | undefined
  invoiceId?: string | undefined
  receiptId?: string | undefined
  refundId?: string | undefined
  /** The same key is booked once. */
  key: string
}

/** Books the moves, each once. */
export const insertLedgerEntries = async (ctx: Ctx, entries: readonly LedgerEntry[]): Promise<void> => {
  if (entries.length === 0) return
  await pipelineQuery(
    ctx.tx,
    ctx.tx
      .insertInto('moneyMove')
      .values(
        entries.map(({ from, to, refundId, orderId, invoiceId, receiptId, ...entry }) => ({
          siteId: ctx.siteId,
          id: ctx.newId(),
          fromAccount: from,
          toAccount: to,
          orderId: orderId ?? null,
          invoiceId: invoiceId ?? null,
          receiptId: receiptId ?? null,
          refundId: refundId ?? null,
          at: ctx.now,
          ...entry,
        })),
      )
      .onConflict((oc) => oc.constraint('money_moves_once').doNothing()),
  )
}

const incrementDocumentCounter = (ctx: Ctx, kind: 'INVOICE' | 'CREDIT_NOTE') =>
  ctx.tx
    .insertInto('documentCounter')
    .values({ siteId: ctx.siteId, kind, last: 1 })
    .onConflict((oc) => oc.columns(['siteId', 'kind']).doUpdateSet({ last: sql<number>`document_counter.last + 1` }))
    .returning('last')

/** The next number of a credit note. Whoever numbers holds the counter until the commit, so that no number is lost. */
export const nextCreditNoteNumber = async (ctx: Ctx): Promise<number> => (await incrementDocumentCounter(ctx, 'CREDIT_NOTE').executeTakeFirstOrThrow()).last

/** The next number of a receipt; invoices of orders take theirs from the same sequence. */
export const nextReceiptNumber = async (ctx: Ctx): Promise<number> => (await incrementDocumentCounter(ctx, 'INVOICE').executeTakeFirstOrThrow()).last

/** Gives an invoice the next number together with what its payment changes: one statement. */
export async function assignInvoiceNumber(
  ctx: Ctx,
  invoiceId: string,
  paid: { state: 'PAID'; paidAt: Temporal.Instant; paidBy: string; paidAttemptId: string | null },
): Promise<number> {
  const { number } = await ctx.tx
    .with('counted', () => incrementDocumentCounter(ctx, 'INVOICE'))
    .updateTable('planInvoice')
    .set((eb) => ({ ...paid, number: eb.selectFrom('counted').select('last') }))
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', invoiceId)
    .returning('number')
    .executeTakeFirstOrThrow()
  if (number === null) throw new Error('a paid invoice has no number')
  return number
}

/** The books of a site, the newest first. */
export const listLedgerEntries = (ctx: Ctx, limit: number, offset: number) =>
  ctx.tx.selectFrom('moneyMove').selectAll().where('siteId', '=', ctx.siteId).orderBy('at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
