/** Prices of bookings. Source: guide services-and-availability §8.3. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { minuteMs, parseLocal } from '#kit/pure/zone.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { resourcesByIds } from '#domains/staff/public.ts'
import type { LineItem, PricedBooking, PriceInfo } from '../contract/options.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { minorUnits, pricePerParticipant, type Choice, type PriceInput } from '../rules/options.ts'
import type { Payment } from '../rules/service.ts'
import { addOnsByIds } from '../store/add-ons.ts'
import { optionsOfServices } from '../store/options.ts'
import * as store from '../store/services.ts'
import { parseOptionsRow } from './options.ts'

interface BookingPriceInput {
  serviceId: string | null | undefined
  resourceId: string | null | undefined
  minutes: number | undefined
  parties: { people: number; choices: Choice[] }[]
}
/** Parses local time or time with an offset to milliseconds; both ends of a booking use the same form. */
function parseMoment(text: string | null | undefined): number | undefined {
  const local = parseLocal(text ?? '')
  if (local !== undefined || !text) return local
  return /T.*(Z|[+-]\d\d:?\d\d)$/.test(text) && parseLocal(text.slice(0, 16)) !== undefined ? Temporal.Instant.from(text).epochMilliseconds : undefined
}
function minutesBetween(from: string | null | undefined, to: string | null | undefined): number | undefined {
  const [start, end] = [parseMoment(from), parseMoment(to)]
  return start === undefined || end === undefined ? undefined : Math.round((end - start) / minuteMs)
}
const toPriceInput = (payment: Payment): Pick<PriceInput, 'rateType' | 'price' | 'deposit'> => ({
  rateType: payment.rateType ?? 'NO_FEE',
  price: payment.fixed?.price?.value ?? payment.varied?.defaultPrice?.value,
  deposit: payment.options?.deposit ? (payment.fixed?.deposit?.value ?? payment.varied?.deposit?.value) : undefined,
})

interface BookingPrice {
  /** Price per participant of each party in minor units; undefined for a price that is only described. */
  perParticipant: (number | undefined)[]
  total: number | undefined
  deposit: number
  description: string | undefined
}
/** The price of one booking, in minor units. */
export async function calculateBookingPrice(ctx: ReadContext, input: BookingPriceInput): Promise<BookingPrice> {
  if (!isGuid(input.serviceId)) return refuse('INVALID_SERVICE_ID')
  const [service] = await store.servicesByIds(ctx, [input.serviceId])
  if (!service) return refuse('FAILED_RESOLVING_SERVICE')
  if (input.parties.length === 0) refuse('NUMBER_OF_PARTICIPANTS_NOT_FOUND')
  const payment = service.payment as Payment
  const [row] = payment.rateType === 'VARIED' ? await optionsOfServices(ctx, [service.id]) : []
  const [person] = input.resourceId && isGuid(input.resourceId) ? await resourcesByIds(ctx, [input.resourceId]) : []
  const priceInput: PriceInput = {
    ...toPriceInput(payment),
    ...(row ? { options: parseOptionsRow(row) } : {}),
    staffIds: [input.resourceId ?? '', person?.id ?? '', person?.staff?.id ?? ''].filter(Boolean),
    minutes: input.minutes,
  }
  const each = input.parties.map(({ choices }) => unwrapOrRefuse(pricePerParticipant({ ...priceInput, choices })))
  const people = input.parties.reduce((sum, party) => sum + party.people, 0)
  const total = each.includes(undefined) ? undefined : each.reduce<number>((sum, price, i) => sum + (price ?? 0) * (input.parties[i]?.people ?? 0), 0)
  return {
    perParticipant: each,
    total,
    deposit: (minorUnits(priceInput.deposit) ?? 0) * people,
    description: payment.rateType === 'CUSTOM' ? (payment.custom?.description ?? '') : undefined,
  }
}

