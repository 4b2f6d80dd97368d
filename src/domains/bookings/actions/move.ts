/** A booking moves to another time or class. Source: guide: bookings 9. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { BookingIn, Flags, SlotIn } from '../contract.ts'
import { refuse } from '../errors.ts'
import { acted } from '../events.ts'
import { peopleIn, withLength } from '../rules/choices.ts'
import { isAlive } from '../rules/holds.ts'
import { statusAfterMove } from '../rules/outcome.ts'
import { moveIsInTime } from '../rules/policy.ts'
import type { Spoken, Tongue } from '../rules/tongue.ts'
import { forgetAttendance } from '../store/attendance.ts'
import * as store from '../store/bookings.ts'
import { freeTeams } from '../time.ts'
import { actionAsk, bookingToWire, iso } from '../wire.ts'
import { reminderOf } from './calendar-place.ts'
import { begin, mustHaveFlags, save } from './change.ts'
import { adjustCredits, mustStayInPlan } from './credits.ts'
import { addOnsOf, addOnWishes, minutesOf, mustBeOffered, sessionMinutes, type BookedAddOns, type Choices } from './extras.ts'
import { isByCustomer, tellIfAsked, writeToBusiness, writeToCustomer, type Notice } from './letters.ts'
import { atCustomer } from './location.ts'
import { mustRespectPolicy, offerOf, placeOf, resourceCopy, takePlace, teamAsk, type Offer, type Place } from './place.ts'
import { releasePlace } from './release.ts'
import { isPaidInMoney, mustKeepPrice, repriced, statusAtPrice, type PricedChange } from './reprice.ts'
import { lockKnownWaitlist } from '../store/waitlist.ts'
import { wakeWaitlist } from './waitlist.ts'

export interface Move {
  revision?: string | null
  slot: SlotIn
  totalParticipants?: number | null
  participantsChoices?: BookingIn['participantsChoices']
  bookedAddOns?: BookingIn['bookedAddOns']
  participantNotification?: Notice | null
  flowControlSettings?: Flags | null
}
/** How a move is carried out when it is not a plain call of its own. */
export interface MoveHow {
  /** Our own pages and links always write to the customer. */
  always?: boolean
  /** Part of a set that moves as a whole: the set was checked, and its letter speaks for all. */
  ofSet?: { bufferMinutes?: number | undefined }
}

const invalid = (reason: string): never => refuse('VALIDATION_FAILURE', { reason })

export async function moveBooking(ctx: Ctx, id: string, move: Move, how: MoveHow = {}): Promise<store.BookingRecord> {
  return moved(ctx, await begin(ctx, id, move.revision), move, how)
}

