/**
 * Money that goes back: asked for here, made on the provider's own page, because it came too late, or because a dispute was lost.
 * A refund is written down first and sent under its key outside any transaction. Source: guide pricing-plans §11, bookings §12.6.
 */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { ProviderRejectedRequest, ProviderUnreachable, type RefundResult } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { countDecimals, currencyDigits, fromMinor, isAmount, toMinor } from '#kit/pure/money.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { refuse } from '../errors.ts'
import { findPayable } from '../hooks.ts'
import type { Payable } from '../rules/payable.ts'
import { refundMachine } from '../rules/refund-machine.ts'
import { nextCreditNoteNumber } from '../store/ledger.ts'
import * as store from '../store/receipts.ts'
import { postRefund } from './ledger.ts'

export const refundableAmount = (line: store.ReceiptLineRow, currency: string): bigint => toMinor(line.amount, currency) - toMinor(line.refunded, currency)

/** How much of a line goes back, in minor units. Violates `amount` when it is none; refuses REFUND_EXCEEDS_PAYMENT. */
function parseRefundAmount(line: store.ReceiptLineRow, currency: string, requested: string | null | undefined): bigint {
  const left = refundableAmount(line, currency)
  if (requested === null || requested === undefined) return left
  const digits = currencyDigits(currency)
  if (!isAmount(requested) || countDecimals(requested) > digits || toMinor(requested, currency) === 0n)
    assertNoViolations([{ field: 'amount', description: `must be an amount above 0 with at most ${digits} decimals`, violatedRule: 'FORMAT' }])
  if (toMinor(requested, currency) > left) refuse('REFUND_EXCEEDS_PAYMENT', { left: fromMinor(left, currency) })
  return toMinor(requested, currency)
}

export interface RefundCommand {
  receiptId: string
  payable: Payable
  /** Decimal string; all that is left when absent. */
  amount?: string | null | undefined
  reason: store.RefundReason
}

/**
 * Sets money aside and writes the refund down; `sendRefund` carries it out, by the job or by the request that waits for it.
 * Undefined when nothing is left to give back. Call it with the payable locked.
 */
export async function startRefund(ctx: TransactionContext, command: RefundCommand): Promise<store.RefundRow | undefined> {
  const refund = await reserveRefund(ctx, command)
  if (refund) ctx.enqueue({ kind: 'payments.refund', key: refund.id, data: { refundId: refund.id } })
  return refund
}

async function reserveRefund(ctx: TransactionContext, { receiptId, payable, amount, reason }: RefundCommand): Promise<store.RefundRow | undefined> {
  const receipt = await store.lockReceipt(ctx, receiptId)
  const line = receipt && (await store.loadReceiptLines(ctx, [receipt.id])).find((one) => one.kind === payable.kind && one.payableId === payable.id)
  if (!receipt || !line || refundableAmount(line, receipt.currency) === 0n) return undefined
  const { currency } = receipt
  const refund: store.RefundRow = {
    siteId: ctx.siteId,
    id: ctx.newId(),
    receiptId: receipt.id,
    n: line.n,
    kind: line.kind,
    payableId: line.payableId,
    provider: receipt.provider,
    amount: fromMinor(parseRefundAmount(line, currency, amount), currency),
    currency,
    reason,
    state: 'SENDING',
    ref: null,
    number: null,
    problem: null,
    createdAt: ctx.now,
    settledAt: null,
    position: (await store.countRefunds(ctx, receipt.id)) + 1,
  }
  await store.addRefunded(ctx, refund)
  await store.insertRefund(ctx, refund)
  return refund
}

/** Job and request: asks the provider, outside any transaction. Safe to repeat: the key is the refund. */
export async function sendRefund(ctx: OwnTransactionContext, { refundId }: { refundId: string }): Promise<void> {
  const task = await ctx.transaction(async (inner) => {
    const refund = await store.findRefund(inner, refundId)
    if (refund?.state !== 'SENDING' || refund.ref) return undefined
    return { refund, receipt: await store.findReceipt(inner, refund.receiptId) }
  })
  if (!task) return
  const result = await requestRefund(ctx, task.refund, task.receipt?.ref ?? undefined)
  // The job comes back later for what is not clear yet.
  if (result.outcome === 'unknown') throw new ProviderRejectedRequest('The provider did not answer to a refund.')
  await ctx.transaction((inner) => settleRefund(inner, refundId, result))
}

