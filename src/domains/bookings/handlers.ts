/** Operations → actions. */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { Refusal, Violations } from '#kit/refusal.ts'
import { fromMinor } from '#kit/pure/money.ts'
import { setAttendance } from './actions/attendance.ts'
import { cancelBooking, canceled } from './actions/cancel.ts'
import { lockOwn, mustMatch, save } from './actions/change.ts'
import { bookNow } from './actions/checkout.ts'
import { createBooking } from './actions/create.ts'
import { confirmBooking, confirmOrDecline, declineBooking, markAsPending } from './actions/decide.ts'
import { openLink, sealLink } from './actions/links.ts'
import { moveBooking } from './actions/move.ts'
import { changeParticipants } from './actions/participants.ts'
import { everything, viewerOf } from './actions/viewer.ts'
import { calendarItems } from './actions/calendar.ts'
import type { anonymousBookingsApi, attendanceApi, bookingPagesApi, bookingsApi, extendedBookingsApi, QueryIn } from './contract.ts'
import { refuse } from './errors.ts'
import { updated } from './events.ts'
import { allowedActions, allowedByLink } from './rules/policy.ts'
import { isAlive } from './rules/holds.ts'
import { attendancePage, bookingPage, countBookings } from './store/reader.ts'
import * as store from './store/bookings.ts'
import { actionAsk, attendanceToWire, bookingToWire, iso } from './wire.ts'

const isOwner = (ctx: Ctx) => ctx.caller.role === 'owner'
const one = (ctx: Ctx, booking: store.BookingRecord) => ({ booking: bookingToWire(booking, isOwner(ctx)) })

interface Item<T> {
  itemMetadata: { id?: string; originalIndex: number; success: boolean; error?: { code: string; description: string; data?: unknown } }
  item?: T
}
const bulk = <T>(results: Item<T>[]) => {
  const totalSuccesses = results.filter((r) => r.itemMetadata.success).length
  return { results, bulkActionMetadata: { totalSuccesses, totalFailures: results.length - totalSuccesses, undetailedFailures: 0 } }
}
/** One item of a bulk call: a refusal fails it alone. The checks come before the first write, so nothing of it stays behind. */
async function each<In, Out>(
  list: readonly In[],
  idOf: (item: In) => string | undefined,
  work: (item: In) => Promise<{ id: string; item?: Out | undefined }>,
): Promise<Item<Out>[]> {
  const results: Item<Out>[] = []
  for (const [originalIndex, input] of list.entries()) {
    const known = idOf(input)
    try {
      const { id, item } = await work(input)
      results.push({ itemMetadata: { id, originalIndex, success: true }, ...(item !== undefined && { item }) })
    } catch (error) {
      const failed =
        error instanceof Refusal
          ? { code: error.code, description: error.message, data: error.data }
          : error instanceof Violations
            ? { code: 'INVALID_ARGUMENT', description: error.violations[0]?.description ?? '' }
            : undefined
      if (!failed) throw error
      results.push({ itemMetadata: { ...(known && { id: known }), originalIndex, success: false, error: failed } })
    }
  }
  return results
}
const hasTwice = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

