/** The payment option that applies, and what is due before a booking is final. Source: guide bookings §12.1, §12.2, §12.3. */
import { calculateDiscount } from '#kit/pure/discount.ts'
import type { Decision } from './decision.ts'
import type { PaymentStatus } from './machine.ts'
import { addTax, type Tax } from './tax.ts'

export type PaymentOption = 'UNDEFINED' | 'OFFLINE' | 'ONLINE' | 'MEMBERSHIP' | 'MEMBERSHIP_OFFLINE'

/** How a service is paid. Money in minor units of `currency`. */
export interface PaymentTerms {
  rate: 'FIXED' | 'CUSTOM' | 'VARIED' | 'NO_FEE'
  /** Price of one participant. */
  price: number
  deposit: number | null
  fullUpfrontAllowed: boolean
  /** The service accepts it and a payment provider is configured. */
  online: boolean
  inPerson: boolean
  pricingPlan: boolean
  /** Add-ons of a plan-paid booking are due at once; else on site. */
  addOnsOnline?: boolean
  /** The text of a price on request. */
  description?: string
  /** Of the site, when the booking was made. */
  tax?: Tax
}

/** The option that applies; UNDEFINED resolves by the terms of the service. */
export function resolvePaymentOption(option: PaymentOption, terms: PaymentTerms, extras: PriceExtras = {}): Exclude<PaymentOption, 'UNDEFINED'> {
  const free = isFree(terms, extras)
  if (option !== 'UNDEFINED') return option === 'ONLINE' && free ? 'OFFLINE' : option
  if (free) return 'OFFLINE'
  if (terms.online) return 'ONLINE'
  if (terms.inPerson) return 'OFFLINE'
  return terms.pricingPlan ? 'MEMBERSHIP' : 'ONLINE'
}

/** Whether the service itself is free; a price by choices beats the price of the service. */
export const isFree = (terms: PaymentTerms, { priced }: PriceExtras = {}): boolean =>
  terms.rate === 'NO_FEE' || (terms.rate !== 'CUSTOM' && (priced ? priced.total === 0 : terms.price === 0))

/** What of the payer decides about payment options. */
export interface Payer {
  /** Visitors have no plan. */
  isVisitor: boolean
  /** The site redeems plans on site. */
  redeemsAtDesk: boolean
}
/** Whether the option may be chosen; `terms.online` says that the service takes it and a provider is there. Source: guide bookings §12.1. */
export function checkPaymentOption(option: PaymentOption, terms: PaymentTerms, payer: Payer): Decision<PaymentOption, 'VALIDATION_FAILURE'> {
  const accepted = {
    UNDEFINED: true,
    // decision: a free service accepts ONLINE as OFFLINE, because public storefronts always send it.
    ONLINE: terms.online || isFree(terms),
    OFFLINE: terms.inPerson || isFree(terms),
    MEMBERSHIP: terms.pricingPlan && !payer.isVisitor,
    MEMBERSHIP_OFFLINE: terms.pricingPlan && payer.redeemsAtDesk,
  }[option]
  return accepted ? { ok: option } : { refused: 'VALIDATION_FAILURE', data: { field: 'booking.selectedPaymentOption', option } }
}

/** Whether a deposit is due first: by default when the service has one, and only online. */
export function resolveDeposit(asked: boolean | undefined, terms: PaymentTerms, option: PaymentOption = 'ONLINE'): Decision<boolean, 'VALIDATION_FAILURE'> {
  if (terms.deposit === null || resolvePaymentOption(option, terms) !== 'ONLINE') return { ok: false }
  if (asked === false && !terms.fullUpfrontAllowed) return { refused: 'VALIDATION_FAILURE', data: { field: 'booking.depositSelected' } }
  return { ok: asked ?? true }
}

export interface AmountDue {
  /** What the customer pays in all, tax included. */
  total: number
  /** Part of the total; absent where no tax is set. */
  tax?: number
  now: number
  /** The payment status after checkout. */
  after: PaymentStatus
  credits: number
  /** What a coupon takes off the price of the service; absent without one. */
  discount?: number
}

