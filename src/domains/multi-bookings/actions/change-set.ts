/** Confirms, declines, moves or cancels a whole visit. Source: guide bookings §16.2, §16.5. */
import {
  canTakeStep,
  toActionInput,
  getAddOnMinutes,
  getActionsAllowedByLink,
  getActionsAllowedForSet,
  resolvePart,
  applyCancellation,
  queueCancellationEmail,
  applyConfirmation,
  applyDecline,
  describeGivenBack,
  resolveEndOfBooking,
  isFinal,
  applyMarkAsPending,
  canIgnorePolicy,
  applyMove,
  assertFlagsPermitted,
  releaseSlot,
  changeBuffer,
  queueCustomerEmailIfRequested,
  approvalPendingText,
  queueBusinessEmail,
  queueCustomerEmail,
  type BookingRow,
  type CustomerEmail,
  type CanceledBooking,
  type CancelInput,
  type DeclinedBooking,
  type DecisionInput,
  type TextRenderer,
} from '#domains/bookings/public.ts'
import type { BookingInput, SlotInput } from '#domains/bookings/contract.ts'
import { Refusal } from '#kit/api/refusal.ts'
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { kinds, unwrapOrRefuse, refuse } from '../errors.ts'
import { checkSet } from '../rules/set.ts'
import { forEachPart, keepBuffers } from './create-set.ts'
import { assertListMatches, lockSet, assertAllNamed, filterCancelable, filterOpenParts, getSetType, type PartReference } from './parts.ts'

export interface PartDecision extends PartReference {
  paymentStatus?: DecisionInput['paymentStatus']
}
type Deciding = Omit<DecisionInput, 'revision' | 'paymentStatus' | 'skipEmail'>

const withoutRefund =
  (carryOut: (ctx: TransactionContext, part: BookingRow, decision: DecisionInput) => Promise<BookingRow>): typeof applyDecline =>
  async (ctx, part, decision) => ({ booking: await carryOut(ctx, part, decision), refunded: 0, credited: false })

/** By step: the status it leads to, the code when all parts have it already, and the email about it. */
const decisions = {
  confirm: {
    done: 'CONFIRMED',
    already: 'ALL_BOOKINGS_ARE_ALREADY_CONFIRMED',
    template: 'booking-confirmed',
    carryOut: withoutRefund(applyConfirmation),
  },
  decline: {
    done: 'DECLINED',
    already: 'ALL_BOOKINGS_ARE_ALREADY_DECLINED',
    template: 'booking-declined',
    carryOut: applyDecline,
  },
  markAsPending: { done: 'PENDING', already: 'INVALID_BOOKING_STATUS', template: 'booking-requested', carryOut: withoutRefund(applyMarkAsPending) },
} as const

/** Takes the step for every part that has not taken it; refuses when one part cannot. */
export async function decideSet(
  ctx: TransactionContext,
  setId: string,
  what: keyof typeof decisions,
  input: Deciding & { list: readonly PartDecision[] },
): Promise<BookingRow[]> {
  const { done, already, template, carryOut } = decisions[what]
  const parts = await lockSet(ctx, setId)
  if (parts.every((part) => part.status === done)) refuse(already)
  assertListMatches(input.list, parts)
  const due = parts.filter((part) => part.status !== done && (what === 'decline' || !isFinal(part.status)))
  assertAllNamed(
    input.list,
    due.filter((part) => !isFinal(part.status)),
  )
  const stuck = due.find((part) => !canTakeStep(part.status, what))
  if (stuck) refuse('INVALID_BOOKING_STATUS', { bookingId: stuck.id, status: stuck.status })
  const outcomes: DeclinedBooking[] = []
  for (const part of parts) {
    const paymentStatus = input.list.find((one) => one.bookingId.toLowerCase() === part.id)?.paymentStatus
    const decision = { ...input, paymentStatus: paymentStatus ?? null, skipEmail: true }
    outcomes.push(due.includes(part) ? await carryOut(ctx, part, decision) : { booking: part, refunded: 0, credited: false })
  }
  const after = outcomes.map(({ booking }) => booking)
  const changed = after.filter((part) => part.status === done)
  const [first] = changed
  const variables = what === 'decline' ? { refundText: describeGivenBack(outcomes) } : {}
  if (first) await queueCustomerEmailIfRequested(ctx, first, input.participantNotification, { template, variables, parts: changed })
  return after
}

/** Cancels the visit. For customers the strictest policy of its parts counts, measured at its start. */
export async function cancelSet(ctx: TransactionContext, setId: string, input: CancelInput): Promise<BookingRow[]> {
  const parts = await lockSet(ctx, setId)
  const open = filterOpenParts(parts)
  if (open.length === 0) refuse(parts.every((part) => part.status === 'DECLINED') ? 'ALL_BOOKINGS_ARE_ALREADY_DECLINED' : 'ALL_BOOKINGS_ARE_ALREADY_CANCELED')
  const undecided = open.every((part) => part.status === 'CREATED')
  const inTime = undecided || getActionsAllowedForSet(open.map(toActionInput), getSetType(parts) === 'SEPARATE_BOOKINGS', ctx.now).cancel
  if (!canIgnorePolicy(ctx, input) && !inTime) refuse('BOOKING_POLICY_VIOLATION', { action: 'cancel' })
  return cancelParts(ctx, parts, { ...input, inTime })
}

