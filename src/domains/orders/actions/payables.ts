/**
 * Money of payables: what came in for something else than a cycle of a plan, named by kind and id, and what goes back.
 * Receipts take their numbers, and the ledger its entries, where those of orders do. Source: guide pricing-plans 11, bookings 12.6.
 */
import type { Ctx } from '#kit/api/context.ts'
import { ProviderRejectedRequest, ProviderUnreachable, type RefundResult } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { currencyDigits, countDecimals, fromMinor, isAmount, toMinor } from '#kit/pure/money.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { onPayableStep, type Payable } from '../hooks.ts'
import { refuse } from '../errors.ts'
import * as ledger from '../store/ledger.ts'
import * as store from '../store/payables.ts'
import { postPayableDispute, postPayableRefund, postReceipt } from './ledger.ts'

export interface ReceivedPayment {
  /** The charge; one receipt each. */
  id: string
  /** EARNED pays for its lines; LATE came when nothing was to be paid any more and goes back. */
  state: 'EARNED' | 'LATE'
  provider: string
  ref?: string | undefined
  currency: string
  card?: { brand: string; last4: string } | null | undefined
  buyer: { memberId?: string | null; contactId?: string | null; name: string; email: string; language: string }
  /** Amounts are decimal strings of the currency; lines over nothing are left out. */
  lines: readonly { kind: store.PayableKind; id: string; label: string; amount: string }[]
}

/** Writes the receipt of money that came in and books it. Undefined when the lines come to nothing. */
export async function recordReceipt(ctx: Ctx, payment: ReceivedPayment): Promise<{ id: string; number: number | null } | undefined> {
  const { currency } = payment
  const lines = payment.lines.filter((line) => toMinor(line.amount, currency) > 0n)
  const [first] = lines
  if (!first) return undefined
  const amount = fromMinor(
    lines.reduce((sum, line) => sum + toMinor(line.amount, currency), 0n),
    currency,
  )
  const number = payment.state === 'EARNED' ? await ledger.nextReceiptNumber(ctx) : null
  const isNew = await store.insertReceipt(
    ctx,
    {
      id: payment.id,
      number,
      state: payment.state,
      provider: payment.provider,
      ref: payment.ref ?? null,
      amount,
      currency,
      memberId: payment.buyer.memberId ?? null,
      contactId: payment.buyer.contactId ?? null,
      buyerName: payment.buyer.name,
      buyerEmail: payment.buyer.email,
      language: payment.buyer.language,
      card: payment.card ?? null,
      title: lines.map((line) => line.label).join(', '),
      paidAt: ctx.now,
    },
    lines.map(({ id, ...line }) => ({ ...line, payableId: id })),
  )
  if (!isNew) throw new Error(`charge ${payment.id} has a receipt already`)
  await postReceipt(ctx, { id: payment.id, state: payment.state, amount, currency, provider: payment.provider })
  return { id: payment.id, number }
}

const refundableAmount = (line: store.Line, currency: string): bigint => toMinor(line.amount, currency) - toMinor(line.refunded, currency)

