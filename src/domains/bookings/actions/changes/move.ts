/** Moves a booking to another time or class. Source: guide bookings §9. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import type { BookingInput, Flags, SlotInput } from '../../contract.ts'
import { refuse, unwrapOrRefuse } from '../../errors.ts'
import { emitAction } from '../../events.ts'
import { isHoldActive } from '../../rules/holds.ts'
import type { LocaleFormatter, TextRenderer } from '../../rules/locale-formatter.ts'
import { takeStep } from '../../rules/machine.ts'
import { decideStatusAfterMove } from '../../rules/outcome.ts'
import { isBoundToSet, isMoveInTime } from '../../rules/policy.ts'
import { deleteAttendances } from '../../store/attendance.ts'
import { lockSessionsForBooking } from '../../scheduling.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { bookingToWire, formatInstant, toActionInput } from '../../wire.ts'
import { getBookableService, type BookableService } from '../booking/bookable-service.ts'
import { assertBookingPolicy } from '../booking/booking-policy.ts'
import { calculateReminder } from '../emails/calendar-entry.ts'
import { assertFlagsPermitted, lockForChange, saveBooking } from './change.ts'
import { adjustCredits, assertWithinPlanPeriod } from '../money/credits.ts'
import {
  isByCustomer,
  queueBusinessEmail,
  queueCustomerEmail,
  queueCustomerEmailIfRequested,
  type CustomerEmail,
  type NotificationInput,
} from '../emails/emails.ts'
import { readAddOns, resolveAddOns, sumAddOnMinutes, type BookedAddOns } from '../booking/extras.ts'
import { fillCustomerAddress } from '../booking/location.ts'
import { claimNewSlot, createPriceFor, resolveParty, type ClaimedSlot, type Party } from './move-slot.ts'
import { releaseSlot } from './release-slot.ts'
import { adjustStatusToPrice } from './reprice.ts'
import { resolveSlot, type BookingSlot } from '../booking/resolve-slot.ts'
import { copyResource } from '../booking/resources.ts'

export interface MoveInput {
  revision?: string | null
  slot: SlotInput
  totalParticipants?: number | null
  participantsChoices?: BookingInput['participantsChoices']
  bookedAddOns?: BookingInput['bookedAddOns']
  participantNotification?: NotificationInput | null
  flowControlSettings?: Flags | null
}
export interface MoveOptions {
  /** Our own pages and links always email the customer. */
  alwaysNotify?: boolean
  /** The booking moves as part of a set, which was checked and sends one email for all. */
  asPart?: { bufferMinutes?: number | undefined }
}

const refuseMove = (reason: string): never => refuse('VALIDATION_FAILURE', { reason })

/** Moves a booking that its customer or the business names. Refuses with BOOKING_NOT_FOUND, REVISION_MISMATCH, or as `applyMove`. */
export async function moveBooking(ctx: TransactionContext, id: string, input: MoveInput): Promise<BookingRow> {
  return applyMove(ctx, await lockForChange(ctx, id, input.revision), input)
}

/** The old slot is released only when the new one is claimed; a refusal leaves everything as it was. */
export async function applyMove(ctx: TransactionContext, booking: BookingRow, input: MoveInput, options: MoveOptions = {}): Promise<BookingRow> {
  ctx.refuseConflictWith(() => refuse('SLOT_NOT_AVAILABLE'))
  const flags = readFlags(ctx, input)
  const before = assertMovable(ctx, booking, input, options)
  const change = await resolveMove(ctx, booking, input)
  if (isUnchanged(booking, input, change)) return booking
  await assertWithinPlanPeriod(ctx, booking, change.slot.start)

  const status = flags.skipBusinessConfirmation
    ? before
    : decideStatusAfterMove(before, isByCustomer(ctx) ? 'customer' : 'owner', change.bookable.needsApproval)
  const moved = toMoveColumns(booking, change, options)
  const target = { ...booking, ...moved }
  const claimed = await claimNewSlot(ctx, {
    booking,
    target,
    bookable: change.bookable,
    slot: change.party.slot,
    holdUntil: status === 'CREATED' ? booking.holdUntil : null,
    forced: flags.skipAvailabilityValidation === true,
    priceFor: createPriceFor(ctx, booking, change.bookable, {
      people: target.participants,
      choices: change.party.choices,
      choosesAnew: input.participantsChoices != null,
      startAt: target.startAt,
      endAt: target.endAt,
      addOns: change.addOns,
    }),
  })
  // A request for a time that several people may ask for leaves it free.
  if (status === 'PENDING' && booking.serviceType === 'APPOINTMENT' && booking.allowMultipleRequests) await releaseSlot(ctx, booking)
  return saveMove(ctx, { booking, moved, claimed, status, input, options })
}

