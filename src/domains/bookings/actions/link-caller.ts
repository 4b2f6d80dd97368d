/** Whoever holds a link: acts as the customer, and does not learn who made the booking. Source: guide: bookings 17. */
import type { Ctx } from '#kit/api/context.ts'
import type { BookingRow } from '../store/bookings.ts'
import { bookingToWire } from '../wire.ts'

/** Who made the booking and which contact it belongs to is nobody's business who merely holds a link. */
export const omitCreator = (booking: BookingRow) => {
  const {
    createdBy: _,
    contactDetails: { contactId: __, ...contactDetails },
    ...rest
  } = bookingToWire(booking, false)
  return { ...rest, contactDetails }
}
/** Whoever holds the link acts as the customer. */
export const toCustomerContext = (ctx: Ctx): Ctx => Object.create(ctx, { caller: { value: { role: 'none', siteId: ctx.siteId }, enumerable: true } }) as Ctx