/** The same for a request: a provider that does not answer leaves the refund on its way, and the job goes on with it. */
export async function trySendRefund(ctx: OwnTransactionContext, refundId: string): Promise<void> {
  try {
    await sendRefund(ctx, { refundId })
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest) && !(error instanceof ProviderUnreachable)) throw error
  }
}

async function requestRefund(ctx: OwnTransactionContext, refund: store.RefundRow, chargeRef: string | undefined): Promise<RefundResult> {
  if (refund.provider === 'manual') return { outcome: 'succeeded' }
  const provider = await findProvider(ctx, refund.provider)
  if (!provider || !chargeRef) return { outcome: 'failed', problem: 'The payment provider is not set up any more.' }
  return provider.refund({
    chargeRef,
    amount: { amount: refund.amount, currency: refund.currency },
    key: `refund:${refund.id}`,
    meta: { siteId: ctx.siteId, refundId: refund.id },
  })
}

/** Posts what became of a refund, once, and notifies the domain of what was paid. */
export async function settleRefund(ctx: TransactionContext, refundId: string, result: Exclude<RefundResult, { outcome: 'unknown' }>): Promise<void> {
  const known = await store.findRefund(ctx, refundId)
  if (!known) return
  const payable = findPayable(known.kind)
  await payable?.lock(ctx, known.payableId)
  const receipt = await store.lockReceipt(ctx, known.receiptId)
  const refund = await store.lockRefund(ctx, refundId)
  if (!receipt || refund?.state !== 'SENDING') return
  const ref = result.ref ?? refund.ref
  if (result.outcome === 'processing') return void (await store.updateRefund(ctx, refund.id, { ref }))
  if (result.outcome === 'failed') {
    const problem = 'problem' in result ? result.problem : null
    await store.addRefunded(ctx, { ...refund, amount: `-${refund.amount}` })
    await store.updateRefund(ctx, refund.id, { transition: getTransition(refundMachine, refund.state, 'fail'), ref, problem, settledAt: ctx.now })
    enqueueRest(ctx, refund)
    return payable?.onRefundFailed(ctx, { id: refund.payableId, receipt, refund: { ...refund, problem } })
  }
  const transition = getTransition(refundMachine, refund.state, 'succeed')
  const before = await store.sumSettledRefunds(ctx, receipt.id, refund.n)
  await store.updateRefund(ctx, refund.id, { transition, ref, settledAt: ctx.now, number: await nextCreditNoteNumber(ctx) })
  await postRefund(ctx, refund, { receipt, line: await store.getReceiptLine(ctx, receipt.id, refund.n), before })
  await payable?.onRefunded(ctx, { id: refund.payableId, receipt, refund })
  if (refund.reason !== 'DISPUTE' && (await store.disputesOfReceipts(ctx, [receipt.id])).some(({ state }) => state === 'LOST')) enqueueRest(ctx, refund)
}

/** What follows when it is known what became of a refund. */
const enqueueRest = (ctx: TransactionContext, { id }: store.RefundRow): void => ctx.enqueue({ kind: 'payments.refund-rest', key: id, data: { refundId: id } })

/** Locks all that was paid with a receipt, always in the same order. */
export async function lockPayables(ctx: TransactionContext, receiptId: string): Promise<store.ReceiptLineRow[]> {
  const lines = await store.loadReceiptLines(ctx, [receiptId])
  for (const line of lines.toSorted((a, b) => (a.payableId < b.payableId ? -1 : 1))) await findPayable(line.kind)?.lock(ctx, line.payableId)
  return lines
}

/**
 * A refund that was made elsewhere (the provider's own page, a lost dispute) has the same effect as one of ours; it is taken from the
 * lines in their order, first from those whose own refund it made fail. While a refund of ours is on its way, less may be left than went
 * back: the remainder is recorded when that refund has failed. Answers it, in minor units.
 */
