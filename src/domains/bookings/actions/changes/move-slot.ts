/** The new slot of a booking that moves: who comes, what it costs with whom, and the claim. Source: guide bookings §9. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { BookingInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { countPeople, withDuration } from '../../rules/choices.ts'
import { explainNoSeats } from '../../rules/seats.ts'
import { findFreeTeams } from '../../scheduling.ts'
import type { AddOnCopy, BookingRow, PriceSnapshot } from '../../store/bookings.ts'
import type { BookableService } from '../booking/bookable-service.ts'
import { claimSlot, claimTeamTime, toTeamQuery } from '../booking/claim-slot.ts'
import { isByCustomer } from '../emails/emails.ts'
import { assertChoicesOffered, getSessionMinutes, type Choices } from '../booking/extras.ts'
import { releaseSlot } from './release-slot.ts'
import { assertPriceUnchanged, isPaidInMoney, reprice, type PricedChange } from './reprice.ts'
import type { BookingSlot } from '../booking/resolve-slot.ts'
import { changeSeats } from '../waiting.ts'

export interface PartyInput {
  totalParticipants?: number | null
  participantsChoices?: BookingInput['participantsChoices']
}
export interface Party {
  people: number
  choices: Choices
  /** The slot with the person whom new choices name. */
  slot: BookingSlot
}

const refuseParty = (): never => refuse('VALIDATION_FAILURE', { reason: 'PARTICIPANTS' })

/**
 * Who comes and what they chose after the move. New choices have to agree with the new slot; a duration that was chosen before
 * becomes that of the new slot.
 */
export async function resolveParty(
  ctx: ReadContext,
  booking: BookingRow,
  input: PartyInput,
  { bookable, slot, addOns }: { bookable: BookableService; slot: BookingSlot; addOns: readonly AddOnCopy[] },
): Promise<Party> {
  const { participantsChoices: chosen, totalParticipants } = input
  const stored = booking.participantsChoices as Choices
  const minutes = getSessionMinutes({ serviceType: booking.serviceType, startAt: slot.start, endAt: slot.end, addOns })
  const person = await assertChoicesOffered(ctx, bookable, chosen, { minutes, resources: slot.resources, resourceNamed: slot.resourceNamed })
  const kept = stored && minutes !== undefined ? { serviceChoices: withDuration(stored.serviceChoices, minutes) } : stored
  const choices = chosen ?? kept
  const people = choices ? countPeople(choices.serviceChoices) : (totalParticipants ?? booking.participants)
  // A bare number does not say who of the parties comes.
  if (choices && totalParticipants && (chosen || totalParticipants !== people)) return refuseParty()
  if (isByCustomer(ctx) && people > Math.max(bookable.maxParticipants, booking.participants)) return refuseParty()
  return { people, choices, slot: person && !slot.resourceNamed ? { ...slot, resources: [person], resourceNamed: true } : slot }
}

/** The price of the moved booking by the person who gives it. */
export type PriceFor = (resourceId: string | null) => Promise<PriceSnapshot>

/** Asks once per person where the price varies, and once in all where it does not. */
export function createPriceFor(ctx: ReadContext, booking: BookingRow, bookable: BookableService, to: Omit<PricedChange, 'resourceId'>): PriceFor {
  const known = new Map<string | null, Promise<PriceSnapshot>>()
  return (resourceId) => {
    const key = bookable.terms.rate === 'VARIED' ? resourceId : null
    const price = known.get(key) ?? reprice(ctx, booking, bookable, { ...to, resourceId })
    known.set(key, price)
    return price
  }
}

export interface MoveClaim {
  booking: BookingRow
  /** The booking with its new time, session and party. */
  target: BookingRow
  bookable: BookableService
  slot: BookingSlot
  holdUntil: Temporal.Instant | null
  forced: boolean
  priceFor: PriceFor
}
export interface ClaimedSlot {
  team: string[]
  doubleBooked: boolean
  price: PriceSnapshot
}

/** Claims the new slot. A refusal rolls the transaction back, so that the booking keeps the old one. */
export const claimNewSlot = (ctx: TransactionContext, claim: MoveClaim): Promise<ClaimedSlot> =>
  claim.booking.serviceType === 'CLASS' ? claimOtherSession(ctx, claim) : claimOtherTime(ctx, claim)

async function claimOtherSession(ctx: TransactionContext, { booking, target, slot, holdUntil, forced, priceFor }: MoveClaim): Promise<ClaimedSlot> {
  const price = await priceFor(slot.resources[0] ?? null)
  await assertPriceUnchanged(ctx, booking, price.total)
  const isSameSession = slot.eventId === booking.eventId
  // Seats are counted per session: those of the old session are released first.
  if (!isSameSession) await releaseSlot(ctx, booking)
  const shrinks = isSameSession && target.participants < booking.participants
  const claim = async () => {
    const seated = await claimSlot(ctx, { ...target, resourceIds: slot.resources }, { capacity: slot.capacity, holdUntil, forced })
    if (!seated.taken) unwrapOrRefuse(explainNoSeats({ type: 'CLASS', left: seated.left }))
  }
  await (shrinks ? changeSeats(ctx, booking, { areFreed: true }, claim) : claim())
  return { team: slot.resources, doubleBooked: booking.doubleBooked, price }
}

async function claimOtherTime(ctx: TransactionContext, { booking, target, bookable, slot, holdUntil, forced, priceFor }: MoveClaim): Promise<ClaimedSlot> {
  const query = { ...toTeamQuery(bookable, slot), exceptBookingId: booking.id }
  const teams = forced ? slot.resources.map((id) => [id]) : sortPreferredFirst(await findFreeTeams(ctx, query), slot.resourceNamed ? null : booking.resourceId)
  for (const { team, price } of await filterByKeptPrice(ctx, booking, teams, priceFor)) {
    const { taken, doubleBooked } = await claimTeamTime(ctx, { ...target, resourceIds: team }, { forced, holdUntil })
    if (taken) return { team, doubleBooked, price }
  }
  return refuse('SLOT_NOT_AVAILABLE')
}

/** Of the free teams those with whom a paid price stays as it is. When there are none, refuses with PRICE_CHANGE_NOT_ALLOWED. */
async function filterByKeptPrice(
  ctx: ReadContext,
  booking: BookingRow,
  teams: readonly string[][],
  priceFor: PriceFor,
): Promise<{ team: string[]; price: PriceSnapshot }[]> {
  const priced: { team: string[]; price: PriceSnapshot }[] = []
  for (const team of teams) priced.push({ team, price: await priceFor(team[0] ?? null) })
  const fitting = isPaidInMoney(booking) ? priced.filter(({ price }) => price.total === booking.price.total) : priced
  const [nearest] = fitting.length > 0 ? fitting : priced
  if (nearest) await assertPriceUnchanged(ctx, booking, nearest.price.total)
  return fitting
}

/** The team of the person who had the booking before comes first. */
const sortPreferredFirst = (teams: readonly string[][], first: string | null): string[][] => [
  ...teams.filter((team) => team[0] === first),
  ...teams.filter((team) => team[0] !== first),
]
