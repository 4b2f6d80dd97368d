/** A booking moves to another time or class. Source: guide: bookings 9. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/api/context.ts'
import type { BookingInput, Flags, SlotInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { emitAction } from '../events.ts'
import { countPeople, withDuration } from '../rules/choices.ts'
import { isHoldActive } from '../rules/holds.ts'
import { decideStatusAfterMove } from '../rules/outcome.ts'
import { isMoveInTime } from '../rules/policy.ts'
import type { TextRenderer, LocaleFormatter } from '../rules/locale-formatter.ts'
import { deleteAttendancesOf } from '../store/attendance.ts'
import * as store from '../store/bookings.ts'
import { findFreeTeams } from '../scheduling.ts'
import { toActionInput, bookingToWire, formatInstant } from '../wire.ts'
import { calculateReminder } from './calendar-entry.ts'
import { lockForChange, assertFlagsPermitted, saveBooking } from './change.ts'
import { adjustCredits, assertWithinPlanPeriod } from './credits.ts'
import { resolveAddOns, readAddOns, sumAddOnMinutes, assertChoicesOffered, getSessionMinutes, type BookedAddOns, type Choices } from './extras.ts'
import { isByCustomer, queueCustomerEmailIfRequested, queueBusinessEmail, queueCustomerEmail, type NotificationInput } from './emails.ts'
import { fillCustomerAddress } from './location.ts'
import { assertBookingPolicy, getBookableService, resolveSlot, copyResource, claimSlot, toTeamQuery, type BookableService, type BookingSlot } from './place.ts'
import { releaseSlot } from './release-slot.ts'
import { isPaidInMoney, assertPriceUnchanged, reprice, adjustStatusToPrice, type PricedChange } from './reprice.ts'
import { lockWaitlistIfAny } from '../store/waitlist.ts'
import { advanceWaitlist } from './waitlist.ts'

export interface MoveInput {
  revision?: string | null
  slot: SlotInput
  totalParticipants?: number | null
  participantsChoices?: BookingInput['participantsChoices']
  bookedAddOns?: BookingInput['bookedAddOns']
  participantNotification?: NotificationInput | null
  flowControlSettings?: Flags | null
}
/** How a move is carried out when it is not a plain call of its own. */
export interface MoveOptions {
  /** Our own pages and links always write to the customer. */
  always?: boolean
  /** Part of a set that moves as a whole: the set was checked, and its letter speaks for all. */
  ofSet?: { bufferMinutes?: number | undefined }
}

const invalid = (reason: string): never => refuse('VALIDATION_FAILURE', { reason })

export async function moveBooking(ctx: Ctx, id: string, move: MoveInput, how: MoveOptions = {}): Promise<store.BookingRow> {
  return applyMove(ctx, await lockForChange(ctx, id, move.revision), move, how)
}

