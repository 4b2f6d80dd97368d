/** The body of a booking request: slot, contact, payment. */
import { calculateDue as calculateDueOf, type PaymentTerms } from '#domains/bookings/rules/due.ts'
import type { Tax } from '#domains/bookings/rules/tax.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import { visitorZone } from '../kit/days.ts'
import type { InputOf } from '../operations.ts'
import type { Service } from '../site/catalog.ts'
import { addOnMinutes, type Extras, type Offer, type PricedExtras, readAddOns, toBookedExtras } from '../site/extras.ts'
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
  offer: Offer
  extras: Extras
}

/** The booked entity: a course as a whole, anything else by slot. */
export function toBookingBody(service: Service, chosen: ChosenSlot, values: ContactValues): BookNowBody {
  const { first, last, email, phone, people, address, offer, extras } = values
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
            endDate: getEnd(service, chosen, values),
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
    ...toBookedExtras(offer, extras, people),
  }
}

/** An add-on that was left out again after the time was chosen makes the appointment shorter. */
function getEnd({ type }: Service, { end, addOns }: ChosenSlot, { offer, extras }: Pick<ContactValues, 'offer' | 'extras'>): string | undefined {
  const less = type === 'APPOINTMENT' ? addOnMinutes(offer, readAddOns(addOns)) - addOnMinutes(offer, extras.addOns) : 0
  return end && less > 0 ? new Date(Date.parse(end) - less * 60_000).toISOString() : end
}

export interface Due {
  total: string
  /** The part of the total that is tax. */
  tax: string
  now: number
  later: number
}
/** What a booking costs and when it is due, in major units, as the server will count it. */
export function calculateDue(
  { payment }: Service,
  { people, option, tax, priced }: { people: number; option: 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP' | undefined; tax: Tax | undefined; priced: PricedExtras },
): Due {
  const { deposit, price } = payment?.fixed ?? { deposit: payment?.varied?.deposit, price: payment?.varied?.defaultPrice }
  const currency = price?.currency ?? ''
  const terms: PaymentTerms = {
    rate: (payment?.rateType ?? 'NO_FEE') as PaymentTerms['rate'],
    price: priced.each,
    deposit: payment?.options?.deposit && deposit?.value ? Number(toMinor(deposit.value, currency)) : null,
    fullUpfrontAllowed: false,
    online: payment?.options?.online === true,
    inPerson: payment?.options?.inPerson === true,
    pricingPlan: payment?.options?.pricingPlan === true,
    ...(tax ? { tax } : {}),
  }
  const due = calculateDueOf(terms, option ?? 'OFFLINE', people, true, { addOns: priced.addOns })
  const major = (amount: number) => fromMinor(BigInt(amount), currency)
  // A plan pays the service; what is left are the add-ons.
  const owed =
    option === 'MEMBERSHIP' ? calculateDueOf({ ...terms, rate: 'NO_FEE', price: 0 }, 'OFFLINE', people, false, { addOns: priced.addOns }).total : due.total
  return { total: major(due.total), tax: major(due.tax ?? 0), now: Number(major(due.now)), later: Number(major(owed - due.now)) }
}

/** A card is kept for the fee of a late cancellation, even when nothing is paid now. */
export const requiresCardOnFile = ({ bookingPolicy }: Service): boolean =>
  bookingPolicy?.cancellationFeePolicy?.enabled === true && bookingPolicy.saveCreditCardPolicy?.enabled === true
