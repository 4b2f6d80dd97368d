/** What a booking costs when its time, person, people, choices or add-ons change. Source: guide: bookings 9, 10.1, 12.2. */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { addOnsFor, due, type Extras } from '../rules/due.ts'
import type * as store from '../store/bookings.ts'
import { paymentsOf } from '../store/payments.ts'
import { pricedOf, sessionMinutes, type BookedAddOns, type Choices } from './extras.ts'
import type { Offer } from './place.ts'

/** The booking as it will be, as far as its price depends on it. */
export interface PricedChange {
  people: number
  choices: Choices
  /** Whether the caller named choices, which are then priced as they are on offer now. */
  choosesAnew: boolean
  resourceId: string | null
  startAt: store.BookingRecord['startAt']
  endAt: store.BookingRecord['endAt']
  /** Only when other add-ons were named. */
  addOns?: BookedAddOns | undefined
}

/**
 * The price snapshot after the change. The price that was told stays frozen as long as nothing it depends on changes; a change is
 * priced as the service is priced now.
 */
export async function repriced(ctx: Ctx, booking: store.BookingRecord, offer: Offer, to: PricedChange): Promise<store.PriceSnapshot> {
  const { price } = booking
  const addOns = to.addOns?.copies ?? booking.addOns
  const after = await pricedOf(ctx, offer, {
    choices: to.choices,
    people: to.people,
    resourceId: to.resourceId,
    minutes: sessionMinutes({ serviceType: booking.serviceType, startAt: to.startAt, endAt: to.endAt, addOns }),
  })
  const extras: Extras = {
    ...(await pricedAs(ctx, booking, offer, { to, after })),
    ...(to.addOns ? to.addOns.cost(to.people) : price.addOns !== undefined && { addOns: addOnsFor(price, booking.participants, to.people) }),
    ...(!to.addOns && price.addOnsEach !== undefined && { addOnsEach: price.addOnsEach }),
  }
  const { total } = due(price.terms, booking.paymentOption, to.people, booking.depositSelected === true, extras)
  return { currency: price.currency, terms: price.terms, ...extras, total }
}

/** The frozen price by choices while the same choices, length and person would cost the same today; else today's. */
async function pricedAs(
  ctx: Ctx,
  booking: store.BookingRecord,
  offer: Offer,
  { to, after }: { to: PricedChange; after: Extras['priced'] },
): Promise<Pick<Extras, 'priced'>> {
  const frozen = booking.price.priced
  if (!after) return frozen ? { priced: frozen } : {}
  if (to.choosesAnew) return { priced: after }
  const choices = booking.participantsChoices as Choices
  const before = await pricedOf(ctx, offer, {
    choices,
    people: choices ? booking.participants : to.people,
    resourceId: booking.resourceId,
    minutes: sessionMinutes(booking),
  })
  return before?.total === after.total ? (frozen ? { priced: frozen } : {}) : { priced: after }
}

/** Money that is in, or on its way, for the price as it is. What a plan paid is counted in sessions, not in money. */
export const isPaidInMoney = ({ paymentStatus, planOrderId }: store.BookingRecord): boolean =>
  (paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_PAID') && planOrderId === null

/** Refuses another price for a booking whose money is in, or under way. Source: guide: bookings 9. */
export async function mustKeepPrice(ctx: Ctx, booking: store.BookingRecord, total: number): Promise<void> {
  if (total === booking.price.total) return
  if (isPaidInMoney(booking)) refuse('PRICE_CHANGE_NOT_ALLOWED', { total: booking.price.total, newTotal: total })
  if (booking.status !== 'CREATED') return
  const payments = await paymentsOf(ctx, [booking.id])
  if (payments.some((payment) => payment.status === 'STARTED')) refuse('PRICE_CHANGE_NOT_ALLOWED', { reason: 'PAYMENT_UNDER_WAY' })
}

/** What was free and now costs something is owed; what an owner declared free of charge stays so. */
export const statusAtPrice = ({ paymentStatus, price }: store.BookingRecord, total: number): store.BookingRecord['paymentStatus'] =>
  paymentStatus === 'EXEMPT' && price.total === 0 && total > 0
    ? 'NOT_PAID'
    : paymentStatus === 'NOT_PAID' && price.total > 0 && total === 0 && price.terms.rate !== 'CUSTOM'
      ? 'EXEMPT'
      : paymentStatus
