/** Paying online what is left of confirmed bookings. Source: guide bookings §12.2, §12.4. */
import { findBalances, findPaidBookings, listPayments, lockPaidBookings, sharesOfCharge, toDecimal, type BookingRow } from '#domains/bookings/public.ts'
import { reopenAttempt, type Attempt } from '#domains/payments/public.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import type { PaymentProvider } from '#kit/payments/provider.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { saveEnteredCard, type PayInput } from './checkout.ts'
import { createReturnUrl } from './pay-links.ts'
import { chargeCard, checkAttempt, closeAttempt, isPaymentDone, openProviderPage, type PayResult } from './pay-page.ts'
import { startCharge, type ChargeInput } from './start-charge.ts'

type StartedPayment =
  | { attempt: Attempt; bookings: BookingRow[] }
  /** The page of an earlier press, which may be paid on still when it asks for the same. */
  | { openId: string; openUrl: string | null; bookings: BookingRow[] }

/** Writes the attempt down, or finds the one of an earlier press. Refuses INVALID_BOOKING_STATUS when nothing is left to pay. */
async function startPayment(ctx: TransactionContext, ids: readonly string[], provider: PaymentProvider, input: StartInput): Promise<StartedPayment> {
  const locked = await lockPaidBookings(ctx, ids.toSorted())
  if (locked.length < ids.length) return refuse('BOOKING_NOT_FOUND')
  const owed = await findBalances(ctx, locked)
  const [first] = owed
  if (!first) return refuse('INVALID_BOOKING_STATUS', { status: locked[0]?.status ?? '' })
  const { currency } = first.booking.price
  const bookings = owed.map(({ booking }) => booking)
  const shares = owed.map(({ booking, amount }) => ({ bookingId: booking.id, amount: toDecimal(amount, currency) }))
  const known = await listPayments(
    ctx,
    bookings.map(({ id }) => id),
  )
  const open = known.findLast(({ kind, status }) => kind === 'ONLINE' && status === 'STARTED')
  if (!open) return { attempt: await startCharge(ctx, { bookings, shares, currency, provider, isBalance: true, earlier: known, ...input }), bookings }
  const before = await sharesOfCharge(ctx, open.chargeId)
  const isSame =
    shares.length === before.length && shares.every((share) => before.some((one) => one.bookingId === share.bookingId && one.amount === share.amount))
  return { openId: open.chargeId, openUrl: isSame ? open.payUrl : null, bookings }
}
type StartInput = Pick<ChargeInput, 'card' | 'basketId'>

/** Pays what is left of confirmed bookings, all of it together. Needs a context without a transaction. */
export async function payBalance(ctx: OwnTransactionContext, ids: readonly string[], input: PayInput): Promise<PayResult> {
  const provider = (await getOnlineProvider(ctx)) ?? refuse('PAYMENT_UNAVAILABLE')
  const card = input.card && provider.page === 'own' ? saveEnteredCard(ctx, provider, input.card) : undefined
  if (provider.page === 'own' && !card) {
    const owed = await ctx.transaction(async (inner) => findBalances(inner, await findPaidBookings(inner, ids)))
    const currency = owed[0]?.booking.price.currency ?? ''
    const sum = owed.reduce((total, { amount }) => total + amount, 0)
    return sum === 0 ? refuse('INVALID_BOOKING_STATUS', { status: 'CONFIRMED' }) : refuse('PAYMENT_REQUIRED', { amount: toDecimal(sum, currency), currency })
  }
  const started = await ctx.transaction((inner) => startPayment(inner, ids, provider, { card, basketId: input.basketId }))
  if ('openId' in started) return resumePayment(ctx, started, input)
  const { attempt, bookings } = started
  if (provider.page === 'hosted')
    return openProviderPage(ctx, provider, { attempt, bookings, returnUrl: await createReturnUrl(ctx, bookings[0]?.id ?? '', input) })
  return card ? chargeCard(ctx, provider, attempt, { card, challenge: input.challenge }) : { bookings }
}

/** What became of the earlier press is asked first; its page is shown again, or closed when another sum is owed by now. */
async function resumePayment(
  ctx: OwnTransactionContext,
  { openId, openUrl, bookings }: Extract<StartedPayment, { openId: string }>,
  input: PayInput,
): Promise<PayResult> {
  const { attempt, ...current } = await checkAttempt(ctx, openId)
  if (isPaymentDone(current)) return current
  if (openUrl && attempt.state !== 'EXPIRED') {
    await ctx.transaction((inner) => reopenAttempt(inner, openId))
    return { bookings: current.bookings, payment: { outcome: 'redirect', url: openUrl } }
  }
  const { attempt: last, ...closed } = await closeAttempt(ctx, openId)
  if (last.state === 'SUCCEEDED') return closed
  // The old page may still be open: a second one could take the money twice.
  if (last.state !== 'DECLINED' && last.state !== 'EXPIRED') return refuse('PAYMENT_UNAVAILABLE')
  return payBalance(
    ctx,
    bookings.map(({ id }) => id),
    input,
  )
}
