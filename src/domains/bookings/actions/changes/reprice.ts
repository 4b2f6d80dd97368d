/** The price of a booking whose time, person, party or add-ons change. Source: guide bookings §9, §10.1, §12.2. */
import type { ReadContext } from '#kit/api/context.ts'
import { refuse } from '../../errors.ts'
import { calculateAddOnsFor, calculateDue, type PriceExtras } from '../../rules/due.ts'
import type * as store from '../../store/bookings.ts'
import { listPayments } from '../../store/payments.ts'
import { calculateChoicesPrice, getSessionMinutes, type BookedAddOns, type Choices } from '../booking/extras.ts'
import type { BookableService } from '../booking/bookable-service.ts'

/** The booking as it will be, as far as its price depends on it. */
export interface PricedChange {
  people: number
  choices: Choices
  /** The caller names choices: they are priced as of today. */
  choosesAnew: boolean
  resourceId: string | null
  startAt: store.BookingRow['startAt']
  endAt: store.BookingRow['endAt']
  /** Only when other add-ons were named. */
  addOns?: BookedAddOns | undefined
}

/**
 * The price snapshot after the change. The agreed price stays as long as nothing that it depends on changes; a change is
 * priced as of today.
 */
export async function reprice(ctx: ReadContext, booking: store.BookingRow, bookable: BookableService, to: PricedChange): Promise<store.PriceSnapshot> {
  const { price } = booking
  const addOns = to.addOns?.copies ?? booking.addOns
  const after = await calculateChoicesPrice(ctx, bookable, {
    choices: to.choices,
    people: to.people,
    resourceId: to.resourceId,
    minutes: getSessionMinutes({ serviceType: booking.serviceType, startAt: to.startAt, endAt: to.endAt, addOns }),
  })
  const extras: Omit<store.PriceSnapshot, 'currency' | 'terms' | 'total'> = {
    ...(await choosePrice(ctx, booking, bookable, { to, after })),
    ...(to.addOns ? to.addOns.cost(to.people) : price.addOns !== undefined && { addOns: calculateAddOnsFor(price, booking.participants, to.people) }),
    ...(price.coupon && { coupon: price.coupon }),
    ...(price.paidElsewhere !== undefined && { paidElsewhere: price.paidElsewhere }),
    ...(!to.addOns && price.addOnsEach !== undefined && { addOnsEach: price.addOnsEach }),
  }
  const { total } = calculateDue(price.terms, booking.paymentOption, to.people, booking.depositSelected === true, extras)
  return { currency: price.currency, terms: price.terms, ...extras, total }
}

/** The stored price by choices while the same choices, length and person would cost the same today; else today's price. */
async function choosePrice(
  ctx: ReadContext,
  booking: store.BookingRow,
  bookable: BookableService,
  { to, after }: { to: PricedChange; after: PriceExtras['priced'] },
): Promise<Pick<PriceExtras, 'priced'>> {
  const frozen = booking.price.priced
  if (!after) return frozen ? { priced: frozen } : {}
  if (to.choosesAnew) return { priced: after }
  const choices = booking.participantsChoices as Choices
  const before = await calculateChoicesPrice(ctx, bookable, {
    choices,
    people: choices ? booking.participants : to.people,
    resourceId: booking.resourceId,
    minutes: getSessionMinutes(booking),
  })
  return before?.total === after.total ? (frozen ? { priced: frozen } : {}) : { priced: after }
}

/** Whether money was paid for the current price. Plans pay in credits, not in money. */
export const isPaidInMoney = ({ paymentStatus, planOrderId }: store.BookingRow): boolean =>
  (paymentStatus === 'PAID' || paymentStatus === 'PARTIALLY_PAID') && planOrderId === null

/** Refuses with PRICE_CHANGE_NOT_ALLOWED another price for a booking that is paid or being paid. Source: guide bookings §9. */
export async function assertPriceUnchanged(ctx: ReadContext, booking: store.BookingRow, total: number): Promise<void> {
  if (total === booking.price.total) return
  if (isPaidInMoney(booking)) refuse('PRICE_CHANGE_NOT_ALLOWED', { total: booking.price.total, newTotal: total })
  const payments = await listPayments(ctx, [booking.id])
  if (payments.some((payment) => payment.status === 'STARTED')) refuse('PRICE_CHANGE_NOT_ALLOWED', { reason: 'PAYMENT_UNDER_WAY' })
}

/** A free booking that gets a price becomes NOT_PAID and the other way round; one that the owner waived stays EXEMPT. */
export const adjustStatusToPrice = ({ paymentStatus, price }: store.BookingRow, total: number): store.BookingRow['paymentStatus'] =>
  paymentStatus === 'EXEMPT' && price.total === 0 && total > 0
    ? 'NOT_PAID'
    : paymentStatus === 'NOT_PAID' && price.total > 0 && total === 0 && price.terms.rate !== 'CUSTOM'
      ? 'EXEMPT'
      : paymentStatus