/** How much of a line goes back, in minor units. Violates `amount` when it is none; refuses REFUND_EXCEEDS_PAYMENT. */
function parseRefundAmount(line: store.Line, currency: string, requested: string | null | undefined): bigint {
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
 * Sets money aside and writes the refund down; `sendPayableRefund` carries it out, by the job or by whoever waits for it.
 * Undefined when nothing of it is left. Call it with the payable locked.
 */
export async function startPayableRefund(ctx: Ctx, command: RefundCommand): Promise<store.PayableRefund | undefined> {
  const refund = await reserveRefund(ctx, command)
  if (refund) ctx.enqueue({ kind: 'orders.payable-refund', key: refund.id, data: { refundId: refund.id } })
  return refund
}

async function reserveRefund(ctx: Ctx, { receiptId, payable, amount, reason }: RefundCommand): Promise<store.PayableRefund | undefined> {
  const receipt = await store.lockReceipt(ctx, receiptId)
  const line = receipt && (await store.linesOf(ctx, [receipt.id])).find((one) => one.kind === payable.kind && one.payableId === payable.id)
  if (!receipt || !line || refundableAmount(line, receipt.currency) === 0n) return undefined
  const { currency } = receipt
  const refund: store.PayableRefund = {
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
  }
  await store.addRefunded(ctx, refund)
  await store.insertRefund(ctx, refund)
  return refund
}

/** Job and request: asks the provider, outside any transaction. Safe to repeat: the key is the refund. */
export async function sendPayableRefund(ctx: Ctx, { refundId }: { refundId: string }): Promise<void> {
  const task = await ctx.transaction(async (inner) => {
    const refund = await store.refundById(inner, refundId)
    if (refund?.state !== 'SENDING' || refund.ref) return undefined
    return { refund, receipt: await store.receiptById(inner, refund.receiptId) }
  })
  if (!task) return
  const result = await requestRefund(ctx, task.refund, task.receipt?.ref ?? undefined)
  // The job comes back later for what is not clear yet.
  if (result.outcome === 'unknown') throw new ProviderRejectedRequest('The provider did not answer to a refund.')
  await ctx.transaction((inner) => settlePayableRefund(inner, refundId, result))
}

/** The same for whoever waits for it: a provider that does not answer leaves the refund on its way, and the job goes on with it. */
export async function trySendPayableRefund(ctx: Ctx, refundId: string): Promise<void> {
  try {
    await sendPayableRefund(ctx, { refundId })
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest) && !(error instanceof ProviderUnreachable)) throw error
  }
}

async function requestRefund(ctx: Ctx, refund: store.PayableRefund, chargeRef: string | undefined): Promise<RefundResult> {
  if (refund.provider === 'manual') return { outcome: 'succeeded' }
  const provider = findProvider(refund.provider)
  if (!provider || !chargeRef) return { outcome: 'failed', problem: 'The payment provider is not set up any more.' }
  return provider.refund({
    chargeRef,
    amount: { amount: refund.amount, currency: refund.currency },
    key: `refund:${refund.id}`,
    meta: { siteId: ctx.siteId, refundId: refund.id },
  })
}

/** Books what became of a refund, once, and tells the domain of what was paid. */
export async function settlePayableRefund(ctx: Ctx, refundId: string, result: Exclude<RefundResult, { outcome: 'unknown' }>): Promise<void> {
  const known = await store.refundById(ctx, refundId)
  if (!known) return
  const payable = { kind: known.kind, id: known.payableId }
  await onPayableStep.call(ctx, { ...payable, step: 'lock' })
  const receipt = await store.lockReceipt(ctx, known.receiptId)
  const refund = await store.lockRefund(ctx, refundId)
  if (!receipt || refund?.state !== 'SENDING') return
  const ref = result.ref ?? refund.ref
  if (result.outcome === 'processing') return void (await store.updateRefund(ctx, refund.id, { ref }))
  if (result.outcome === 'failed') {
    const problem = 'problem' in result ? result.problem : null
    await store.addRefunded(ctx, { ...refund, amount: `-${refund.amount}` })
    await store.updateRefund(ctx, refund.id, { state: 'FAILED', ref, problem, settledAt: ctx.now })
    return void (await onPayableStep.call(ctx, { ...payable, step: 'refund-failed', receiptId: receipt.id, refund: { ...refund, problem } }))
  }
  await store.updateRefund(ctx, refund.id, { state: 'SUCCEEDED', ref, settledAt: ctx.now, number: await ledger.nextCreditNoteNumber(ctx) })
  await postPayableRefund(ctx, refund, receipt)
  await onPayableStep.call(ctx, { ...payable, step: 'refunded', receiptId: receipt.id, refund })
}

/** Locks all that was paid with a receipt, always in the same order. */
async function lockPayables(ctx: Ctx, receiptId: string): Promise<store.Line[]> {
  const lines = await store.linesOf(ctx, [receiptId])
  for (const line of lines.toSorted((a, b) => (a.payableId < b.payableId ? -1 : 1)))
    await onPayableStep.call(ctx, { kind: line.kind, id: line.payableId, step: 'lock' })
  return lines
}

