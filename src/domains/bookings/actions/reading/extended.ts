/** Parts that a query may add to bookings: attendance, fees, order, form. Each is loaded once per page. Source: guide bookings §18.2. */
import type { ReadContext } from '#kit/api/context.ts'
import { answersToWire, submissionsOfBookings } from '#domains/forms/public.ts'
import { servicesByIds } from '#domains/services/public.ts'
import { getAllowedActions } from '../../rules/policy.ts'
import { listAttendances } from '../../store/attendance.ts'
import { findTakenRequests, type BookingRow } from '../../store/bookings.ts'
import { loadFees } from '../../store/fees.ts'
import * as payments from '../../store/payments.ts'
import { toActionInput, bookingToWire, formatInstant } from '../../wire.ts'
import { calculateOrderBalance, priceToWire } from '../money/fees.ts'
import { intakeToWire, listIntakeStates, maySeeAnswers } from '../booking/forms.ts'
import { getKeptAmount, sumPaid, taxesToWire, toDecimal } from '../money/money.ts'

export interface ExtraParts {
  withBookingAllowedActions?: boolean
  withBookingAttendanceInfo?: boolean
  withBookingConferencingDetails?: boolean
  withBookingPolicySettings?: boolean
  withBookingFeeDetails?: boolean
  withEcomOrder?: boolean
  withEcomTransactions?: boolean
  withFormSubmissions?: boolean
  withIntakeForm?: boolean
  withBookingPrice?: boolean
  withTakenTimes?: boolean
  sessionId?: string
}
type Part = (booking: BookingRow) => Record<string, unknown>
const noPart: Part = () => ({})

/** Bookings on the wire, in the same order, with the parts that `wanted` names. */
export async function loadExtendedBookings(ctx: ReadContext, bookings: readonly BookingRow[], wanted: ExtraParts) {
  const owner = ctx.caller.role === 'owner'
  const ids = bookings.map((booking) => booking.id)
  const parts: Part[] = [
    wanted.withBookingAllowedActions ? (booking) => ({ allowedActions: getAllowedActions(toActionInput(booking), ctx.now) }) : noPart,
    wanted.withBookingAttendanceInfo ? await attendancePart(ctx, ids, wanted.sessionId) : noPart,
    wanted.withBookingConferencingDetails ? await conferencingPart(ctx, bookings) : noPart,
    wanted.withBookingPolicySettings ? (booking) => ({ bookingPolicySettings: { cancellationFeeEnabled: booking.policy.cancellationFee.enabled } }) : noPart,
    wanted.withBookingFeeDetails ? await feePart(ctx, ids) : noPart,
    wanted.withEcomOrder ? await orderPart(ctx, bookings) : noPart,
    wanted.withEcomTransactions && owner ? await transactionsPart(ctx, ids) : noPart,
    wanted.withFormSubmissions && owner ? await formPart(ctx, bookings) : noPart,
    (wanted.withFormSubmissions || wanted.withIntakeForm) && owner ? await intakePart(ctx, bookings) : noPart,
    wanted.withBookingPrice && owner ? await pricePart(ctx, bookings) : noPart,
    wanted.withTakenTimes && owner ? await takenTimePart(ctx, bookings) : noPart,
  ]
  return bookings.map(
    (booking) =>
      Object.assign({ booking: bookingToWire(booking, owner) }, ...parts.map((part) => part(booking))) as { booking: ReturnType<typeof bookingToWire> },
  )
}

async function attendancePart(ctx: ReadContext, ids: readonly string[], sessionId: string | undefined): Promise<Part> {
  const attendances = await listAttendances(ctx, ids)
  return (booking) => {
    const eventId = sessionId ?? booking.eventId
    if (booking.serviceType === 'COURSE' && !sessionId) return {}
    const row = attendances.find((one) => one.bookingId === booking.id && one.eventId === eventId)
    return { attendance: row ? { id: row.id, status: row.status, numberOfAttendees: row.attendees } : { status: 'NOT_SET', numberOfAttendees: 0 } }
  }
}

