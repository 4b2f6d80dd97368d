/** Operation → action: receipts, the ledger as a table, the payment set-up, webhooks of providers. */
import { csvReply, EXPORT_PAGE_ROWS, readPages } from '#kit/api/csv-reply.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { fileReply, htmlReply } from '#kit/api/raw-reply.ts'
import { getPaymentSetup } from '#kit/payments/providers.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { CLOCK_PROBLEM } from '../rules/clock.ts'
import { getDocument } from '../actions/documents.ts'
import { receiveProviderWebhook } from '../actions/receive-webhook.ts'
import type { moneyApi } from '../contract.ts'
import { renderReceiptPage, renderReceiptPdf } from '../render-receipt.ts'
import { listLedgerEntriesAfter } from '../store/lists.ts'
import { findProblem } from '../store/providers.ts'

const columns = ['at', 'from', 'to', 'amount', 'currency', 'orderId', 'invoiceId', 'refundId']
type Entry = Awaited<ReturnType<typeof listLedgerEntriesAfter>>[number]
const toCells = (entry: Entry) => [
  toWireTime(entry.at),
  entry.fromAccount,
  entry.toAccount,
  entry.amount,
  entry.currency,
  entry.orderId,
  // The document that it is about: an invoice of a plan and its receipt have one id.
  entry.receiptId,
  entry.refundId,
]

export const moneyHandlers: Handlers<typeof moneyApi> = {
  async getPaymentSetUp(ctx) {
    const { provider, testPayments, problem } = await getPaymentSetup(ctx)
    const outage = (await findProblem(ctx, CLOCK_PROBLEM)) ?? (await findProblem(ctx, provider))
    const reason = problem ?? outage?.problem
    return { provider, testPayments, ...(reason && { problem: reason }), ...(outage && { since: toWireTime(outage.since) }) }
  },
  exportLedger: (ctx) =>
    csvReply('books.csv', {
      head: columns,
      pages: readPages<Entry>((last) => listLedgerEntriesAfter(ctx, {}, last, EXPORT_PAGE_ROWS)),
      toCells,
      readBy: 'programs',
    }),
  getInvoiceDocument: (ctx, { params }) => getDocument(ctx, params.id),
  getInvoicePage: async (ctx, { params }) => htmlReply(200, renderReceiptPage(await getDocument(ctx, params.id))),
  async getInvoicePdf(ctx, { params }) {
    const document = await getDocument(ctx, params.id)
    return fileReply(`receipt-${document.number ?? document.id.slice(0, 8)}.pdf`, 'application/pdf', await renderReceiptPdf(document))
  },
  async receiveWebhook(ctx, { params, body }) {
    await receiveProviderWebhook(ctx, params.provider, body)
    return { received: true }
  },
}
