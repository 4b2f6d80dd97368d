/** The manage page: everything that the link of a booking or visit shows. Source: guide bookings §17. */
import { Temporal } from 'temporal-polyfill'
import { findMemberByEmail } from '#domains/members/public.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../../errors.ts'
import { findWaitlistPosition } from '../../hooks.ts'
import { filterChangeable, getActionsAllowedByLink, getActionsAllowedForSet } from '../../rules/policy.ts'
import { getChangeWindow, getManagePageState, filterOpen, type ManagedPart, type ChangeWindow } from '../../rules/manage-page.ts'
import type { BookingRow } from '../../store/bookings.ts'
import * as scheduling from '../../scheduling.ts'
import { toActionInput, formatInstant } from '../../wire.ts'
import { summarizeCancellation } from '../changes/cancellation-outcome.ts'
import { listIntakeStates } from '../booking/forms.ts'
import { omitCreator } from './link-caller.ts'
import { findCancellationFees } from '../money/fees.ts'
import { hasBalance } from '../money/balances.ts'
import { openAnyLink, createLinkToken } from './links.ts'
import { loadPaidAndOpen, toDecimal, taxesToWire } from '../money/money.ts'
import { calculateRefundOnCancel } from '../money/refunds.ts'

type Part = ManagedPart & { booking: BookingRow }

/** Loads the whole page. Refuses with INVALID_TOKEN, BOOKING_NOT_FOUND. */
export async function loadManagePage(ctx: TransactionContext, token: string) {
  const bookings = await openAnyLink(ctx, token)
  const [first] = bookings
  if (!first) return refuse('BOOKING_NOT_FOUND')
  const parts: Part[] = bookings.map((booking) => ({ ...toActionInput(booking), end: booking.endAt, booking }))
  const state = getManagePageState(parts, ctx.now)
  const separate = first.multiServiceBooking?.type === 'SEPARATE_BOOKINGS'
  const currency = first.price.currency
  const policyText = bookings.find(({ policy }) => policy.customDescription)?.policy.customDescription
  const holdUntil = bookings
    .flatMap((booking) => booking.holdUntil ?? [])
    .sort(Temporal.Instant.compare)
    .at(0)
  const isUnfinished = state === 'UNFINISHED'
  return {
    state,
    ...(first.multiServiceBooking && bookings.length > 1 && { visit: { id: first.multiServiceBooking.id, type: first.multiServiceBooking.type } }),
    bookings: await partsToWire(ctx, bookings),
    allowedActions: getAllowedActionsByLink(ctx, parts, separate),
    cancel: windowToWire(getChangeWindow('cancel', parts, separate, ctx.now)),
    reschedule: windowToWire(getChangeWindow('reschedule', parts, separate, ctx.now)),
    amounts: await calculateAmounts(ctx, parts, currency),
    onCancel: await previewCancellation(
      ctx,
      filterChangeable(filterOpen(parts), separate, ctx.now).map(({ booking }) => booking),
      currency,
    ),
    ...(await summarizeCancellation(ctx, bookings)),
    ...(await intakesToWire(ctx, parts)),
    ...(policyText && { policyText }),
    ...(isUnfinished && holdUntil && { holdExpiresAt: formatInstant(holdUntil) }),
    ...(isUnfinished && { payToken: await createLinkToken(ctx, { booking: first.id }) }),
    ...((await hasBalance(ctx, bookings)) && { balanceToken: await createLinkToken(ctx, { booking: first.id }) }),
    ...(state === 'WAITING' && (await waitlistToWire(ctx, first))),
    hasAccount: await hasAccount(ctx, first),
    now: formatInstant(ctx.now),
  }
}

/** The intake forms of open bookings, each with the link that opens it. */
async function intakesToWire(ctx: TransactionContext, parts: readonly Part[]) {
  const open = filterOpen(parts)
    .map(({ booking }) => booking)
    .filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')
  const states = await listIntakeStates(ctx, open)
  const intakes: { formName: string; isDone: boolean; token: string }[] = []
  for (const booking of open) {
    const state = states.get(booking.id)
    if (!state || intakes.some(({ formName }) => formName === state.form.name)) continue
    intakes.push({ formName: state.form.name, isDone: state.isDone, token: await createLinkToken(ctx, { booking: booking.id }) })
  }
  return intakes.length > 0 ? { intakes } : {}
}

