/** What a booking costs, and when it is due. */
import { calculateDue as calculateDueOf, type PaymentTerms } from '#domains/bookings/rules/due.ts'
import type { Tax } from '#domains/bookings/rules/tax.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { Service } from '../site/catalog.ts'
import type { PricedExtras } from '../site/extras.ts'

export interface Due {
  total: string
  /** The part of the total that is tax. */
  tax: string
  now: number
  later: number
  /** What the coupon takes off; 0 without one. */
  discount: number
}
/** The coupon of a booking as the form keeps it: one of the two is given, an amount in major units. */
export interface FormCoupon {
  code: string
  percentOff?: string
  amountOff?: string
}
/** What a booking costs and when it is due, in major units, as the server will count it. */
export function calculateDue(
  { payment }: Service,
  {
    people,
    option,
    tax,
    priced,
    coupon,
    takesCards,
  }: {
    people: number
    option: 'ONLINE' | 'OFFLINE' | 'MEMBERSHIP' | undefined
    tax: Tax | undefined
    priced: PricedExtras
    coupon?: FormCoupon | undefined
    /** The site has a payment provider. */
    takesCards: boolean
  },
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
    addOnsOnline: takesCards && payment?.addOnOption === 'ONLINE',
    ...(tax ? { tax } : {}),
  }
  const off = coupon?.percentOff ? { percent: coupon.percentOff } : coupon?.amountOff ? { amount: Number(toMinor(coupon.amountOff, currency)) } : undefined
  const due = calculateDueOf(terms, option ?? 'OFFLINE', people, true, { addOns: priced.addOns, ...(off ? { coupon: { off } } : {}) })
  const major = (amount: number) => fromMinor(BigInt(amount), currency)
  // A plan pays the service; what is left are the add-ons.
  const owed =
    option === 'MEMBERSHIP' ? calculateDueOf({ ...terms, rate: 'NO_FEE', price: 0 }, 'OFFLINE', people, false, { addOns: priced.addOns }).total : due.total
  return {
    total: major(due.total),
    tax: major(due.tax ?? 0),
    now: Number(major(due.now)),
    later: Number(major(owed - due.now)),
    discount: Number(major(due.discount ?? 0)),
  }
}

/** A card is kept for the fee of a late cancellation, even when nothing is paid now. */
export const requiresCardOnFile = ({ bookingPolicy }: Service): boolean =>
  bookingPolicy?.cancellationFeePolicy?.enabled === true && bookingPolicy.saveCreditCardPolicy?.enabled === true
