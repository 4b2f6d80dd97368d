/** The only door of bookings: what becomes of them when others change, and what sets of bookings are made of. */
import type { Ctx } from '#kit/ctx.ts'
import { eraseBuyer } from '#domains/orders/public.ts'
import { forgetEvents } from '#kit/work/forget.ts'
import type { BookingIn } from './contract.ts'
import { addOnsOf, addOnWishes, minutesOf } from './actions/extras.ts'
import { askedPlace, flagsOf, teamAsk, type Offer } from './actions/place.ts'
import { takesPlace } from './rules/holds.ts'
import { freeTeams } from './time.ts'
import * as store from './store/bookings.ts'
import { viewerOf } from './actions/viewer.ts'
import { bookingToWire } from './wire.ts'

export { closeMember, endWithPlan, closeService, followCapacity } from './actions/follow.ts'
export { followCourse, followPlaces as followBookedPlaces, followSession as followBookedSession } from './actions/follow-sessions.ts'
export { followZoneChange, previewZoneChange } from './actions/follow-zone.ts'
export { canceled, endFor, mayIgnorePolicy, type Cancellation } from './actions/cancel.ts'
export { createBooking, type PartOfSet } from './actions/create.ts'
export { confirmed, declined, markedAsPending, type Decision } from './actions/decide.ts'
export { sessionIsBack, tellIfAsked, writeToBusiness, writeToCustomer } from './actions/letters.ts'
export { settleEvent } from './actions/pay-page.ts'
export { followMoney } from './actions/refunds.ts'
export { asCustomer, withoutMaker } from './actions/as-customer.ts'
export { throughLink } from './actions/link-limits.ts'
export { openSetLink, sealLink } from './actions/links.ts'
export { payTokenFor } from './actions/checkout-page.ts'
export { moved, waitsForApproval } from './actions/move.ts'
export type { Spoken } from './rules/tongue.ts'
export { takeAgain } from './actions/place.ts'
export { releasePlace } from './actions/release.ts'
export { mustHaveFlags } from './actions/change.ts'
export { allowedForSet } from './rules/policy.ts'
export { isFinal } from './rules/machine.ts'
export { actionAsk, bookingToWire } from './wire.ts'
export type { BookingRecord } from './store/bookings.ts'

export { moveBookings } from './store/bookings.ts'
/** Bookings, for the download of a person's data (guide: members 10.3). */
export async function bookingsForPerson(ctx: Ctx, memberId: string, contactId: string) {
  return { title: 'bookings', records: (await store.bookingsOfCustomer(ctx, { memberId, contactId })).map((booking) => bookingToWire(booking, false)) }
}
/** The addresses that somebody gave when they booked. */
export const addressesOfBookings = async (ctx: Ctx, who: { memberId: string; contactId: string }): Promise<string[]> => [
  ...new Set((await store.bookingsOfCustomer(ctx, who)).flatMap(({ contactDetails: { email } }) => email || [])),
]
/** Contacts that a member typed when they booked, and that stand in nobody else's bookings. */
export const contactsOfBookings = (ctx: Ctx, who: { memberId: string; contactId: string }): Promise<string[]> => store.contactsOnlyOf(ctx, who)
/** A member is erased: their bookings stay for the books and say no more whose they were. */
export const eraseFromBookings = async (ctx: Ctx, memberId: string, contactId: string): Promise<void> => {
  await eraseBuyer(ctx, { memberId, contactId })
  await forgetEvents(
    ctx,
    (await store.eraseCustomer(ctx, { memberId, contactId })).map((booking) => booking.id),
  )
}

/** The parts of a set that the caller may see, in their order; locked when they are about to change. */
export const partsOfSet = async (ctx: Ctx, setId: string, lock: boolean): Promise<store.BookingRecord[]> =>
  store.partsOfSet(ctx, await viewerOf(ctx), setId, lock)
/** Bookings that the caller may see, locked in a fixed order. */
export async function lockBookings(ctx: Ctx, ids: readonly string[]): Promise<store.BookingRecord[]> {
  const viewer = await viewerOf(ctx)
  const found: store.BookingRecord[] = []
  for (const id of [...new Set(ids)].sort()) {
    const booking = await store.lockBooking(ctx, viewer, id)
    if (booking) found.push(booking)
  }
  return found
}
/** A booking joins a set, changes its place in it, or leaves it: the next revision, without an event of its own kind. */
export { save as saveBooking } from './actions/change.ts'
export { updated as announceUpdate } from './events.ts'

/** What a wish for a booking comes to: its service, time and place, and what speaks against it. */
export interface AskedPart {
  serviceId: string
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  start: number
  end: number
  /** Equal for equal locations. */
  place: string
  needsApproval: boolean
  bufferMinutes: number
  namedResource: string | undefined
  flags: ReturnType<typeof flagsOf>
  maxParticipants: number
}
/** What a part has besides its service: add-ons that are asked for, or minutes of those it has already. */
export interface PartExtras {
  addOns?: BookingIn['bookedAddOns']
  skipAddOnValidation?: boolean
  minutes?: number
}
const minutesBy =
  (ctx: Ctx, { addOns, skipAddOnValidation, minutes }: PartExtras) =>
  async (offer: Offer): Promise<number> =>
    addOns && addOns.length > 0 ? (await addOnsOf(ctx, offer, addOnWishes(addOns), skipAddOnValidation === true)).minutes : (minutes ?? 0)

export async function askedPart(ctx: Ctx, wish: BookingIn['bookedEntity'], extras: PartExtras = {}): Promise<AskedPart> {
  const { offer, place } = await askedPlace(ctx, wish, minutesBy(ctx, extras))
  return {
    serviceId: offer.service.id,
    type: offer.service.type,
    start: place.start.epochMilliseconds,
    end: place.end.epochMilliseconds,
    place: [place.location?.locationType, place.location?.id].filter(Boolean).join(' '),
    needsApproval: offer.needsApproval,
    bufferMinutes: offer.service.type === 'APPOINTMENT' ? offer.service.timeBetweenSessions : 0,
    namedResource: place.resourceNamed ? place.resources[0] : undefined,
    flags: flagsOf(ctx, offer, place),
    maxParticipants: offer.maxParticipants,
  }
}
/** Minutes that the add-ons of a booking take. */
export const addOnMinutes = (booking: store.BookingRecord): number => minutesOf(booking.addOns)
/** Whether the booking takes up its place now. */
export const holdsPlace = (ctx: Ctx, { status, holdUntil, serviceType: type, allowMultipleRequests }: store.BookingRecord): boolean =>
  takesPlace({ status, holdUntil, type, allowMultipleRequests }, ctx.now)
/** Who could give an appointment at its time, in order of preference. */
export async function peopleFor(ctx: Ctx, wish: BookingIn['bookedEntity'], extras: PartExtras = {}): Promise<string[]> {
  const { offer, place } = await askedPlace(ctx, wish, minutesBy(ctx, extras))
  const teams = await freeTeams(ctx, teamAsk(offer, place))
  return [...new Set(teams.map((team) => team[0] as string))]
}
