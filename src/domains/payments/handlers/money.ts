/** Operation → action: receipts, the ledger as a table, the payment set-up, webhooks of providers. */
import { stringify } from 'csv-stringify/sync'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { fileReply, htmlReply } from '#kit/api/raw-reply.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { InvalidWebhookSignature, type ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider, getPaymentSetup } from '#kit/payments/providers.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { CLOCK_PROBLEM } from '../actions/clock.ts'
import { getDocument } from '../actions/documents.ts'
import { acceptProviderEvent } from '../actions/provider-events.ts'
import type { moneyApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { listPayables } from '../hooks.ts'
import { renderReceiptPage, renderReceiptPdf } from '../render-receipt.ts'
import { listLedgerEntries } from '../store/lists.ts'
import { findSiteOfToken } from '../store/methods.ts'
import { findProblem, isKnownSite } from '../store/providers.ts'
import { findSiteOfReceipt } from '../store/receipts.ts'

const columns = ['at', 'from', 'to', 'amount', 'currency', 'orderId', 'invoiceId', 'refundId'] as const
type Entry = Awaited<ReturnType<typeof listLedgerEntries>>['rows'][number]
const toWireEntry = (entry: Entry) => ({
  at: toWireTime(entry.at),
  from: entry.fromAccount,
  to: entry.toAccount,
  amount: entry.amount,
  currency: entry.currency,
  orderId: entry.orderId,
  // The document that it is about: an invoice of a plan and its receipt have one id.
  invoiceId: entry.receiptId,
  ...(entry.refundId && { refundId: entry.refundId }),
})

/** The site of an event; undefined for events about things that are not ours. */
async function findSite(ctx: OwnTransactionContext, event: ProviderEvent): Promise<string | undefined> {
  const named = event.siteId ?? (event.kind === 'card' ? await findSiteOfToken(ctx, event.ref) : await findSiteOfReceipt(ctx, event.ref))
  if (named !== undefined || event.kind === 'card') return named
  for (const payable of listPayables()) {
    const siteId = await payable.findSiteOfCharge?.(ctx, event.ref)
    if (siteId !== undefined) return siteId
  }
  return undefined
}

/** The account of the provider may serve other servers, too. */
const siteExists = async (ctx: OwnTransactionContext, siteId: string): Promise<boolean> =>
  /^[0-9a-f-]{36}$/i.test(siteId) && (await ctx.transaction((inner) => isKnownSite(inner, siteId)))

export const moneyHandlers: Handlers<typeof moneyApi> = {
  async getPaymentSetUp(ctx) {
    const { provider, testPayments, problem } = getPaymentSetup()
    const outage = (await findProblem(ctx, CLOCK_PROBLEM)) ?? (await findProblem(ctx, provider))
    const reason = problem ?? outage?.problem
    return { provider, testPayments, ...(reason && { problem: reason }), ...(outage && { since: toWireTime(outage.since) }) }
  },
  async exportLedger(ctx) {
    const { rows } = await listLedgerEntries(ctx, {}, { limit: 100_000, offset: 0 })
    return fileReply('books.csv', 'text/csv; charset=utf-8', stringify(rows.map(toWireEntry), { header: true, columns: [...columns] }))
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
        const siteId = await findSite(ctx, event)
        if (siteId && (await siteExists(ctx, siteId))) await ctx.transaction((inner) => acceptProviderEvent(inner, provider.id, event), siteId)
      }
    } catch (error) {
      if (error instanceof InvalidWebhookSignature) return refuse('BAD_SIGNATURE')
      throw error
    }
    return { received: true }
  },
}
