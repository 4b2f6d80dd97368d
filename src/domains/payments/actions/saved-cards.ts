/** Saved cards of members. Source: guide pricing-plans §8.2 row 42, §10. */
import type { OwnTransactionContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { SavedCard } from '#kit/payments/provider.ts'
import { findProvider, getOnlineProvider } from '#kit/payments/providers.ts'
import { detachMethods, findCustomer, listMethods, savePaymentMethod } from '../store/methods.ts'

/** A card of a member that the provider of the day can charge. */
export type MemberCard = Awaited<ReturnType<typeof listMethods>>[number]

/** The cards that the member may pay with now, the newest first. */
export async function listMemberCards(ctx: ReadContext, memberId: string): Promise<MemberCard[]> {
  const provider = await getOnlineProvider(ctx)
  const { year, month } = ctx.now.toZonedDateTimeISO('UTC')
  return provider ? listMethods(ctx, memberId, provider.id, { year, month }) : []
}

/** One of them, with the name of the member at the provider; undefined for any other card. */
export async function findMemberCard(
  ctx: ReadContext,
  memberId: string,
  id: string,
): Promise<(Omit<MemberCard, 'customer'> & { customer: string | undefined }) | undefined> {
  const card = (await listMemberCards(ctx, memberId)).find((one) => one.id === id)
  return card && { ...card, customer: card.customer ?? (await findCustomer(ctx, memberId, card.provider)) }
}

/** Keeps the card of a booking for its member, who is offered it again. `customer`: whose it is at the provider. */
export const keepMemberCard = (
  ctx: TransactionContext,
  memberId: string,
  { provider, card, customer }: { provider: string; card: SavedCard; customer: string | undefined },
): Promise<string> => savePaymentMethod(ctx, memberId, provider, card, customer)

/** The cards of a member are detached here at once and by the provider soon after. */
export async function detachCards(ctx: TransactionContext, memberId: string): Promise<void> {
  for (const card of await detachMethods(ctx, memberId)) ctx.enqueue({ kind: 'payments.detach-card', key: card.id, data: card })
}

/** Job: asks the provider to detach a card. Asking twice is fine. */
export const detachCard = async (ctx: OwnTransactionContext, { provider, token }: { provider: string; token: string }): Promise<void> =>
  (await findProvider(ctx, provider))?.detachCard(token)
