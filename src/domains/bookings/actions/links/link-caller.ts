/** Callers with a link act as the customer, but do not see who made the booking. Source: guide bookings §17. */
import type { BaseContext } from '#kit/api/context.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { bookingToWire } from '../../wire.ts'

/** The booking without its creator and contact id. */
export const omitCreator = (booking: BookingRow) => {
  const {
    createdBy: _,
    contactDetails: { contactId: __, ...contactDetails },
    ...rest
  } = bookingToWire(booking, false)
  return { ...rest, contactDetails }
}
/** The context in which the holder of a link acts as the customer. */
export const toCustomerContext = <Context extends BaseContext>(ctx: Context): Context =>
  Object.create(ctx, { caller: { value: { role: 'none', siteId: ctx.siteId }, enumerable: true } }) as Context
