/** Reads behind the owner's Money screens, and the selling terms. */
import { Temporal } from 'temporal-polyfill'
import { changeSetting, getSite, getSetting } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { startPayableRefund, trySendPayableRefund } from '../actions/payables.ts'
import type { moneyListsApi } from '../contract/money-lists.ts'
import { refuse } from '../errors.ts'
import { describeDecline } from '../mailer.ts'
import { invoiceStates } from '../rules/payments.ts'
import { nextRetryStep } from '../rules/retry-queue.ts'
import { findTaxProblems } from '../rules/tax-setting.ts'
import * as store from '../store/money-lists.ts'
import { receiptById, resolveUnclaimed } from '../store/payables.ts'
import { iso, toRefund } from '../wire.ts'

interface ListInput {
  from?: string | undefined
  to?: string | undefined
  limit?: number | undefined
  offset?: number | undefined
}
const parsePeriod = ({ from, to }: ListInput): store.Period => {
  const period = { from: from === undefined ? undefined : Temporal.Instant.from(from), to: to === undefined ? undefined : Temporal.Instant.from(to) }
  const isBackwards = period.from && period.to && Temporal.Instant.compare(period.from, period.to) > 0
  assertNoViolations(isBackwards ? [{ field: 'to', description: 'must not be before from', violatedRule: 'OTHER', ruleName: 'INVALID_PERIOD' }] : [])
  return period
}
const parsePage = ({ limit, offset }: ListInput): store.Page => ({ limit: limit ?? 50, offset: offset ?? 0 })
/** Only states that exist may be asked for; a typo must not look like an empty list. */
function assertStates(asked: readonly string[] | undefined, all: readonly string[]): readonly string[] {
  const states = asked ?? []
  assertNoViolations(
    states
      .filter((state) => !all.includes(state))
      .map((state) => ({ field: 'states', description: `${state} is not a state`, violatedRule: 'INVALID_ENUM_VALUE' })),
  )
  return states
}
/** Amounts of the database with the digits of their currency; balances may be below zero. */
const toWireAmount = (amount: string, currency: string): string =>
  amount.startsWith('-') ? fromMinor(-toMinor(amount.slice(1), currency), currency) : fromMinor(toMinor(amount, currency), currency)
const toPayableReference = ({ kind, orderId, bookingId, memberId, buyerName, title }: store.PayableReference) => ({
  kind,
  title,
  ...(orderId && { orderId }),
  ...(bookingId && { bookingId }),
  ...(memberId && { memberId }),
  ...(buyerName && { buyerName }),
})
const toWireMoney = ({ amount, currency }: { amount: string; currency: string }) => ({ amount: toWireAmount(amount, currency), currency })
const loadCards = (ctx: Ctx, ids: readonly (string | null)[]) => store.cardsById(ctx, [...new Set(ids.filter((id) => id !== null))])

async function isAddressComplete(ctx: Ctx): Promise<boolean> {
  const address = await getSetting(ctx, 'site.address')
  return Boolean(address?.country) && (!/^(US|CA)$/i.test(address?.country ?? '') || Boolean(address?.subdivision))
}

