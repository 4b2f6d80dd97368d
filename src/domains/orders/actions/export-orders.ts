/** Orders, and renewals that were declined, as CSV. Source: guide pricing-plans §11, §12. */
import { getMemberName, loadMembersById, type MemberRecord } from '#domains/members/public.ts'
import { buildMoneyColumns, describeDecline, loadBuyers } from '#domains/payments/public.ts'
import type { OwnTransactionContext, ReadContext } from '#kit/api/context.ts'
import { type CsvColumn, csvListReply, EXPORT_PAGE_ROWS, mapPages, readPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import { csvHeads } from '#kit/pure/csv-heads.ts'
import type { Order } from '../rules/order.ts'
import { nextRetryStep } from '../rules/retry-queue.ts'
import { listOrdersAfter, type OrderFilter } from '../store/orders.ts'
import { listRetriesAfter } from '../store/outstanding.ts'
import { iso, toOrder } from '../wire.ts'

interface ExportedOrder {
  order: ReturnType<typeof toOrder>
  member: MemberRecord | undefined
}
/** What the current period costs. */
function findCurrentPrice({ pricing, currentCycle, planPrice }: ExportedOrder['order']): { value: string; currency: string | undefined } {
  const index = Math.max(1, currentCycle?.index ?? 1)
  const price = pricing.prices.findLast(({ duration }) => duration.cycleFrom <= index)?.price
  return { value: price?.total ?? planPrice, currency: price?.currency }
}

const orderColumns: readonly CsvColumn<ExportedOrder>[] = [
  [csvHeads.name, ({ member }) => member && getMemberName(member)],
  [csvHeads.email, ({ member }) => member?.loginEmail],
  [{ message: 'Plan', de: 'Tarif', fr: 'Forfait', es: 'Plan' }, ({ order }) => order.planName],
  [csvHeads.price, ({ order }) => findCurrentPrice(order).value],
  [csvHeads.currency, ({ order }) => findCurrentPrice(order).currency],
  [csvHeads.status, ({ order }) => order.status],
  [csvHeads.payment, ({ order }) => order.lastPaymentStatus],
  [csvHeads.start, ({ order }) => order.startDate],
  [csvHeads.end, ({ order }) => order.endDate],
  [
    { message: 'Next payment', de: 'Nächste Zahlung', fr: 'Prochain paiement', es: 'Próximo pago' },
    ({ order }) => (order.status === 'ACTIVE' && order.pricing.subscription && !order.autoRenewCanceled ? order.currentCycle?.endedDate : undefined),
  ],
  [{ message: 'Sold', de: 'Verkauft', fr: 'Vente', es: 'Venta' }, ({ order }) => order.type],
  [{ message: 'Bought on', de: 'Gekauft am', fr: 'Acheté le', es: 'Comprado el' }, ({ order }) => order.createdDate],
  [csvHeads.id, ({ order }) => order.id],
]

/** The orders that match, the newest first, with the price of their current period. Amounts are decimal strings, times as on the wire. */
export function exportOrders(ctx: OwnTransactionContext, filter: OrderFilter): Promise<StreamedReply> {
  const pages = readPages<Order>((last) => ctx.read((work) => listOrdersAfter(work, filter, last && { at: last.createdAt, id: last.id }, EXPORT_PAGE_ROWS)))
  const loadPage = async (page: readonly Order[]): Promise<ExportedOrder[]> => {
    const members = await ctx.read((work) =>
      loadMembersById(
        work,
        page.map(({ memberId }) => memberId),
      ),
    )
    return page.map((order) => ({ order: toOrder(order, ctx.now), member: members.get(order.memberId) }))
  }
  return csvListReply(ctx, { file: 'subscriptions.csv', columns: orderColumns, pages: mapPages(pages, loadPage) })
}

type RetryRow = Awaited<ReturnType<typeof listRetriesAfter>>[number]
interface ExportedRetry extends RetryRow {
  kind: string
  buyerName: string
}
const decideNext = (row: RetryRow) => nextRetryStep({ ...row, isOnHold: row.onHoldSince !== null, isPaused: row.status === 'PAUSED' })
const retryColumns = buildMoneyColumns<ExportedRetry>(
  [],
  [
    [csvHeads.due, ({ dueAt }) => iso(dueAt)],
    [csvHeads.attempts, ({ attempts }) => attempts],
    [{ message: 'Why', de: 'Grund', fr: 'Raison', es: 'Motivo' }, ({ declineCode }, language) => declineCode && describeDecline(declineCode, language)],
    [{ message: 'Waits for', de: 'Wartet auf', fr: 'En attente de', es: 'Espera' }, (row) => decideNext(row).waitsFor],
    [
      { message: 'Next', de: 'Nächster Versuch', fr: 'Prochaine tentative', es: 'Próximo intento' },
      (row) => {
        const { at } = decideNext(row)
        return at && iso(at)
      },
    ],
    [{ message: 'Ends', de: 'Endet', fr: 'Fin', es: 'Termina' }, ({ graceEndAt }) => graceEndAt && iso(graceEndAt)],
    [csvHeads.orderId, ({ orderId }) => orderId],
  ],
)
/** Declined renewals, those due last first. */
export const exportRetries = (ctx: ReadContext, memberId: string | undefined): Promise<StreamedReply> =>
  csvListReply(ctx, {
    file: 'retries.csv',
    columns: retryColumns,
    pages: mapPages(
      readPages<RetryRow>((last) => listRetriesAfter(ctx, { memberId }, last && { at: last.dueAt, id: last.invoiceId }, EXPORT_PAGE_ROWS)),
      (page) =>
        loadBuyers(
          ctx,
          page.map((row) => ({ ...row, kind: 'ORDER', buyerName: '' })),
        ),
    ),
  })
