/** Reads behind the owner's Money screens, and what the owner does with money that belongs to nothing. */
import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { BaseContext, ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { describeReceipts } from '../actions/describe-receipts.ts'
import { listMemberCards } from '../actions/saved-cards.ts'
import { startRefund, trySendRefund } from '../actions/refunds.ts'
import { toOutstandingSums } from '../rules/owed.ts'
import type { moneyListsApi } from '../contract.ts'
import { describeDecline } from '../decline-messages.ts'
import { refuse } from '../errors.ts'
import { listPayables, type OutstandingPayment, type ReceiptDetails } from '../hooks.ts'
import { paidStates } from '../rules/receipt.ts'
import * as store from '../store/lists.ts'
import { findReceipt, resolveUnclaimed } from '../store/receipts.ts'
import * as sums from '../store/sums.ts'
import { addAmounts, toReceivedTax, toRefund, toWireAmount } from '../wire.ts'
import { assertStates, disputeStates, type ListPeriod, parsePeriod, paymentStates, refundStates } from './list-input.ts'

type ListInput = ListPeriod & { limit?: number | undefined; offset?: number | undefined }
const parsePage = ({ limit, offset }: ListInput): store.Page => ({ limit: limit ?? 50, offset: offset ?? 0 })
const toWireMoney = ({ amount, currency }: { amount: string; currency: string }) => ({ amount: toWireAmount(amount, currency), currency })
const toPayableReference = ({ kind, orderId, bookingId, memberId, buyerName, title }: store.PayableReference) => ({
  kind,
  title,
  ...(orderId && { orderId }),
  ...(bookingId && { bookingId }),
  ...(memberId && { memberId }),
  ...(buyerName && { buyerName }),
})

type ReceivedPayment = Awaited<ReturnType<typeof store.listPayments>>[number]
/** What its buyer sees of money that came in. */
const toOwnReceived = (row: ReceivedPayment) => ({
  id: row.id,
  ...toPayableReference({ ...row, memberId: null, buyerName: '' }),
  ...toWireMoney(row),
  ...(row.number !== null && { number: row.number }),
  state: row.state,
  dueDate: toWireTime(row.dueAt),
  paidDate: toWireTime(row.paidAt),
  refunded: toWireAmount(row.refunded, row.currency),
  refunding: toWireAmount(row.refunding, row.currency),
  ...((row.card as { brand: string; last4: string } | null)?.last4 && { card: row.card as { brand: string; last4: string } }),
  ...toReceivedTax(row.tax),
})
const toReceived = (row: ReceivedPayment, details: ReceiptDetails | undefined) => ({
  ...toOwnReceived(row),
  ...toPayableReference(row),
  cycleIndex: details?.cycleIndex ?? 0,
  provider: row.provider,
  tries: details?.attempts ?? 1,
  ...(row.dispute && { dispute: row.dispute }),
})
/** What its buyer sees of money that is awaited. */
const toOwnOutstanding = (ctx: BaseContext, row: OutstandingPayment) => ({
  id: row.id,
  ...toPayableReference({ ...row, kind: 'ORDER', bookingId: null, memberId: null, buyerName: '' }),
  ...toWireMoney(row),
  state: row.state,
  dueDate: toWireTime(row.dueAt),
  refunded: toWireAmount('0', row.currency),
  refunding: toWireAmount('0', row.currency),
  ...(row.declineCode && { reason: describeDecline(row.declineCode, matchLanguage(ctx.headers['accept-language'])) }),
  ...(row.card?.last4 && { card: row.card }),
})
const toOutstanding = (ctx: BaseContext, row: OutstandingPayment) => ({
  ...toOwnOutstanding(ctx, row),
  ...(row.memberId && { memberId: row.memberId }),
  cycleIndex: row.cycleIndex,
  ...(row.provider && { provider: row.provider }),
  tries: row.attempts,
})

/** What is neither paid nor owed any more is of no use to the buyer. */
const ownStates = ['OPEN', 'RETRYING', 'FAILED', ...paidStates, 'UNCLAIMED']

type Listed = { row: ReceivedPayment; isReceived: true } | { row: OutstandingPayment; isReceived: false }

/** Money that came in and money that is awaited as one list, the newest first; `total` as in `pageTotal`. */
async function listAll(ctx: ReadContext, filter: store.PaymentFilter, page: store.Page): Promise<{ listed: Listed[]; total: number }> {
  // Each side gives no more rows than the page can need.
  const most = page.offset + page.limit
  const received = await store.listPayments(ctx, filter, most)
  const outstanding: OutstandingPayment[] = []
  for (const payable of listPayables()) outstanding.push(...((await payable.listOutstanding?.(ctx, filter, most)) ?? []))
  const listed = [...received.map((row) => ({ row, isReceived: true as const })), ...outstanding.map((row) => ({ row, isReceived: false as const }))]
    .toSorted((a, b) => Temporal.Instant.compare(b.row.dueAt, a.row.dueAt) || (a.row.id < b.row.id ? -1 : 1))
    .slice(page.offset, most)
  const countAll = async () => {
    let all = await store.countPayments(ctx, filter)
    for (const payable of listPayables()) all += (await payable.countOutstanding?.(ctx, filter)) ?? 0
    return all
  }
  return { listed, total: await store.pageTotal(listed.length, page, countAll) }
}

export const moneyListsHandlers: Handlers<typeof moneyListsApi> = {
  async listPayments(ctx, { query }) {
    const states = assertStates(query.states, paymentStates)
    const filter = { ...parsePeriod(query), id: query.id, memberId: query.buyerId, states, providers: query.providers ?? [] }
    const { listed, total } = await listAll(ctx, filter, parsePage(query))
    const details = await describeReceipts(
      ctx,
      listed.flatMap(({ row, isReceived }) => (isReceived ? [row.id] : [])),
    )
    return { payments: listed.map((one) => (one.isReceived ? toReceived(one.row, details.get(one.row.id)) : toOutstanding(ctx, one.row))), total }
  },
  async listMyCards(ctx) {
    const cards = await listMemberCards(ctx, ctx.caller.memberId ?? '')
    return { cards: cards.map(({ id, brand, last4, expMonth, expYear }) => ({ id, brand, last4, expMonth, expYear })) }
  },
  async listMyPayments(ctx, { query }) {
    const filter = { memberId: ctx.caller.memberId ?? '', states: ownStates, providers: [] }
    const { listed, total } = await listAll(ctx, filter, parsePage(query))
    return { payments: listed.map((one) => (one.isReceived ? toOwnReceived(one.row) : toOwnOutstanding(ctx, one.row))), total }
  },
  async listRefunds(ctx, { query }) {
    const filter = { ...parsePeriod(query), id: query.id, memberId: query.buyerId, states: assertStates(query.states, refundStates) }
    const { rows, total } = await store.listRefunds(ctx, filter, parsePage(query))
    return {
      refunds: rows.map((row) => ({
        ...toRefund(row),
        ...toPayableReference(row),
        ...toWireMoney(row),
        provider: row.provider,
        ...(row.receiptNumber !== null && { receiptNumber: row.receiptNumber }),
      })),
      total,
    }
  },
  async listDisputes(ctx, { query }) {
    const { rows, total } = await store.listDisputes(ctx, assertStates(query.states, disputeStates), parsePage(query))
    const details = await describeReceipts(
      ctx,
      rows.map((row) => row.receiptId),
    )
    return {
      disputes: rows.map((row) => ({
        id: row.id,
        invoiceId: row.receiptId,
        ...toPayableReference(row),
        ...toWireMoney(row),
        state: row.state,
        openedDate: toWireTime(row.openedAt),
        ...(row.closedAt && { closedDate: toWireTime(row.closedAt) }),
        onHold: details.get(row.receiptId)?.isOnHold ?? false,
      })),
      total,
    }
  },
  async getMoneyTotals(ctx, { query }) {
    const [from, to] = [Temporal.Instant.from(query.from), Temporal.Instant.from(query.to)]
    const hours = from.until(to).total('hours')
    const description = hours < 0 ? 'must not be before from' : 'must be at most 400 days after from'
    assertNoViolations(hours < 0 || hours > 400 * 24 ? [{ field: 'to', description, violatedRule: 'OTHER', ruleName: 'INVALID_PERIOD' }] : [])
    const totals = await sums.sumMoney(ctx, { from, to })
    return {
      totals: totals.map((one) => ({ ...one, received: toWireAmount(one.received, one.currency), refunded: toWireAmount(one.refunded, one.currency) })),
    }
  },
  async getOutstanding(ctx) {
    const parts = []
    for (const payable of listPayables()) parts.push(...((await payable.sumOwed?.(ctx)) ?? []))
    return { outstanding: toOutstandingSums(parts) }
  },
  async getBalances(ctx, { query }) {
    const accounts = await sums.accountSums(ctx, parsePeriod(query))
    return {
      accounts: accounts.map((row) => ({
        account: row.account,
        currency: row.currency,
        opening: toWireAmount(row.opening, row.currency),
        in: toWireAmount(row.in, row.currency),
        out: toWireAmount(row.out, row.currency),
        closing: toWireAmount(row.closing, row.currency),
      })),
    }
  },
  async listLedgerEntries(ctx, { query }) {
    const { rows, total } = await store.listLedgerEntries(ctx, { ...parsePeriod(query), account: query.account, orderId: query.orderId }, parsePage(query))
    return {
      moves: rows.map((row) => ({
        id: row.id,
        at: toWireTime(row.at),
        from: row.fromAccount,
        to: row.toAccount,
        ...toWireMoney(row),
        ...toPayableReference(row),
        invoiceId: row.receiptId,
        ...(row.refundId && { refundId: row.refundId }),
        ...(row.receiptNumber !== null && { receiptNumber: row.receiptNumber }),
      })),
      total,
    }
  },
  async listReceiptDocuments(ctx, { query }) {
    const kind = query.kind ?? 'RECEIPT'
    const { rows, total } = await store.listDocuments(ctx, kind, { ...parsePeriod(query), memberId: query.buyerId }, parsePage(query))
    const { last, given } = await sums.documentNumberStats(ctx, kind)
    return {
      documents: rows.map((row) => ({
        number: row.number,
        date: toWireTime(row.at),
        invoiceId: row.receiptId,
        ...toPayableReference(row),
        ...toWireMoney(row),
        state: row.state,
        ...toReceivedTax(row.tax),
      })),
      total,
      last,
      missing: last - given,
    }
  },
  async getTaxTotals(ctx, { query }) {
    const { timeZone } = await getSite(ctx)
    const rows = await sums.taxByMonth(ctx, parsePeriod(query), timeZone)
    return {
      months: rows.map(({ month, currency, name, rate, included, net, tax }) => ({
        month,
        currency,
        ...(name !== null && rate !== null && { tax: { name, rate, includedInPrice: included === true } }),
        net: toWireAmount(net, currency),
        taxAmount: toWireAmount(tax, currency),
        gross: toWireAmount(addAmounts(net, tax, currency), currency),
      })),
    }
  },
  async resolveUnclaimed(ctx, { params }) {
    if ((await findReceipt(ctx, params.id))?.state !== 'UNCLAIMED') refuse('invoice_not_found')
    await resolveUnclaimed(ctx, params.id)
    return {}
  },
  async refundUnclaimed(ctx, { params: { id } }) {
    const refund = await ctx.transaction(async (inner) => {
      if ((await findReceipt(inner, id))?.state !== 'UNCLAIMED') refuse('invoice_not_found')
      await resolveUnclaimed(inner, id)
      return (await startRefund(inner, { receiptId: id, payable: { kind: 'UNKNOWN', id }, reason: 'OWNER' })) ?? refuse('INVOICE_NOT_REFUNDABLE')
    })
    await trySendRefund(ctx, refund.id)
    return {}
  },
}