/** The old place is given back only when the new one is taken; a refusal leaves everything as it was. */
export async function moved(ctx: Ctx, booking: store.BookingRecord, move: Move, how: MoveHow = {}): Promise<store.BookingRecord> {
  const flags = isByCustomer(ctx) ? {} : (move.flowControlSettings ?? {})
  mustHaveFlags(ctx, flags)
  const before = mayMove(ctx, booking, move, how)
  const offer = await offerOf(ctx, { serviceId: booking.serviceId })
  const addOns = await addOnsAfter(ctx, booking, move, offer)
  const place = await placeOf(ctx, offer, askedSlot(booking, move.slot), minutesOf(addOns?.copies ?? booking.addOns))
  if (isByCustomer(ctx)) mustRespectPolicy(ctx, offer, place)
  const { people, choices, place: chosen } = await choicesAfter(ctx, booking, { move, offer, place, addOns })
  const sameChoices = JSON.stringify(choices ?? null) === JSON.stringify(booking.participantsChoices ?? null)
  if (isSamePlace(booking, place, move) && people === booking.participants && sameChoices && !addOns) return booking
  await mustStayInPlan(ctx, booking, place.start)
  const priceWith = priceOfMove(ctx, booking, offer, {
    people,
    choices,
    choosesAnew: move.participantsChoices != null,
    startAt: place.start,
    endAt: place.end,
    addOns,
  })

  const byWhom = isByCustomer(ctx) ? 'customer' : 'owner'
  const status = flags.skipBusinessConfirmation ? before : statusAfterMove(before, byWhom, offer.needsApproval)
  const target = {
    ...booking,
    startAt: place.start,
    endAt: place.end,
    participants: people,
    bufferMinutes: how.ofSet?.bufferMinutes ?? (offer.service.type === 'APPOINTMENT' ? offer.service.timeBetweenSessions : 0),
    eventId: booking.serviceType === 'CLASS' ? place.eventId : booking.eventId,
  }
  const holdUntil = status === 'CREATED' ? booking.holdUntil : null
  const taken = await takeNewPlace(ctx, {
    booking,
    target,
    offer,
    place: chosen,
    holdUntil,
    forced: flags.skipAvailabilityValidation === true,
    priceWith,
  })
  if (status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests) await releasePlace(ctx, booking)
  await forgetAttendance(ctx, booking.id)
  const credits = booking.planOrderId && people !== booking.participants ? await adjustCredits(ctx, booking, people) : booking.credits
  const placed = {
    status,
    startAt: place.start,
    endAt: place.end,
    timeZone: place.timeZone,
    eventId: target.eventId,
    title: place.title,
    participants: people,
    participantsChoices: choices ?? null,
    ...(addOns && { addOns: addOns.copies }),
    credits,
    resourceIds: taken.team,
    resourceId: taken.team[0] ?? null,
    resource: await resourceCopy(ctx, taken.team[0]),
    location: atCustomer(place.location, booking.contactDetails.fullAddress),
    bufferMinutes: target.bufferMinutes,
    doubleBooked: taken.doubleBooked,
    price: taken.price,
    paymentStatus: statusAtPrice(booking, taken.price.total),
    remindedAt: null,
  }
  const next = await save(ctx, booking, { ...placed, remindAt: status === 'CONFIRMED' ? await reminderOf(ctx, { ...booking, ...placed }) : null })
  announceMove(ctx, booking, next, move)
  if (!how.ofSet) await writeAboutMove(ctx, booking, next, { move, always: how.always === true })
  return next
}

/** The state and the policy allow it; answers the state it is in. */
function mayMove(ctx: Ctx, booking: store.BookingRecord, move: Move, how: MoveHow): 'CONFIRMED' | 'PENDING' | 'CREATED' {
  const before = booking.status
  if (before !== 'CONFIRMED' && before !== 'PENDING' && !(before === 'CREATED' && isAlive(booking.holdUntil, ctx.now))) return invalid('STATUS')
  if (booking.serviceType === 'COURSE') return invalid('COURSE')
  if (booking.multiServiceBooking && !how.ofSet) return refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (move.slot.serviceId && move.slot.serviceId !== booking.serviceId) return invalid('OTHER_SERVICE')
  if (isByCustomer(ctx) && !how.ofSet && !moveIsInTime(actionAsk(booking), ctx.now)) refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
  return before as 'CONFIRMED' | 'PENDING' | 'CREATED'
}