export const moneyListsHandlers: Handlers<typeof moneyListsApi> = {
  async listPayments(ctx, { query }) {
    const filter = {
      ...parsePeriod(query),
      memberId: query.buyerId,
      states: assertStates(query.states, [...invoiceStates, 'UNCLAIMED']),
      providers: query.providers ?? [],
    }
    const { rows, total } = await store.listPayments(ctx, filter, parsePage(query))
    const cards = await loadCards(
      ctx,
      rows.map((row) => row.methodId),
    )
    return {
      payments: rows.map((row) => {
        const card =
          row.methodId && row.provider !== 'manual' ? cards.get(row.methodId) : ((row.card ?? undefined) as { brand: string; last4: string } | undefined)
        return {
          id: row.id,
          ...toPayableReference(row),
          ...toWireMoney(row),
          ...(row.number !== null && { number: row.number }),
          cycleIndex: row.cycleIndex,
          state: row.state,
          dueDate: iso(row.dueAt),
          ...(row.paidAt && { paidDate: iso(row.paidAt) }),
          refunded: toWireAmount(row.refunded, row.currency),
          ...(row.provider && { provider: row.provider }),
          tries: row.tries,
          ...(row.declineCode && !row.paidAt && { reason: describeDecline(row.declineCode, matchLanguage(ctx.headers['accept-language'])) }),
          ...(card?.last4 && { card }),
          ...(row.dispute && { dispute: row.dispute }),
        }
      }),
      total,
    }
  },
  async listRefunds(ctx, { query }) {
    const filter = { ...parsePeriod(query), memberId: query.buyerId, states: assertStates(query.states, ['SENDING', 'SUCCEEDED', 'FAILED']) }
    const { rows, total } = await store.listRefunds(ctx, filter, parsePage(query))
    return {
      refunds: rows.map((row) => ({
        ...toRefund(row as unknown as Parameters<typeof toRefund>[0]),
        ...toPayableReference(row),
        ...toWireMoney(row),
        provider: row.provider,
        ...(row.receiptNumber !== null && { receiptNumber: row.receiptNumber }),
      })),
      total,
    }
  },
  async listDisputes(ctx, { query }) {
    const { rows, total } = await store.listDisputes(ctx, assertStates(query.states, ['OPEN', 'WON', 'LOST']), parsePage(query))
    return {
      disputes: rows.map((row) => ({
        id: row.id,
        invoiceId: row.invoiceId,
        ...toPayableReference(row),
        ...toWireMoney(row),
        state: row.state,
        openedDate: iso(row.openedAt),
        ...(row.closedAt && { closedDate: iso(row.closedAt) }),
        onHold: row.onHold,
      })),
      total,
    }
  },
  async listRetries(ctx, { query }) {
    const { rows, total } = await store.listRetries(ctx, { memberId: query.buyerId }, parsePage(query))
    const cards = await loadCards(
      ctx,
      rows.map((row) => row.paymentMethodId),
    )
    return {
      retries: rows.map((row) => {
        const next = nextRetryStep({ ...row, isOnHold: row.onHoldSince !== null, isPaused: row.status === 'PAUSED' })
        const card = row.paymentMethodId ? cards.get(row.paymentMethodId) : undefined
        return {
          invoiceId: row.invoiceId,
          ...toPayableReference(row),
          ...toWireMoney(row),
          dueDate: iso(row.dueAt),
          tries: row.tries,
          ...(row.lastTryAt && { lastTryDate: iso(row.lastTryAt) }),
          ...(row.declineCode && { reason: describeDecline(row.declineCode, matchLanguage(ctx.headers['accept-language'])) }),
          ...(card && { card }),
          waitsFor: next.waitsFor,
          ...(next.at && { nextDate: iso(next.at) }),
          ...(row.graceEndAt && { graceEndDate: iso(row.graceEndAt) }),
        }
      }),
      total,
    }
  },
  async getBalances(ctx, { query }) {
    const sums = await store.accountSums(ctx, parsePeriod(query))
    return {
      accounts: sums.map((row) => ({
        account: row.account,
        currency: row.currency,
        opening: toWireAmount(row.opening, row.currency),
        in: toWireAmount(row.in, row.currency),
        out: toWireAmount(row.out, row.currency),
        closing: toWireAmount(row.closing, row.currency),
      })),
    }
  },
  async listMoves(ctx, { query }) {
    const { rows, total } = await store.listLedgerEntries(ctx, { ...parsePeriod(query), account: query.account, orderId: query.orderId }, parsePage(query))
    return {
      moves: rows.map((row) => ({
        id: row.id,
        at: iso(row.at),
        from: row.fromAccount,
        to: row.toAccount,
        ...toWireMoney(row),
        ...toPayableReference(row),
        invoiceId: row.invoiceId ?? row.receiptId ?? '',
        ...(row.refundId && { refundId: row.refundId }),
        ...(row.receiptNumber !== null && { receiptNumber: row.receiptNumber }),
      })),
      total,
    }
  },
  async listPapers(ctx, { query }) {
    const kind = query.kind ?? 'RECEIPT'
    const filter = { ...parsePeriod(query), memberId: query.buyerId }
    const list = kind === 'RECEIPT' ? store.listReceipts : store.listCreditNotes
    const { rows, total } = await list(ctx, filter, parsePage(query))
    const { last, given } = await store.documentNumberStats(ctx, kind)
    return {
      papers: rows.map((row) => ({
        number: row.number,
        date: iso(row.at),
        invoiceId: row.invoiceId,
        ...toPayableReference(row),
        ...toWireMoney(row),
        state: row.state,
      })),
      total,
      last,
      missing: last - given,
    }
  },
  async getTaxTotals(ctx, { query }) {
    const { timeZone } = await getSite(ctx)
    const rows = await store.taxByMonth(ctx, parsePeriod(query), timeZone)
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
  async getSellingTerms(ctx) {
    const tax = await getSetting(ctx, 'plans.tax')
    return {
      ...(tax && { tax: { name: tax.name, rate: tax.rate, includedInPrice: tax.includedInPrice, byBusinessAddress: tax.byBusinessAddress ?? false } }),
      enabled: await getSetting(ctx, 'plans.enabled'),
      payAtDesk: await getSetting(ctx, 'plans.payAtDesk'),
      redeemAtDesk: await getSetting(ctx, 'plans.redeemAtDesk'),
      minRecurringCycleDays: await getSetting(ctx, 'plans.minRecurringCycleDays'),
      minSinglePaymentDays: await getSetting(ctx, 'plans.minSinglePaymentDays'),
      catchUp: await getSetting(ctx, 'plans.catchUp'),
      onPlanEnd: await getSetting(ctx, 'plans.onPlanEnd'),
      refundOnCancel: await getSetting(ctx, 'bookings.refundOnCancel'),
      hasBusinessAddress: await isAddressComplete(ctx),
    }
  },
  async setSellingTerms(ctx, { body }) {
    const { tax } = body
    assertNoViolations(tax ? findTaxProblems(tax).map((problem) => ({ ...problem, violatedRule: 'OTHER' as const, ruleName: 'INVALID_TAX' })) : [])
    if (tax !== undefined)
      await changeSetting(
        ctx,
        'plans.tax',
        tax && { name: tax.name.trim(), rate: tax.rate, includedInPrice: tax.includedInPrice, byBusinessAddress: tax.byBusinessAddress ?? false },
      )
    for (const name of ['enabled', 'payAtDesk', 'redeemAtDesk', 'catchUp', 'onPlanEnd', 'minRecurringCycleDays', 'minSinglePaymentDays'] as const) {
      const value = body[name]
      if (value !== undefined) await changeSetting(ctx, `plans.${name}`, value)
    }
    if (body.refundOnCancel !== undefined) await changeSetting(ctx, 'bookings.refundOnCancel', body.refundOnCancel)
    return {}
  },
  async resolveUnclaimed(ctx, { params }) {
    if ((await receiptById(ctx, params.id))?.state !== 'UNCLAIMED') refuse('invoice_not_found')
    await resolveUnclaimed(ctx, params.id)
    return {}
  },
  async refundUnclaimed(ctx, { params: { id } }) {
    const refund = await ctx.transaction(async (inner) => {
      if ((await receiptById(inner, id))?.state !== 'UNCLAIMED') refuse('invoice_not_found')
      await resolveUnclaimed(inner, id)
      const begun = await startPayableRefund(inner, { receiptId: id, payable: { kind: 'UNKNOWN', id }, reason: 'OWNER' })
      return begun ?? refuse('INVOICE_NOT_REFUNDABLE')
    })
    await trySendPayableRefund(ctx, refund.id)
    return {}
  },
}

/** Both may be below zero in a month in which more went back than came in. */
function addAmounts(a: string, b: string, currency: string): string {
  const minor = (text: string) => (text.startsWith('-') ? -toMinor(text.slice(1), currency) : toMinor(text, currency))
  return fromMinor(minor(a) + minor(b), currency)
}