/** Parts of the price by choices and add-ons, in minor units. */
export interface PriceExtras {
  /** Part of the total that add-ons cost. */
  addOns?: number
  /** Of that, the share per person: add-ons with a duration. */
  addOnsEach?: number
  /** Price by choices, for so many people; other numbers pay in proportion. */
  priced?: { total: number; people: number }
  /** What a coupon takes off the price of the service. */
  coupon?: { off: { percent: string } | { amount: number } } | undefined
}
/** What of a booking says whether credits paid its service. */
interface PlanPayment {
  price: { terms: PaymentTerms }
  paymentOption: PaymentOption
  planOrderId: string | null
}
/** Credits paid the service: at once, or when a plan was redeemed on site. */
const isPaidByCredits = ({ price, paymentOption, planOrderId }: PlanPayment): boolean =>
  planOrderId !== null || resolvePaymentOption(paymentOption, price.terms) === 'MEMBERSHIP'
/** A plan pays the service, now or on site. */
export const isPaidByPlan = (option: PaymentOption): boolean => option === 'MEMBERSHIP' || option === 'MEMBERSHIP_OFFLINE'

/** The price of the service for the party, as listed, without add-ons; 0 for a price on request. */
export const calculateServicePrice = (terms: PaymentTerms, participants: number, priced: PriceExtras['priced']): number => {
  if (terms.rate === 'CUSTOM') return 0
  if (!priced) return terms.price * participants
  return priced.people === participants ? priced.total : Math.round((priced.total * participants) / priced.people)
}

/** The cost of add-ons for `people` instead of `before`. */
export const calculateAddOnsFor = (extras: PriceExtras, before: number, people: number): number =>
  (extras.addOns ?? 0) + (extras.addOnsEach ?? 0) * (people - before)

const calculateOff = (off: NonNullable<PriceExtras['coupon']>['off'], price: number): number =>
  Number(calculateDiscount('percent' in off ? off : { amount: BigInt(off.amount) }, BigInt(price)))

/** What is due now and later, in minor units. `deposit`: a deposit was chosen; it counts only where the service has one and is paid online. */
export function calculateDue(terms: PaymentTerms, option: PaymentOption, participants: number, deposit: boolean, extras: PriceExtras = {}): AmountDue {
  const listed = calculateServicePrice(terms, participants, extras.priced)
  const addOns = addTax(extras.addOns ?? 0, terms.tax)
  const way = resolvePaymentOption(option, terms, extras)
  const discount = extras.coupon && !isPaidByPlan(way) ? calculateOff(extras.coupon.off, listed) : undefined
  const base = addTax(listed - (discount ?? 0), terms.tax)
  const price = { total: base.total + addOns.total, ...(terms.tax && { tax: base.tax + addOns.tax }), ...(discount !== undefined && { discount }) }
  if (way === 'MEMBERSHIP') {
    const now = terms.addOnsOnline ? addOns.total : 0
    return { ...price, now, after: now < addOns.total ? 'PARTIALLY_PAID' : 'PAID', credits: participants }
  }
  const unpaid = { ...price, now: 0, credits: 0 }
  if (price.total === 0) return { ...unpaid, after: terms.rate === 'CUSTOM' ? 'NOT_PAID' : 'EXEMPT' }
  if (way !== 'ONLINE') return { ...unpaid, after: 'NOT_PAID' }
  // decision: a deposit is taken as the owner set it; it contains its share of the tax.
  if (deposit && terms.deposit !== null) return { ...unpaid, now: Math.min(price.total, terms.deposit * participants), after: 'PARTIALLY_PAID' }
  return { ...unpaid, now: price.total, after: 'PAID' }
}

/** A booking with what its price depends on. */
interface Priced extends PlanPayment {
  price: PriceExtras & { terms: PaymentTerms }
  participants: number
  depositSelected: boolean | null
}
const priceBooking = ({ price, paymentOption, participants, depositSelected }: Priced): AmountDue =>
  calculateDue(price.terms, paymentOption, participants, depositSelected === true, price)

/**
 * What has to come in for a booking, whether it has or not, in minor units: nothing once it is paid, waived or given back, and beside a plan the add-ons
 * alone. In the database `money_of_price` says the same. Source: guide bookings §12.2.
 */
export const calculateOwed = (booking: Priced & { price: { total: number }; paymentStatus: PaymentStatus }): number =>
  ['PAID', 'EXEMPT', 'REFUNDED'].includes(booking.paymentStatus) ? 0 : calculateTaxedPart(booking).total

/**
 * What of a booking is paid in money, and the tax in it, in minor units: all of it, or the add-ons beside credits, which pay no tax.
 * Source: guide bookings §12.8.
 */
export function calculateTaxedPart(booking: Priced & { price: { total: number } }): { total: number; tax: number } {
  const { addOns = 0, terms, total } = booking.price
  return isPaidByCredits(booking) ? addTax(addOns, terms.tax) : { total, tax: priceBooking(booking).tax ?? 0 }
}
