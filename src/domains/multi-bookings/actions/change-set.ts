/** A visit is confirmed, declined, moved or given up as a whole. Source: guide: bookings 16.2, 16.5. */
import {
  actionAsk,
  addOnMinutes,
  allowedForSet,
  askedPart,
  canceled,
  confirmed,
  declined,
  endFor,
  isFinal,
  markedAsPending,
  mayIgnorePolicy,
  moved,
  mustHaveFlags,
  releasePlace,
  takeAgain,
  sessionIsBack,
  tellIfAsked,
  waitsForApproval,
  writeToBusiness,
  writeToCustomer,
  type BookingRecord,
  type Cancellation,
  type Decision,
  type Spoken,
} from '#domains/bookings/public.ts'
import type { BookingIn, SlotIn } from '#domains/bookings/contract.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orRefuse, refuse } from '../errors.ts'
import { checkSet } from '../rules/set.ts'
import { eachPart, keepBuffers } from './create-set.ts'
import { checkList, lockSet, mustNameAll, openParts, typeOf, type Named } from './parts.ts'

export interface NamedPart extends Named {
  paymentStatus?: Decision['paymentStatus']
}
type Deciding = Omit<Decision, 'revision' | 'paymentStatus' | 'quiet'>

/** What each decision needs: from which states it leads on, and where a part stands already. */
const decisions = {
  confirm: {
    from: ['CREATED', 'PENDING', 'WAITING_LIST'],
    done: 'CONFIRMED',
    already: 'ALL_BOOKINGS_ARE_ALREADY_CONFIRMED',
    template: 'booking-confirmed',
    carryOut: confirmed,
  },
  decline: {
    from: ['CREATED', 'PENDING', 'WAITING_LIST'],
    done: 'DECLINED',
    already: 'ALL_BOOKINGS_ARE_ALREADY_DECLINED',
    template: 'booking-declined',
    carryOut: declined,
  },
  markAsPending: { from: ['CREATED'], done: 'PENDING', already: 'INVALID_BOOKING_STATUS', template: 'booking-requested', carryOut: markedAsPending },
} as const

/** Decides about every part that is not decided like this already; one that cannot take the step stops all. */
export async function decideSet(
  ctx: Ctx,
  setId: string,
  what: keyof typeof decisions,
  ask: Deciding & { list: readonly NamedPart[] },
): Promise<BookingRecord[]> {
  const { from, done, already, template, carryOut } = decisions[what]
  const parts = await lockSet(ctx, setId)
  if (parts.every((part) => part.status === done)) refuse(already)
  checkList(ask.list, parts)
  const due = parts.filter((part) => part.status !== done && (what === 'decline' || !isFinal(part.status)))
  mustNameAll(
    ask.list,
    due.filter((part) => !isFinal(part.status)),
  )
  const stuck = due.find((part) => !(from as readonly string[]).includes(part.status))
  if (stuck) refuse('INVALID_BOOKING_STATUS', { bookingId: stuck.id, status: stuck.status })
  const after: BookingRecord[] = []
  for (const part of parts) {
    const paymentStatus = ask.list.find((one) => one.bookingId.toLowerCase() === part.id)?.paymentStatus
    after.push(due.includes(part) ? await carryOut(ctx, part, { ...ask, paymentStatus: paymentStatus ?? null, quiet: true }) : part)
  }
  const changed = after.filter((part) => part.status === done)
  const [first] = changed
  if (first) await tellIfAsked(ctx, template, first, ask.participantNotification, { parts: changed })
  return after
}

/** Gives the whole visit up. Customers by the strictest of its rules, measured at its start. */
export async function cancelSet(ctx: Ctx, setId: string, wish: Cancellation): Promise<BookingRecord[]> {
  const parts = await lockSet(ctx, setId)
  const open = openParts(parts)
  if (open.length === 0) refuse(parts.every((part) => part.status === 'DECLINED') ? 'ALL_BOOKINGS_ARE_ALREADY_DECLINED' : 'ALL_BOOKINGS_ARE_ALREADY_CANCELED')
  const undecided = open.every((part) => part.status === 'CREATED')
  const inTime = undecided || allowedForSet(open.map(actionAsk), typeOf(parts) === 'SEPARATE_BOOKINGS', ctx.now).cancel
  if (!mayIgnorePolicy(ctx, wish) && !inTime) refuse('BOOKING_POLICY_VIOLATION', { action: 'cancel' })
  return giveUp(ctx, parts, { ...wish, inTime })
}

/** The effects for each part that is not over; one letter for all. */
export async function giveUp(ctx: Ctx, parts: readonly BookingRecord[], wish: Cancellation & { inTime: boolean; always?: boolean }): Promise<BookingRecord[]> {
  const after: BookingRecord[] = []
  for (const part of parts) after.push(isFinal(part.status) ? part : await canceled(ctx, part, { ...wish, end: endFor(ctx, wish, wish.inTime), quiet: true }))
  const gone = after.filter((part, n) => part !== parts[n])
  const [first] = gone
  const byCustomer = ctx.caller.role !== 'owner'
  const credited = gone.some((part) => part.planOrderId !== null && part.paymentStatus === 'REFUNDED')
  const letter = { parts: gone, canceledBy: byCustomer ? 'you' : 'the business', ...(credited && { creditText: sessionIsBack }) }
  if (first && wish.always) await writeToCustomer(ctx, 'booking-canceled', first, letter)
  else if (first) await tellIfAsked(ctx, 'booking-canceled', first, wish.participantNotification, letter)
  // A visit whose checkout was not finished is no news.
  const known = gone.filter((part) => parts.some((one) => one.id === part.id && one.status !== 'CREATED'))
  if (byCustomer && known[0]) await writeToBusiness(ctx, 'booking-canceled-by-customer', known[0], { parts: known })
  return after
}

