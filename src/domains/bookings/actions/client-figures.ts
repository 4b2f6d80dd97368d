/** How clients use the business: visits, last and next booking, what they owe. Source: guide bookings §18.4. */
import type { ReadContext } from '#kit/api/context.ts'
import type { ClientFigures } from '../contract.ts'
import { calculateOwed } from '../rules/due.ts'
import { findOwedBookings } from '../store/customer-bookings.ts'
import { findClientActivity, type ClientActivity } from '../store/clients.ts'
import { formatInstant } from '../wire.ts'
import { sumPaid, toDecimal } from './money.ts'

const visitToWire = ({ id, title, startAt, endAt }: NonNullable<ClientActivity['last']>) => ({
  bookingId: id,
  title,
  startDate: formatInstant(startAt),
  endDate: formatInstant(endAt),
})

/** What is left to pay, in minor units by contact and currency. */
async function sumOwed(ctx: ReadContext, contactIds: readonly string[]): Promise<Map<string, Map<string, number>>> {
  const bookings = await findOwedBookings(ctx, contactIds)
  const paid = await sumPaid(ctx, bookings)
  const sums = new Map<string, Map<string, number>>()
  for (const booking of bookings) {
    const owed = calculateOwed(booking) - (paid.get(booking.id) ?? 0)
    if (owed <= 0) continue
    const own = sums.get(booking.contactId ?? '') ?? new Map<string, number>()
    const { currency } = booking.price
    sums.set(booking.contactId ?? '', own.set(currency, (own.get(currency) ?? 0) + owed))
  }
  return sums
}

/** The figures of clients in the order asked for; contacts that are not known are left out. */
export async function loadClientFigures(ctx: ReadContext, contactIds: readonly string[]): Promise<ClientFigures[]> {
  const known = new Map((await findClientActivity(ctx, contactIds)).map((one) => [one.contactId, one]))
  const owed = await sumOwed(ctx, contactIds)
  return [...new Set(contactIds)].flatMap((contactId) => {
    const one = known.get(contactId)
    if (!one) return []
    return [
      {
        contactId,
        // A client with a no-show and a later visit is counted once for each.
        visits: Math.max(0, one.bookings - one.upcoming - one.noShows),
        noShows: one.noShows,
        ...(one.last && { lastVisit: visitToWire(one.last) }),
        ...(one.next && { nextBooking: visitToWire(one.next) }),
        owed: [...(owed.get(contactId) ?? [])].map(([currency, amount]) => ({ amount: toDecimal(amount, currency), currency })),
      },
    ]
  })
}
