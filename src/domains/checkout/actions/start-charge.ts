/** An attempt to charge bookings is written down: for one booking, or for a visit of several. Source: guide bookings §12.4, §12.5. */
import { insertShares, LONGEST_HOLD_MINUTES, toDecimal, toMinorUnits, type BookingRow, type PaymentRow, type Share } from '#domains/bookings/public.ts'
import { createAttempt, type Attempt } from '#domains/payments/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import type { PaymentProvider, SavedCard } from '#kit/payments/provider.ts'
import { refuse } from '../errors.ts'
import type { MemberCardToCharge } from './saved-card.ts'

export interface ChargeInput {
  /** Locked. */
  bookings: readonly BookingRow[]
  shares: readonly Share[]
  currency: string
  provider: PaymentProvider
  /** Typed on our own page. */
  card?: SavedCard | undefined
  /** A saved card of the member, in place of one that was typed. */
  member?: MemberCardToCharge | undefined
  isBalance?: boolean
  /** The payments of these bookings so far. */
  earlier: readonly PaymentRow[]
  /** The basket that they are paid in. */
  basketId?: string | undefined
}

/** One booking on its own; several by the set that they belong to, else by their basket, else as a visit of this one payment. */
function toPayable(bookings: readonly BookingRow[], others: { basketId: string | undefined; attemptId: string }): Pick<Attempt, 'kind' | 'payableId'> {
  const [first] = bookings
  if (first && bookings.length === 1) return { kind: 'BOOKING', payableId: first.id }
  const setId = first?.multiServiceBooking?.id
  const isOneSet = bookings.every((booking) => booking.multiServiceBooking?.id === setId)
  return { kind: 'VISIT', payableId: (isOneSet ? setId : undefined) ?? others.basketId ?? others.attemptId }
}

/** A provider with a page of its own charges a saved card without it. */
function toMode({ provider, member }: ChargeInput, sum: number): Pick<Attempt, 'mode'> & Partial<Pick<Attempt, 'memberId' | 'paymentMethodId'>> {
  if (member && provider.page === 'hosted') return { mode: 'off-session', memberId: member.memberId, paymentMethodId: member.id }
  return { mode: sum > 0 ? 'pay' : 'setup' }
}

/** Refuses INVALID_BOOKING_STATUS while a payment for any of the bookings is under way. */
export async function startCharge(ctx: TransactionContext, input: ChargeInput): Promise<Attempt> {
  const { bookings, shares, currency, provider, card, isBalance = false, basketId, earlier } = input
  const isUnderWay = earlier.some(({ kind, status }) => kind === 'ONLINE' && status === 'STARTED')
  if (isUnderWay) return refuse('INVALID_BOOKING_STATUS', { reason: 'PAYMENT_UNDER_WAY' })
  const id = ctx.newId()
  const sum = shares.reduce((total, share) => total + toMinorUnits(share.amount, currency), 0)
  const payable = toPayable(bookings, { basketId, attemptId: id })
  const attempt = await createAttempt(ctx, {
    ...payable,
    id,
    n: 1,
    key: `booking:${id}`,
    ...toMode(input, sum),
    provider: provider.id,
    amount: toDecimal(sum, currency),
    currency,
    card: card ? { brand: card.brand, last4: card.last4 } : null,
    details: { payable: payable.kind, payableId: payable.payableId, ...(basketId && { basketId }) },
    // A page that does not open is never paid on. Our own page may still be waiting for its answer while the place can be held.
    checkAfterMinutes: provider.page === 'hosted' ? 2 : LONGEST_HOLD_MINUTES,
  })
  await insertShares(ctx, { attemptId: id, currency, kind: 'ONLINE', isBalance, shares })
  return attempt
}