/** Cancels each open part, of a basket those that have not begun, with one email for all. */
export async function cancelParts(
  ctx: TransactionContext,
  parts: readonly BookingRow[],
  input: CancelInput & { inTime: boolean; alwaysNotify?: boolean },
): Promise<BookingRow[]> {
  const end = resolveEndOfBooking(ctx, input, input.inTime)
  const due = new Set(filterCancelable(ctx, parts).map(({ id }) => id))
  const after: BookingRow[] = []
  const canceled: CanceledBooking[] = []
  for (const part of parts) {
    const done = !due.has(part.id) ? undefined : await applyCancellation(ctx, part, { ...input, end, skipEmail: true })
    if (done) canceled.push(done)
    after.push(done?.booking ?? part)
  }
  const gone = canceled.map(({ booking }) => booking)
  await queueCancellationEmail(ctx, canceled, { ...input, end, parts: gone })
  // The business gets no email about an unfinished checkout.
  const known = gone.filter((part) => parts.some((one) => one.id === part.id && one.status !== 'CREATED'))
  if (end.by === 'customer' && known[0]) await queueBusinessEmail(ctx, known[0], { template: 'booking-canceled-by-customer', variables: {}, parts: known })
  return after
}

/**
 * Cancels the named parts of a basket for the holder of its link, with one email; answers all parts. Refuses with BOOKING_NOT_FOUND, and with
 * BOOKING_CANNOT_BE_CANCELLED what changes as a whole and parts that their policy keeps. Source: guide bookings §16.7.
 */
export async function cancelSomeParts(ctx: TransactionContext, parts: readonly BookingRow[], bookingIds: readonly string[]): Promise<BookingRow[]> {
  const ids = new Set(bookingIds.map((id) => id.toLowerCase()))
  const chosen = parts.filter(({ id }) => ids.has(id))
  if (chosen.length < ids.size) refuse('BOOKING_NOT_FOUND')
  const mayCancel = (part: BookingRow) => getActionsAllowedByLink(toActionInput(part), ctx.now).cancel
  if (!chosen.every(mayCancel)) refuse('BOOKING_CANNOT_BE_CANCELLED')
  const after = await cancelParts(ctx, chosen, { inTime: true, alwaysNotify: true })
  return parts.map((part) => after.find(({ id }) => id === part.id) ?? part)
}

export interface MoveSetInput {
  list: readonly (PartReference & { slot: SlotInput } & Pick<BookingInput, 'totalParticipants' | 'participantsChoices' | 'bookedAddOns'>)[]
  participantNotification?: CancelInput['participantNotification']
  flowControlSettings?: DecisionInput['flowControlSettings']
  /** Links always email the customer. */
  alwaysNotify?: boolean
}
/** Moves all parts together; a basket may move some of them. A refusal for one leaves all unchanged. */
export async function moveSet(ctx: TransactionContext, setId: string, input: MoveSetInput): Promise<BookingRow[]> {
  assertFlagsPermitted(ctx, input.flowControlSettings)
  const parts = await lockSet(ctx, setId)
  try {
    return await moveParts(ctx, parts, input)
  } catch (error) {
    throw isNoRoom(error) ? toNoOpenSpots(error) : error
  }
}

/** A part whose new time is taken, or whose session is full. A length that is not offered is another thing. Source: guide bookings §16.3 (NO_OPEN_SPOTS). */
const isNoRoom = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.code === 'SESSION_CAPACITY_EXCEEDED' || (error.code === 'SLOT_NOT_AVAILABLE' && error.data.reason !== 'DURATION'))
const toNoOpenSpots = ({ data }: Refusal): Refusal => new Refusal('NO_OPEN_SPOTS', kinds.NO_OPEN_SPOTS, data)

/** The same for parts that are locked already. */
export async function moveParts(ctx: TransactionContext, parts: readonly BookingRow[], input: MoveSetInput): Promise<BookingRow[]> {
  const open = filterOpenParts(parts)
  const isSequence = getSetType(parts) === 'SEQUENTIAL_BOOKINGS'
  assertPartsMovable(ctx, parts, input)
  const resolved = await resolveMovedParts(ctx, open, input)
  unwrapOrRefuse(checkSet(getSetType(parts), resolved, ctx.caller.role === 'owner'))
  // Parts may take each other's old slots: all are released first, in the same transaction.
  for (const part of parts) if (findPartMove(input, part)) await releaseSlot(ctx, part)
  const moved = new Map<string, BookingRow>()
  await forEachPart(open, async (part, index) => {
    const asPart = isSequence && index < open.length - 1 ? { bufferMinutes: 0 } : {}
    moved.set(part.id, await movePart(ctx, part, input, asPart))
  })
  const result = parts.map((part) => moved.get(part.id) ?? part)
  if (isSequence) await keepBuffers(ctx, filterOpenParts(result), resolved)
  await queueMoveEmails(ctx, parts, filterOpenParts(result), input)
  return result
}