/** The flags of the business; those of customers are ignored. */
function readFlags(ctx: BaseContext, input: MoveInput): Flags {
  const flags = isByCustomer(ctx) ? {} : (input.flowControlSettings ?? {})
  assertFlagsPermitted(ctx, flags)
  return flags
}

type MovableStatus = 'CONFIRMED' | 'PENDING' | 'CREATED'

/** Checks that status and policy allow a move; answers the status. */
function assertMovable(ctx: BaseContext, booking: BookingRow, { slot }: MoveInput, { asPart }: MoveOptions): MovableStatus {
  const { status } = booking
  if (status !== 'CONFIRMED' && status !== 'PENDING' && !(status === 'CREATED' && isHoldActive(booking.holdUntil, ctx.now))) return refuseMove('STATUS')
  if (booking.serviceType === 'COURSE') return refuseMove('COURSE')
  if (isBoundToSet(booking.multiServiceBooking) && !asPart) return refuse('NOT_ALLOWED_TO_UPDATE_BOOKING_IN_MULTI_SERVICE_BOOKING')
  if (slot.serviceId && slot.serviceId !== booking.serviceId) return refuseMove('OTHER_SERVICE')
  if (isByCustomer(ctx) && !asPart && !isMoveInTime(toActionInput(booking), ctx.now)) refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
  return status as MovableStatus
}

/** What the booking moves to: service as it is today, slot, party, and add-ons when others are named. */
interface ResolvedMove {
  bookable: BookableService
  slot: BookingSlot
  party: Party
  addOns: BookedAddOns | undefined
}
async function resolveMove(ctx: TransactionContext, booking: BookingRow, input: MoveInput): Promise<ResolvedMove> {
  const bookable = await getBookableService(ctx, { serviceId: booking.serviceId })
  const addOns = await resolveNewAddOns(ctx, booking, input, bookable)
  const copies = addOns?.copies ?? booking.addOns
  if (booking.serviceType === 'CLASS') await lockSessionsForBooking(ctx, booking.scheduleId)
  const slot = await resolveSlot(ctx, bookable, completeSlot(booking, input.slot), sumAddOnMinutes(copies))
  if (isByCustomer(ctx)) assertBookingPolicy(ctx, bookable, slot)
  return { bookable, slot, addOns, party: await resolveParty(ctx, booking, input, { bookable, slot, addOns: copies }) }
}

/** The add-ons that the caller names, when they differ from the booked ones. Naming none keeps them. */
async function resolveNewAddOns(ctx: ReadContext, booking: BookingRow, input: MoveInput, bookable: BookableService): Promise<BookedAddOns | undefined> {
  const named = readAddOns(input.bookedAddOns)
  const toKeys = (list: readonly { id: string; quantity?: number | null }[]) => list.map(({ id, quantity }) => `${id} ${quantity ?? 1}`).sort()
  if (named.length === 0 || toKeys(named).join() === toKeys(booking.addOns).join()) return undefined
  if (!booking.allowAddOnChanges || isByCustomer(ctx)) return refuse('ADD_ON_CHANGES_NOT_ALLOWED')
  return resolveAddOns(ctx, bookable, named, input.flowControlSettings?.skipAddOnValidation === true)
}