export const bookingsHandlers: Handlers<typeof bookingsApi> = {
  createBooking: async (ctx, { body }) => one(ctx, await createBooking(ctx, body)),
  bulkCreateBooking: async (ctx, { body }) =>
    bulk(
      await each(
        body.createBookingsInfo,
        () => undefined,
        async (wish) => {
          const booking = await createBooking(ctx, wish)
          return { id: booking.id, item: body.returnFullEntity ? bookingToWire(booking, true) : undefined }
        },
      ),
    ),
  confirmBooking: async (ctx, { params, body }) => one(ctx, await confirmBooking(ctx, params.bookingId, body)),
  declineBooking: async (ctx, { params, body }) => one(ctx, await declineBooking(ctx, params.bookingId, body)),
  markBookingAsPending: async (ctx, { params, body }) => one(ctx, await markAsPending(ctx, params.bookingId, body)),
  confirmOrDeclineBooking: async (ctx, { params, body }) => one(ctx, await confirmOrDecline(ctx, params.bookingId, body.paymentStatus)),
  bulkConfirmOrDeclineBooking: async (ctx, { body }) => {
    if (hasTwice(body.details.map((detail) => detail.bookingId))) refuse('DUPLICATED_BOOKINGS')
    return bulk(
      await each(
        body.details,
        (detail) => detail.bookingId,
        async (detail) => {
          const booking = await confirmOrDecline(ctx, detail.bookingId, detail.paymentStatus)
          return { id: booking.id, item: body.returnEntity ? bookingToWire(booking, true) : undefined }
        },
      ),
    )
  },
  rescheduleBooking: async (ctx, { params, body }) => one(ctx, await moveBooking(ctx, params.bookingId, body)),
  cancelBooking: async (ctx, { params, body }) => one(ctx, await cancelBooking(ctx, params.bookingId, body)),
  bulkCancelBooking: async (ctx, { body }) => {
    if (body.recurringCancellation) refuse('RECURRING_GROUP_NOT_FOUND')
    const list = body.bookings?.bookingsInfo ?? refuse('MISSING_CANCELLATION_INFO')
    if (hasTwice(list.map((item) => item.bookingId))) refuse('DUPLICATE_BOOKING_IDS')
    return bulk(
      await each(
        list,
        (item) => item.bookingId,
        async (item) => {
          const booking = await cancelBooking(ctx, item.bookingId, item)
          return { id: booking.id, item: body.returnFullEntity ? bookingToWire(booking, true) : undefined }
        },
      ),
    )
  },
  updateNumberOfParticipants: async (ctx, { params, body }) => one(ctx, await changeParticipants(ctx, params.bookingId, body)),
  updateExtendedFields: async (ctx, { params, body }) => {
    const booking = await lockOwn(ctx, params.id)
    const before = booking.extendedFields[body.namespace] ?? {}
    const namespaceData = Object.fromEntries(Object.entries({ ...before, ...body.namespaceData }).filter(([, value]) => value !== null))
    const next = await save(ctx, booking, { extendedFields: { ...booking.extendedFields, [body.namespace]: namespaceData } })
    updated(ctx, next, { [`extendedFields.namespaces.${body.namespace}`]: before })
    return { namespace: body.namespace, namespaceData }
  },
  setBookingSubmissionId: async (ctx, { params, body }) => {
    const booking = await lockOwn(ctx, params.bookingId)
    if (booking.formSubmissionId === body.submissionId) return one(ctx, booking)
    const next = await save(ctx, booking, { formSubmissionId: body.submissionId })
    updated(ctx, next, { formSubmissionId: booking.formSubmissionId })
    return one(ctx, next)
  },
  bulkCalculateAllowedActions: async (ctx, { body }) => {
    const found = new Map((await store.bookingsById(ctx, await viewerOf(ctx), body.bookingIds)).map((booking) => [booking.id, booking]))
    return bulk(
      await each(
        body.bookingIds,
        (id) => id,
        async (id) => {
          const booking = found.get(id.toLowerCase()) ?? refuse('BOOKING_NOT_FOUND', { bookingId: id })
          return { id, item: allowedActions(actionAsk(booking), ctx.now) }
        },
      ),
    )
  },
}

async function queryBookings(ctx: Ctx, body: QueryIn) {
  const filter = body.sessionId ? { ...body.query?.filter, 'bookedEntity.item.slot.eventId': body.sessionId } : body.query?.filter
  const query = body.query as
    | { cursorPaging?: { limit?: number | null; cursor?: string | null } | null; paging?: { limit?: number | null } | null }
    | null
    | undefined
  const cursorPaging = query?.cursorPaging ?? (query?.paging?.limit ? { limit: query.paging.limit } : undefined)
  const { rows, meta } = await bookingPage(ctx, await viewerOf(ctx), { ...(body.query as object), filter, cursorPaging, paging: undefined } as never)
  const said = body.withBookingAttendanceInfo
    ? await store.attendancesOf(
        ctx,
        rows.map((row) => row.id),
      )
    : []
  const attendanceOf = (booking: store.BookingRecord) => {
    const eventId = body.sessionId ?? booking.eventId
    if (!body.withBookingAttendanceInfo || !eventId) return {}
    const row = said.find((one) => one.bookingId === booking.id && one.eventId === eventId)
    return { attendance: row ? { id: row.id, status: row.status, numberOfAttendees: row.attendees } : { status: 'NOT_SET', numberOfAttendees: 0 } }
  }
  const extendedBookings = rows.map((booking) => ({
    booking: bookingToWire(booking, isOwner(ctx)),
    ...(body.withBookingAllowedActions && { allowedActions: allowedActions(actionAsk(booking), ctx.now) }),
    ...attendanceOf(booking),
    ...(body.withBookingPolicySettings && { bookingPolicySettings: { cancellationFeeEnabled: booking.policy.cancellationFee.enabled } }),
  }))
  return { extendedBookings, pagingMetadata: meta }
}

export const extendedBookingsHandlers: Handlers<typeof extendedBookingsApi> = {
  queryExtendedBookings: (ctx, { body }) => queryBookings(ctx, body),
  queryExtendedBookingsLegacy: (ctx, { body }) => queryBookings(ctx, body),
  countExtendedBookings: async (ctx, { body }) => ({ count: await countBookings(ctx, await viewerOf(ctx), body.filter) }),
}

