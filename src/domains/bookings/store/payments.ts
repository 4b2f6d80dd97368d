/** SQL on what was paid for bookings, saved cards and orders of bookings. */
import { getTransition } from '#kit/pure/state-machine.ts'
import { bookingOrderMachine } from '../rules/order-machine.ts'
import { sql, type Selectable } from 'kysely'
import type { AttemptState } from '#domains/payments/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery, writes } from '#kit/db/open.ts'
import type { BookingCardTable, BookingOrderTable, BookingPaymentTable } from '#kit/db/tables.gen.ts'
import { getPaymentState, type PaymentState } from '../rules/payment-status.ts'

/** The share of a booking in an attempt to charge, or a payment on site, with what became of it. */
export type PaymentRow = Omit<Selectable<BookingPaymentTable>, 'kind'> & {
  kind: 'ONLINE' | 'MANUAL' | 'FEE'
  status: PaymentState
  /** Null for a payment on site, like what follows. */
  state: AttemptState | null
  provider: string | null
  /** The provider's page on which it is paid. */
  payUrl: string | null
  declineCode: string | null
  card: { brand: string; last4: string } | null
}
export type OrderRow = Selectable<BookingOrderTable>
export type CardRow = Selectable<BookingCardTable>

export interface Share {
  bookingId: string
  /** Decimal string. */
  amount: string
}
/** What an attempt to charge is to pay for, one share per booking. Pipelined. */
export const insertShares = async (
  ctx: TransactionContext,
  of: { attemptId: string; currency: string; kind: 'ONLINE' | 'FEE' /** What is left of confirmed bookings. */; isBalance: boolean; shares: readonly Share[] },
): Promise<void> => {
  const insert = ctx.tx.insertInto('bookingPayment').values(
    of.shares.map((share) => ({
      ...share,
      id: ctx.newId(),
      chargeId: of.attemptId,
      currency: of.currency,
      siteId: ctx.siteId,
      kind: of.kind,
      isBalance: of.isBalance,
      createdAt: ctx.now,
    })),
  )
  await pipelineQuery(ctx.tx, insert)
}
/** A payment on site. */
export const insertManualPayment = (ctx: TransactionContext, payment: Pick<PaymentRow, 'bookingId' | 'amount' | 'currency' | 'chargeId'>) =>
  ctx.tx
    .insertInto('bookingPayment')
    .values({ ...payment, id: ctx.newId(), siteId: ctx.siteId, kind: 'MANUAL', createdAt: ctx.now })
    .execute()

const shares = (ctx: ReadContext) =>
  ctx.db
    .selectFrom('bookingPayment as p')
    .leftJoin('paymentAttempt as a', (join) => join.onRef('a.siteId', '=', 'p.siteId').onRef('a.id', '=', 'p.chargeId'))
    .selectAll('p')
    .select(['a.state', 'a.provider', 'a.pageUrl as payUrl', 'a.declineCode', 'a.card'])
    .where('p.siteId', '=', ctx.siteId)
function toPaymentRow(row: Awaited<ReturnType<ReturnType<typeof shares>['executeTakeFirstOrThrow']>>): PaymentRow {
  const { state, payUrl, amount, refunded } = row
  return { ...row, status: getPaymentState({ attempt: state, isOnPage: payUrl !== null, amount, refunded }) } as PaymentRow
}
export const sharesOfCharge = async (ctx: ReadContext, chargeId: string): Promise<PaymentRow[]> =>
  (await shares(ctx).where('p.chargeId', '=', chargeId).orderBy('p.bookingId').execute()).map(toPaymentRow)
export const listPayments = async (ctx: ReadContext, bookingIds: readonly string[]): Promise<PaymentRow[]> =>
  bookingIds.length === 0 ? [] : (await shares(ctx).where('p.bookingId', 'in', bookingIds).orderBy('p.createdAt').orderBy('p.id').execute()).map(toPaymentRow)

/** SQL: a row `p` may still be paid, or was paid (`rules/payment-status.ts` says the same). */
const stateOfShare = sql`(select a.state from payment_attempt a where a.site_id = p.site_id and a.id = p.charge_id and (a.state <> 'REQUIRES_ACTION' or a.page_url is not null))`
/** SQL condition on `booking`: a payment for it is in progress. */
export const isBeingPaid = sql<boolean>`exists (select 1 from booking_payment p where p.site_id = booking.site_id and p.booking_id = booking.id
  and ${stateOfShare} in ('SENDING', 'UNKNOWN', 'PROCESSING', 'REQUIRES_ACTION'))`
/** SQL condition on `booking`: something was paid for it, or may still be. */
export const hasPayments = sql<boolean>`exists (select 1 from booking_payment p where p.site_id = booking.site_id and p.booking_id = booking.id
  and (p.kind = 'MANUAL' or ${stateOfShare} not in ('DECLINED', 'EXPIRED')))`

/** Sets the refunded amount of a share from its receipt. */
export const setRefunded = (ctx: TransactionContext, of: { chargeId: string; bookingId: string; refunded: string }) =>
  ctx.tx
    .updateTable('bookingPayment')
    .set({ refunded: of.refunded })
    .where('siteId', '=', ctx.siteId)
    .where('chargeId', '=', of.chargeId)
    .where('bookingId', '=', of.bookingId)
    .execute()

// ---- saved cards

export const saveCard = (ctx: TransactionContext, bookingId: string, card: Pick<CardRow, 'token' | 'brand' | 'last4' | 'provider' | 'customer'>) =>
  ctx.tx
    .insertInto('bookingCard')
    .values({ siteId: ctx.siteId, bookingId, ...card, createdAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'bookingId']).doUpdateSet(card))
    .execute()
export const findCard = (ctx: ReadContext, bookingId: string): Promise<CardRow | undefined> =>
  ctx.db.selectFrom('bookingCard').selectAll().where('siteId', '=', ctx.siteId).where('bookingId', '=', bookingId).executeTakeFirst()

// ---- orders

/** The id of a new order. It gets the next number of the site with the commit: all checkouts wait for the counter, and only as long as that takes. */
export function insertOrder(ctx: TransactionContext, currency: string): string {
  const id = ctx.newId()
  ctx.sendLast(() =>
    pipelineQuery(
      ctx.tx,
      sql`${writes('booking_order', 'booking_order_counter')} with counted as (
        insert into booking_order_counter as counter (site_id, last) values (${ctx.siteId}, 1)
        on conflict (site_id) do update set last = counter.last + 1 returning last)
      insert into booking_order (site_id, id, number, status, currency, created_at, updated_at)
        select ${ctx.siteId}::uuid, ${id}::uuid, counted.last, 'APPROVED', ${currency}, ${ctx.now}::timestamptz, ${ctx.now}::timestamptz from counted`,
    ),
  )
  return id
}
export const ordersById = (ctx: ReadContext, ids: readonly string[]): Promise<OrderRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : ctx.db.selectFrom('bookingOrder').selectAll().where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
const cancellation = getTransition(bookingOrderMachine, 'APPROVED', 'cancel')
export const cancelOrder = (ctx: TransactionContext, id: string) =>
  ctx.tx
    .updateTable('bookingOrder')
    .set({ status: cancellation.to, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('status', '=', cancellation.from)
    .execute()
