/**
 * Payments on the provider's own page: opened, looked at, closed. A customer who is on the page is waiting, not failed.
 * No transaction is open while the provider is called. Source: guide bookings §7.2, §12.4.
 */
import { clearProviderOutage, reportProviderOutage } from '#domains/payments/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { ProviderRejectedRequest, ProviderUnreachable, type ChargeResult, type HostedPageProvider, type ProviderEvent } from '#kit/payments/provider.ts'
import { findProvider } from '#kit/payments/providers.ts'
import { refuse } from '../errors.ts'
import { isAttemptClosed } from '../rules/attempts.ts'
import { LONGEST_HOLD_MINUTES } from '../rules/holds.ts'
import * as store from '../store/bookings.ts'
import * as payments from '../store/payments.ts'
import { findBalances } from './balances.ts'
import { collectFee, settleFee } from './fees.ts'
import { isCardRequired, type PayResult } from './checkout-items.ts'
import { settle } from './settle.ts'
import { unrestrictedViewer } from './viewer.ts'

interface OpenPageInput {
  chargeId: string
  /** Decimal string; "0.00" only keeps the card. */
  amount: string
  currency: string
  bookings: store.BookingRow[]
  /** Where the page leads back to, absolute. */
  returnUrl: string
}

/** Opens the page. Refuses PAYMENT_UNAVAILABLE when the provider does not open one: nothing was charged. */
export async function openProviderPage(ctx: OwnTransactionContext, provider: HostedPageProvider, page: OpenPageInput): Promise<PayResult> {
  const { chargeId, bookings } = page
  const [first] = bookings
  try {
    const { url, ref } = await provider.startCheckout({
      amount: { amount: page.amount, currency: page.currency },
      key: `booking:${chargeId}`,
      at: ctx.now,
      mode: Number(page.amount) > 0 ? 'pay' : 'setup',
      keepsCard: bookings.some(isCardRequired),
      title: bookings.map((booking) => booking.title).join(', '),
      // The provider knows buyers by booking, because who books for others enters another name each time.
      buyer: { memberId: first?.id ?? '', email: first?.contactDetails.email ?? '', name: first?.contactDetails.firstName ?? '' },
      returnUrl: page.returnUrl,
      meta: { siteId: ctx.siteId, attemptId: chargeId, payable: 'BOOKING', payableId: first?.id ?? '' },
    })
    await ctx.transaction(async (inner) => {
      await payments.saveChargeRef(inner, chargeId, ref, url)
      await clearProviderOutage(inner, provider.id)
    })
    return { bookings, payment: { outcome: 'redirect', url } }
  } catch (error) {
    if (!(error instanceof ProviderRejectedRequest) && !(error instanceof ProviderUnreachable)) throw error
    // The page was never shown, so it cannot be paid.
    await ctx.transaction((inner) => payments.settleCharge(inner, chargeId, { status: 'FAILED', declineCode: 'provider_unavailable' }))
    if (error instanceof ProviderRejectedRequest) await ctx.transaction((inner) => reportProviderOutage(inner, provider.id, error.message))
    return refuse('PAYMENT_UNAVAILABLE')
  }
}

/** Looks a charge up at the provider and settles it. Return, second press, webhook and follow-up all end here. */
export const checkCharge = (ctx: OwnTransactionContext, chargeId: string, ref?: string): Promise<PayResult> =>
  queryProvider(ctx, chargeId, (provider, known) => provider.lookUp(ref ?? known, ctx.now))

/** Closes the page of a charge; a payment made a moment ago counts. */
export const closeCharge = (ctx: OwnTransactionContext, chargeId: string): Promise<PayResult> =>
  queryProvider(ctx, chargeId, (provider, ref) => (provider.page === 'hosted' ? provider.closeCheckout(ref, ctx.now) : provider.lookUp(ref, ctx.now)))

type ProviderQuery = (provider: NonNullable<ReturnType<typeof findProvider>>, ref: string) => Promise<ChargeResult>
async function queryProvider(ctx: OwnTransactionContext, chargeId: string, how: ProviderQuery): Promise<PayResult> {
  const charge = await ctx.transaction((inner) => payments.chargeById(inner, chargeId))
  const provider = findProvider(charge?.provider ?? '')
  const result: ChargeResult = charge?.providerRef && provider ? await how(provider, charge.providerRef) : { outcome: 'unknown' }
  return ctx.transaction((inner) => (charge?.kind === 'FEE' ? settleFee(inner, chargeId, result) : settle(inner, chargeId, result)))
}