export const attendanceHandlers: Handlers<typeof attendanceApi> = {
  setAttendance: async (ctx, { body }) => ({ attendance: attendanceToWire(await setAttendance(ctx, body.attendance)) }),
  queryAttendance: async (ctx, { body }) => {
    const { rows, meta } = await attendancePage(ctx, body.query as never)
    return { attendances: rows.map(attendanceToWire), pagingMetadata: meta }
  },
}

const amountsOf = async (ctx: Ctx, booking: store.BookingRecord) => {
  const { total, currency, terms } = booking.price
  const money = (minor: number) => fromMinor(BigInt(minor), currency)
  const payments = (await store.paymentsOf(ctx, booking.id)).filter((payment) => payment.status === 'SUCCEEDED')
  const dueNow =
    booking.status !== 'CREATED'
      ? 0
      : booking.depositSelected && terms.deposit !== null
        ? terms.deposit * booking.participants
        : booking.paymentOption === 'ONLINE' || (booking.paymentOption === 'UNDEFINED' && terms.online)
          ? total
          : 0
  const paid = payments.reduce((sum, payment) => sum + Number(payment.amount), 0)
  return { total: money(total), dueNow: money(dueNow), paid: paid.toFixed(money(0).includes('.') ? (money(0).split('.')[1] as string).length : 0), currency }
}

export const bookingPagesHandlers: Handlers<typeof bookingPagesApi> = {
  bookNow: async (ctx, { body }) => {
    const { booking, payment } = await bookNow(ctx, body)
    const amounts = await ctx.write((inner) => amountsOf(inner, booking))
    return {
      ...one(ctx, booking),
      amounts,
      ...(payment && { payment }),
      ...(booking.status === 'CREATED' && booking.holdUntil && { holdExpiresAt: iso(booking.holdUntil) }),
    }
  },
  bookingSummary: async (ctx, { params }) => {
    const booking = (await store.bookingById(ctx, await viewerOf(ctx), params.id)) ?? refuse('BOOKING_NOT_FOUND', { bookingId: params.id })
    return {
      ...one(ctx, booking),
      amounts: await amountsOf(ctx, booking),
      allowedActions: allowedActions(actionAsk(booking), ctx.now),
      ...(booking.policy.customDescription && { policyText: booking.policy.customDescription }),
      ...(booking.status === 'CREATED' && booking.holdUntil && isAlive(booking.holdUntil, ctx.now) && { holdExpiresAt: iso(booking.holdUntil) }),
    }
  },
  markPaid: async (ctx, { params }) => {
    const booking = await lockOwn(ctx, params.id)
    if (booking.paymentStatus === 'PAID') return one(ctx, booking)
    if (!['PENDING', 'CONFIRMED'].includes(booking.status)) refuse('INVALID_BOOKING_STATUS', { status: booking.status })
    const { paid, currency } = await amountsOf(ctx, booking)
    const open = booking.price.total - Math.round(Number(paid) * 10 ** (paid.split('.')[1]?.length ?? 0))
    if (open > 0) await store.notePayment(ctx, { bookingId: booking.id, amount: fromMinor(BigInt(open), currency), currency })
    const next = await save(ctx, booking, { paymentStatus: 'PAID' })
    updated(ctx, next, { paymentStatus: booking.paymentStatus })
    return one(ctx, next)
  },
  calendar: async (ctx, { body }) => ({ items: await calendarItems(ctx, Temporal.Instant.from(body.from), Temporal.Instant.from(body.to)) }),
}

const withoutMaker = (booking: store.BookingRecord) => {
  const {
    createdBy: _,
    contactDetails: { contactId: __, ...contactDetails },
    ...rest
  } = bookingToWire(booking, false)
  return { ...rest, contactDetails }
}
export const anonymousBookingsHandlers: Handlers<typeof anonymousBookingsApi> = {
  getAnonymousActionToken: async (ctx, { params }) => {
    const booking = (await store.bookingById(ctx, isOwner(ctx) ? everything : await viewerOf(ctx), params.bookingId)) ?? refuse('BOOKING_NOT_FOUND')
    return { token: await sealLink(ctx, booking.id) }
  },
  getBookingAnonymously: async (ctx, { params }) => {
    const booking = await openLink(ctx, params.token, false)
    return { booking: withoutMaker(booking), allowedAnonymousActions: allowedByLink(actionAsk(booking), ctx.now) }
  },
  cancelBookingAnonymously: async (ctx, { params, body }) => {
    const booking = await openLink(ctx, params.token, true)
    mustMatch(booking, body.revision)
    if (!allowedByLink(actionAsk(booking), ctx.now).cancel) refuse('BOOKING_CANNOT_BE_CANCELLED', { status: booking.status })
    return { booking: withoutMaker(await canceled(ctx, booking, { returnCredit: true, canceledBy: 'you', always: true })) }
  },
}
