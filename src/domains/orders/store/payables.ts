/** SQL on the money of payables (whatever is paid beside a cycle of a plan): receipts with their lines, refunds, disputes. */
import { sql, type Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { PayableDisputeTable, PayableLineTable, PayableReceiptTable, PayableRefundTable } from '#kit/db/tables.gen.ts'

/** What is paid for. A fee of a booking is paid for by itself, under the id of its booking. */
export type PayableKind = 'BOOKING' | 'BOOKING_FEE' | 'UNKNOWN'
export type ReceiptState = 'EARNED' | 'LATE' | 'UNCLAIMED'
export type RefundReason = 'OWNER' | 'DECLINED' | 'CANCELED' | 'LATE' | 'PROVIDER' | 'DISPUTE'

type ReceiptRow = Selectable<PayableReceiptTable>
export type Receipt = Omit<ReceiptRow, 'state' | 'card'> & { state: ReceiptState; card: { brand: string; last4: string } | null }
export type Line = Omit<Selectable<PayableLineTable>, 'kind'> & { kind: PayableKind }
type RefundRow = Selectable<PayableRefundTable>
export type PayableRefund = Omit<RefundRow, 'kind' | 'reason' | 'state'> & {
  kind: PayableKind
  reason: RefundReason
  state: 'SENDING' | 'SUCCEEDED' | 'FAILED'
}
export type PayableDispute = Omit<Selectable<PayableDisputeTable>, 'state'> & { state: 'OPEN' | 'WON' | 'LOST' }

const receipts = (ctx: Ctx) => ctx.tx.selectFrom('payableReceipt').selectAll().where('siteId', '=', ctx.siteId)
const refunds = (ctx: Ctx) => ctx.tx.selectFrom('payableRefund').selectAll().where('siteId', '=', ctx.siteId)

/** Writes a receipt with its lines. False when the charge has one already. */
export async function insertReceipt(
  ctx: Ctx,
  receipt: Omit<Receipt, 'siteId' | 'refunded' | 'resolvedAt'>,
  lines: readonly Pick<Line, 'kind' | 'payableId' | 'label' | 'amount'>[],
): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('payableReceipt')
    .values({ siteId: ctx.siteId, ...receipt, card: receipt.card && json(receipt.card) })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await ctx.tx
    .insertInto('payableLine')
    .values(lines.map((line, n) => ({ siteId: ctx.siteId, receiptId: receipt.id, n: n + 1, ...line })))
    .execute()
  return true
}
export const receiptById = async (ctx: Ctx, id: string): Promise<Receipt | undefined> =>
  (await receipts(ctx).where('id', '=', id).executeTakeFirst()) as Receipt | undefined
