/** SQL on receipts with their lines, refunds and disputes: the money of everything that is paid, named by kind and id. */
import { sql, type Selectable } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import type { DisputeTable, ReceiptLineTable, ReceiptTable, RefundTable } from '#kit/db/tables.gen.ts'
import type { PayableKind } from '../rules/payable.ts'
import type { DisputeState, DisputeTransition } from '../rules/dispute-machine.ts'
import type { NamedTax, ReceiptState, ReceiptTax } from '../rules/receipt.ts'
import type { RefundState, RefundTransition } from '../rules/refund-machine.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

export type RefundReason = 'OWNER' | 'DECLINED' | 'CANCELED' | 'LATE' | 'PROVIDER' | 'DISPUTE'

export type ReceiptRow = Omit<Selectable<ReceiptTable>, 'state' | 'card' | 'tax'> & {
  state: ReceiptState
  card: { brand: string; last4: string } | null
  tax: ReceiptTax | null
}
export type ReceiptLineRow = Omit<Selectable<ReceiptLineTable>, 'kind' | 'tax'> & { kind: PayableKind; tax: NamedTax | null }
export type RefundRow = Omit<Selectable<RefundTable>, 'kind' | 'reason' | 'state'> & {
  kind: PayableKind
  reason: RefundReason
  state: RefundState
}
export type DisputeRow = Omit<Selectable<DisputeTable>, 'state'> & { state: DisputeState }

const receipts = (ctx: ReadContext) => ctx.db.selectFrom('receipt').selectAll().where('siteId', '=', ctx.siteId)
const refunds = (ctx: ReadContext) => ctx.db.selectFrom('refund').selectAll().where('siteId', '=', ctx.siteId)

export type NewReceipt = Omit<ReceiptRow, 'siteId' | 'refunded' | 'resolvedAt' | 'number'>

/**
 * Writes a receipt with its lines, in one statement; one that is EARNED takes the next number. The counter stays locked until the
 * commit, so that no number is lost. Undefined when the charge has a receipt already: roll back then.
 */
export async function insertReceipt(
  ctx: TransactionContext,
  receipt: NewReceipt,
  lines: readonly Omit<ReceiptLineRow, 'siteId' | 'receiptId' | 'refunded'>[],
): Promise<{ number: number | null } | undefined> {
  const counted =
    receipt.state === 'EARNED'
      ? sql`${writes('document_counter')} insert into document_counter (site_id, kind, last) values (${ctx.siteId}::uuid, 'INVOICE', 1)
            on conflict (site_id, kind) do update set last = document_counter.last + 1 returning last`
      : sql`select null::int as last`
  const values = lines.map(({ payableId, ...line }) => ({ ...line, payable_id: payableId }))
  const { rows } = await sql<{ number: number | null }>`${writes('document_counter', 'receipt', 'receipt_line')}
    with counted as (${counted}),
    inserted as (
      insert into receipt (site_id, id, number, state, provider, ref, amount, currency, member_id, contact_id, buyer_name, buyer_email, language, card, title, tax, due_at, paid_at)
      select ${ctx.siteId}::uuid, ${receipt.id}::uuid, last, ${receipt.state}, ${receipt.provider}, ${receipt.ref}, ${receipt.amount}::numeric, ${receipt.currency},
        ${receipt.memberId}::uuid, ${receipt.contactId}::uuid, ${receipt.buyerName}, ${receipt.buyerEmail}, ${receipt.language},
        ${receipt.card && json(receipt.card)}::jsonb, ${receipt.title}, ${receipt.tax && json(receipt.tax)}::jsonb, ${receipt.dueAt}::timestamptz, ${receipt.paidAt}::timestamptz
      from counted on conflict do nothing returning site_id, id, number),
    lines as (
      insert into receipt_line (site_id, receipt_id, n, kind, payable_id, label, amount, tax)
      select inserted.site_id, inserted.id, l.n, l.kind, l.payable_id, l.label, l.amount, l.tax
      from inserted cross join jsonb_to_recordset(${json(values)}::jsonb) as l(n int, kind text, payable_id uuid, label text, amount numeric, tax jsonb))
    select number from inserted`.execute(ctx.tx)
  return rows[0]
}
export const findReceipt = async (ctx: ReadContext, id: string): Promise<ReceiptRow | undefined> =>
  (await receipts(ctx).where('id', '=', id).executeTakeFirst()) as ReceiptRow | undefined
