/** Operation → action: receipts, the books as a table, the payment set-up, webhooks of providers. */
import { stringify } from 'csv-stringify/sync'
import { fileReply, htmlReply } from '#kit/api/raw-reply.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { InvalidWebhookSignature } from '#kit/payments/provider.ts'
import { getPaymentSetup, findProvider } from '#kit/payments/providers.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { CLOCK_PROBLEM } from '../actions/clock.ts'
import { getDocument } from '../actions/documents.ts'
import { acceptProviderEvent } from '../actions/provider-events.ts'
import type { moneyApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { renderReceiptPage, renderReceiptPdf } from '../render-receipt.ts'
import * as ledger from '../store/ledger.ts'
import { findSiteOfCharge } from '../store/payables.ts'
import * as payments from '../store/payments.ts'
import { iso } from '../wire.ts'

const columns = ['at', 'from', 'to', 'amount', 'currency', 'orderId', 'invoiceId', 'refundId'] as const
const toWireEntry = (move: Awaited<ReturnType<typeof ledger.listLedgerEntries>>[number]) => ({
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
    const { provider, testPayments, problem } = getPaymentSetup()
    const outage = (await payments.findProblem(ctx, CLOCK_PROBLEM)) ?? (await payments.findProblem(ctx, provider))
    const reason = problem ?? outage?.problem
    return { provider, testPayments, ...(reason && { problem: reason }), ...(outage && { since: iso(outage.since) }) }
  },
  async exportBooks(ctx) {
    const moves = await ledger.listLedgerEntries(ctx, 100_000, 0)
    return fileReply('books.csv', 'text/csv; charset=utf-8', stringify(moves.map(toWireEntry), { header: true, columns: [...columns] }))
  },
  getInvoiceDocument: (ctx, { params }) => getDocument(ctx, params.id),
  getInvoicePage: async (ctx, { params }) => htmlReply(200, renderReceiptPage(await getDocument(ctx, params.id))),
  async getInvoicePdf(ctx, { params }) {
    const document = await getDocument(ctx, params.id)
    return fileReply(`receipt-${document.number ?? document.id.slice(0, 8)}.pdf`, 'application/pdf', await renderReceiptPdf(document))
  },
  async receiveWebhook(ctx, { params, body }) {
    const provider = findProvider(params.provider)
    if (provider?.page !== 'hosted') return refuseStandard('NOT_FOUND')
    try {
      for (const event of await provider.parseWebhook(body, ctx.headers)) {
        // Events about things that are not ours (or of no site) are none of our business.
        const siteId = event.siteId ?? (event.kind === 'card' ? await payments.findSiteOfToken(ctx, event.ref) : await findSiteOfCharge(ctx, event.ref))
        if (siteId && (await siteExists(ctx, siteId))) await ctx.transaction((inner) => acceptProviderEvent(inner, provider.id, event), siteId)
      }
    } catch (error) {
      if (error instanceof InvalidWebhookSignature) return refuse('BAD_SIGNATURE')
      throw error
    }
    return { received: true }
  },
}

/** The account of the provider may serve other houses, too. */
const siteExists = async (ctx: Ctx, siteId: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/i.test(siteId) && (await ctx.transaction((inner) => payments.isKnownSite(inner, siteId)))
