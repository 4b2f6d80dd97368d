/** How clients use the business: visits, last and next booking, what they owe. Source: guide bookings §18.4. */
import type { Finding, OwedPart } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { ClientFigures } from '../../contract.ts'
import { calculateOpenFee } from '../../rules/fees.ts'
import { findOpenFees, findOwedBookings } from '../../store/customer-bookings.ts'
import { findClientActivity, type ClientActivity } from '../../store/clients.ts'
import { findOwedSums, findWrongOwedSums } from '../../store/owed.ts'
import { formatInstant } from '../../wire.ts'
import { findOpenAmounts, toDecimal } from '../money/money.ts'

const visitToWire = ({ id, title, startAt, endAt }: NonNullable<ClientActivity['last']>) => ({
  bookingId: id,
  title,
  startDate: formatInstant(startAt),
  endDate: formatInstant(endAt),
})

/** What is left to pay for bookings, in minor units by contact and currency. */
async function sumOwedPrices(ctx: ReadContext, contactIds: readonly string[]): Promise<OwedSums> {
  const bookings = await findOwedBookings(ctx, contactIds)
  const open = await findOpenAmounts(ctx, bookings)
  return sumByContact(
    bookings.map((booking) => ({
      contactId: booking.contactId,
      currency: booking.price.currency,
      amount: open.get(booking.id) ?? 0,
    })),
  )
}

const readOpenFees = async (ctx: ReadContext, contactIds: readonly string[]) =>
  (await findOpenFees(ctx, contactIds)).map((fee) => ({
    ...fee,
    amount: calculateOpenFee({ ...fee, kept: Number(fee.kept), isWaived: false, isStanding: fee.status === 'CONFIRMED' }),
  }))

/** What a client owes for late cancellations and no-shows, the latest booking first. */
export const listOpenFees = async (ctx: ReadContext, contactId: string) =>
  (await readOpenFees(ctx, [contactId]))
    .filter(({ amount }) => amount > 0)
    .map(({ id, title, startAt, trigger, amount, currency, applied }) => ({
      bookingId: id,
      title,
      startDate: formatInstant(startAt),
      trigger,
      amount: toDecimal(amount, currency),
      currency,
      isChargeable: applied === null,
    }))

type OwedSums = Map<string, Map<string, number>>
function sumByContact(parts: readonly { contactId: string | null; currency: string; amount: number }[]): OwedSums {
  const sums: OwedSums = new Map()
  for (const { contactId, currency, amount } of parts) {
    if (amount <= 0) continue
    const own = sums.get(contactId ?? '') ?? new Map<string, number>()
    sums.set(contactId ?? '', own.set(currency, (own.get(currency) ?? 0) + amount))
  }
  return sums
}
const toWire = (sums: Map<string, number> | undefined) => [...(sums ?? [])].map(([currency, amount]) => ({ amount: toDecimal(amount, currency), currency }))

/** What all clients of the site owe for bookings and fees. */
export async function sumOwedOfSite(ctx: ReadContext): Promise<OwedPart[]> {
  return (await findOwedSums(ctx)).map(({ kind, currency, amount }) => ({ kind, currency, amount: toDecimal(amount, currency) }))
}

const kindNames = { BOOKING: 'Bookings', BOOKING_FEE: 'Fees of bookings' } as const
/** The nightly check: what is kept as owed by all against what each booking owes. */
export async function checkOwedSums(ctx: ReadContext): Promise<Finding[]> {
  return (await findWrongOwedSums(ctx)).map(({ kind, currency, kept, owed }) => ({
    what: `${kindNames[kind]} that are not paid come to ${toDecimal(owed, currency)} ${currency}; ${toDecimal(kept, currency)} ${currency} is noted.`,
  }))
}

/** The figures of clients in the order asked for; contacts that are not known are left out. */
export async function loadClientFigures(ctx: ReadContext, contactIds: readonly string[]): Promise<ClientFigures[]> {
  const known = new Map((await findClientActivity(ctx, contactIds)).map((one) => [one.contactId, one]))
  const owed = await sumOwedPrices(ctx, contactIds)
  const fees = sumByContact(await readOpenFees(ctx, contactIds))
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
        owed: toWire(owed.get(contactId)),
        owedFees: toWire(fees.get(contactId)),
      },
    ]
  })
}