const findPartMove = ({ list }: MoveSetInput, part: BookingRow) => list.find((one) => one.bookingId.toLowerCase() === part.id)

/** Refuses a list that does not match the parts, statuses that do not move, and customers whom the policy does not allow it. */
function assertPartsMovable(ctx: BaseContext, parts: readonly BookingRow[], input: MoveSetInput): void {
  const [isBasket, open] = [getSetType(parts) === 'SEPARATE_BOOKINGS', filterOpenParts(parts)]
  assertListMatches(input.list, parts)
  if (!isBasket) assertAllNamed(input.list, open)
  const stuck = parts.find((part) => findPartMove(input, part) && (isFinal(part.status) || part.status === 'WAITING_LIST'))
  if (stuck) refuse('INVALID_BOOKING_STATUS', { bookingId: stuck.id, status: stuck.status })
  if (ctx.caller.role !== 'owner' && !getActionsAllowedForSet(open.map(toActionInput), isBasket, ctx.now).reschedule)
    refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
}

const resolveMovedParts = (ctx: TransactionContext, open: readonly BookingRow[], input: MoveSetInput) =>
  forEachPart(open, (part) => {
    const move = findPartMove(input, part)
    const addOns = move?.bookedAddOns
    return resolvePart(ctx, { slot: toSlotInput(part, move?.slot) }, { ...(addOns && { addOns }), minutes: getAddOnMinutes(part) })
  })

/** Moves a part that the list names. One that does not change claims its released slot again. */
async function movePart(ctx: TransactionContext, part: BookingRow, input: MoveSetInput, asPart: { bufferMinutes?: number }): Promise<BookingRow> {
  const move = findPartMove(input, part)
  if (!move) return part
  const { slot, totalParticipants = null, participantsChoices = null, bookedAddOns = null } = move
  const flowControlSettings = input.flowControlSettings ?? null
  const next = await applyMove(ctx, part, { slot, totalParticipants, participantsChoices, bookedAddOns, flowControlSettings }, { asPart })
  return next === part ? keepSlot(ctx, part, asPart.bufferMinutes) : next
}

/** One email to the customer with the whole visit, one to the business with the moved parts; none when nothing moved. */
async function queueMoveEmails(ctx: TransactionContext, before: readonly BookingRow[], after: readonly BookingRow[], input: MoveSetInput): Promise<void> {
  const findBefore = (part: BookingRow) => before.find((one) => one.id === part.id)
  const changed = after.filter((part) => findBefore(part)?.revision !== part.revision)
  const [first] = after
  const was = changed[0] && findBefore(changed[0])
  if (!first || !was) return
  const oldStartText: TextRenderer = ({ formatDateTime }) => formatDateTime(was.startAt, was.timeZone)
  const email: CustomerEmail<'booking-rescheduled'> = {
    template: 'booking-rescheduled',
    parts: after,
    wasConfirmed: was.status === 'CONFIRMED',
    variables: { oldStartText, ...(first.status === 'PENDING' && { statusText: (({ translate }) => translate(approvalPendingText)) satisfies TextRenderer }) },
  }
  if (input.alwaysNotify) await queueCustomerEmail(ctx, first, email)
  else await queueCustomerEmailIfRequested(ctx, first, input.participantNotification, email)
  const known = changed.filter((part) => part.status !== 'CREATED')
  if (ctx.caller.role !== 'owner' && known[0])
    await queueBusinessEmail(ctx, known[0], { template: 'booking-rescheduled-by-customer', variables: { oldStartText }, parts: known })
}

/** Without its buffer, where the next part follows: another person may give that one now. */
const keepSlot = async (ctx: TransactionContext, part: BookingRow, bufferMinutes = part.bufferMinutes): Promise<BookingRow> =>
  (await changeBuffer(ctx, part, bufferMinutes)) ?? refuse('SLOT_NOT_AVAILABLE', { bookingId: part.id })

/** The slot input, completed by the part's current slot. */
const toSlotInput = (part: BookingRow, slot: SlotInput | undefined): SlotInput => ({
  serviceId: part.serviceId,
  startDate: slot?.startDate ?? part.startAt.toString(),
  endDate: slot?.endDate ?? part.endAt.toString(),
  timezone: slot?.timezone ?? (slot?.startDate ? part.timeZone : undefined),
  eventId: slot?.eventId ?? (part.serviceType === 'CLASS' ? part.eventId : null),
  ...(slot?.resource?.id ? { resource: { id: slot.resource.id } } : { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
  location: slot?.location?.locationType ? slot.location : (part.location ?? { locationType: 'OWNER_BUSINESS' }),
})