async function conferencingPart(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Part> {
  const services = new Map(
    (
      await servicesByIds(
        ctx,
        bookings.map((booking) => booking.serviceId),
      )
    ).map((service) => [service.id, service]),
  )
  return (booking) => {
    const { enabled, guestUrl } = services.get(booking.serviceId)?.conferencing ?? { enabled: false, guestUrl: undefined }
    return booking.status === 'CONFIRMED' && enabled && guestUrl ? { conferencingDetails: { guestUrl } } : {}
  }
}

async function feePart(ctx: ReadContext, ids: readonly string[]): Promise<Part> {
  const applied = new Map((await loadFees(ctx, ids)).filter((fee) => fee.status === 'APPLIED_TO_ORDER').map((fee) => [fee.bookingId, fee]))
  return (booking) => (applied.has(booking.id) ? { bookingFeeDetails: { cancellationFeeStatus: 'APPLIED_TO_ORDER' } } : {})
}

async function orderPart(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Part> {
  const ids = [...new Set(bookings.flatMap((booking) => booking.orderId ?? []))]
  const orders = new Map((await payments.ordersById(ctx, ids)).map((order) => [order.id, order]))
  const sums = new Map<string, { total: number; paid: number }>()
  for (const id of ids) sums.set(id, await calculateOrderBalance(ctx, id))
  return (booking) => {
    const order = booking.orderId ? orders.get(booking.orderId) : undefined
    const { total, paid } = sums.get(order?.id ?? '') ?? { total: 0, paid: 0 }
    if (!order) return {}
    const { currency } = order
    return {
      order: {
        id: order.id,
        number: String(order.number),
        status: order.status,
        paymentStatus: paid >= total ? 'PAID' : paid > 0 ? 'PARTIALLY_PAID' : 'NOT_PAID',
        totalPrice: priceToWire(total, currency),
        bookingPrice: priceToWire(booking.price.total, currency),
        ...(booking.price.terms.rate === 'CUSTOM' && { bookingPriceDescription: { original: booking.price.terms.description ?? '' } }),
        balance: { amount: toDecimal(Math.max(0, total - paid), currency), formattedAmount: priceToWire(Math.max(0, total - paid), currency).formattedAmount },
        currency,
      },
    }
  }
}

async function pricePart(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Part> {
  const paid = await sumPaid(ctx, bookings)
  return (booking) => {
    const { total, currency } = booking.price
    const price = { total: toDecimal(total, currency), paid: toDecimal(paid.get(booking.id) ?? 0, currency), currency, ...taxesToWire([booking]) }
    return { price }
  }
}

/** Requests whose time another booking has meanwhile: they stay PENDING and are marked. Source: guide bookings §8.1. */
async function takenTimePart(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Part> {
  const requests = bookings.filter(({ status, serviceType }) => status === 'PENDING' && serviceType === 'APPOINTMENT')
  const taken = await findTakenRequests(
    ctx,
    requests.map(({ id }) => id),
  )
  return ({ id }) => (taken.has(id) ? { timeTaken: true } : {})
}

async function transactionsPart(ctx: ReadContext, ids: readonly string[]): Promise<Part> {
  const all = await payments.listPayments(ctx, ids)
  return (booking) => ({
    transactions: {
      orderId: booking.orderId ?? undefined,
      payments: all
        .filter((payment) => payment.bookingId === booking.id)
        .map((payment) => ({
          id: payment.id,
          amount: { amount: payment.amount, formattedAmount: `${payment.amount} ${payment.currency}` },
          status: payment.status,
          kind: payment.kind,
          kept: toDecimal(getKeptAmount(payment), payment.currency),
          createdDate: formatInstant(payment.createdAt),
        })),
    },
  })
}

async function formPart(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Part> {
  const all = maySeeAnswers(ctx)
    ? await submissionsOfBookings(
        ctx,
        bookings.map(({ id }) => id),
      )
    : []
  return (booking) => ({
    formSubmissions: all
      .filter((submission) => submission.bookingId === booking.id)
      .map((submission) => ({
        id: submission.id,
        formId: submission.formId,
        submissions: submission.values,
        answers: answersToWire(submission),
        createdDate: formatInstant(submission.createdAt),
      })),
  })
}

async function intakePart(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<Part> {
  const intakes = await listIntakeStates(ctx, bookings)
  return (booking) => intakeToWire(intakes.get(booking.id))
}