export const lockReceipt = async (ctx: TransactionContext, id: string): Promise<ReceiptRow | undefined> =>
  (await receipts(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as ReceiptRow | undefined
export const findReceiptByRef = async (ctx: ReadContext, provider: string, ref: string): Promise<ReceiptRow | undefined> =>
  (await receipts(ctx).where('provider', '=', provider).where('ref', '=', ref).executeTakeFirst()) as ReceiptRow | undefined
export const listReceiptsByRefs = async (ctx: ReadContext, provider: string, refs: readonly string[]): Promise<ReceiptRow[]> =>
  refs.length === 0 ? [] : ((await receipts(ctx).where('provider', '=', provider).where('ref', 'in', refs).execute()) as ReceiptRow[])
/** Receipts with a line for any of these things, in the order in which the money came. */
export async function listReceipts(ctx: ReadContext, payableIds: readonly string[]): Promise<ReceiptRow[]> {
  if (payableIds.length === 0) return []
  const named = ctx.db.selectFrom('receiptLine').select('receiptId').where('siteId', '=', ctx.siteId).where('payableId', 'in', payableIds)
  return (await receipts(ctx).where('id', 'in', named).orderBy('paidAt').orderBy('number').orderBy('id').execute()) as ReceiptRow[]
}
export async function loadReceiptLines(ctx: ReadContext, receiptIds: readonly string[]): Promise<ReceiptLineRow[]> {
  if (receiptIds.length === 0) return []
  const rows = ctx.db.selectFrom('receiptLine').selectAll().where('siteId', '=', ctx.siteId).where('receiptId', 'in', receiptIds)
  return (await rows.orderBy('receiptId').orderBy('n').execute()) as ReceiptLineRow[]
}
export const getReceiptLine = async (ctx: ReadContext, receiptId: string, n: number): Promise<ReceiptLineRow> =>
  (await ctx.db
    .selectFrom('receiptLine')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('receiptId', '=', receiptId)
    .where('n', '=', n)
    .executeTakeFirstOrThrow()) as ReceiptLineRow

/** Moves the refunded sum of a line and of its receipt by an amount; the receipt is locked, constraints stand behind it. */
export async function addRefunded(ctx: TransactionContext, { receiptId, n, amount }: { receiptId: string; n: number; amount: string }): Promise<void> {
  const sum = sql<string>`refunded + ${amount}::numeric`
  await ctx.tx.updateTable('receipt').set({ refunded: sum }).where('siteId', '=', ctx.siteId).where('id', '=', receiptId).execute()
  await ctx.tx
    .updateTable('receiptLine')
    .set({ refunded: sum })
    .where('siteId', '=', ctx.siteId)
    .where('receiptId', '=', receiptId)
    .where('n', '=', n)
    .execute()
}
export const insertRefund = (ctx: TransactionContext, refund: Omit<RefundRow, 'siteId'>): Promise<unknown> =>
  ctx.tx
    .insertInto('refund')
    .values({ siteId: ctx.siteId, ...refund })
    .execute()
/** How many refunds of a receipt were written down; the next one takes the next position. The receipt is locked. */
export async function countRefunds(ctx: TransactionContext, receiptId: string): Promise<number> {
  const { n } = await ctx.tx
    .selectFrom('refund')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('siteId', '=', ctx.siteId)
    .where('receiptId', '=', receiptId)
    .executeTakeFirstOrThrow()
  return Number(n)
}
export const findRefund = async (ctx: ReadContext, id: string): Promise<RefundRow | undefined> =>
  (await refunds(ctx).where('id', '=', id).executeTakeFirst()) as RefundRow | undefined
export const lockRefund = async (ctx: TransactionContext, id: string): Promise<RefundRow | undefined> =>
  (await refunds(ctx).where('id', '=', id).forUpdate().executeTakeFirst()) as RefundRow | undefined
export const refundsByRef = async (ctx: ReadContext, provider: string, ref: string): Promise<RefundRow[]> =>
  (await refunds(ctx).where('provider', '=', provider).where('ref', '=', ref).execute()) as RefundRow[]
export const updateRefund = (
  ctx: TransactionContext,
  id: string,
  { transition, ...set }: Partial<Pick<RefundRow, 'ref' | 'number' | 'problem' | 'settledAt'>> & { transition?: RefundTransition },
): Promise<unknown> =>
  ctx.tx
    .updateTable('refund')
    .set({ ...set, ...(transition && { state: transition.to }) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
export async function refundsOfReceipts(ctx: ReadContext, receiptIds: readonly string[]): Promise<RefundRow[]> {
  if (receiptIds.length === 0) return []
  return (await refunds(ctx).where('receiptId', 'in', receiptIds).orderBy('createdAt').orderBy('position').orderBy('id').execute()) as RefundRow[]
}
/** What has gone back of a line, without refunds on their way. Decimal string. */
export async function sumSettledRefunds(ctx: ReadContext, receiptId: string, n: number): Promise<string> {
  const { sum } = await ctx.db
    .selectFrom('refund')
    .select(sql<string>`coalesce(sum(amount), 0)::text`.as('sum'))
    .where('siteId', '=', ctx.siteId)
    .where('receiptId', '=', receiptId)
    .where('n', '=', n)
    .where('state', '=', 'SUCCEEDED')
    .executeTakeFirstOrThrow()
  return sum
}
/** Refunds of something that was paid, the oldest first. */
export const refundsOfPayable = async (ctx: ReadContext, payableId: string): Promise<RefundRow[]> =>
  (await refunds(ctx).where('payableId', '=', payableId).orderBy('createdAt').orderBy('id').execute()) as RefundRow[]
/** Refunds that were written down a while ago and have no answer yet, the oldest first. */
export const openRefunds = async (ctx: ReadContext, before: Temporal.Instant): Promise<RefundRow[]> =>
  (await refunds(ctx).where('state', '=', 'SENDING').where('createdAt', '<=', before).orderBy('createdAt').limit(50).execute()) as RefundRow[]

/** False when the dispute is known. */
export async function insertDispute(ctx: TransactionContext, dispute: Omit<DisputeRow, 'siteId'>): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('dispute')
    .values({ siteId: ctx.siteId, ...dispute })
    .onConflict((oc) => oc.columns(['siteId', 'ref']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
export const lockDispute = async (ctx: TransactionContext, ref: string): Promise<DisputeRow | undefined> =>
  (await ctx.tx.selectFrom('dispute').selectAll().where('siteId', '=', ctx.siteId).where('ref', '=', ref).forUpdate().executeTakeFirst()) as
    | DisputeRow
    | undefined
export const closeDispute = (ctx: TransactionContext, id: string, transition: DisputeTransition): Promise<unknown> =>
  ctx.tx.updateTable('dispute').set({ state: transition.to, closedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
export async function disputesOfReceipts(ctx: ReadContext, receiptIds: readonly string[]): Promise<DisputeRow[]> {
  if (receiptIds.length === 0) return []
  const rows = ctx.db.selectFrom('dispute').selectAll().where('siteId', '=', ctx.siteId).where('receiptId', 'in', receiptIds)
  return (await rows.orderBy('openedAt').execute()) as DisputeRow[]
}

export const resolveUnclaimed = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.updateTable('receipt').set({ resolvedAt: ctx.now }).where('siteId', '=', ctx.siteId).where('id', '=', id).where('state', '=', 'UNCLAIMED').execute()

/** Takes the person out of receipts; amounts and numbers stay for the ledger. */
export const eraseBuyer = (ctx: TransactionContext, who: { memberId: string; contactId: string }): Promise<unknown> =>
  ctx.tx
    .updateTable('receipt')
    .set({ buyerName: '', buyerEmail: '', card: null, memberId: null, contactId: null })
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or([eb('memberId', '=', who.memberId), eb('contactId', '=', who.contactId)]))
    .execute()

/** Refunds that have been on their way for an hour. */
export const hasOpenRefunds: SiteCondition = ({ now }) => sql`
  exists (select from refund as one where one.site_id = site.id and one.state = 'SENDING' and one.created_at <= ${now.subtract({ hours: 1 })})`