/** Answer to orders: an event about a charge of bookings is looked up and settled. False when it is none of ours. */
export async function settleEvent(ctx: OwnTransactionContext, { provider, event }: { provider: string; event: ProviderEvent }): Promise<boolean> {
  const charge = await ctx.transaction(async (inner) => {
    const named = event.attemptId ? await payments.chargeById(inner, event.attemptId) : undefined
    const chargeId = named?.chargeId ?? (event.ref ? await payments.chargeByRef(inner, provider, event.ref) : undefined)
    return chargeId ? payments.chargeById(inner, chargeId) : undefined
  })
  if (!charge) return false
  if (event.result) {
    const { result } = event
    await ctx.transaction((inner) => (charge.kind === 'FEE' ? settleFee(inner, charge.chargeId, result) : settle(inner, charge.chargeId, result)))
  } else if (charge.status === 'STARTED' || charge.status === 'FAILED') await checkCharge(ctx, charge.chargeId, event.ref || undefined)
  return true
}

const MINUTE = 60_000
/**
 * Schedule: looks up what became of charges that got no answer for two minutes. An open page is waited for while the place may be held and
 * then closed; so is the page of a booking that is decided. One charge that cannot be asked about stops no other.
 */
export async function followUpPayments(ctx: OwnTransactionContext): Promise<number> {
  const open = await ctx.transaction((inner) => payments.openCharges(inner, inner.now.subtract({ minutes: 2 })))
  const problems: unknown[] = []
  for (const charge of open)
    try {
      await ctx.transaction((inner) => payments.markChargeChecked(inner, charge.chargeId))
      await followUp(ctx, charge)
    } catch (error) {
      if (error instanceof ProviderRejectedRequest) await ctx.transaction((inner) => reportProviderOutage(inner, charge.provider ?? '', error.message))
      problems.push(error)
    }
  if (problems.length > 0) throw problems[0]
  return open.length
}

async function followUp(ctx: OwnTransactionContext, charge: payments.PaymentRow): Promise<void> {
  if (charge.kind === 'FEE' && !charge.providerRef) return void (await collectFee(ctx, charge.chargeId))
  const isOnTheirPage = findProvider(charge.provider ?? '')?.page === 'hosted'
  const age = ctx.now.epochMilliseconds - charge.createdAt.epochMilliseconds
  // Without a reference at the provider the charge never began. The sandbox may still be answering.
  if (!charge.providerRef && (isOnTheirPage || age > LONGEST_HOLD_MINUTES * MINUTE))
    return void (await ctx.transaction((inner) => settle(inner, charge.chargeId, { outcome: 'declined', declineCode: 'abandoned' })))
  if (isOnTheirPage && charge.kind === 'ONLINE' && (await isNoLongerAwaited(ctx, charge))) return void (await closeCharge(ctx, charge.chargeId))
  await checkCharge(ctx, charge.chargeId)
}

/** No booking waits for this payment any more: all are decided or past their longest hold. */
async function isNoLongerAwaited(ctx: OwnTransactionContext, { chargeId, createdAt }: payments.PaymentRow): Promise<boolean> {
  const ids = (await ctx.transaction((inner) => payments.sharesOfCharge(inner, chargeId))).map((share) => share.bookingId)
  const bookings = await ctx.transaction((inner) => store.bookingsById(inner, unrestrictedViewer, ids))
  const isOver = (from: OwnTransactionContext['now']) => from.add({ minutes: LONGEST_HOLD_MINUTES }).epochMilliseconds <= ctx.now.epochMilliseconds
  if (bookings.some((booking) => booking.status === 'CREATED' && !isOver(booking.createdAt))) return false
  // What is left of a confirmed booking holds no place: its page is waited for just as long.
  const balances = await ctx.transaction((inner) => findBalances(inner, bookings))
  return balances.length === 0 || isOver(createdAt)
}

/** Job: closes the open pages of a cancelled booking. */
export async function closeOpenPages(ctx: OwnTransactionContext, { bookingId }: { bookingId: string }): Promise<void> {
  const open = (await ctx.transaction((inner) => payments.paymentsOf(inner, [bookingId]))).filter(
    (payment) => payment.payUrl && (payment.status === 'STARTED' || (payment.status === 'FAILED' && !isAttemptClosed(payment.declineCode))),
  )
  for (const payment of open) await closeCharge(ctx, payment.chargeId)
}