/** What the slot leaves open stays as it was, except the person: anyone may give the appointment. */
const completeSlot = (booking: BookingRow, slot: SlotInput): SlotInput =>
  booking.serviceType !== 'APPOINTMENT'
    ? slot
    : {
        ...slot,
        timezone: slot.timezone ?? (hasOffset(slot) ? undefined : booking.timeZone),
        ...(!slot.resource?.id && !namesAnyone(slot) && { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
        location: slot.location?.locationType ? slot.location : (booking.location ?? { locationType: 'OWNER_BUSINESS' }),
      }
const namesAnyone = ({ resourceSelections }: SlotInput) => resourceSelections?.some(({ selectionMethod }) => selectionMethod !== 'NO_SELECTION') === true
const hasOffset = ({ startDate }: SlotInput) => /(Z|[+-]\d\d:?\d\d)$/i.test(startDate ?? '')

function isUnchanged(booking: BookingRow, { slot: asked }: MoveInput, { slot, party, addOns }: ResolvedMove): boolean {
  const isClass = booking.serviceType === 'CLASS'
  const sameResource = isClass || !asked.resource?.id || asked.resource.id === booking.resourceId
  const sameLocation = isClass || !asked.location?.locationType || slot.location?.id === booking.location?.id
  const sameSession = slot.eventId === (isClass ? booking.eventId : null)
  const sameTime = slot.start.equals(booking.startAt) && slot.end.equals(booking.endAt)
  const sameParty = party.people === booking.participants && JSON.stringify(party.choices ?? null) === JSON.stringify(booking.participantsChoices ?? null)
  return sameTime && sameSession && sameResource && sameLocation && sameParty && !addOns
}

/** The columns that are decided before the new slot is claimed. */
const toMoveColumns = (booking: BookingRow, { bookable, slot, party, addOns }: ResolvedMove, { asPart }: MoveOptions) => ({
  startAt: slot.start,
  endAt: slot.end,
  timeZone: slot.timeZone,
  resourceSelections: slot.resourceSelections,
  allDay: slot.allDay,
  eventId: booking.serviceType === 'CLASS' ? slot.eventId : booking.eventId,
  title: slot.title,
  location: fillCustomerAddress(slot.location, booking.contactDetails.fullAddress),
  participants: party.people,
  participantsChoices: party.choices ?? null,
  ...(addOns && { addOns: addOns.copies }),
  bufferMinutes: asPart?.bufferMinutes ?? (bookable.service.type === 'APPOINTMENT' ? bookable.service.timeBetweenSessions : 0),
  remindedAt: null,
})

interface MoveToSave {
  booking: BookingRow
  moved: ReturnType<typeof toMoveColumns>
  claimed: ClaimedSlot
  status: MovableStatus
  input: MoveInput
  options: MoveOptions
}
async function saveMove(ctx: TransactionContext, { booking, moved, claimed, status, input, options }: MoveToSave): Promise<BookingRow> {
  await deleteAttendances(ctx, booking.id)
  const isOtherParty = moved.participants !== booking.participants
  const change = {
    ...moved,
    credits: booking.planOrderId && isOtherParty ? await adjustCredits(ctx, booking, moved.participants) : booking.credits,
    resourceIds: claimed.team,
    resourceId: claimed.team[0] ?? null,
    resource: await copyResource(ctx, claimed.team[0]),
    doubleBooked: claimed.doubleBooked,
    price: claimed.price,
    paymentStatus: adjustStatusToPrice(booking, claimed.price.total),
  }
  const remindAt = status === 'CONFIRMED' ? await calculateReminder(ctx, { ...booking, ...change }) : null
  const next = await saveBooking(ctx, booking, { ...change, remindAt }, unwrapOrRefuse(takeStep(booking.status, 'reschedule', status)))
  emitMove(ctx, booking, next, input)
  if (!options.asPart) await queueMoveEmails(ctx, booking, next, { input, alwaysNotify: options.alwaysNotify === true })
  return next
}

/** Emits the move with what it changed. */
export function emitMove(ctx: TransactionContext, before: BookingRow, next: BookingRow, input: Partial<MoveInput> = {}): void {
  const former = bookingToWire(before, true)
  emitAction(ctx, 'rescheduled', next, {
    previousStatus: before.status,
    previousBookedEntity: former.bookedEntity,
    ...(before.addOns.length > 0 && { previousBookedAddOns: former.bookedAddOns }),
    previousStartDate: formatInstant(before.startAt),
    previousEndDate: formatInstant(before.endAt),
    ...(before.participantsChoices ? { previousParticipantsChoices: before.participantsChoices } : { previousTotalParticipants: before.participants }),
    ...(input.participantNotification && { participantNotification: input.participantNotification }),
    ...(input.flowControlSettings && !isByCustomer(ctx) && { flowControlSettings: input.flowControlSettings }),
  })
  if (next.status === 'PENDING' && before.status === 'CONFIRMED')
    emitAction(ctx, 'markedAsPending', next, { previousStatus: before.status, previousPaymentStatus: before.paymentStatus })
}

export const approvalPendingText: LocalizedText = {
  message: 'The new time waits for approval.',
  de: 'Die neue Zeit muss noch bestätigt werden.',
  fr: 'Le nouvel horaire attend une confirmation.',
  es: 'La nueva hora está pendiente de confirmación.',
}

async function queueMoveEmails(
  ctx: TransactionContext,
  before: BookingRow,
  next: BookingRow,
  { input, alwaysNotify }: { input: MoveInput; alwaysNotify: boolean },
): Promise<void> {
  const oldStartText: TextRenderer = ({ formatDateTime }) => formatDateTime(before.startAt, before.timeZone)
  const email: CustomerEmail<'booking-rescheduled'> = {
    template: 'booking-rescheduled',
    wasConfirmed: before.status === 'CONFIRMED',
    variables: { oldStartText, ...(next.status === 'PENDING' && { statusText: ({ translate }: LocaleFormatter) => translate(approvalPendingText) }) },
  }
  if (alwaysNotify) await queueCustomerEmail(ctx, next, email)
  else await queueCustomerEmailIfRequested(ctx, next, input.participantNotification, email)
  if (isByCustomer(ctx) && next.status !== 'CREATED')
    await queueBusinessEmail(ctx, next, { template: 'booking-rescheduled-by-customer', variables: { oldStartText } })
}