export interface SetMove {
  list: readonly (Named & { slot: SlotIn } & Pick<BookingIn, 'totalParticipants' | 'participantsChoices' | 'bookedAddOns'>)[]
  participantNotification?: Cancellation['participantNotification']
  flowControlSettings?: Decision['flowControlSettings']
  /** Links always write to the customer. */
  always?: boolean
}
/** Moves all parts together; a basket may move some of them. A refusal for one leaves all where they were. */
export async function moveSet(ctx: Ctx, setId: string, move: SetMove): Promise<BookingRecord[]> {
  mustHaveFlags(ctx, move.flowControlSettings)
  return moveParts(ctx, await lockSet(ctx, setId), move)
}

/** The same with all parts at hand, locked. */
export async function moveParts(ctx: Ctx, parts: readonly BookingRecord[], move: SetMove): Promise<BookingRecord[]> {
  const owner = ctx.caller.role === 'owner'
  const [type, open] = [typeOf(parts), openParts(parts)]
  checkList(move.list, parts)
  if (type !== 'SEPARATE_BOOKINGS') mustNameAll(move.list, open)
  const wishOf = (part: BookingRecord) => move.list.find((one) => one.bookingId.toLowerCase() === part.id)
  const moving = parts.filter((part) => wishOf(part) !== undefined)
  const stuck = moving.find((part) => isFinal(part.status) || part.status === 'WAITING_LIST')
  if (stuck) refuse('INVALID_BOOKING_STATUS', { bookingId: stuck.id, status: stuck.status })
  if (!owner && !allowedForSet(open.map(actionAsk), type === 'SEPARATE_BOOKINGS', ctx.now).reschedule)
    refuse('BOOKING_POLICY_VIOLATION', { action: 'reschedule' })
  const asked = await eachPart(open, (part) => {
    const addOns = wishOf(part)?.bookedAddOns
    return askedPart(ctx, { slot: slotOf(part, wishOf(part)?.slot) }, { ...(addOns && { addOns }), minutes: addOnMinutes(part) })
  })
  orRefuse(checkSet(type, asked, owner))
  // Parts may take each other's old times: all of them let go first, in the same transaction.
  for (const part of moving) await releasePlace(ctx, part)
  const isRow = type === 'SEQUENTIAL_BOOKINGS'
  const after = new Map<string, BookingRecord>()
  await eachPart(open, async (part, index) => {
    const wish = wishOf(part)
    if (!wish) return
    const ofSet = isRow && index < open.length - 1 ? { bufferMinutes: 0 } : {}
    const how = {
      slot: wish.slot,
      totalParticipants: wish.totalParticipants ?? null,
      participantsChoices: wish.participantsChoices ?? null,
      bookedAddOns: wish.bookedAddOns ?? null,
      flowControlSettings: move.flowControlSettings ?? null,
    }
    const next = await moved(ctx, part, how, { ofSet })
    // The same time again keeps the booking as it is; its place was let go above and is taken again.
    after.set(part.id, next === part ? await stay(ctx, part) : next)
  })
  const result = parts.map((part) => after.get(part.id) ?? part)
  if (isRow) await keepBuffers(ctx, openParts(result), asked)
  await tellAboutMove(ctx, parts, openParts(result), move)
  return result
}

/** One letter to the customer with the visit as it is now, one to the business with what moved. Nothing moved, nothing is told. */
async function tellAboutMove(ctx: Ctx, before: readonly BookingRecord[], after: readonly BookingRecord[], move: SetMove): Promise<void> {
  const oldOf = (part: BookingRecord) => before.find((one) => one.id === part.id)
  const changed = after.filter((part) => oldOf(part)?.revision !== part.revision)
  const [first] = after
  const was = changed[0] && oldOf(changed[0])
  if (!first || !was) return
  const oldStartText: Spoken = ({ clock }) => clock(was.startAt, was.timeZone)
  const letter = {
    parts: after,
    oldStartText,
    wasConfirmed: was.status === 'CONFIRMED',
    ...(first.status === 'PENDING' && { statusText: (({ say }) => say(waitsForApproval)) satisfies Spoken }),
  }
  if (move.always) await writeToCustomer(ctx, 'booking-rescheduled', first, letter)
  else await tellIfAsked(ctx, 'booking-rescheduled', first, move.participantNotification, letter)
  const known = changed.filter((part) => part.status !== 'CREATED')
  if (ctx.caller.role !== 'owner' && known[0]) await writeToBusiness(ctx, 'booking-rescheduled-by-customer', known[0], { parts: known, oldStartText })
}

async function stay(ctx: Ctx, part: BookingRecord): Promise<BookingRecord> {
  if (!(await takeAgain(ctx, part, { holdUntil: part.holdUntil, forced: part.forced || part.doubleBooked })))
    refuse('SLOT_NOT_AVAILABLE', { bookingId: part.id })
  return part
}

/** What the wish leaves open stays as the part has it. */
const slotOf = (part: BookingRecord, slot: SlotIn | undefined): SlotIn => ({
  serviceId: part.serviceId,
  startDate: slot?.startDate ?? part.startAt.toString(),
  endDate: slot?.endDate ?? part.endAt.toString(),
  timezone: slot?.timezone ?? (slot?.startDate ? part.timeZone : undefined),
  eventId: slot?.eventId ?? (part.serviceType === 'CLASS' ? part.eventId : null),
  ...(slot?.resource?.id ? { resource: { id: slot.resource.id } } : { resourceSelections: [{ selectionMethod: 'ANY_RESOURCE' }] }),
  location: slot?.location?.locationType ? slot.location : (part.location ?? { locationType: 'OWNER_BUSINESS' }),
})
