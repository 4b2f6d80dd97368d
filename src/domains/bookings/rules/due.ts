/** Which way of paying counts, and what has to be paid before a booking is final. Source: guide: bookings 12.1, 12.2, 12.3. */
import type { Decision } from './decision.ts'
import type { PaymentStatus } from './machine.ts'

export type PaymentOption = 'UNDEFINED' | 'OFFLINE' | 'ONLINE' | 'MEMBERSHIP' | 'MEMBERSHIP_OFFLINE'

/** How a service is paid. Money in minor units of `currency`. */
export interface PaymentTerms {
  rate: 'FIXED' | 'CUSTOM' | 'VARIED' | 'NO_FEE'
  /** Price of one participant. */
  price: number
  deposit: number | null
  fullUpfrontAllowed: boolean
  /** The service takes it and a provider is there. */
  online: boolean
  inPerson: boolean
  pricingPlan: boolean
  /** Extras of a booking that a plan pays are due at once; else when the customer comes. */
  addOnsOnline?: boolean
  /** What a price on request is called. */
  description?: string
}

/** The option that counts when none was chosen. */
export function resolvePaymentOption(option: PaymentOption, terms: PaymentTerms, extras: PriceExtras = {}): Exclude<PaymentOption, 'UNDEFINED'> {
  const free = isFree(terms, extras)
  if (option !== 'UNDEFINED') return option === 'ONLINE' && free ? 'OFFLINE' : option
  if (free) return 'OFFLINE'
  if (terms.online) return 'ONLINE'
  if (terms.inPerson) return 'OFFLINE'
  return terms.pricingPlan ? 'MEMBERSHIP' : 'ONLINE'
}

/** Whether nothing is asked for the service itself; a price by choices counts before the price of the service. */
export const isFree = (terms: PaymentTerms, { priced }: PriceExtras = {}): boolean =>
  terms.rate === 'NO_FEE' || (terms.rate !== 'CUSTOM' && (priced ? priced.total === 0 : terms.price === 0))

/** Who pays, as far as a way of paying depends on it. */
export interface Payer {
  /** A visitor has no plan. */
  isVisitor: boolean
  /** The site redeems plans when customers come. */
  redeemsAtDesk: boolean
}
/** Whether the option may be chosen; `terms.online` says that the service takes it and a provider is there. Source: guide: bookings 12.1. */
export function checkPaymentOption(option: PaymentOption, terms: PaymentTerms, payer: Payer): Decision<PaymentOption, 'VALIDATION_FAILURE'> {
  const accepted = {
    UNDEFINED: true,
    // decision: a free service takes ONLINE and treats it as OFFLINE; public storefronts send it without thinking.
    ONLINE: terms.online || isFree(terms),
    OFFLINE: terms.inPerson || isFree(terms),
    MEMBERSHIP: terms.pricingPlan && !payer.isVisitor,
    MEMBERSHIP_OFFLINE: terms.pricingPlan && payer.redeemsAtDesk,
  }[option]
  return accepted ? { ok: option } : { refused: 'VALIDATION_FAILURE', data: { field: 'booking.selectedPaymentOption', option } }
}

/** Whether a deposit is what is paid first; absent means yes when the service asks for one. Other ways than online have none. */
export function resolveDeposit(asked: boolean | undefined, terms: PaymentTerms, option: PaymentOption = 'ONLINE'): Decision<boolean, 'VALIDATION_FAILURE'> {
  if (terms.deposit === null || resolvePaymentOption(option, terms) !== 'ONLINE') return { ok: false }
  if (asked === false && !terms.fullUpfrontAllowed) return { refused: 'VALIDATION_FAILURE', data: { field: 'booking.depositSelected' } }
  return { ok: asked ?? true }
}

export interface AmountDue {
  total: number
  now: number
  /** What the booking says about money once checkout is done. */
  after: PaymentStatus
  credits: number
}

/** What choices and extras make of the price, in minor units. */
export interface PriceExtras {
  /** Part of the total that add-ons cost. */
  addOns?: number
  /** Of that, what each person costs: add-ons that take time. */
  addOnsEach?: number
  /** Price by the choices that were made, for so many people; more or fewer pay in proportion. */
  priced?: { total: number; people: number }
}
const calculateBasePrice = (terms: PaymentTerms, participants: number, priced: PriceExtras['priced']): number => {
  if (terms.rate === 'CUSTOM') return 0
  if (!priced) return terms.price * participants
  return priced.people === participants ? priced.total : Math.round((priced.total * participants) / priced.people)
}

/** What add-ons cost when so many people come instead of `before`. */
export const calculateAddOnsFor = (extras: PriceExtras, before: number, people: number): number =>
  (extras.addOns ?? 0) + (extras.addOnsEach ?? 0) * (people - before)

export function calculateDue(terms: PaymentTerms, option: PaymentOption, participants: number, deposit: boolean, extras: PriceExtras = {}): AmountDue {
  const addOns = extras.addOns ?? 0
  const way = resolvePaymentOption(option, terms, extras)
  const total = calculateBasePrice(terms, participants, extras.priced) + addOns
  if (way === 'MEMBERSHIP') {
    const now = terms.addOnsOnline ? addOns : 0
    return { total, now, after: now < addOns ? 'PARTIALLY_PAID' : 'PAID', credits: participants }
  }
  if (total === 0 && terms.rate === 'CUSTOM') return { total: 0, now: 0, after: 'NOT_PAID', credits: 0 }
  if (total === 0) return { total: 0, now: 0, after: 'EXEMPT', credits: 0 }
  if (way !== 'ONLINE') return { total, now: 0, after: 'NOT_PAID', credits: 0 }
  if (deposit && terms.deposit !== null) return { total, now: Math.min(total, terms.deposit * participants), after: 'PARTIALLY_PAID', credits: 0 }
  return { total, now: total, after: 'PAID', credits: 0 }
}