const toParties = (
  choices: readonly { numberOfParticipants?: number | null; choices?: Choice[] | null }[] | null | undefined,
  people: number | null | undefined,
  own: Choice[] | null | undefined,
): BookingPriceInput['parties'] =>
  choices?.length
    ? choices.flatMap((party) => (party.numberOfParticipants ? [{ people: party.numberOfParticipants, choices: party.choices ?? [] }] : []))
    : people
      ? [{ people, choices: own ?? [] }]
      : []

/** Minor units → the decimal number on the wire. */
const toWireAmount = (minor: number): number => Number((minor / 100).toFixed(2))
const toPriceInfo = (items: LineItem[], prices: readonly BookingPrice[]): PriceInfo => {
  const numbers = prices.flatMap((price) => price.total ?? [])
  const deposit = prices.reduce((sum, price) => sum + price.deposit, 0)
  const words = prices.find((price) => price.description !== undefined)?.description
  return {
    bookingLineItems: items,
    ...(numbers.length > 0 ? { calculatedPrice: toWireAmount(numbers.reduce((sum, price) => sum + price, 0)) } : {}),
    ...(deposit > 0 ? { deposit: toWireAmount(deposit) } : {}),
    ...(numbers.length === 0 && words !== undefined ? { priceDescription: words, priceDescriptionInfo: { original: words } } : {}),
  }
}

/** The price of bookings with the same choices, before anything is booked. */
export async function previewPrice(ctx: ReadContext, items: readonly LineItem[]): Promise<PriceInfo> {
  const prices: BookingPrice[] = []
  const priced: LineItem[] = []
  for (const item of items) {
    const price = await calculateBookingPrice(ctx, {
      serviceId: item.serviceId,
      resourceId: item.resourceId,
      minutes: minutesBetween(item.localStartDate, item.localEndDate),
      parties: toParties(item.serviceChoices, item.numberOfParticipants, item.choices as Choice[] | null),
    })
    prices.push(price)
    const participantPrice = (n: number) =>
      price.perParticipant[n] === undefined ? {} : { pricePerParticipant: toWireAmount(price.perParticipant[n] as number) }
    priced.push({
      ...item,
      ...(item.serviceChoices?.length
        ? { serviceChoices: item.serviceChoices.map((party, n) => ({ ...party, ...participantPrice(n) })) }
        : participantPrice(0)),
    })
  }
  return toPriceInfo(priced, prices)
}

/** Prices bookings by their own choices. Add-ons cost their price per booked unit; those that take time, per participant. */
export async function calculatePrice(ctx: ReadContext, bookings: readonly PricedBooking[]): Promise<PriceInfo> {
  if (bookings.length === 0) return refuse('INVALID_BOOKING')
  const prices: BookingPrice[] = []
  const items: LineItem[] = []
  for (const booking of bookings) {
    const { slot, schedule } = booking.bookedEntity ?? {}
    const serviceId = slot?.serviceId ?? schedule?.serviceId
    if (!serviceId) return refuse('INVALID_BOOKING')
    const parties = toParties(booking.participantsChoices?.serviceChoices, booking.totalParticipants, [])
    const people = parties.reduce((sum, party) => sum + party.people, 0)
    const addOns = await addOnPrice(ctx, booking.bookedAddOns ?? [], people)
    // The priced duration excludes the time of add-ons.
    const whole = minutesBetween(slot?.startDate, slot?.endDate)
    const minutes = whole === undefined ? undefined : whole - addOns.minutes
    const price = await calculateBookingPrice(ctx, { serviceId, resourceId: slot?.resource?.id, minutes, parties })
    prices.push({ ...price, total: price.total === undefined ? undefined : price.total + addOns.price })
    items.push({
      serviceId,
      ...(slot?.resource?.id ? { resourceId: slot.resource.id } : {}),
      numberOfParticipants: people,
      ...(price.perParticipant[0] === undefined ? {} : { pricePerParticipant: toWireAmount(price.perParticipant[0]) }),
    })
  }
  return toPriceInfo(items, prices)
}

async function addOnPrice(
  ctx: ReadContext,
  booked: readonly { id: string; quantity?: number | null }[],
  people: number,
): Promise<{ price: number; minutes: number }> {
  const rows = await addOnsByIds(
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