/** What the slot leaves open stays as it was; somebody else may give the appointment. */
const askedSlot = (booking: store.BookingRecord, slot: SlotIn): SlotIn =>
  booking.serviceType !== 'APPOINTMENT'
    ? slot
    : {
        ...slot,
        timezone: slot.timezone ?? (hasOffset(slot) ? undefined : booking.timeZone),
        ...(!slot.resource?.id && { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
        location: slot.location?.locationType ? slot.location : (booking.location ?? { locationType: 'OWNER_BUSINESS' }),
      }
const hasOffset = ({ startDate }: SlotIn) => /(Z|[+-]\d\d:?\d\d)$/i.test(startDate ?? '')

/** The add-ons that are named, when they are others than the booking has. Naming none leaves them as they are. */
async function addOnsAfter(ctx: Ctx, booking: store.BookingRecord, move: Move, offer: Offer): Promise<BookedAddOns | undefined> {
  const wishes = addOnWishes(move.bookedAddOns)
  const nameOf = (id: string, quantity: number | null | undefined) => `${id} ${quantity ?? 1}`
  const [asked, booked] = [wishes.map((one) => nameOf(one.id, one.quantity)).sort(), booking.addOns.map((one) => nameOf(one.id, one.quantity)).sort()]
  if (wishes.length === 0 || asked.join() === booked.join()) return undefined
  if (!booking.allowAddOnChanges || isByCustomer(ctx)) return refuse('ADD_ON_CHANGES_NOT_ALLOWED')
  return addOnsOf(ctx, offer, wishes, move.flowControlSettings?.skipAddOnValidation === true)
}

/**
 * Who comes and what they chose, once it is moved. New choices agree with the new slot; a length that was chosen before becomes the new one.
 * A person that new choices name is the one who is taken.
 */
async function choicesAfter(
  ctx: Ctx,
  booking: store.BookingRecord,
  { move, offer, place, addOns }: { move: Move; offer: Offer; place: Place; addOns: BookedAddOns | undefined },
): Promise<{ people: number; choices: Choices; place: Place }> {
  const asked = move.participantsChoices
  const stored = booking.participantsChoices as Choices
  const minutes = sessionMinutes({ serviceType: booking.serviceType, startAt: place.start, endAt: place.end, addOns: addOns?.copies ?? booking.addOns })
  const person = await mustBeOffered(ctx, offer, asked, { minutes, resources: place.resources, resourceNamed: place.resourceNamed })
  const kept = stored && minutes !== undefined ? { serviceChoices: withLength(stored.serviceChoices, minutes) } : stored
  const choices = asked ?? kept
  const people = choices ? peopleIn(choices.serviceChoices) : (move.totalParticipants ?? booking.participants)
  // A bare number says nothing about who of the parties comes or not.
  if (choices && move.totalParticipants && (asked || move.totalParticipants !== people)) return invalid('PARTICIPANTS')
  if (isByCustomer(ctx) && people > Math.max(offer.maxParticipants, booking.participants)) return invalid('PARTICIPANTS')
  return { people, choices, place: person && !place.resourceNamed ? { ...place, resources: [person], resourceNamed: true } : place }
}

/** The price with each person who could give it; only services whose price varies are asked more than once. */
function priceOfMove(ctx: Ctx, booking: store.BookingRecord, offer: Offer, to: Omit<PricedChange, 'resourceId'>): PriceWith {
  const known = new Map<string | null, Promise<store.PriceSnapshot>>()
  return (resourceId) => {
    const key = offer.terms.rate === 'VARIED' ? resourceId : null
    const price = known.get(key) ?? repriced(ctx, booking, offer, { ...to, resourceId })
    known.set(key, price)
    return price
  }
}
type PriceWith = (resourceId: string | null) => Promise<store.PriceSnapshot>

function isSamePlace(booking: store.BookingRecord, place: Place, { slot }: Move): boolean {
  const sameResource = booking.serviceType === 'CLASS' || !slot.resource?.id || slot.resource.id === booking.resourceId
  const sameLocation = booking.serviceType === 'CLASS' || !slot.location?.locationType || place.location?.id === booking.location?.id
  const sameSession = place.eventId === (booking.serviceType === 'CLASS' ? booking.eventId : null)
  return place.start.equals(booking.startAt) && place.end.equals(booking.endAt) && sameSession && sameResource && sameLocation
}

interface NewPlace {
  booking: store.BookingRecord
  target: store.BookingRecord
  offer: Offer
  place: Place
  holdUntil: Temporal.Instant | null
  forced: boolean
  priceWith: PriceWith
}
interface TakenPlace {
  team: string[]
  doubleBooked: boolean
  price: store.PriceSnapshot
}
async function takeNewPlace(ctx: Ctx, { booking, target, offer, place, holdUntil, forced, priceWith }: NewPlace): Promise<TakenPlace> {
  if (booking.serviceType === 'CLASS') {
    const price = await priceWith(place.resources[0] ?? null)
    await mustKeepPrice(ctx, booking, price.total)
    // Seats are counted per session: the old ones are given back first, in the same transaction, so that a refusal undoes it.
    if (place.eventId !== booking.eventId) await releasePlace(ctx, booking)
    const shrinks = place.eventId === booking.eventId && target.participants < booking.participants
    const list = shrinks && booking.eventId ? await lockKnownWaitlist(ctx, booking.eventId) : undefined
    const seated = await takePlace(ctx, { ...target, resourceIds: place.resources }, { capacity: place.capacity, holdUntil, forced })
    if (!seated.taken) return refuse('SESSION_CAPACITY_EXCEEDED', { left: seated.left })
    if (list) await wakeWaitlist(ctx, list.sessionId, true)
    return { team: place.resources, doubleBooked: booking.doubleBooked, price }
  }
  const ask = { ...teamAsk(offer, place), exceptBookingId: booking.id }
  const teams = forced ? place.resources.map((id) => [id]) : preferring(await freeTeams(ctx, ask), place.resourceNamed ? null : booking.resourceId)
  const priced = await withKeptPrice(ctx, booking, teams, priceWith)
  for (const { team, price } of priced) {
    const overlapping = forced ? await store.overlappingAppointments(ctx, { resourceIds: team, from: place.start, to: place.end, except: booking.id }) : 0
    const result = await takePlace(ctx, { ...target, resourceIds: team }, { capacity: 1, holdUntil, forced: overlapping > 0 })
    if (result.taken) return { team, doubleBooked: overlapping > 0, price }
  }
  return refuse('SLOT_NOT_AVAILABLE')
}

/** Of those who are free, the ones with whom the price may be what it then is; when there are none, that is the reason. */
async function withKeptPrice(
  ctx: Ctx,
  booking: store.BookingRecord,
  teams: readonly string[][],
  priceWith: PriceWith,
): Promise<{ team: string[]; price: store.PriceSnapshot }[]> {
  const priced: { team: string[]; price: store.PriceSnapshot }[] = []
  for (const team of teams) priced.push({ team, price: await priceWith(team[0] ?? null) })
  const fitting = isPaidInMoney(booking) ? priced.filter(({ price }) => price.total === booking.price.total) : priced
  const [nearest] = fitting.length > 0 ? fitting : priced
  if (nearest) await mustKeepPrice(ctx, booking, nearest.price.total)
  return fitting
}

/** The one who had it first, when free; then everybody else. */
const preferring = (teams: readonly string[][], first: string | null): string[][] => [
  ...teams.filter((team) => team[0] === first),
  ...teams.filter((team) => team[0] !== first),
]

export function announceMove(ctx: Ctx, before: store.BookingRecord, next: store.BookingRecord, move: Partial<Move> = {}): void {
  acted(ctx, 'rescheduled', next, {
    previousBookedEntity: bookingToWire(before, true).bookedEntity,
    previousStartDate: iso(before.startAt),
    previousEndDate: iso(before.endAt),
    ...(before.participantsChoices ? { previousParticipantsChoices: before.participantsChoices } : { previousTotalParticipants: before.participants }),
    ...(move.participantNotification && { participantNotification: move.participantNotification }),
    ...(move.flowControlSettings && !isByCustomer(ctx) && { flowControlSettings: move.flowControlSettings }),
  })
  if (next.status === 'PENDING' && before.status === 'CONFIRMED')
    acted(ctx, 'markedAsPending', next, { previousStatus: before.status, previousPaymentStatus: before.paymentStatus })
}

export const waitsForApproval = { message: 'The new time waits for approval.', de: 'Die neue Zeit muss noch bestätigt werden.' }

async function writeAboutMove(
  ctx: Ctx,
  before: store.BookingRecord,
  next: store.BookingRecord,
  { move, always }: { move: Move; always: boolean },
): Promise<void> {
  const oldStartText: Spoken = ({ clock }) => clock(before.startAt, before.timeZone)
  const letter = {
    oldStartText,
    wasConfirmed: before.status === 'CONFIRMED',
    ...(next.status === 'PENDING' && { statusText: ({ say }: Tongue) => say(waitsForApproval) }),
  }
  if (always) await writeToCustomer(ctx, 'booking-rescheduled', next, letter)
  else await tellIfAsked(ctx, 'booking-rescheduled', next, move.participantNotification, letter)
  if (isByCustomer(ctx) && next.status !== 'CREATED') await writeToBusiness(ctx, 'booking-rescheduled-by-customer', next, { oldStartText })
}
