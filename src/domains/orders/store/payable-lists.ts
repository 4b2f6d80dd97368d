/** What receipts of payables add to the owner's Money lists: the same columns, in the same order, as the queries of orders. Reads only. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'

interface Filter {
  from?: Temporal.Instant | undefined
  to?: Temporal.Instant | undefined
  memberId?: string | undefined
}

/** A line of UNKNOWN is about nothing; a fee is about its booking. */
const kind = sql<string>`case when payable_receipt.state = 'UNCLAIMED' then 'UNKNOWN' else 'BOOKING' end`
const bookingId = sql<
  string | null
>`(select l.payable_id from payable_line l where l.site_id = payable_receipt.site_id and l.receipt_id = payable_receipt.id and l.kind <> 'UNKNOWN' order by l.n limit 1)`
/** The words of invoices. */
const state = sql<string>`case when payable_receipt.refunded >= payable_receipt.amount then 'REFUNDED' when payable_receipt.state = 'UNCLAIMED' and payable_receipt.resolved_at is null then 'UNCLAIMED' when payable_receipt.refunded > 0 then 'PARTIALLY_REFUNDED' else 'PAID' end`
const none = sql<string | null>`null::text`

export function payments(ctx: Ctx, filter: Filter & { states: readonly string[]; providers: readonly string[] }) {
  let query = ctx.tx.selectFrom('payableReceipt').where('payableReceipt.siteId', '=', ctx.siteId)
  if (filter.states.length > 0) query = query.where(state, 'in', [...filter.states])
  if (filter.providers.length > 0) query = query.where('payableReceipt.provider', 'in', [...filter.providers])
  if (filter.memberId) query = query.where('payableReceipt.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('payableReceipt.paidAt', '>=', filter.from)
  if (filter.to) query = query.where('payableReceipt.paidAt', '<', filter.to)
  return query
}
export const paymentRows = (query: ReturnType<typeof payments>) =>
  query
    .select([
      'payableReceipt.id',
      kind.as('kind'),
      sql<string | null>`null::uuid`.as('orderId'),
      bookingId.as('bookingId'),
      'payableReceipt.number',
      sql<number>`0`.as('cycleIndex'),
      'payableReceipt.amount',
      'payableReceipt.currency',
      'payableReceipt.paidAt as dueAt',
      state.as('state'),
      'payableReceipt.paidAt',
      'payableReceipt.refunded',
      'payableReceipt.memberId',
      'payableReceipt.buyerName',
      'payableReceipt.title',
      sql<string | null>`payable_receipt.provider`.as('provider'),
      sql<number>`1`.as('tries'),
      none.as('declineCode'),
      sql<string | null>`null::uuid`.as('methodId'),
      'payableReceipt.card',
      sql<
        string | null
      >`(select d.state from payable_dispute d where d.site_id = payable_receipt.site_id and d.receipt_id = payable_receipt.id order by d.opened_at desc limit 1)`.as(
        'dispute',
      ),
    ])
    .orderBy('payableReceipt.paidAt', 'desc')
    .orderBy('payableReceipt.id')

export function refunds(ctx: Ctx, filter: Filter & { states?: readonly string[] }) {
  let query = ctx.tx
    .selectFrom('payableRefund')
    .innerJoin('payableReceipt', (join) =>
      join.onRef('payableReceipt.siteId', '=', 'payableRefund.siteId').onRef('payableReceipt.id', '=', 'payableRefund.receiptId'),
    )
    .where('payableRefund.siteId', '=', ctx.siteId)
  if (filter.states && filter.states.length > 0) query = query.where('payableRefund.state', 'in', [...filter.states])
  if (filter.memberId) query = query.where('payableReceipt.memberId', '=', filter.memberId)
  if (filter.from) query = query.where('payableRefund.createdAt', '>=', filter.from)
  if (filter.to) query = query.where('payableRefund.createdAt', '<', filter.to)
  return query
}
export const refundRows = (query: ReturnType<typeof refunds>) =>
  query
    .select([
      'payableRefund.id',
      kind.as('kind'),
      sql<string | null>`null::uuid`.as('orderId'),
      bookingId.as('bookingId'),
      'payableRefund.receiptId as invoiceId',
      'payableRefund.provider',
      'payableRefund.amount',
      'payableRefund.currency',
      'payableRefund.reason',
      'payableRefund.state',
      'payableRefund.number',
      'payableRefund.problem',
      'payableRefund.createdAt',
      'payableReceipt.memberId',
      'payableReceipt.buyerName',
      'payableReceipt.title',
      'payableReceipt.number as receiptNumber',
    ])
    .orderBy('payableRefund.createdAt', 'desc')
    .orderBy('payableRefund.id')

export function disputes(ctx: Ctx, states: readonly string[]) {
  const query = ctx.tx
    .selectFrom('payableDispute')
    .innerJoin('payableReceipt', (join) =>
      join.onRef('payableReceipt.siteId', '=', 'payableDispute.siteId').onRef('payableReceipt.id', '=', 'payableDispute.receiptId'),
    )
    .where('payableDispute.siteId', '=', ctx.siteId)
  return states.length > 0 ? query.where('payableDispute.state', 'in', [...states]) : query
}
export const disputeRows = (query: ReturnType<typeof disputes>) =>
  query
    .select([
      'payableDispute.id',
      kind.as('kind'),
      sql<string | null>`null::uuid`.as('orderId'),
      bookingId.as('bookingId'),
      'payableDispute.receiptId as invoiceId',
      'payableDispute.amount',
      'payableDispute.currency',
      'payableDispute.state',
      'payableDispute.openedAt',
      'payableDispute.closedAt',
      'payableReceipt.memberId',
      'payableReceipt.buyerName',
      'payableReceipt.title',
      sql<boolean>`false`.as('onHold'),
    ])
    .orderBy('payableDispute.openedAt', 'desc')
    .orderBy('payableDispute.id')

/** Receipts that carry a number. */
export function receipts(ctx: Ctx, filter: Filter) {
  return payments(ctx, { ...filter, states: [], providers: [] }).where('payableReceipt.number', 'is not', null)
}
export const receiptRows = (query: ReturnType<typeof receipts>) =>
  query
    .select([
      'payableReceipt.id',
      kind.as('kind'),
      sql<string | null>`null::uuid`.as('orderId'),
      bookingId.as('bookingId'),
      'payableReceipt.number',
      'payableReceipt.paidAt as at',
      'payableReceipt.id as invoiceId',
      'payableReceipt.memberId',
      'payableReceipt.buyerName',
      'payableReceipt.title',
      'payableReceipt.amount',
      'payableReceipt.currency',
      state.as('state'),
    ])
    .orderBy('payableReceipt.number', 'desc')
export const creditNotes = (ctx: Ctx, filter: Filter) =>
  refunds(ctx, { memberId: filter.memberId })
    .where('payableRefund.number', 'is not', null)
    .$if(filter.from !== undefined, (query) => query.where('payableRefund.settledAt', '>=', filter.from as Temporal.Instant))
    .$if(filter.to !== undefined, (query) => query.where('payableRefund.settledAt', '<', filter.to as Temporal.Instant))
export const creditNoteRows = (query: ReturnType<typeof creditNotes>) =>
  query
    .select([
      'payableRefund.id',
      kind.as('kind'),
      sql<string | null>`null::uuid`.as('orderId'),
      bookingId.as('bookingId'),
      'payableRefund.number',
      'payableRefund.settledAt as at',
      'payableRefund.receiptId as invoiceId',
      'payableReceipt.memberId',
      'payableReceipt.buyerName',
      'payableReceipt.title',
      'payableRefund.amount',
      'payableRefund.currency',
      'payableRefund.state',
    ])
    .orderBy('payableRefund.number', 'desc')
