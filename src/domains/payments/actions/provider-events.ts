/**
 * What providers report: an event only names what happened, the truth is asked for. Events come in any order, any number of times.
 * Money that belongs to nothing is kept, posted as not earned, and the owner is notified. Source: guide pricing-plans §10.4, bookings §12.6.
 */
import { queueEmail } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult, ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { formatMoney, toMinor } from '#kit/pure/money.ts'
import { listPayables } from '../hooks.ts'
import * as methods from '../store/methods.ts'
import { insertProviderEvent } from '../store/providers.ts'
import * as store from '../store/receipts.ts'
import { handleDispute } from './disputes.ts'
import { postReceipt } from './ledger.ts'
import { recordExternalRefund, recordProviderRefunds } from './refunds.ts'

/** Takes an event in: false when it was here before. The rest is a job, so that the provider has its answer at once. */
export async function acceptProviderEvent(ctx: TransactionContext, provider: string, event: ProviderEvent): Promise<boolean> {
  if (!(await insertProviderEvent(ctx, provider, event.id, event.kind))) return false
  ctx.enqueue({ kind: 'payments.provider-event', key: `${provider}:${event.id}`, data: { provider, event } })
  return true
}

/** Enqueues what the provider said it will report by itself. */
export function enqueueFollowUps(ctx: TransactionContext, provider: string, { followUps = [] }: Pick<ChargeResult, 'followUps'>): void {
  for (const { event, afterSeconds } of followUps)
    ctx.enqueue({
      kind: 'payments.provider-event',
      key: `${provider}:${event.id}`,
      data: { provider, event },
      dueAt: ctx.now.add({ seconds: afterSeconds }),
    })
}

/** Job: handles an event. The charge is settled first, so that a refund or dispute that comes before its payment finds the receipt. */
export async function handleProviderEvent(ctx: OwnTransactionContext, { provider, event }: { provider: string; event: ProviderEvent }): Promise<void> {
  if (event.kind === 'card') return ctx.transaction((inner) => handleCardEvent(inner, event))
  let isKnown = false
  for (const payable of listPayables()) isKnown = (await payable.settleCharge(ctx, provider, event)) || isKnown
  const receipt = (await findReceipt(ctx, provider, event)) ?? (isKnown ? undefined : await recordIfUnclaimed(ctx, provider, event.ref))
  if (!receipt) return
  if (event.kind === 'refund') return syncRefunds(ctx, receipt, event)
  if (event.kind !== 'dispute') return
  const { ref, amount, state } = event.dispute ?? { ref: `dispute:${event.id}`, amount: undefined, state: 'OPEN' as const }
  const { amount: disputed, currency } = amount ?? receipt
  await ctx.transaction((inner) => handleDispute(inner, receipt.id, { ref, amount: disputed, currency, state }))
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

/** Looks at a charge that nothing here knows. When money moved, it is kept; undefined when none did. */
async function recordIfUnclaimed(ctx: OwnTransactionContext, provider: string, ref: string): Promise<store.ReceiptRow | undefined> {
  const result = ref ? await findProvider(provider)?.lookUp(ref, ctx.now) : undefined
  return result?.outcome === 'succeeded'
    ? ctx.transaction((inner) => recordUnclaimed(inner, { provider, ref, movedAmount: result.movedAmount, card: result.card }))
    : undefined
}

/** Keeps money that belongs to nothing, once per charge, and notifies the owners. */
export async function recordUnclaimed(
  ctx: TransactionContext,
  { provider, ref, movedAmount, card }: { provider: string; ref: string } & Pick<ChargeResult, 'movedAmount' | 'card'>,
): Promise<store.ReceiptRow | undefined> {
  if (!movedAmount || toMinor(movedAmount.amount, movedAmount.currency) === 0n) return undefined
  const site = await getSite(ctx)
  const language = matchLanguage(site.language) ?? 'en'
  const receipt: store.NewReceipt = {
    id: ctx.newId(),
    state: 'UNCLAIMED',
    provider,
    ref,
    ...movedAmount,
    memberId: null,
    contactId: null,
    buyerName: '',
    buyerEmail: '',
    language,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    title: ref,
    tax: null,
    dueAt: ctx.now,
    paidAt: ctx.now,
  }
  const { id } = receipt
  if (!(await store.insertReceipt(ctx, receipt, [{ kind: 'UNKNOWN', payableId: id, label: ref, amount: movedAmount.amount }])))
    return store.findReceiptByRef(ctx, provider, ref)
  await postReceipt(ctx, receipt)
  await queueEmail(
    ctx,
    { kind: 'owners' },
    {
      template: 'unclaimed-payment',
      variables: {
        amount: formatMoney(movedAmount.amount, movedAmount.currency, language),
        ref,
        link: `${ctx.origin}/dashboard/money?tab=payments&open=${id}`,
      },
      uniqueKey: `unclaimed:${id}`,
    },
  )
  return store.findReceipt(ctx, id)
}
