import { findPaymentMethod } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'

export type Card = Awaited<ReturnType<typeof findPaymentMethod>>
/** The saved card of an order, loaded when it is needed and at most once. */
export function cardLoader(ctx: ReadContext, order: { paymentMethodId: string | null }): () => Promise<Card> {
  let pending: Promise<Card> | undefined
  return () => (pending ??= order.paymentMethodId ? findPaymentMethod(ctx, order.paymentMethodId) : Promise.resolve(undefined))
}
