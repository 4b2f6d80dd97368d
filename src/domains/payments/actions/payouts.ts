/** Payouts of the payment provider. They are never stored: the provider says what they are now. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { type PayoutItem, type ProviderPayout, ProviderRejectedRequest, ProviderUnreachable } from '#kit/payments/provider.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import { refuse } from '../errors.ts'
import { listReceiptsByRefs } from '../store/receipts.ts'

const pageSize = 25

/** The words of a provider about our request are for the owner. */
async function askProvider<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof ProviderUnreachable) return refuse('PAYMENT_PROVIDER_UNREACHABLE')
    if (error instanceof ProviderRejectedRequest) return refuse('PAYMENT_PROVIDER_REFUSED', { problem: error.message })
    throw error
  }
}

const toPayout = ({ ref, amount, ...payout }: ProviderPayout) => ({ id: ref, ...amount, ...payout })

/** Names the payments that are of this site. */
async function describeItems(ctx: OwnTransactionContext, provider: string, items: readonly PayoutItem[]) {
  const refs = items.flatMap(({ chargeRef }) => chargeRef ?? [])
  const receipts = new Map((await ctx.read((inner) => listReceiptsByRefs(inner, provider, refs))).map((one) => [one.ref, one]))
  return items.map(({ ref, kind, amount, fee, net, at, chargeRef, description }) => {
    const receipt = chargeRef === undefined ? undefined : receipts.get(chargeRef)
    const title = receipt?.title ?? description
    return {
      id: ref,
      kind,
      ...amount,
      fee,
      net,
      date: toWireTime(at),
      ...(receipt && { receiptId: receipt.id, buyerName: receipt.buyerName }),
      ...(title && { title }),
    }
  })
}

interface PayoutPage {
  limit?: number | undefined
  /** The `next` of the page before. */
  after?: string | undefined
}

/** The newest payouts, or why there are none to see. Refuses PAYMENT_PROVIDER_UNREACHABLE, PAYMENT_PROVIDER_REFUSED. */
export async function listPayouts(ctx: OwnTransactionContext, { limit = pageSize, after }: PayoutPage) {
  const provider = await getOnlineProvider(ctx)
  if (!provider) return { source: 'NONE' as const, payouts: [] }
  const ask = provider.listPayouts?.bind(provider)
  if (!ask) return { source: 'TEST' as const, payouts: [] }
  const { items, next } = await askProvider(() => ask({ limit, after }))
  return { source: 'PROVIDER' as const, payouts: items.map(toPayout), ...(next !== undefined && { next }) }
}

/** What is in a payout. Refuses PAYOUT_NOT_FOUND where this site has none, and as `listPayouts`. */
export async function listPayoutItems(ctx: OwnTransactionContext, id: string, { limit = pageSize, after }: PayoutPage) {
  const provider = await getOnlineProvider(ctx)
  const ask = provider?.listPayoutItems?.bind(provider)
  if (!ask) return refuse('PAYOUT_NOT_FOUND')
  const { items, next } = await askProvider(() => ask(id, { limit, after }))
  return { items: await describeItems(ctx, provider?.id ?? '', items), ...(next !== undefined && { next }) }
}