/** A refund that was made elsewhere (the provider's own page, a lost dispute) has the same effect as one of ours; it is taken from the lines in their order. */
export async function recordExternalPayableRefund(
  ctx: Ctx,
  receipt: store.Receipt,
  of: { amount: string; ref: string; reason: 'PROVIDER' | 'DISPUTE' },
): Promise<void> {
  if ((await store.refundsByRef(ctx, receipt.provider, of.ref)).length > 0) return
  const { currency } = receipt
  let open = toMinor(of.amount, currency)
  for (const line of await lockPayables(ctx, receipt.id)) {
    const left = refundableAmount(await store.lineOf(ctx, receipt.id, line.n), currency)
    const amount = left < open ? left : open
    if (amount === 0n) continue
    open -= amount
    const payable = { kind: line.kind, id: line.payableId }
    const refund = await reserveRefund(ctx, { receiptId: receipt.id, payable, amount: fromMinor(amount, currency), reason: of.reason })
    if (refund) await settlePayableRefund(ctx, refund.id, { outcome: 'succeeded', ref: of.ref })
  }
}

/** Opened: the bank holds the money and the owner is told. Won: it is ours again. Lost: it has gone back. */
export async function handlePayableDispute(
  ctx: Ctx,
  receiptId: string,
  of: { ref: string; amount: string; currency: string; state: 'OPEN' | 'WON' | 'LOST' },
): Promise<void> {
  const lines = await lockPayables(ctx, receiptId)
  const receipt = await store.lockReceipt(ctx, receiptId)
  if (!receipt) return
  const dispute: store.PayableDispute = { siteId: ctx.siteId, id: ctx.newId(), receiptId, ...of, state: 'OPEN', openedAt: ctx.now, closedAt: null }
  if (await store.insertDispute(ctx, dispute)) {
    await postPayableDispute(ctx, dispute, receipt)
    const [first] = lines
    if (first)
      await onPayableStep.call(ctx, {
        kind: first.kind,
        id: first.payableId,
        step: 'disputed',
        receiptId,
        amount: of.amount,
        currency: of.currency,
        ref: of.ref,
      })
  }
  const stored = await store.lockDispute(ctx, of.ref)
  if (stored?.state !== 'OPEN' || of.state === 'OPEN') return
  await store.closeDispute(ctx, stored.id, of.state)
  if (of.state === 'WON') return postPayableDispute(ctx, { ...stored, state: 'WON' }, receipt)
  await recordExternalPayableRefund(ctx, receipt, { amount: stored.amount, ref: of.ref, reason: 'DISPUTE' })
}

/** Sweep: refunds without an answer are sent again under their key, and slow ones asked about. One that fails stops no other. */
export async function reconcileRefunds(ctx: Ctx): Promise<number> {
  const open = await ctx.transaction((inner) => store.openRefunds(inner, inner.now.subtract({ hours: 1 })))
  const problems: unknown[] = []
  for (const refund of open)
    try {
      if (refund.ref) await lookUpRefund(ctx, refund)
      else await sendPayableRefund(ctx, { refundId: refund.id })
    } catch (error) {
      problems.push(error)
    }
  if (problems.length > 0) throw problems[0]
  return open.length
}

async function lookUpRefund(ctx: Ctx, refund: store.PayableRefund): Promise<void> {
  const receipt = await ctx.transaction((inner) => store.receiptById(inner, refund.receiptId))
  const known = receipt?.ref ? await findProvider(refund.provider)?.listRefunds(receipt.ref) : undefined
  const state = known?.find((one) => one.ref === refund.ref)?.state
  if (!state || state === 'processing') return
  const ref = refund.ref ?? undefined
  await ctx.transaction((inner) =>
    settlePayableRefund(
      inner,
      refund.id,
      state === 'failed' ? { outcome: 'failed', ref, problem: 'The bank did not take it back.' } : { outcome: 'succeeded', ref },
    ),
  )
}
