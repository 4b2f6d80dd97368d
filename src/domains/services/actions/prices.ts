/** What bookings cost. guide: services-and-availability 8.3 */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { minuteMs, parseLocal } from '#kit/pure/zone.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { LineItem, PricedBooking, PriceInfo } from '../contract/options.ts'
import { orRefuse, refuse } from '../errors.ts'
import { minorUnits, pricePerParticipant, type Choice, type PriceAsk } from '../rules/options.ts'
import type { Payment } from '../rules/service.ts'
import * as offers from '../store/offers.ts'
import * as store from '../store/services.ts'
import { optionsFacts } from './options.ts'

interface Wish {
  serviceId: string | null | undefined
  resourceId: string | null | undefined
  minutes: number | undefined
  parties: { people: number; choices: Choice[] }[]
}
/** Milliseconds of a wall-clock text or of one with an offset; both ends of a booking are written the same way. */
function momentOf(text: string | null | undefined): number | undefined {
  const local = parseLocal(text ?? '')
  if (local !== undefined || !text) return local
  return /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && parseLocal(text.slice(0, 16)) !== undefined ? Temporal.Instant.from(text).epochMilliseconds : undefined
}
function minutesBetween(from: string | null | undefined, to: string | null | undefined): number | undefined {
  const [start, end] = [momentOf(from), momentOf(to)]
  return start === undefined || end === undefined ? undefined : Math.round((end - start) / minuteMs)
}
const priceOf = (payment: Payment): Pick<PriceAsk, 'rateType' | 'price' | 'deposit'> => ({
  rateType: payment.rateType ?? 'NO_FEE',
  price: payment.fixed?.price?.value ?? payment.varied?.defaultPrice?.value,
  deposit: payment.options?.deposit ? (payment.fixed?.deposit?.value ?? payment.varied?.deposit?.value) : undefined,
})

interface Priced {
  /** Hundredths of each party's price for one, in order; undefined where the price is words. */
  each: (number | undefined)[]
  total: number | undefined
  deposit: number
  words: string | undefined
}
/** The price of one booking in hundredths. Also for other domains, which book at this price. */
export async function priceOfBooking(ctx: Ctx, wish: Wish): Promise<Priced> {
  if (!isGuid(wish.serviceId)) return refuse('INVALID_SERVICE_ID')
  const [service] = await store.servicesByIds(ctx, [wish.serviceId])
  if (!service) return refuse('FAILED_RESOLVING_SERVICE')
  if (wish.parties.length === 0) refuse('NUMBER_OF_PARTICIPANTS_NOT_FOUND')
  const payment = service.payment as Payment
  const [row] = payment.rateType === 'VARIED' ? await offers.optionsOfServices(ctx, [service.id]) : []
  const [person] = wish.resourceId && isGuid(wish.resourceId) ? await resourcesByIds(ctx, [wish.resourceId]) : []
  const ask: PriceAsk = {
    ...priceOf(payment),
    ...(row ? { options: optionsFacts(row) } : {}),
    staffIds: [wish.resourceId ?? '', person?.id ?? '', person?.staff?.id ?? ''].filter(Boolean),
    minutes: wish.minutes,
  }
  const each = wish.parties.map(({ choices }) => orRefuse(pricePerParticipant({ ...ask, choices })))
  const people = wish.parties.reduce((sum, party) => sum + party.people, 0)
  const total = each.includes(undefined) ? undefined : each.reduce<number>((sum, price, i) => sum + (price ?? 0) * (wish.parties[i]?.people ?? 0), 0)
  return {
    each,
    total,
    deposit: (minorUnits(ask.deposit) ?? 0) * people,
    words: payment.rateType === 'CUSTOM' ? (payment.custom?.description ?? '') : undefined,
  }
}

const partiesOf = (
  choices: readonly { numberOfParticipants?: number | null; choices?: Choice[] | null }[] | null | undefined,
  people: number | null | undefined,
  own: Choice[] | null | undefined,
): Wish['parties'] =>
  choices?.length
    ? choices.flatMap((party) => (party.numberOfParticipants ? [{ people: party.numberOfParticipants, choices: party.choices ?? [] }] : []))
    : people
      ? [{ people, choices: own ?? [] }]
      : []

