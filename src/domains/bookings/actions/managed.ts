/** What the page of a link shows. Source: guide bookings §17. */
import { Temporal } from 'temporal-polyfill'
import { memberByEmail } from '#domains/members/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import { due, resolvedOption } from '../rules/due.ts'
import { allowedByLink, allowedForSet } from '../rules/policy.ts'
import { changeWindow, managedState, openOf, type ManagedPart, type Window } from '../rules/managed.ts'
import type { BookingRecord } from '../store/bookings.ts'
import * as lists from '../store/waitlist.ts'
import * as places from '../time.ts'
import { actionAsk, iso } from '../wire.ts'
import { withoutMaker } from './as-customer.ts'
import { feeOf } from './fees.ts'
import { openAnyLink, sealLink } from './links.ts'
import { major, paidFor } from './money.ts'
import { refundDueOnCancel } from './refunds.ts'
import { waitlistPolicyOf } from './waitlist.ts'

type Part = ManagedPart & { booking: BookingRecord }

/** All that the page of a link shows. Refuses with INVALID_TOKEN, BOOKING_NOT_FOUND. */
export async function showManaged(ctx: Ctx, token: string) {
  const bookings = await openAnyLink(ctx, token)
  const [first] = bookings
  if (!first) return refuse('BOOKING_NOT_FOUND')
  const parts: Part[] = bookings.map((booking) => ({ ...actionAsk(booking), end: booking.endAt, booking }))
  const state = managedState(parts, ctx.now)
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
    allowedActions: allowedOf(ctx, parts, separate),
    cancel: windowToWire(changeWindow('cancel', parts, separate, ctx.now)),
    reschedule: windowToWire(changeWindow('reschedule', parts, separate, ctx.now)),
    amounts: await amountsOf(ctx, parts, currency),
    onCancel: await effectOfCancelling(
      ctx,
      openOf(parts).map(({ booking }) => booking),
      currency,
    ),
    ...(policyText && { policyText }),
    ...(isUnfinished && holdUntil && { holdExpiresAt: iso(holdUntil) }),
    ...(isUnfinished && { payToken: await sealLink(ctx, { booking: first.id }) }),
    ...(state === 'WAITING' && (await waitlistOf(ctx, first))),
    hasAccount: await hasAccount(ctx, first),
    now: iso(ctx.now),
  }
}

const windowToWire = ({ until, why }: Window) => ({ ...(until && { until: iso(until) }), ...(why && { why }) })

async function partsToWire(ctx: Ctx, bookings: readonly BookingRecord[]) {
  const parts = []
  for (const booking of bookings) {
    const service = await places.serviceRow(ctx, { id: booking.serviceId })
    const course = booking.serviceType === 'COURSE' ? await places.courseFacts(ctx, booking.scheduleId) : undefined
    const time = (ms: number) => iso(Temporal.Instant.fromEpochMilliseconds(ms))
    const online = booking.status === 'CONFIRMED' && service?.conferencing.enabled ? service.conferencing.guestUrl : undefined
    parts.push({
      booking: withoutMaker(booking),
      serviceId: booking.serviceId,
      serviceType: booking.serviceType,
      participants: booking.participants,
      sessions: (course?.sessions ?? []).map(({ start, end }) => ({ startDate: time(start), endDate: time(end) })),
      ...(online && { conferencingLink: online }),
    })
  }
  return parts
}

/** What the holder of the link may do now; a visit by all its parts. */
function allowedOf(ctx: Ctx, parts: readonly Part[], separate: boolean) {
  const [first] = parts
  if (parts.length === 1 && first) return allowedByLink({ ...first, partOfSet: false }, ctx.now)
  const open = openOf(parts)
  const { cancel, reschedule } = allowedForSet(parts, separate, ctx.now)
  return {
    cancel: cancel && open.every(({ policy }) => policy.cancellation.allowAnonymous),
    reschedule: reschedule && open.every(({ policy }) => policy.reschedule.allowAnonymous),
  }
}

async function amountsOf(ctx: Ctx, parts: readonly Part[], currency: string) {
  const bookings = parts.map(({ booking }) => booking)
  const paid = [...(await paidFor(ctx, bookings)).values()].reduce((sum, amount) => sum + amount, 0)
  const open = openOf(parts).map(({ booking }) => booking)
  const total = (open.length > 0 ? open : bookings).reduce((sum, { price }) => sum + price.total, 0)
  // What a plan or the business settled is not asked for again.
  const isOwing = ({ paymentStatus, planOrderId }: BookingRecord) => planOrderId === null && !['PAID', 'EXEMPT', 'REFUNDED'].includes(paymentStatus)
  const owed = open.filter(isOwing).reduce((sum, booking) => sum + owedFor(booking), 0)
  return { total: major(total, currency), paid: major(paid, currency), open: major(Math.max(0, owed - paid), currency), currency }
}
function owedFor({ price, paymentOption, participants, depositSelected }: BookingRecord): number {
  const option = resolvedOption(paymentOption, price.terms)
  return option === 'MEMBERSHIP' ? 0 : due(price.terms, option, participants, depositSelected === true, price).total
}

/** What cancelling in time takes and gives now: a fee, money, visits of a plan. Amounts as decimal strings. */
export async function effectOfCancelling(ctx: Ctx, bookings: readonly BookingRecord[], currency: string) {
  let [fee, refund, visits] = [0, 0, 0]
  for (const booking of bookings) {
    const due = booking.status === 'CONFIRMED' ? feeOf(booking, 'CANCELED', ctx.now) : 0
    fee += due
    refund += (await refundDueOnCancel(ctx, booking, { by: 'customer', inTime: true }, due)).amount
    visits += booking.planOrderId === null ? 0 : booking.credits
  }
  return { fee: major(fee, currency), refund: major(refund, currency), visits }
}

async function waitlistOf(ctx: Ctx, booking: BookingRecord) {
  const entry = await lists.entryOfBooking(ctx, booking.id)
  if (!entry) return {}
  const line = await lists.waitingIn(ctx, [entry.sessionId])
  const { minutes } = await waitlistPolicyOf(ctx, booking.serviceId)
  const isOffered = entry.status === 'SUGGESTING' && entry.offerUntil !== null && Temporal.Instant.compare(entry.offerUntil, ctx.now) > 0
  return {
    waitlist: {
      registrationId: entry.id,
      status: isOffered ? 'SUGGESTING' : entry.status === 'SUGGESTING' ? 'EXPIRED' : entry.status,
      position: line.findIndex((one) => one.id === entry.id) + 1,
      ...(isOffered && entry.offerUntil && { offerExpiresDate: iso(entry.offerUntil) }),
      timeWindowMinutes: minutes,
    },
  }
}

const hasAccount = async (ctx: Ctx, { createdByMemberId, contactDetails: { email } }: BookingRecord): Promise<boolean> =>
  createdByMemberId !== null || (!!email && (await memberByEmail(ctx, email)) !== undefined)
