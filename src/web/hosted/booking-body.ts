/** The body of a booking request: slot, contact, payment. */
import { addTax, type Tax } from '#domains/bookings/rules/tax.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { visitorZone } from '../kit/days.ts'
import type { InputOf } from '../operations.ts'
import type { Service } from '../site/catalog.ts'
import type { ChosenSlot } from './chosen-slot.ts'

export type BookNowBody = InputOf<'bookingPages.bookNow'>['body']

interface ContactValues {
  first: string
  last: string
  email: string
  phone: string
  people: number
  /** The customer's address, where the business comes to them. */
  address: string | undefined
}

/** The booked entity: a course as a whole, anything else by slot. */
export function toBookingBody(service: Service, chosen: ChosenSlot, { first, last, email, phone, people, address }: ContactValues): BookNowBody {
  const timezone = chosen.zone || visitorZone()
  const { scheduleId, eventId, resourceId, location } = chosen
  return {
    ...(service.type === 'COURSE'
      ? { schedule: { serviceId: service.id, scheduleId, timezone } }
      : {
          slot: {
            serviceId: service.id,
            scheduleId,
            startDate: chosen.start,
            endDate: chosen.end,
            timezone,
            eventId,
            sessionId: eventId,
            ...(resourceId ? { resource: { id: resourceId } } : {}),
            ...(address !== undefined ? { location: { locationType: 'CUSTOM', formattedAddress: address } } : location ? { location } : {}),
          },
        }),
    contactDetails: {
      firstName: first.trim(),
      lastName: last.trim(),
      email: email.trim(),
      ...(phone.trim() ? { phone: phone.trim() } : {}),
      timeZone: timezone,
      ...(address !== undefined ? { fullAddress: { formattedAddress: address } } : {}),
    },
    totalParticipants: people,
  }
}

/** What a service costs, with the tax of the site; `tax` is the part of it. Decimal strings. */
export function calculatePrice({ payment }: Service, people: number, tax: Tax | undefined): { total: string; tax: string } {
  const { value, currency = '' } = payment?.fixed?.price ?? payment?.varied?.defaultPrice ?? {}
  const price = addTax(Number(toMinor(value ?? '0', currency)) * people, tax)
  return { total: fromMinor(BigInt(price.total), currency), tax: fromMinor(BigInt(price.tax), currency) }
}

/** What is due with the booking and what when the person comes, in major units of the service's currency. */
export function calculateDue(service: Service, people: number, paysOnline: boolean, tax: Tax | undefined): { now: number; later: number } {
  const { payment } = service
  const total = Number(calculatePrice(service, people, tax).total)
  if (!paysOnline) return { now: 0, later: total }
  const deposit = payment?.options?.deposit ? Number((payment.fixed ?? payment.varied)?.deposit?.value ?? 0) * people : 0
  return deposit > 0 ? { now: Math.min(deposit, total), later: Math.max(0, total - deposit) } : { now: total, later: 0 }
}

/** A card is kept for the fee of a late cancellation, even when nothing is paid now. */
export const requiresCardOnFile = ({ bookingPolicy }: Service): boolean =>
  bookingPolicy?.cancellationFeePolicy?.enabled === true && bookingPolicy.saveCreditCardPolicy?.enabled === true