/** Hundredths as the number the wire shows. */
const shown = (minor: number): number => Number((minor / 100).toFixed(2))
const sumUp = (items: LineItem[], prices: readonly Priced[]): PriceInfo => {
  const numbers = prices.flatMap((price) => price.total ?? [])
  const deposit = prices.reduce((sum, price) => sum + price.deposit, 0)
  const words = prices.find((price) => price.words !== undefined)?.words
  return {
    bookingLineItems: items,
    ...(numbers.length > 0 ? { calculatedPrice: shown(numbers.reduce((sum, price) => sum + price, 0)) } : {}),
    ...(deposit > 0 ? { deposit: shown(deposit) } : {}),
    ...(numbers.length === 0 && words !== undefined ? { priceDescription: words, priceDescriptionInfo: { original: words } } : {}),
  }
}

export async function previewPrice(ctx: Ctx, items: readonly LineItem[]): Promise<PriceInfo> {
  const prices: Priced[] = []
  const priced: LineItem[] = []
  for (const item of items) {
    const price = await priceOfBooking(ctx, {
      serviceId: item.serviceId,
      resourceId: item.resourceId,
      minutes: minutesBetween(item.localStartDate, item.localEndDate),
      parties: partiesOf(item.serviceChoices as never, item.numberOfParticipants, item.choices as Choice[] | null),
    })
    prices.push(price)
    const perHead = (n: number) => (price.each[n] === undefined ? {} : { pricePerParticipant: shown(price.each[n] as number) })
    priced.push({
      ...item,
      ...(item.serviceChoices?.length ? { serviceChoices: item.serviceChoices.map((party, n) => ({ ...party, ...perHead(n) })) } : perHead(0)),
    })
  }
  return sumUp(priced, prices)
}

/** By the booking's own choices; add-ons cost their price for each one booked, those that take time once for each participant. */
export async function calculatePrice(ctx: Ctx, bookings: readonly PricedBooking[]): Promise<PriceInfo> {
  if (bookings.length === 0) return refuse('INVALID_BOOKING')
  const prices: Priced[] = []
  const items: LineItem[] = []
  for (const booking of bookings) {
    const { slot, schedule } = booking.bookedEntity ?? {}
    const serviceId = slot?.serviceId ?? schedule?.serviceId
    if (!serviceId) return refuse('INVALID_BOOKING')
    const parties = partiesOf(booking.participantsChoices?.serviceChoices as never, booking.totalParticipants, [])
    const people = parties.reduce((sum, party) => sum + party.people, 0)
    const extra = await addOnPrice(ctx, booking.bookedAddOns ?? [], people)
    // What add-ons take comes on top of the length that is priced.
    const whole = minutesBetween(slot?.startDate, slot?.endDate)
    const minutes = whole === undefined ? undefined : whole - extra.minutes
    const price = await priceOfBooking(ctx, { serviceId, resourceId: slot?.resource?.id, minutes, parties })
    prices.push({ ...price, total: price.total === undefined ? undefined : price.total + extra.price })
    items.push({
      serviceId,
      ...(slot?.resource?.id ? { resourceId: slot.resource.id } : {}),
      numberOfParticipants: people,
      ...(price.each[0] === undefined ? {} : { pricePerParticipant: shown(price.each[0]) }),
    })
  }
  return sumUp(items, prices)
}

async function addOnPrice(ctx: Ctx, booked: readonly { id: string; quantity?: number | null }[], people: number): Promise<{ price: number; minutes: number }> {
  const rows = await offers.addOnsByIds(
    ctx,
    booked.flatMap(({ id }) => (isGuid(id) ? id : [])),
  )
  const found = booked.flatMap(({ id, quantity }) => rows.filter((row) => row.id === id).map((row) => ({ row, quantity: quantity ?? 1 })))
  return {
    price: found.reduce(
      (sum, { row, quantity }) => sum + (minorUnits(Number(row.price).toFixed(2)) ?? 0) * (row.durationMinutes === null ? quantity : people),
      0,
    ),
    minutes: found.reduce((sum, { row }) => sum + (row.durationMinutes ?? 0), 0),
  }
}
