/** Operation → action: receipts, the books as a table, the payment set-up, webhooks of providers. */
import { stringify } from 'csv-stringify/sync'
import { file, html } from '#kit/answer.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { BadSignature } from '#kit/payments/provider.ts'
import { paymentSetUp, providerOf } from '#kit/payments/providers.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { CLOCK } from '../actions/clock.ts'
import { documentOf } from '../actions/documents.ts'
import { receive } from '../actions/provider-events.ts'
import type { moneyApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { pageOf, pdfOf } from '../papers.ts'
import * as books from '../store/books.ts'
import { siteOfCharge } from '../store/payables.ts'
import * as payments from '../store/payments.ts'
import { iso } from '../wire.ts'

const columns = ['at', 'from', 'to', 'amount', 'currency', 'orderId', 'invoiceId', 'refundId'] as const
const toMove = (move: Awaited<ReturnType<typeof books.listMoves>>[number]) => ({
  at: iso(move.at),
  from: move.fromAccount,
  to: move.toAccount,
  amount: move.amount,
  currency: move.currency,
  orderId: move.orderId,
  // The paper that it is about: an invoice of a plan, or the receipt of something else.
  invoiceId: move.invoiceId ?? move.receiptId,
  ...(move.refundId && { refundId: move.refundId }),
})

export const moneyHandlers: Handlers<typeof moneyApi> = {
  async getPaymentSetUp(ctx) {
    const { provider, testPayments, problem } = paymentSetUp()
    const noted = (await payments.problemOf(ctx, CLOCK)) ?? (await payments.problemOf(ctx, provider))
    const why = problem ?? noted?.problem
    return { provider, testPayments, ...(why && { problem: why }), ...(noted && { since: iso(noted.since) }) }
  },
  async exportBooks(ctx) {
    const moves = await books.listMoves(ctx, 100_000, 0)
    return file('books.csv', 'text/csv; charset=utf-8', stringify(moves.map(toMove), { header: true, columns: [...columns] }))
  },
  getInvoiceDocument: (ctx, { params }) => documentOf(ctx, params.id),
  getInvoicePage: async (ctx, { params }) => html(200, pageOf(await documentOf(ctx, params.id))),
  async getInvoicePdf(ctx, { params }) {
    const document = await documentOf(ctx, params.id)
    return file(`receipt-${document.number ?? document.id.slice(0, 8)}.pdf`, 'application/pdf', await pdfOf(document))
  },
  async receiveWebhook(ctx, { params, body }) {
    const provider = providerOf(params.provider)
    if (provider?.page !== 'hosted') return refuseStandard('NOT_FOUND')
    try {
      for (const event of await provider.readWebhook(body, ctx.headers)) {
        // Events about things that are not ours (or of no site) are none of our business.
        const siteId = event.siteId ?? (event.kind === 'card' ? await payments.siteOfToken(ctx, event.ref) : await siteOfCharge(ctx, event.ref))
        if (siteId && (await siteExists(ctx, siteId))) await ctx.write((inner) => receive(inner, provider.id, event), siteId)
      }
    } catch (error) {
      if (error instanceof BadSignature) return refuse('BAD_SIGNATURE')
      throw error
    }
    return { received: true }
  },
}

/** The account of the provider may serve other houses, too. */
const siteExists = async (ctx: Ctx, siteId: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/i.test(siteId) && (await ctx.write((inner) => payments.isOurSite(inner, siteId)))
