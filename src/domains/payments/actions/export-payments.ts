/** Payments as CSV: money that came in and money that is awaited, as one list. Source: guide pricing-plans §11. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { csvListReply, EXPORT_PAGE_ROWS, mapPages, readPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import { csvHeads } from '#kit/pure/csv-heads.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { RowPosition } from '#kit/query/newest-first.ts'
import { listPayables, type OutstandingPayment } from '../hooks.ts'
import * as store from '../store/lists.ts'
import { toReceivedTax, toWireAmount } from '../wire.ts'
import { describeReceipts } from './describe-receipts.ts'
import { buildMoneyColumns, loadBuyers, type MoneyRow } from './money-columns.ts'

interface ExportedPayment extends MoneyRow {
  id: string
  dueAt: Temporal.Instant
  number: number | null
  orderId: string | null
  bookingId: string | null
  tax: unknown
  refunded: string
  state: string
  paidAt: Temporal.Instant | null
  provider: string | null
  attempts: number
  dispute: string | null
}
const fromOutstanding = (row: OutstandingPayment): ExportedPayment => ({
  ...row,
  kind: 'ORDER',
  bookingId: null,
  buyerName: '',
  number: null,
  tax: null,
  refunded: '0',
  paidAt: null,
  dispute: null,
})

/**
 * The next payments, the newest due date first. What is awaited is read first: what is paid between the two reads has the same id and due date as a
 * payment, comes in both, and counts as paid; the other way round it would come in none.
 */
async function listAfter(ctx: ReadContext, filter: store.PaymentFilter, last: ExportedPayment | undefined): Promise<ExportedPayment[]> {
  const after: RowPosition | undefined = last && { at: last.dueAt, id: last.id }
  const rows = new Map<string, ExportedPayment>()
  for (const payable of listPayables())
    for (const row of (await payable.listOutstanding?.(ctx, { ...filter, after }, EXPORT_PAGE_ROWS)) ?? []) rows.set(row.id, fromOutstanding(row))
  const received = await store.listPayments(ctx, { ...filter, after }, EXPORT_PAGE_ROWS)
  const details = await describeReceipts(
    ctx,
    received.map(({ id }) => id),
  )
  for (const row of received) rows.set(row.id, { ...row, attempts: details.get(row.id)?.attempts ?? 1 })
  return [...rows.values()].toSorted((a, b) => Temporal.Instant.compare(b.dueAt, a.dueAt) || (a.id < b.id ? -1 : 1)).slice(0, EXPORT_PAGE_ROWS)
}

const columns = buildMoneyColumns<ExportedPayment>(
  [[csvHeads.number, ({ number }) => number]],
  [
    [csvHeads.tax, ({ tax }) => toReceivedTax(tax).tax?.amount],
    [csvHeads.taxRate, ({ tax }) => toReceivedTax(tax).tax?.rate],
    [{ message: 'Refunded', de: 'Erstattet', fr: 'Remboursé', es: 'Reembolsado' }, ({ refunded, currency }) => toWireAmount(refunded, currency)],
    [csvHeads.status, ({ state }) => state],
    [csvHeads.due, ({ dueAt }) => toWireTime(dueAt)],
    [csvHeads.paid, ({ paidAt }) => paidAt && toWireTime(paidAt)],
    [csvHeads.method, ({ provider }) => provider],
    [csvHeads.attempts, ({ attempts }) => attempts],
    [csvHeads.dispute, ({ dispute }) => dispute],
    [csvHeads.paymentId, ({ id }) => id],
    [csvHeads.orderId, ({ orderId }) => orderId],
    [csvHeads.bookingId, ({ bookingId }) => bookingId],
  ],
)

/** Amounts are decimal strings of the currency beside them, times as on the wire. */
export const exportPayments = (ctx: ReadContext, filter: store.PaymentFilter): Promise<StreamedReply> =>
  csvListReply(ctx, {
    file: 'payments.csv',
    columns,
    pages: mapPages(
      readPages<ExportedPayment>((last) => listAfter(ctx, filter, last)),
      (page) => loadBuyers(ctx, page),
    ),
  })
