/**
 * Payments on the provider's own page: opened, looked at, closed. A customer who is on the page is waiting, not failed.
 * Source: guide bookings §7.2, §12.4.
 */
import { findPaidBookings, isCardRequired, listPayments, sharesOfCharge, type BookingRow, type PaymentRow } from '#domains/bookings/public.ts'
import * as attempts from '#domains/payments/public.ts'
import type { Attempt } from '#domains/payments/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import type { ChargeResult, HostedPageProvider, OwnPageProvider, SavedCard } from '#kit/payments/provider.ts'
import { refuse } from '../errors.ts'

/** The outcome of a payment: one of the provider, `redirect` with the URL of its page, `place_gone` or `refunded`. */
export interface PaymentOutcome {
  outcome: string
  declineCode?: string
  url?: string
}
export interface PayResult {
  bookings: BookingRow[]
  payment?: PaymentOutcome
}

/** Opens the page. Refuses PAYMENT_UNAVAILABLE when the provider does not open one: nothing was charged. `returnUrl` is absolute. */
export async function openProviderPage(
  ctx: OwnTransactionContext,
  provider: HostedPageProvider,
  { attempt, bookings, returnUrl }: { attempt: Attempt; bookings: BookingRow[]; returnUrl: string },
): Promise<PayResult> {
  const [first] = bookings
  const opened = await attempts.openProviderPage(ctx, provider, attempt, {
    keepsCard: bookings.some(isCardRequired),
    title: bookings.map((booking) => booking.title).join(', '),
    // The provider knows buyers by booking, because who books for others enters another name each time.
    buyer: { memberId: first?.id ?? '', email: first?.contactDetails.email ?? '', name: first?.contactDetails.firstName ?? '' },
    returnUrl,
  })
  if ('url' in opened) return { bookings, payment: { outcome: 'redirect', url: opened.url } }
  // The page was never shown, so it cannot be paid.
  await ctx.transaction((inner) => attempts.expireAttempt(inner, attempt, 'provider_unavailable'))
  return refuse('PAYMENT_UNAVAILABLE')
}

/** The customer typed a card on our own page. */
export const chargeCard = async (
  ctx: OwnTransactionContext,
  provider: OwnPageProvider,
  attempt: Attempt,
  of: { card: SavedCard; challenge?: 'approve' | 'reject' | null | undefined },
): Promise<PayResult> => {
  const { card, challenge } = of
  const { payment, bookings } = await toPayResult(
    ctx,
    await attempts.chargeOnOwnPage(ctx, provider, attempt, { token: card.token, card, ...(challenge && { challenge }) }),
  )
  return { bookings, ...(payment && { payment }) }
}

type CheckedAttempt = PayResult & { attempt: Attempt }

/** Looks an attempt up at the provider and settles it: return and second press. */
export const checkAttempt = async (ctx: OwnTransactionContext, id: string): Promise<CheckedAttempt> =>
  toPayResult(ctx, await attempts.refreshAttempt(ctx, await getAttempt(ctx, id)))

/** Closes the page of an attempt; a payment made a moment ago counts. */
export const closeAttempt = async (ctx: OwnTransactionContext, id: string): Promise<CheckedAttempt> =>
  toPayResult(ctx, await attempts.closeAttempt(ctx, await getAttempt(ctx, id)))

const getAttempt = async (ctx: OwnTransactionContext, id: string): Promise<Attempt> =>
  (await ctx.transaction((inner) => attempts.findAttempt(inner, id))) ?? refuse('BOOKING_NOT_FOUND')

/** The result for the customer, with the current bookings. */
async function toPayResult(ctx: OwnTransactionContext, { attempt, result }: { attempt: Attempt; result?: ChargeResult }): Promise<CheckedAttempt> {
  const bookings = await ctx.read(async (inner) => {
    const ids = (await sharesOfCharge(inner, attempt.id)).map((share) => share.bookingId)
    return findPaidBookings(inner, ids)
  })
  return { attempt, bookings, payment: toPaymentOutcome(attempt, result) }
}

function toPaymentOutcome({ state, declineCode }: Attempt, result: ChargeResult | undefined): PaymentOutcome {
  const outcome = attempts.isOpen(state) ? (result?.outcome ?? 'unknown') : attempts.toOutcome(state)
  return { outcome, ...(declineCode && outcome === 'declined' && { declineCode }) }
}

/** Whether the customer has paid, or the money is on its way or going back: nothing else is to be tried. */
export const isPaymentDone = ({ payment }: PayResult): boolean =>
  payment?.outcome === 'succeeded' || payment?.outcome === 'processing' || payment?.outcome === 'refunded'

/** Whether the page of a payment can still be paid. After a declined card another one may be tried on it. */
export const isPageOpen = ({ payUrl, status, state }: PaymentRow): boolean => Boolean(payUrl) && (status === 'STARTED' || state === 'DECLINED')

/** Job: closes the open pages of a cancelled booking. */
export async function closeOpenPages(ctx: OwnTransactionContext, { bookingId }: { bookingId: string }): Promise<void> {
  const open = (await ctx.transaction((inner) => listPayments(inner, [bookingId]))).filter(isPageOpen)
  for (const payment of open) await closeAttempt(ctx, payment.chargeId)
}
