/**
 * What providers report: an event only names what happened, the truth is asked for. Events come in any order, any number of times.
 * Money that belongs to nothing is kept, posted as not earned, and the owner is notified. Source: guide pricing-plans §10.4, bookings §12.6.
 */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { listPayables } from '../hooks.ts'
import { isPaid } from '../rules/attempt-machine.ts'
import { findDisputable } from '../rules/refund.ts'
import { findAttempt, findAttemptByRef } from '../store/attempts.ts'
import * as methods from '../store/methods.ts'
import { insertProviderEvent } from '../store/providers.ts'
import * as store from '../store/receipts.ts'
import { isOnPage, settleAttempt } from './attempts.ts'
import { handleDispute } from './disputes.ts'
import { refreshAttempt } from './provider-calls.ts'
import { recordExternalRefund, recordProviderRefunds } from './refunds.ts'
import { recordUnclaimed } from './unclaimed.ts'

/** Takes an event in: false when it was here before. The rest is a job, so that the provider has its answer at once. */
export async function acceptProviderEvent(ctx: TransactionContext, provider: string, event: ProviderEvent): Promise<boolean> {
  if (!(await insertProviderEvent(ctx, provider, event.id, event.kind))) return false
  ctx.enqueue({ kind: 'payments.provider-event', key: `${provider}:${event.id}`, data: { provider, event } })
  return true
}

/** Job: handles an event. The charge is settled first, so that a refund or dispute that comes before its payment finds the receipt. */
export async function handleProviderEvent(ctx: OwnTransactionContext, { provider, event }: { provider: string; event: ProviderEvent }): Promise<void> {
  if (event.kind === 'card') return ctx.transaction((inner) => handleCardEvent(inner, event))
  const isKnown = await settleNamedAttempt(ctx, provider, event)
  const receipt = (await findReceipt(ctx, provider, event)) ?? (isKnown ? undefined : await recordIfUnclaimed(ctx, provider, event.ref))
  if (!receipt) return
  if (event.kind === 'refund') return syncRefunds(ctx, receipt, event)
  if (event.kind !== 'dispute') return
  const { ref, amount, state } = event.dispute ?? { ref: `dispute:${event.id}`, amount: undefined, state: 'OPEN' as const }
  const { amount: disputed, currency } = amount ?? { amount: findDisputable(receipt), currency: receipt.currency }
  await ctx.transaction((inner) => handleDispute(inner, receipt.id, { ref, amount: disputed, currency, state }))
}

/**
 * Settles the attempt that an event names, by itself or by its charge. False when it is none of ours. Other events of a page settle
 * its payment too, when they come first.
 */
async function settleNamedAttempt(ctx: OwnTransactionContext, provider: string, event: ProviderEvent): Promise<boolean> {
  const { attemptId, ref, result } = event
  const attempt = await ctx.transaction(
    async (inner) => (attemptId ? await findAttempt(inner, attemptId) : undefined) ?? (ref ? await findAttemptByRef(inner, provider, ref) : undefined),
  )
  if (!attempt) return false
  if (isPaid(attempt.state) || (event.kind !== 'payment' && !isOnPage(attempt))) return true
  if (result) await ctx.transaction((inner) => settleAttempt(inner, attempt, result))
  else await refreshAttempt(ctx, attempt, ref || undefined)
  return true
}

const findReceipt = (ctx: OwnTransactionContext, provider: string, event: ProviderEvent): Promise<store.ReceiptRow | undefined> =>
  ctx.transaction(
    async (inner) => (await store.findReceiptByRef(inner, provider, event.ref)) ?? (event.attemptId ? store.findReceipt(inner, event.attemptId) : undefined),
  )

/** Without a list of its own the provider says by the event that the whole payment went back. */
async function syncRefunds(ctx: OwnTransactionContext, receipt: store.ReceiptRow, { refundRef, ref }: ProviderEvent): Promise<void> {
  if (!refundRef) return void (await recordProviderRefunds(ctx, receipt, receipt.ref ?? ref))
  await ctx.transaction((inner) => recordExternalRefund(inner, receipt, { amount: receipt.amount, ref: refundRef, reason: 'PROVIDER' }))
}

/** The bank replaced a saved card, or it was taken away at the provider. */
async function handleCardEvent(ctx: TransactionContext, { ref, card }: ProviderEvent): Promise<void> {
  if (!card) return
  for (const method of await methods.methodsOfToken(ctx, ref)) {
    await methods.updatePaymentMethod(
      ctx,
      method.id,
      card.gone ? { detachedAt: ctx.now } : { last4: card.last4, expMonth: card.expMonth, expYear: card.expYear },
    )
    for (const payable of listPayables()) await payable.onCardChanged?.(ctx, method.id)
  }
}

/** Looks up a charge without a payable. When money moved, it is stored; undefined when none did. */
async function recordIfUnclaimed(ctx: OwnTransactionContext, provider: string, ref: string): Promise<store.ReceiptRow | undefined> {
  const result = ref ? await (await findProvider(ctx, provider))?.lookUp(ref, ctx.now) : undefined
  return result?.outcome === 'succeeded'
    ? ctx.transaction((inner) => recordUnclaimed(inner, { provider, ref, movedAmount: result.movedAmount, card: result.card }))
    : undefined
}
