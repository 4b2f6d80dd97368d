/** Money that belongs to nothing that is known here. Source: guide pricing-plans §10.4, bookings §12.6. */
import { queueEmail } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'
import { matchLanguage } from '#kit/pure/languages.ts'
import { formatMoney, toMinor } from '#kit/pure/money.ts'
import * as store from '../store/receipts.ts'
import { postReceipt } from './ledger.ts'
import type { PaymentsEmails } from '../emails/variables.ts'

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
  const lines = [{ n: 1, kind: 'UNKNOWN' as const, payableId: id, label: ref, amount: movedAmount.amount, tax: null }]
  if (!(await store.insertReceipt(ctx, receipt, lines))) return store.findReceiptByRef(ctx, provider, ref)
  await postReceipt(ctx, receipt, lines)
  await queueEmail<PaymentsEmails>(
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
