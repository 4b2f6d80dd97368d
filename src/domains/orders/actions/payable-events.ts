/**
 * Events of providers about charges that are no order's: their domain settles them; refunds and disputes find their receipt;
 * money that belongs to nothing is kept, booked as not earned, and the owner is told. Source: guide bookings 12.6, pricing-plans 10.4.
 */
import { ownerEmails } from '#domains/collaborators/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { ChargeResult, ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { formatMoney, toMinor } from '#kit/pure/money.ts'
import { onPayableEvent } from '../hooks.ts'
import * as store from '../store/payables.ts'
import { postReceipt } from './ledger.ts'
import { handlePayableDispute, recordExternalPayableRefund, settlePayableRefund } from './payables.ts'

/** Job: follows an event of a charge that no order knows. Any order, any number of times. */
export async function handlePayableEvent(ctx: Ctx, provider: string, event: ProviderEvent): Promise<void> {
  const isKnown = (await onPayableEvent.call(ctx, { provider, event })).includes(true)
  const receipt = (await findReceipt(ctx, provider, event)) ?? (isKnown ? undefined : await recordIfUnclaimed(ctx, provider, event.ref))
  if (!receipt) return
  if (event.kind === 'refund') return syncRefunds(ctx, receipt, event)
  if (event.kind !== 'dispute') return
  const details = event.dispute ?? {
    ref: `sandbox:dispute:${receipt.id}`,
    amount: { amount: receipt.amount, currency: receipt.currency },
    state: 'OPEN' as const,
  }
  await ctx.transaction((inner) => handlePayableDispute(inner, receipt.id, { ref: details.ref, ...details.amount, state: details.state }))
}

const findReceipt = (ctx: Ctx, provider: string, event: ProviderEvent): Promise<store.Receipt | undefined> =>
  ctx.transaction(
    async (inner) => (await store.receiptByRef(inner, provider, event.ref)) ?? (event.attemptId ? store.receiptById(inner, event.attemptId) : undefined),
  )

/** Refunds of a charge as the provider knows them now: ours are settled, others are noted. */
async function syncRefunds(ctx: Ctx, receipt: store.Receipt, event: ProviderEvent): Promise<void> {
  const { provider } = receipt
  // The sandbox keeps no list of its own: its event stands for a refund of the whole payment.
  if (provider === 'sandbox')
    return ctx.transaction((inner) =>
      recordExternalPayableRefund(inner, receipt, { amount: receipt.amount, ref: `sandbox:refund:${event.id}`, reason: 'PROVIDER' }),
    )
  const reported = (await findProvider(provider)?.listRefunds(receipt.ref ?? event.ref)) ?? []
  for (const one of reported)
    await ctx.transaction(async (inner) => {
      const ownRefund = one.meta['refundId'] ? await store.refundById(inner, one.meta['refundId']) : (await store.refundsByRef(inner, provider, one.ref))[0]
      if (!ownRefund) {
        if (one.state === 'succeeded') await recordExternalPayableRefund(inner, receipt, { amount: one.amount.amount, ref: one.ref, reason: 'PROVIDER' })
        return
      }
      if (one.state === 'processing') return
      const result = one.state === 'failed' ? { outcome: 'failed' as const, problem: 'The bank did not take it back.' } : { outcome: 'succeeded' as const }
      await settlePayableRefund(inner, ownRefund.id, { ...result, ref: one.ref })
    })
}

/** Looks at a charge that nothing here knows. When money moved, it is kept; undefined when none did. */
async function recordIfUnclaimed(ctx: Ctx, provider: string, ref: string): Promise<store.Receipt | undefined> {
  const result = ref ? await findProvider(provider)?.lookUp(ref, ctx.now) : undefined
  return result?.outcome === 'succeeded'
    ? ctx.transaction((inner) => recordUnclaimed(inner, { provider, ref, movedAmount: result.movedAmount, card: result.card }))
    : undefined
}

/** Keeps money that belongs to nothing, once per charge, and tells the owners. */
export async function recordUnclaimed(
  ctx: Ctx,
  { provider, ref, movedAmount: moved, card }: { provider: string; ref: string } & Pick<ChargeResult, 'movedAmount' | 'card'>,
): Promise<store.Receipt | undefined> {
  if (!moved || toMinor(moved.amount, moved.currency) === 0n) return undefined
  const site = await getSite(ctx)
  const language = matchLanguage(site.language) ?? 'en'
  const id = ctx.newId()
  const isNew = await store.insertReceipt(
    ctx,
    {
      id,
      number: null,
      state: 'UNCLAIMED',
      provider,
      ref,
      ...moved,
      memberId: null,
      contactId: null,
      buyerName: '',
      buyerEmail: '',
      language,
      card: card ? { brand: card.brand, last4: card.last4 } : null,
      title: ref,
      paidAt: ctx.now,
    },
    [{ kind: 'UNKNOWN', payableId: id, label: ref, amount: moved.amount }],
  )
  if (!isNew) return store.receiptByRef(ctx, provider, ref)
  await postReceipt(ctx, { id, state: 'UNCLAIMED', provider, ...moved })
  for (const to of await ownerEmails(ctx.tx, ctx.siteId))
    ctx.queueEmail({
      to,
      template: 'unclaimed-payment',
      language,
      uniqueKey: `unclaimed:${id}:${to}`,
      variables: {
        siteName: site.name,
        amount: formatMoney(moved.amount, moved.currency, language),
        ref,
        link: `${ctx.origin}/dashboard/money?tab=payments&open=${id}`,
      },
    })
  return store.receiptById(ctx, id)
}
