/** What cancelling bookings would do, before it is done: who, how much money and how many plan sessions go back, who can be emailed. Changes nothing. */
import { isOrderOver } from '#domains/orders/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { countWaiting } from '../../hooks.ts'
import { type EndOfBooking, returnsCredits } from '../../rules/credits.ts'
import * as store from '../../store/bookings.ts'
import { formatClientName, resolveReaderLanguage } from '../reading/client-name.ts'
import { findChosenFee } from '../money/fees.ts'
import { toDecimal } from '../money/money.ts'
import { calculateRefundOnCancel } from '../money/refunds.ts'

const open = new Set<string>(['CONFIRMED', 'PENDING', 'WAITING_LIST'])

async function previewOne(ctx: ReadContext, booking: store.BookingRow, end: EndOfBooking) {
  const { amount, paid } = await calculateRefundOnCancel(ctx, booking, end, 0)
  const { currency } = booking.price
  const returns = returnsCredits(end) && booking.planOrderId !== null && booking.credits > 0 && !(await isOrderOver(ctx, booking.planOrderId))
  const fee = end.by === 'business' ? await findChosenFee(ctx, booking) : undefined
  const { email } = booking.contactDetails
  return {
    id: booking.id,
    name: formatClientName(booking.contactDetails, resolveReaderLanguage(ctx)),
    people: booking.participants,
    paidByCard: toDecimal(paid, currency),
    refunded: toDecimal(amount, currency),
    currency,
    sessionsReturned: returns ? booking.credits : 0,
    hasEmail: Boolean(email),
    ...(fee && { fee: { amount: toDecimal(fee.amount, currency), open: toDecimal(fee.open, currency), settlement: fee.settlement } }),
  }
}

interface CancellationEffectsInput {
  bookingIds: readonly string[]
  because: 'SESSION' | 'BUSINESS'
  sessionId?: string | null
  /** Whether the business returns plan sessions; it does unless it says otherwise. */
  withRefund?: boolean | null
}

/**
 * The bookings among these that would be cancelled, in their order. `because`: their session is cancelled, which follows the refund setting of the
 * site, or the business cancels them one by one and may charge the fee of their policy. Unknown and ended ones are left out.
 */
export async function previewCancellationEffects(ctx: ReadContext, { bookingIds, because, sessionId, withRefund }: CancellationEffectsInput) {
  const end: EndOfBooking = because === 'SESSION' ? { by: 'system' } : { by: 'business', withRefund: withRefund ?? true }
  const found = new Map((await store.bookingsByIds(ctx, [...new Set(bookingIds)])).map((booking) => [booking.id, booking]))
  const bookings: Awaited<ReturnType<typeof previewOne>>[] = []
  for (const id of new Set(bookingIds)) {
    const booking = found.get(id)
    if (booking && open.has(booking.status)) bookings.push(await previewOne(ctx, booking, end))
  }
  const [waitlisted = 0] = sessionId ? await countWaiting.call(ctx, { eventId: sessionId }) : []
  return { waitlisted, bookings }
}
