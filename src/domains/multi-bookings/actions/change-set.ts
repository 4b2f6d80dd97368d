/** Confirms, declines, moves or cancels a whole visit. Source: guide bookings §16.2, §16.5. */
import {
  canTakeStep,
  toActionInput,
  getAddOnMinutes,
  getActionsAllowedForSet,
  resolvePart,
  applyCancellation,
  applyConfirmation,
  applyDecline,
  resolveEndOfBooking,
  isFinal,
  applyMarkAsPending,
  canIgnorePolicy,
  applyMove,
  assertFlagsPermitted,
  releaseSlot,
  reclaimSlot,
  creditBackText,
  queueCustomerEmailIfRequested,
  approvalPendingText,
  queueBusinessEmail,
  queueCustomerEmail,
  type BookingRow,
  type CancelInput,
  type DecisionInput,
  type TextRenderer,
} from '#domains/bookings/public.ts'
import type { BookingInput, SlotInput } from '#domains/bookings/contract.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { checkSet } from '../rules/set.ts'
import { forEachPart, keepBuffers } from './create-set.ts'
import { assertListMatches, lockSet, assertAllNamed, filterOpenParts, getSetType, type PartReference } from './parts.ts'

export interface PartDecision extends PartReference {
  paymentStatus?: DecisionInput['paymentStatus']
}
type Deciding = Omit<DecisionInput, 'revision' | 'paymentStatus' | 'skipEmail'>

/** By step: the status it leads to, the code when all parts have it already, and the email about it. */
const decisions = {
  confirm: {
    done: 'CONFIRMED',
    already: 'ALL_BOOKINGS_ARE_ALREADY_CONFIRMED',
    template: 'booking-confirmed',
    carryOut: applyConfirmation,
  },
  decline: {
    done: 'DECLINED',
    already: 'ALL_BOOKINGS_ARE_ALREADY_DECLINED',
    template: 'booking-declined',
    carryOut: applyDecline,
  },
  markAsPending: { done: 'PENDING', already: 'INVALID_BOOKING_STATUS', template: 'booking-requested', carryOut: applyMarkAsPending },
} as const