/** The old place is given back only when the new one is taken; a refusal leaves everything as it was. */
export async function applyMove(ctx: Ctx, booking: store.BookingRow, move: MoveInput, how: MoveOptions = {}): Promise<store.BookingRow> {
  const flags = isByCustomer(ctx) ? {} : (move.flowControlSettings ?? {})
  assertFlagsPermitted(ctx, flags)
  const before = assertMovable(ctx, booking, move, how)
  const offer = await getBookableService(ctx, { serviceId: booking.serviceId })
  const addOns = await resolveNewAddOns(ctx, booking, move, offer)
  const place = await resolveSlot(ctx, offer, completeSlot(booking, move.slot), sumAddOnMinutes(addOns?.copies ?? booking.addOns))
  if (isByCustomer(ctx)) assertBookingPolicy(ctx, offer, place)
  const { people, choices, place: chosen } = await resolveNewChoices(ctx, booking, { move, offer, place, addOns })
  const sameChoices = JSON.stringify(choices ?? null) === JSON.stringify(booking.participantsChoices ?? null)
  if (isSameSlot(booking, place, move) && people === booking.participants && sameChoices && !addOns) return booking
  await assertWithinPlanPeriod(ctx, booking, place.start)
  const priceWith = createPricing(ctx, booking, offer, {
    people,
    choices,
    choosesAnew: move.participantsChoices != null,
    startAt: place.start,
    endAt: place.end,
    addOns,
  })

  const byWhom = isByCustomer(ctx) ? 'customer' : 'owner'
  const status = flags.skipBusinessConfirmation ? before : decideStatusAfterMove(before, byWhom, offer.needsApproval)
  const target = {
    ...booking,
    startAt: place.start,
    endAt: place.end,
    participants: people,
    bufferMinutes: how.ofSet?.bufferMinutes ?? (offer.service.type === 'APPOINTMENT' ? offer.service.timeBetweenSessions : 0),
    eventId: booking.serviceType === 'CLASS' ? place.eventId : booking.eventId,
  }
  const holdUntil = status === 'CREATED' ? booking.holdUntil : null
  const taken = await claimNewSlot(ctx, {
    booking,
    target,
    offer,
    place: chosen,
    holdUntil,
    forced: flags.skipAvailabilityValidation === true,
    priceWith,
  })
  if (status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests) await releaseSlot(ctx, booking)
  await deleteAttendancesOf(ctx, booking.id)
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
    resource: await copyResource(ctx, taken.team[0]),
    location: fillCustomerAddress(place.location, booking.contactDetails.fullAddress),
    bufferMinutes: target.bufferMinutes,
    doubleBooked: taken.doubleBooked,
    price: taken.price,
    paymentStatus: adjustStatusToPrice(booking, taken.price.total),
    remindedAt: null,
  }
  const next = await saveBooking(ctx, booking, { ...placed, remindAt: status === 'CONFIRMED' ? await calculateReminder(ctx, { ...booking, ...placed }) : null })
  emitMove(ctx, booking, next, move)
  if (!how.ofSet) await queueMoveEmails(ctx, booking, next, { move, always: how.always === true })
  return next
}

/** The state and the policy allow it; answers the state it is in. */
function assertMovable(ctx: Ctx, booking: store.BookingRow, move: MoveInput, how: MoveOptions): 'CONFIRMED' | 'PENDING' | 'CREATED' {
  const before = booking.status
  if (before !== 'CONFIRMED' && before !== 'PENDING' && !(before === 'CREATED' && isHoldActive(booking.holdUntil, ctx.now))) return invalid('STATUS')
  if (booking.serviceType === 'COURSE') return invalid('COURSE')
  if (booking.multiServiceBooking && !how.ofSet) return refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (move.slot.serviceId && move.slot.serviceId !== booking.serviceId) return invalid('OTHER_SERVICE')
  if (isByCustomer(ctx) && !how.ofSet && !isMoveInTime(toActionInput(booking), ctx.now)) refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
  return before as 'CONFIRMED' | 'PENDING' | 'CREATED'
}