export const lockReceipt = async (ctx: Ctx, id: string): Promise<Receipt | undefined> =>
  (await receipts(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as Receipt | undefined
export const receiptByRef = async (ctx: Ctx, provider: string, ref: string): Promise<Receipt | undefined> =>
  (await receipts(ctx).where('provider', '=', provider).where('ref', '=', ref).executeTakeFirst()) as Receipt | undefined
/** Receipts with a line for any of these things, in the order in which the money came. */
export async function receiptsOf(ctx: Ctx, payableIds: readonly string[]): Promise<Receipt[]> {
  if (payableIds.length === 0) return []
  const named = ctx.tx.selectFrom('payableLine').select('receiptId').where('siteId', '=', ctx.siteId).where('payableId', 'in', payableIds)
  return (await receipts(ctx).where('id', 'in', named).orderBy('paidAt').orderBy('id').execute()) as Receipt[]
}
export async function linesOf(ctx: Ctx, receiptIds: readonly string[]): Promise<Line[]> {
  if (receiptIds.length === 0) return []
  const rows = ctx.tx.selectFrom('payableLine').selectAll().where('siteId', '=', ctx.siteId).where('receiptId', 'in', receiptIds)
  return (await rows.orderBy('receiptId').orderBy('n').execute()) as Line[]
}
export const lineOf = async (ctx: Ctx, receiptId: string, n: number): Promise<Line> =>
  (await ctx.tx
    .selectFrom('payableLine')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('receiptId', '=', receiptId)
    .where('n', '=', n)
    .executeTakeFirstOrThrow()) as Line

/** Moves the refunded sum of a line and of its receipt by an amount; the receipt is locked, constraints stand behind it. */
export async function addRefunded(ctx: Ctx, { receiptId, n, amount }: { receiptId: string; n: number; amount: string }): Promise<void> {
  const sum = sql<string>`refunded + ${amount}::numeric`
  await ctx.tx.updateTable('payableReceipt').set({ refunded: sum }).where('siteId', '=', ctx.siteId).where('id', '=', receiptId).execute()
  await ctx.tx
    .updateTable('payableLine')
    .set({ refunded: sum })
    .where('siteId', '=', ctx.siteId)
    .where('receiptId', '=', receiptId)
    .where('n', '=', n)
    .execute()
}
export const insertRefund = (ctx: Ctx, refund: Omit<PayableRefund, 'siteId'>): Promise<unknown> =>
  ctx.tx
    .insertInto('payableRefund')
    .values({ siteId: ctx.siteId, ...refund })
    .execute()
export const refundById = async (ctx: Ctx, id: string): Promise<PayableRefund | undefined> =>
  (await refunds(ctx).where('id', '=', id).executeTakeFirst()) as PayableRefund | undefined
export const lockRefund = async (ctx: Ctx, id: string): Promise<PayableRefund | undefined> =>
  (await refunds(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as PayableRefund | undefined
export const refundsByRef = async (ctx: Ctx, provider: string, ref: string): Promise<PayableRefund[]> =>
  (await refunds(ctx).where('provider', '=', provider).where('ref', '=', ref).execute()) as PayableRefund[]
export const updateRefund = (ctx: Ctx, id: string, set: Partial<Pick<PayableRefund, 'state' | 'ref' | 'number' | 'problem' | 'settledAt'>>): Promise<unknown> =>
  ctx.tx.updateTable('payableRefund').set(set).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
export async function refundsOfReceipts(ctx: Ctx, receiptIds: readonly string[]): Promise<PayableRefund[]> {
  if (receiptIds.length === 0) return []
  return (await refunds(ctx).where('receiptId', 'in', receiptIds).orderBy('createdAt').orderBy('id').execute()) as PayableRefund[]
}
/** Refunds that were written down a while ago and have no answer yet, the oldest first. */
export const openRefunds = async (ctx: Ctx, before: Temporal.Instant): Promise<PayableRefund[]> =>
  (await refunds(ctx).where('state', '=', 'SENDING').where('createdAt', '<=', before).orderBy('createdAt').limit(50).execute()) as PayableRefund[]

/** False when the dispute is known. */
export async function insertDispute(ctx: Ctx, dispute: Omit<PayableDispute, 'siteId'>): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('payableDispute')
    .values({ siteId: ctx.siteId, ...dispute })
    .onConflict((oc) => oc.columns(['siteId', 'ref']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
export const lockDispute = async (ctx: Ctx, ref: string): Promise<PayableDispute | undefined> =>
  (await ctx.tx.selectFrom('payableDispute').selectAll().where('siteId', '=', ctx.siteId).where('ref', '=', ref).forUpdate().executeTakeFirst()) as
    | PayableDispute
    | undefined
export const closeDispute = (ctx: Ctx, id: string, state: 'WON' | 'LOST'): Promise<unknown> =>
  ctx.tx.updateTable('payableDispute').set({ state, closedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
export async function disputesOfReceipts(ctx: Ctx, receiptIds: readonly string[]): Promise<PayableDispute[]> {
  if (receiptIds.length === 0) return []
  const rows = ctx.tx.selectFrom('payableDispute').selectAll().where('siteId', '=', ctx.siteId).where('receiptId', 'in', receiptIds)
  return (await rows.orderBy('openedAt').execute()) as PayableDispute[]
}

export const resolveUnclaimed = (ctx: Ctx, id: string): Promise<unknown> =>
  ctx.tx
    .updateTable('payableReceipt')
    .set({ resolvedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('state', '=', 'UNCLAIMED')
    .execute()

/** Takes the person out of receipts; amounts and numbers stay for the books. */
export const eraseBuyer = (ctx: Ctx, who: { memberId: string; contactId: string }): Promise<unknown> =>
  ctx.tx
    .updateTable('payableReceipt')
    .set({ buyerName: '', buyerEmail: '', card: null, memberId: null, contactId: null })
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or([eb('memberId', '=', who.memberId), eb('contactId', '=', who.contactId)]))
    .execute()

/** The site whose charge it is, for events that name none. */
export async function findSiteOfCharge(ctx: Ctx, ref: string): Promise<string | undefined> {
  return ctx.transaction(async (inner) => {
    const known = await inner.tx.selectFrom('payableReceipt').select('siteId').where('ref', '=', ref).executeTakeFirst()
    return (known ?? (await inner.tx.selectFrom('paymentAttempt').select('siteId').where('ref', '=', ref).executeTakeFirst()))?.siteId
  })
}
