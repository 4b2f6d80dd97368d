/** Refunds, disputes, ledger, documents and tax as CSV. Source: guide pricing-plans §11. Amounts are decimal strings, times as on the wire. */
import type { ReadContext } from '#kit/api/context.ts'
import { type CsvColumn, csvListReply, EXPORT_PAGE_ROWS, mapPages, readPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import { csvHeads } from '#kit/pure/csv-heads.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { getSite } from '#domains/site/public.ts'
import * as store from '../store/lists.ts'
import * as sums from '../store/sums.ts'
import { addAmounts, toReceivedTax, toWireAmount } from '../wire.ts'
import { buildMoneyColumns, loadBuyers } from './money-columns.ts'

type RefundRow = Awaited<ReturnType<typeof store.listRefundsAfter>>[number]
const refundColumns = buildMoneyColumns<RefundRow>(
  [
    [{ message: 'Credit note', de: 'Gutschrift', fr: 'Avoir', es: 'Nota de crédito' }, ({ number }) => number],
    [csvHeads.receipt, ({ receiptNumber }) => receiptNumber],
  ],
  [
    [csvHeads.status, ({ state }) => state],
    [csvHeads.reason, ({ reason }) => reason],
    [csvHeads.method, ({ provider }) => provider],
    [csvHeads.date, ({ createdAt }) => toWireTime(createdAt)],
    [csvHeads.orderId, ({ orderId }) => orderId],
    [csvHeads.bookingId, ({ bookingId }) => bookingId],
  ],
)
export const exportRefunds = (ctx: ReadContext, filter: store.RefundFilter): Promise<StreamedReply> =>
  csvListReply(ctx, {
    file: 'refunds.csv',
    columns: refundColumns,
    pages: mapPages(
      readPages<RefundRow>((last) => store.listRefundsAfter(ctx, filter, last && { at: last.createdAt, id: last.id }, EXPORT_PAGE_ROWS)),
      (page) => loadBuyers(ctx, page),
    ),
  })

type DisputeRow = Awaited<ReturnType<typeof store.listDisputesAfter>>[number]
const disputeColumns = buildMoneyColumns<DisputeRow>(
  [],
  [
    [csvHeads.status, ({ state }) => state],
    [{ message: 'Opened', de: 'Eröffnet', fr: 'Ouvert le', es: 'Abierta' }, ({ openedAt }) => toWireTime(openedAt)],
    [{ message: 'Closed', de: 'Abgeschlossen', fr: 'Clos le', es: 'Cerrada' }, ({ closedAt }) => closedAt && toWireTime(closedAt)],
    [csvHeads.orderId, ({ orderId }) => orderId],
    [csvHeads.bookingId, ({ bookingId }) => bookingId],
  ],
)
export const exportDisputes = (ctx: ReadContext, states: readonly string[]): Promise<StreamedReply> =>
  csvListReply(ctx, {
    file: 'disputes.csv',
    columns: disputeColumns,
    pages: mapPages(
      readPages<DisputeRow>((last) => store.listDisputesAfter(ctx, states, last && { at: last.openedAt, id: last.id }, EXPORT_PAGE_ROWS)),
      (page) => loadBuyers(ctx, page),
    ),
  })

type LedgerRow = Awaited<ReturnType<typeof store.listLedgerEntriesAfter>>[number]
const ledgerColumns: readonly CsvColumn<LedgerRow>[] = [
  [csvHeads.date, ({ at }) => toWireTime(at)],
  [{ message: 'From', de: 'Von', fr: 'De', es: 'De' }, ({ fromAccount }) => fromAccount],
  [{ message: 'To', de: 'An', fr: 'À', es: 'A' }, ({ toAccount }) => toAccount],
  [csvHeads.amount, ({ amount, currency }) => toWireAmount(amount, currency)],
  [csvHeads.currency, ({ currency }) => currency],
  [{ message: 'Description', de: 'Beschreibung', fr: 'Description', es: 'Descripción' }, ({ title }) => title],
  [csvHeads.receipt, ({ receiptNumber }) => receiptNumber],
  [csvHeads.orderId, ({ orderId }) => orderId],
  [csvHeads.bookingId, ({ bookingId }) => bookingId],
  [csvHeads.paymentId, ({ receiptId }) => receiptId],
  [csvHeads.refundId, ({ refundId }) => refundId],
]
export const exportLedgerEntries = (ctx: ReadContext, filter: store.LedgerFilter): Promise<StreamedReply> =>
  csvListReply(ctx, {
    file: 'entries.csv',
    columns: ledgerColumns,
    pages: readPages<LedgerRow>((last) => store.listLedgerEntriesAfter(ctx, filter, last, EXPORT_PAGE_ROWS)),
  })

type DocumentRow = store.NumberedDocument
const documentColumns = buildMoneyColumns<DocumentRow>(
  [
    [csvHeads.number, ({ number }) => number],
    [csvHeads.date, ({ at }) => toWireTime(at)],
  ],
  [
    [csvHeads.tax, ({ tax }) => toReceivedTax(tax).tax?.amount],
    [csvHeads.taxRate, ({ tax }) => toReceivedTax(tax).tax?.rate],
    [csvHeads.status, ({ state }) => state],
    [csvHeads.paymentId, ({ receiptId }) => receiptId],
    [csvHeads.orderId, ({ orderId }) => orderId],
    [csvHeads.bookingId, ({ bookingId }) => bookingId],
  ],
)
export const exportDocuments = (ctx: ReadContext, kind: store.DocumentKind, filter: Parameters<typeof store.listDocumentsAfter>[2]): Promise<StreamedReply> =>
  csvListReply(ctx, {
    file: kind === 'RECEIPT' ? 'receipts.csv' : 'credit-notes.csv',
    columns: documentColumns,
    pages: mapPages(
      readPages<DocumentRow>((last) => store.listDocumentsAfter(ctx, kind, filter, last?.number, EXPORT_PAGE_ROWS)),
      (page) => loadBuyers(ctx, page),
    ),
  })

/** What one statement sums up is one page. */
async function* readOnce<Row>(rows: Promise<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  yield await rows
}

type BalanceRow = Awaited<ReturnType<typeof sums.accountSums>>[number]
const balanceColumns: readonly CsvColumn<BalanceRow>[] = [
  [{ message: 'Account', de: 'Konto', fr: 'Compte', es: 'Cuenta' }, ({ account }) => account],
  [csvHeads.currency, ({ currency }) => currency],
  [{ message: 'Opening', de: 'Anfangsbestand', fr: 'Solde initial', es: 'Saldo inicial' }, (row) => toWireAmount(row.opening, row.currency)],
  [{ message: 'In', de: 'Zugang', fr: 'Entrées', es: 'Entradas' }, (row) => toWireAmount(row.in, row.currency)],
  [{ message: 'Out', de: 'Abgang', fr: 'Sorties', es: 'Salidas' }, (row) => toWireAmount(row.out, row.currency)],
  [{ message: 'Closing', de: 'Endbestand', fr: 'Solde final', es: 'Saldo final' }, (row) => toWireAmount(row.closing, row.currency)],
]
export const exportBalances = (ctx: ReadContext, period: store.Period): Promise<StreamedReply> =>
  csvListReply(ctx, { file: 'accounts.csv', columns: balanceColumns, pages: readOnce(sums.accountSums(ctx, period)) })

type TaxRow = Awaited<ReturnType<typeof sums.taxByMonth>>[number]
const taxColumns: readonly CsvColumn<TaxRow>[] = [
  [{ message: 'Month', de: 'Monat', fr: 'Mois', es: 'Mes' }, ({ month }) => month],
  [csvHeads.tax, ({ name }) => name],
  [{ message: 'Rate', de: 'Satz', fr: 'Taux', es: 'Tipo' }, ({ name, rate }) => (name === null ? null : rate)],
  [{ message: 'Included', de: 'Inbegriffen', fr: 'Inclus', es: 'Incluido' }, ({ name, included }) => (name === null ? null : included === true)],
  [{ message: 'Net', de: 'Netto', fr: 'Net', es: 'Neto' }, ({ net, currency }) => toWireAmount(net, currency)],
  [{ message: 'Tax amount', de: 'Steuerbetrag', fr: 'Montant de la taxe', es: 'Importe del impuesto' }, ({ tax, currency }) => toWireAmount(tax, currency)],
  [{ message: 'Gross', de: 'Brutto', fr: 'Brut', es: 'Bruto' }, ({ net, tax, currency }) => toWireAmount(addAmounts(net, tax, currency), currency)],
  [csvHeads.currency, ({ currency }) => currency],
]
/** By months of the site's zone. */
export async function exportTaxTotals(ctx: ReadContext, period: store.Period): Promise<StreamedReply> {
  const { timeZone } = await getSite(ctx)
  return csvListReply(ctx, { file: 'tax.csv', columns: taxColumns, pages: readOnce(sums.taxByMonth(ctx, period, timeZone)) })
}