const windowToWire = ({ until, why }: ChangeWindow) => ({ ...(until && { until: formatInstant(until) }), ...(why && { why }) })

async function partsToWire(ctx: ReadContext, bookings: readonly BookingRow[]) {
  const parts = []
  for (const booking of bookings) {
    const service = await scheduling.findService(ctx, { id: booking.serviceId })
    const course = booking.serviceType === 'COURSE' ? await scheduling.findCourse(ctx, booking.scheduleId) : undefined
    const time = (ms: number) => formatInstant(Temporal.Instant.fromEpochMilliseconds(ms))
    const online = booking.status === 'CONFIRMED' && service?.conferencing.enabled ? service.conferencing.guestUrl : undefined
    parts.push({
      booking: omitCreator(booking),
      serviceId: booking.serviceId,
      serviceType: booking.serviceType,
      participants: booking.participants,
      canCancel: getActionsAllowedByLink(toActionInput(booking), ctx.now).cancel,
      sessions: (course?.sessions ?? []).map(({ start, end }) => ({ startDate: time(start), endDate: time(end) })),
      ...(online && { conferencingLink: online }),
    })
  }
  return parts
}

/** What the holder of the link may do now; for a visit all its parts have to allow it. */
function getAllowedActionsByLink(ctx: BaseContext, parts: readonly Part[], separate: boolean) {
  const [first] = parts
  if (parts.length === 1 && first) return getActionsAllowedByLink({ ...first, partOfSet: false }, ctx.now)
  const open = filterOpen(parts)
  const { cancel, reschedule } = getActionsAllowedForSet(parts, separate, ctx.now)
  return {
    cancel: cancel && open.every(({ policy }) => policy.cancellation.allowAnonymous),
    reschedule: reschedule && open.every(({ policy }) => policy.reschedule.allowAnonymous),
  }
}

async function calculateAmounts(ctx: ReadContext, parts: readonly Part[], currency: string) {
  const bookings = parts.map(({ booking }) => booking)
  const sums = await loadPaidAndOpen(ctx, bookings)
  const paid = [...sums.paid.values()].reduce((sum, amount) => sum + amount, 0)
  const open = filterOpen(parts).map(({ booking }) => booking)
  const total = (open.length > 0 ? open : bookings).reduce((sum, { price }) => sum + price.total, 0)
  // By booking: what one part was paid does not pay another.
  const owed = open.reduce((sum, { id }) => sum + (sums.open.get(id) ?? 0), 0)
  return {
    total: toDecimal(total, currency),
    paid: toDecimal(paid, currency),
    open: toDecimal(owed, currency),
    currency,
    ...taxesToWire(open.length > 0 ? open : bookings),
  }
}
/** The effect of cancelling now: fee, refund, returned credits. Amounts as decimal strings. */
export async function previewCancellation(ctx: ReadContext, bookings: readonly BookingRow[], currency: string) {
  let [fee, refund, visits] = [0, 0, 0]
  const fees = await findCancellationFees(ctx, bookings)
  for (const booking of bookings) {
    const due = fees.get(booking.id) ?? 0
    fee += due
    refund += (await calculateRefundOnCancel(ctx, booking, { by: 'customer', inTime: true }, due)).amount
    visits += booking.planOrderId === null ? 0 : booking.credits
  }
  return { fee: toDecimal(fee, currency), refund: toDecimal(refund, currency), visits }
}

async function waitlistToWire(ctx: ReadContext, { id, serviceId }: BookingRow) {
  const [waitlist] = await findWaitlistPosition.call(ctx, { bookingId: id, serviceId })
  return waitlist && { waitlist }
}

const hasAccount = async (ctx: ReadContext, { createdByMemberId, contactDetails: { email } }: BookingRow): Promise<boolean> =>
  createdByMemberId !== null || (!!email && (await findMemberByEmail(ctx, email)) !== undefined)
