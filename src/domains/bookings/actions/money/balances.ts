/** What is left to pay online for confirmed bookings. Source: guide bookings §12.2. */
import type { ReadContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { calculateBalance } from '../../rules/balance.ts'
import type * as store from '../../store/bookings.ts'
import { findOpenAmounts } from './money.ts'

/** Whether something can be paid online for any of the bookings now. */
export const hasBalance = async (ctx: ReadContext, bookings: readonly store.BookingRow[]): Promise<boolean> =>
  (await getOnlineProvider(ctx)) !== undefined && (await findBalances(ctx, bookings)).length > 0

interface OwedShare {
  booking: store.BookingRow
  /** Minor units. */
  amount: number
}

/** What can be paid online for each of the bookings, as if one attempt had not paid; those that owe nothing are left out. */
export async function findBalances(ctx: ReadContext, bookings: readonly store.BookingRow[], exceptChargeId?: string): Promise<OwedShare[]> {
  const open = await findOpenAmounts(ctx, bookings, exceptChargeId)
  return bookings.flatMap((booking) => {
    const { id, status, paymentStatus, planOrderId, price } = booking
    const amount = calculateBalance({ status, paymentStatus, byPlan: planOrderId !== null, open: open.get(id) ?? 0, terms: price.terms })
    return amount > 0 ? [{ booking, amount }] : []
  })
}
