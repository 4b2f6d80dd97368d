/** Saved cards of members. Source: guide pricing-plans §8.2 row 42, §10. */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { detachMethods } from '../store/methods.ts'

/** The cards of a member are detached here at once and by the provider soon after. */
export async function detachCards(ctx: TransactionContext, memberId: string): Promise<void> {
  for (const card of await detachMethods(ctx, memberId)) ctx.enqueue({ kind: 'payments.detach-card', key: card.id, data: card })
}

/** Job: asks the provider to detach a card. Asking twice is fine. */
export const detachCard = async (_ctx: BaseContext, { provider, token }: { provider: string; token: string }): Promise<void> =>
  findProvider(provider)?.detachCard(token)