/** What the slot leaves open stays as it was; somebody else may give the appointment. */
const completeSlot = (booking: store.BookingRow, slot: SlotInput): SlotInput =>
  booking.serviceType !== 'APPOINTMENT'
    ? slot
    : {
        ...slot,
        timezone: slot.timezone ?? (hasOffset(slot) ? undefined : booking.timeZone),
        ...(!slot.resource?.id && { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
        location: slot.location?.locationType ? slot.location : (booking.location ?? { locationType: 'OWNER_BUSINESS' }),
      }
const hasOffset = ({ startDate }: SlotInput) => /(Z|[+-]\d\d:?\d\d)$/i.test(startDate ?? '')

/** The add-ons that are named, when they are others than the booking has. Naming none leaves them as they are. */
async function resolveNewAddOns(ctx: Ctx, booking: store.BookingRow, move: MoveInput, offer: BookableService): Promise<BookedAddOns | undefined> {
  const wishes = readAddOns(move.bookedAddOns)
  const nameOf = (id: string, quantity: number | null | undefined) => `${id} ${quantity ?? 1}`
  const [asked, booked] = [wishes.map((one) => nameOf(one.id, one.quantity)).sort(), booking.addOns.map((one) => nameOf(one.id, one.quantity)).sort()]
  if (wishes.length === 0 || asked.join() === booked.join()) return undefined
  if (!booking.allowAddOnChanges || isByCustomer(ctx)) return refuse('ADD_ON_CHANGES_NOT_ALLOWED')
  return resolveAddOns(ctx, offer, wishes, move.flowControlSettings?.skipAddOnValidation === true)
}

/**
 * Who comes and what they chose, once it is moved. New choices agree with the new slot; a length that was chosen before becomes the new one.
 * A person that new choices name is the one who is taken.
 */
async function resolveNewChoices(
  ctx: Ctx,
  booking: store.BookingRow,
  { move, offer, place, addOns }: { move: MoveInput; offer: BookableService; place: BookingSlot; addOns: BookedAddOns | undefined },
): Promise<{ people: number; choices: Choices; place: BookingSlot }> {
  const asked = move.participantsChoices
  const stored = booking.participantsChoices as Choices
  const minutes = getSessionMinutes({ serviceType: booking.serviceType, startAt: place.start, endAt: place.end, addOns: addOns?.copies ?? booking.addOns })
  const person = await assertChoicesOffered(ctx, offer, asked, { minutes, resources: place.resources, resourceNamed: place.resourceNamed })
  const kept = stored && minutes !== undefined ? { serviceChoices: withDuration(stored.serviceChoices, minutes) } : stored
  const choices = asked ?? kept
  const people = choices ? countPeople(choices.serviceChoices) : (move.totalParticipants ?? booking.participants)
  // A bare number says nothing about who of the parties comes or not.
  if (choices && move.totalParticipants && (asked || move.totalParticipants !== people)) return invalid('PARTICIPANTS')
  if (isByCustomer(ctx) && people > Math.max(offer.maxParticipants, booking.participants)) return invalid('PARTICIPANTS')
  return { people, choices, place: person && !place.resourceNamed ? { ...place, resources: [person], resourceNamed: true } : place }
}

/** The price with each person who could give it; only services whose price varies are asked more than once. */
function createPricing(ctx: Ctx, booking: store.BookingRow, offer: BookableService, to: Omit<PricedChange, 'resourceId'>): PriceForResource {
  const known = new Map<string | null, Promise<store.PriceSnapshot>>()
  return (resourceId) => {
    const key = offer.terms.rate === 'VARIED' ? resourceId : null
    const price = known.get(key) ?? reprice(ctx, booking, offer, { ...to, resourceId })
    known.set(key, price)
    return price
  }
}
type PriceForResource = (resourceId: string | null) => Promise<store.PriceSnapshot>

function isSameSlot(booking: store.BookingRow, place: BookingSlot, { slot }: MoveInput): boolean {
  const sameResource = booking.serviceType === 'CLASS' || !slot.resource?.id || slot.resource.id === booking.resourceId
  const sameLocation = booking.serviceType === 'CLASS' || !slot.location?.locationType || place.location?.id === booking.location?.id
  const sameSession = place.eventId === (booking.serviceType === 'CLASS' ? booking.eventId : null)
  return place.start.equals(booking.startAt) && place.end.equals(booking.endAt) && sameSession && sameResource && sameLocation
}

interface NewSlot {
  booking: store.BookingRow
  target: store.BookingRow
  offer: BookableService
  place: BookingSlot
  holdUntil: Temporal.Instant | null
  forced: boolean
  priceWith: PriceForResource
}
interface ClaimedSlot {
  team: string[]
  doubleBooked: boolean
  price: store.PriceSnapshot
}
async function claimNewSlot(ctx: Ctx, { booking, target, offer, place, holdUntil, forced, priceWith }: NewSlot): Promise<ClaimedSlot> {
  if (booking.serviceType === 'CLASS') {
    const price = await priceWith(place.resources[0] ?? null)
    await assertPriceUnchanged(ctx, booking, price.total)
    // Seats are counted per session: the old ones are given back first, in the same transaction, so that a refusal undoes it.
    if (place.eventId !== booking.eventId) await releaseSlot(ctx, booking)
    const shrinks = place.eventId === booking.eventId && target.participants < booking.participants
    const list = shrinks && booking.eventId ? await lockWaitlistIfAny(ctx, booking.eventId) : undefined
    const seated = await claimSlot(ctx, { ...target, resourceIds: place.resources }, { capacity: place.capacity, holdUntil, forced })
    if (!seated.taken) return refuse('SESSION_CAPACITY_EXCEEDED', { left: seated.left })
    if (list) await advanceWaitlist(ctx, list.sessionId, true)
    return { team: place.resources, doubleBooked: booking.doubleBooked, price }
  }
  const ask = { ...toTeamQuery(offer, place), exceptBookingId: booking.id }
  const teams = forced ? place.resources.map((id) => [id]) : sortPreferredFirst(await findFreeTeams(ctx, ask), place.resourceNamed ? null : booking.resourceId)
  const priced = await filterByKeptPrice(ctx, booking, teams, priceWith)
  for (const { team, price } of priced) {
    const overlapping = forced ? await store.countOverlappingAppointments(ctx, { resourceIds: team, from: place.start, to: place.end, except: booking.id }) : 0
    const result = await claimSlot(ctx, { ...target, resourceIds: team }, { capacity: 1, holdUntil, forced: overlapping > 0 })
    if (result.taken) return { team, doubleBooked: overlapping > 0, price }
  }
  return refuse('SLOT_NOT_AVAILABLE')
}

/** Of those who are free, the ones with whom the price may be what it then is; when there are none, that is the reason. */
async function filterByKeptPrice(
  ctx: Ctx,
  booking: store.BookingRow,
  teams: readonly string[][],
  priceWith: PriceForResource,
): Promise<{ team: string[]; price: store.PriceSnapshot }[]> {
  const priced: { team: string[]; price: store.PriceSnapshot }[] = []
  for (const team of teams) priced.push({ team, price: await priceWith(team[0] ?? null) })
  const fitting = isPaidInMoney(booking) ? priced.filter(({ price }) => price.total === booking.price.total) : priced
  const [nearest] = fitting.length > 0 ? fitting : priced
  if (nearest) await assertPriceUnchanged(ctx, booking, nearest.price.total)
  return fitting
}

/** The one who had it first, when free; then everybody else. */
const sortPreferredFirst = (teams: readonly string[][], first: string | null): string[][] => [
  ...teams.filter((team) => team[0] === first),
  ...teams.filter((team) => team[0] !== first),
]

export function emitMove(ctx: Ctx, before: store.BookingRow, next: store.BookingRow, move: Partial<MoveInput> = {}): void {
  emitAction(ctx, 'rescheduled', next, {
    previousBookedEntity: bookingToWire(before, true).bookedEntity,
    previousStartDate: formatInstant(before.startAt),
    previousEndDate: formatInstant(before.endAt),
    ...(before.participantsChoices ? { previousParticipantsChoices: before.participantsChoices } : { previousTotalParticipants: before.participants }),
    ...(move.participantNotification && { participantNotification: move.participantNotification }),
    ...(move.flowControlSettings && !isByCustomer(ctx) && { flowControlSettings: move.flowControlSettings }),
  })
  if (next.status === 'PENDING' && before.status === 'CONFIRMED')
    emitAction(ctx, 'markedAsPending', next, { previousStatus: before.status, previousPaymentStatus: before.paymentStatus })
}

export const approvalPendingText = { message: 'The new time waits for approval.', de: 'Die neue Zeit muss noch bestätigt werden.' }

async function queueMoveEmails(
  ctx: Ctx,
  before: store.BookingRow,
  next: store.BookingRow,
  { move, always }: { move: MoveInput; always: boolean },
): Promise<void> {
  const oldStartText: TextRenderer = ({ clock }) => clock(before.startAt, before.timeZone)
  const letter = {
    oldStartText,
    wasConfirmed: before.status === 'CONFIRMED',
    ...(next.status === 'PENDING' && { statusText: ({ say }: LocaleFormatter) => say(approvalPendingText) }),
  }
  if (always) await queueCustomerEmail(ctx, 'booking-rescheduled', next, letter)
  else await queueCustomerEmailIfRequested(ctx, 'booking-rescheduled', next, move.participantNotification, letter)
  if (isByCustomer(ctx) && next.status !== 'CREATED') await queueBusinessEmail(ctx, 'booking-rescheduled-by-customer', next, { oldStartText })
}