export async function recordExternalRefund(
  ctx: TransactionContext,
  receipt: store.ReceiptRow,
  of: { amount: string; ref: string; reason: 'PROVIDER' | 'DISPUTE' },
): Promise<bigint> {
  const { currency } = receipt
  const lines = await lockPayables(ctx, receipt.id)
  await store.lockReceipt(ctx, receipt.id)
  const before = await store.refundsOfReceipts(ctx, [receipt.id])
  const sameRef = before.filter(({ ref, state }) => ref === of.ref && state !== 'FAILED')
  let open = toMinor(of.amount, currency) - sameRef.reduce((sum, { amount }) => sum + toMinor(amount, currency), 0n)
  const hasFailed = (line: store.ReceiptLineRow) => before.some(({ n, state }) => n === line.n && state === 'FAILED')
  for (const line of lines.toSorted((a, b) => Number(hasFailed(b)) - Number(hasFailed(a)))) {
    const left = refundableAmount(await store.getReceiptLine(ctx, receipt.id, line.n), currency)
    const amount = left < open ? left : open
    if (amount <= 0n) continue
    open -= amount
    const payable = { kind: line.kind, id: line.payableId }
    const refund = await reserveRefund(ctx, { receiptId: receipt.id, payable, amount: fromMinor(amount, currency), reason: of.reason })
    if (refund) await settleRefund(ctx, refund.id, { outcome: 'succeeded', ref: of.ref })
  }
  return open > 0n ? open : 0n
}

/** Refunds of a charge as the provider knows them now: ours are settled, others are recorded. */
export async function recordProviderRefunds(ctx: OwnTransactionContext, receipt: store.ReceiptRow, chargeRef = receipt.ref): Promise<void> {
  const { provider } = receipt
  for (const reported of (chargeRef && (await (await findProvider(ctx, provider))?.listRefunds(chargeRef))) || [])
    await ctx.transaction(async (inner) => {
      const named = reported.meta['refundId'] ? await store.findRefund(inner, reported.meta['refundId']) : undefined
      const ownRefund = named ?? (await store.refundsByRef(inner, provider, reported.ref)).find(({ reason }) => reason !== 'PROVIDER')
      if (ownRefund) {
        if (reported.state !== 'processing') await settleRefund(inner, ownRefund.id, toResult(reported.state, reported.ref))
      } else if (reported.state === 'succeeded')
        await recordExternalRefund(inner, receipt, { amount: reported.amount.amount, ref: reported.ref, reason: 'PROVIDER' })
    })
}

/** Schedule: refunds without an answer are sent again under their key, and slow ones asked about. One that fails stops no other. */
export async function reconcileRefunds(ctx: OwnTransactionContext): Promise<number> {
  const open = await ctx.transaction((inner) => store.openRefunds(inner, inner.now.subtract({ hours: 1 })))
  const problems: unknown[] = []
  for (const refund of open)
    try {
      if (refund.ref) await lookUpRefund(ctx, refund)
      else await sendRefund(ctx, { refundId: refund.id })
    } catch (error) {
      problems.push(error)
    }
  if (problems.length > 0) throw problems[0]
  return open.length
}

async function lookUpRefund(ctx: OwnTransactionContext, refund: store.RefundRow): Promise<void> {
  const receipt = await ctx.transaction((inner) => store.findReceipt(inner, refund.receiptId))
  const known = receipt?.ref ? await (await findProvider(ctx, refund.provider))?.listRefunds(receipt.ref) : undefined
  const state = known?.find((one) => one.ref === refund.ref)?.state
  if (!state || state === 'processing') return
  await ctx.transaction((inner) => settleRefund(inner, refund.id, toResult(state, refund.ref ?? undefined)))
}

/** What a refund that the provider has decided comes to. */
const toResult = (state: 'succeeded' | 'failed', ref: string | undefined): Exclude<RefundResult, { outcome: 'unknown' }> =>
  state === 'failed' ? { outcome: 'failed', ref, problem: 'The bank did not take it back.' } : { outcome: 'succeeded', ref }
