/** Paying for bookings with a saved card of the member. Source: guide bookings §12.4. */
import { findPaidBookings, isCardRequired, saveCard, sharesOfCharge, type BookingRow } from '#domains/bookings/public.ts'
import { expireAttempt, findAttempt, findMemberCard, isOpen, sendAttempt, toOutcome, type Attempt } from '#domains/payments/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { PayResult } from './pay-page.ts'

export type MemberCardToCharge = NonNullable<Awaited<ReturnType<typeof findMemberCard>>>

/** The caller's own card. Refuses with SAVED_CARD_NOT_FOUND one that is another member's, gone, expired, or kept by another provider. */
export async function findSavedCard(ctx: OwnTransactionContext, id: string): Promise<MemberCardToCharge> {
  const { memberId, role } = ctx.caller
  const card = memberId && role === 'member' ? await ctx.transaction((inner) => findMemberCard(inner, memberId, id)) : undefined
  return card ?? refuse('SAVED_CARD_NOT_FOUND', { cardId: id })
}

/** Keeps the card for a fee of those bookings whose policy asks for one. */
export async function keepCard(ctx: TransactionContext, bookings: BookingRow[], card: MemberCardToCharge): Promise<BookingRow[]> {
  const { token, brand, last4, provider, customer } = card
  for (const booking of bookings.filter(isCardRequired)) await saveCard(ctx, booking.id, { token, brand, last4, provider, customer: customer ?? null })
  return bookings
}

/**
 * Charges the card at a provider with a page of its own, under the key of the attempt. A bank that wants to see the customer counts as a
 * decline: another card is entered on the page of the provider.
 */
export async function chargeSavedCard(ctx: OwnTransactionContext, { id }: Attempt): Promise<PayResult> {
  await sendAttempt(ctx, { attemptId: id })
  return ctx.transaction(async (inner) => {
    const attempt = (await findAttempt(inner, id)) ?? refuse('BOOKING_NOT_FOUND')
    const isChallenged = attempt.state === 'REQUIRES_ACTION'
    if (isChallenged) await expireAttempt(inner, attempt, 'authentication_required')
    const ids = (await sharesOfCharge(inner, id)).map(({ bookingId }) => bookingId)
    const outcome = isChallenged ? 'declined' : isOpen(attempt.state) ? 'unknown' : toOutcome(attempt.state)
    const declineCode = isChallenged ? 'authentication_required' : attempt.declineCode
    return {
      bookings: await findPaidBookings(inner, ids),
      payment: { outcome, ...(declineCode && outcome === 'declined' && { declineCode }) },
    }
  })
}