/** Takes the step for every part that has not taken it; refuses when one part cannot. */
export async function decideSet(
  ctx: TransactionContext,
  setId: string,
  what: keyof typeof decisions,
  ask: Deciding & { list: readonly PartDecision[] },
): Promise<BookingRow[]> {
  const { done, already, template, carryOut } = decisions[what]
  const parts = await lockSet(ctx, setId)
  if (parts.every((part) => part.status === done)) refuse(already)
  assertListMatches(ask.list, parts)
  const due = parts.filter((part) => part.status !== done && (what === 'decline' || !isFinal(part.status)))
  assertAllNamed(
    ask.list,
    due.filter((part) => !isFinal(part.status)),
  )
  const stuck = due.find((part) => !canTakeStep(part.status, what))
  if (stuck) refuse('INVALID_BOOKING_STATUS', { bookingId: stuck.id, status: stuck.status })
  const after: BookingRow[] = []
  for (const part of parts) {
    const paymentStatus = ask.list.find((one) => one.bookingId.toLowerCase() === part.id)?.paymentStatus
    after.push(due.includes(part) ? await carryOut(ctx, part, { ...ask, paymentStatus: paymentStatus ?? null, skipEmail: true }) : part)
  }
  const changed = after.filter((part) => part.status === done)
  const [first] = changed
  if (first) await queueCustomerEmailIfRequested(ctx, template, first, ask.participantNotification, { parts: changed })
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

/** Cancels each open part, with one email for all. */
export async function cancelParts(
  ctx: TransactionContext,
  parts: readonly BookingRow[],
  input: CancelInput & { inTime: boolean; alwaysNotify?: boolean },
): Promise<BookingRow[]> {
  const after: BookingRow[] = []
  for (const part of parts)
    after.push(
      isFinal(part.status) ? part : await applyCancellation(ctx, part, { ...input, end: resolveEndOfBooking(ctx, input, input.inTime), skipEmail: true }),
    )
  const gone = after.filter((part, n) => part !== parts[n])
  const [first] = gone
  const byCustomer = ctx.caller.role !== 'owner'
  const credited = gone.some((part) => part.planOrderId !== null && part.paymentStatus === 'REFUNDED')
  const letter = { parts: gone, canceledBy: byCustomer ? 'you' : 'the business', ...(credited && { creditText: creditBackText }) }
  if (first && input.alwaysNotify) await queueCustomerEmail(ctx, 'booking-canceled', first, letter)
  else if (first) await queueCustomerEmailIfRequested(ctx, 'booking-canceled', first, input.participantNotification, letter)
  // The business gets no email about an unfinished checkout.
  const known = gone.filter((part) => parts.some((one) => one.id === part.id && one.status !== 'CREATED'))
  if (byCustomer && known[0]) await queueBusinessEmail(ctx, 'booking-canceled-by-customer', known[0], { parts: known })
  return after
}

export interface MoveSetInput {
  list: readonly (PartReference & { slot: SlotInput } & Pick<BookingInput, 'totalParticipants' | 'participantsChoices' | 'bookedAddOns'>)[]
  participantNotification?: CancelInput['participantNotification']
  flowControlSettings?: DecisionInput['flowControlSettings']
  /** Links always email the customer. */
  alwaysNotify?: boolean
}
/** Moves all parts together; a basket may move some of them. A refusal for one leaves all unchanged. */
export async function moveSet(ctx: TransactionContext, setId: string, move: MoveSetInput): Promise<BookingRow[]> {
  assertFlagsPermitted(ctx, move.flowControlSettings)
  return moveParts(ctx, await lockSet(ctx, setId), move)
}

/** The same for parts that are locked already. */
export async function moveParts(ctx: TransactionContext, parts: readonly BookingRow[], move: MoveSetInput): Promise<BookingRow[]> {
  const owner = ctx.caller.role === 'owner'
  const [type, open] = [getSetType(parts), filterOpenParts(parts)]
  assertListMatches(move.list, parts)
  if (type !== 'SEPARATE_BOOKINGS') assertAllNamed(move.list, open)
  const findPartMove = (part: BookingRow) => move.list.find((one) => one.bookingId.toLowerCase() === part.id)
  const moving = parts.filter((part) => findPartMove(part) !== undefined)
  const stuck = moving.find((part) => isFinal(part.status) || part.status === 'WAITING_LIST')
  if (stuck) refuse('INVALID_BOOKING_STATUS', { bookingId: stuck.id, status: stuck.status })
  if (!owner && !getActionsAllowedForSet(open.map(toActionInput), type === 'SEPARATE_BOOKINGS', ctx.now).reschedule)
    refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
  const asked = await forEachPart(open, (part) => {
    const addOns = findPartMove(part)?.bookedAddOns
    return resolvePart(ctx, { slot: toSlotInput(part, findPartMove(part)?.slot) }, { ...(addOns && { addOns }), minutes: getAddOnMinutes(part) })
  })
  unwrapOrRefuse(checkSet(type, asked, owner))
  // Parts may take each other's old slots: all are released first, in the same transaction.
  for (const part of moving) await releaseSlot(ctx, part)
  const isRow = type === 'SEQUENTIAL_BOOKINGS'
  const after = new Map<string, BookingRow>()
  await forEachPart(open, async (part, index) => {
    const input = findPartMove(part)
    if (!input) return
    const asPart = isRow && index < open.length - 1 ? { bufferMinutes: 0 } : {}
    const how = {
      slot: input.slot,
      totalParticipants: input.totalParticipants ?? null,
      participantsChoices: input.participantsChoices ?? null,
      bookedAddOns: input.bookedAddOns ?? null,
      flowControlSettings: move.flowControlSettings ?? null,
    }
    const next = await applyMove(ctx, part, how, { asPart })
    // An unchanged part keeps its booking and claims its released slot again.
    after.set(part.id, next === part ? await keepSlot(ctx, part) : next)
  })
  const result = parts.map((part) => after.get(part.id) ?? part)
  if (isRow) await keepBuffers(ctx, filterOpenParts(result), asked)
  await queueMoveEmails(ctx, parts, filterOpenParts(result), move)
  return result
}

/** One email to the customer with the whole visit, one to the business with the moved parts; none when nothing moved. */
async function queueMoveEmails(ctx: TransactionContext, before: readonly BookingRow[], after: readonly BookingRow[], move: MoveSetInput): Promise<void> {
  const oldOf = (part: BookingRow) => before.find((one) => one.id === part.id)
  const changed = after.filter((part) => oldOf(part)?.revision !== part.revision)
  const [first] = after
  const was = changed[0] && oldOf(changed[0])
  if (!first || !was) return
  const oldStartText: TextRenderer = ({ formatDateTime }) => formatDateTime(was.startAt, was.timeZone)
  const letter = {
    parts: after,
    oldStartText,
    wasConfirmed: was.status === 'CONFIRMED',
    ...(first.status === 'PENDING' && { statusText: (({ translate }) => translate(approvalPendingText)) satisfies TextRenderer }),
  }
  if (move.alwaysNotify) await queueCustomerEmail(ctx, 'booking-rescheduled', first, letter)
  else await queueCustomerEmailIfRequested(ctx, 'booking-rescheduled', first, move.participantNotification, letter)
  const known = changed.filter((part) => part.status !== 'CREATED')
  if (ctx.caller.role !== 'owner' && known[0]) await queueBusinessEmail(ctx, 'booking-rescheduled-by-customer', known[0], { parts: known, oldStartText })
}

async function keepSlot(ctx: TransactionContext, part: BookingRow): Promise<BookingRow> {
  if (!(await reclaimSlot(ctx, part, { holdUntil: part.holdUntil, forced: part.forced || part.doubleBooked })))
    refuse('SLOT_NOT_AVAILABLE', { bookingId: part.id })
  return part
}

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
