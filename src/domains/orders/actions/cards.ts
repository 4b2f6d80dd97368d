/** Saved cards of members. guide: pricing-plans 8.2 row 42, 10 */
import type { Ctx } from '#kit/api/context.ts'
import { findProvider } from '#kit/payments/providers.ts'
import * as payments from '../store/payments.ts'

export type Card = Awaited<ReturnType<typeof payments.findPaymentMethod>>
/** The saved card of an order, looked up when somebody asks and at most once. */
export function cardLoader(ctx: Ctx, order: { paymentMethodId: string | null }): () => Promise<Card> {
  let pending: Promise<Card> | undefined
  return () => (pending ??= order.paymentMethodId ? payments.findPaymentMethod(ctx, order.paymentMethodId) : Promise.resolve(undefined))
}

/** The cards of a member are forgotten here at once and by the provider soon after. */
export async function detachCards(ctx: Ctx, memberId: string): Promise<void> {
  for (const card of await payments.detachMethods(ctx, memberId)) ctx.enqueue({ kind: 'orders.detach-card', key: card.id, data: card })
}

/** Job: asks the provider to forget a card. Asking twice is fine. */
export const detachCard = async (_ctx: Ctx, { provider, token }: { provider: string; token: string }): Promise<void> =>
  findProvider(provider)?.detachCard(token)
