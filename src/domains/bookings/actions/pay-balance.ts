/** Paying online what is left of confirmed bookings. Source: guide bookings §12.2, §12.4. */
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { isAttemptClosed } from '../rules/attempts.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { findBalances } from './balances.ts'
import { saveEnteredCard, type PayInput } from './checkout.ts'
import type { PayResult } from './checkout-items.ts'
import { toDecimal } from './money.ts'
import { createReturnUrl } from './pay-links.ts'
import { checkCharge, closeCharge, openProviderPage } from './pay-page.ts'
import { settle } from './settle.ts'
import { unrestrictedViewer } from './viewer.ts'

interface StartedPayment {
  chargeId: string
  amount: string
  currency: string
  bookings: store.BookingRow[]
  /** The page of an earlier press, which may be paid on still. */
  openUrl?: string | null
}

/** Writes the attempt down, or finds the one of an earlier press. Refuses INVALID_BOOKING_STATUS when nothing is left to pay. */
async function startPayment(ctx: TransactionContext, ids: readonly string[], provider: string): Promise<StartedPayment> {
  const locked: store.BookingRow[] = []
  for (const id of ids.toSorted()) locked.push((await store.lockBooking(ctx, unrestrictedViewer, id)) ?? refuse('BOOKING_NOT_FOUND'))
  const owed = await findBalances(ctx, locked)
  const [first] = owed
  if (!first) return refuse('INVALID_BOOKING_STATUS', { status: locked[0]?.status ?? '' })
  const { currency } = first.booking.price
  const bookings = owed.map(({ booking }) => booking)
  const shares = owed.map(({ booking, amount }) => ({ bookingId: booking.id, amount: toDecimal(amount, currency) }))
  const amount = toDecimal(
    owed.reduce((sum, one) => sum + one.amount, 0),
    currency,
  )
  const open = (
    await payments.paymentsOf(
      ctx,
      bookings.map(({ id }) => id),
    )
  ).findLast(({ kind, status }) => kind === 'ONLINE' && status === 'STARTED')
  if (open) {
    const before = await payments.sharesOfCharge(ctx, open.chargeId)
    const isSame =
      shares.length === before.length && shares.every((share) => before.some((one) => one.bookingId === share.bookingId && one.amount === share.amount))
    return { chargeId: open.chargeId, amount, currency, bookings, openUrl: isSame ? open.payUrl : null }
  }
  const chargeId = ctx.newId()
  if (!(await payments.insertCharge(ctx, { chargeId, provider, currency, card: {}, shares, isBalance: true })))
    return refuse('INVALID_BOOKING_STATUS', { reason: 'PAYMENT_UNDER_WAY' })
  return { chargeId, amount, currency, bookings }
}

/** Pays what is left of confirmed bookings, all of it together. Needs a context without a transaction. */
export async function payBalance(ctx: OwnTransactionContext, ids: readonly string[], input: PayInput): Promise<PayResult> {
  const provider = getOnlineProvider() ?? refuse('PAYMENT_UNAVAILABLE')
  const card = input.card && provider.page === 'own' ? saveEnteredCard(ctx, provider, input.card) : undefined
  if (provider.page === 'own' && !card) {
    const owed = await ctx.transaction(async (inner) => findBalances(inner, await store.bookingsById(inner, unrestrictedViewer, ids)))
    const currency = owed[0]?.booking.price.currency ?? ''
    const sum = owed.reduce((total, { amount }) => total + amount, 0)
    return sum === 0 ? refuse('INVALID_BOOKING_STATUS', { status: 'CONFIRMED' }) : refuse('PAYMENT_REQUIRED', { amount: toDecimal(sum, currency), currency })
  }
  const started = await ctx.transaction((inner) => startPayment(inner, ids, provider.id))
  if (started.openUrl !== undefined) return resumePayment(ctx, started, input)
  const { chargeId, amount, currency, bookings } = started
  if (provider.page === 'hosted')
    return openProviderPage(ctx, provider, { chargeId, amount, currency, bookings, returnUrl: await createReturnUrl(ctx, bookings[0]?.id ?? '', input) })
  const result = await provider.chargeOnSession({
    token: card?.token ?? '',
    amount: { amount, currency },
    key: `booking:${chargeId}`,
    at: ctx.now,
    mode: 'pay',
    meta: { siteId: ctx.siteId, attemptId: chargeId },
    ...(input.challenge && { challenge: input.challenge }),
  })
  return ctx.transaction((inner) => settle(inner, chargeId, result, card))
}

/** What became of the earlier press is asked first; its page is shown again, or closed when another sum is owed by now. */
async function resumePayment(ctx: OwnTransactionContext, { chargeId, bookings, openUrl }: StartedPayment, input: PayInput): Promise<PayResult> {
  const current = await checkCharge(ctx, chargeId)
  const outcome = current.payment?.outcome
  if (outcome === 'succeeded' || outcome === 'processing' || outcome === 'refunded') return current
  if (openUrl && !isAttemptClosed(current.payment?.declineCode)) {
    await ctx.transaction((inner) => payments.reopenCharge(inner, chargeId))
    return { bookings: current.bookings, payment: { outcome: 'redirect', url: openUrl } }
  }
  const closed = await closeCharge(ctx, chargeId)
  // The old page may still be open: a second one could take the money twice.
  if (closed.payment?.outcome !== 'declined') return closed.payment?.outcome === 'succeeded' ? closed : refuse('PAYMENT_UNAVAILABLE')
  return payBalance(
    ctx,
    bookings.map(({ id }) => id),
    input,
  )
}
