/** What may stand beside a booking: attendance, fees, its order, its form. Loaded once for a whole page. Source: guide: bookings 18.2. */
import type { Ctx } from '#kit/ctx.ts'
import { servicesByIds } from '#domains/services/public.ts'
import { allowedActions } from '../rules/policy.ts'
import { attendancesOf, submissionsOf } from '../store/attendance.ts'
import type { BookingRecord } from '../store/bookings.ts'
import { feesOf } from '../store/fees.ts'
import * as payments from '../store/payments.ts'
import { actionAsk, bookingToWire, iso } from '../wire.ts'
import { orderBalance, priceWire } from './fees.ts'
import { keptOf, major } from './money.ts'

export interface ExtraParts {
  withBookingAllowedActions?: boolean
  withBookingAttendanceInfo?: boolean
  withBookingConferencingDetails?: boolean
  withBookingPolicySettings?: boolean
  withBookingFeeDetails?: boolean
  withEcomOrder?: boolean
  withEcomTransactions?: boolean
  withFormSubmissions?: boolean
  sessionId?: string
}
type Part = (booking: BookingRecord) => Record<string, unknown>
const nothing: Part = () => ({})

export async function extendedOf(ctx: Ctx, bookings: readonly BookingRecord[], wanted: ExtraParts) {
  const owner = ctx.caller.role === 'owner'
  const ids = bookings.map((booking) => booking.id)
  const parts: Part[] = [
    wanted.withBookingAllowedActions ? (booking) => ({ allowedActions: allowedActions(actionAsk(booking), ctx.now) }) : nothing,
    wanted.withBookingAttendanceInfo ? await attendancePart(ctx, ids, wanted.sessionId) : nothing,
    wanted.withBookingConferencingDetails ? await conferencingPart(ctx, bookings) : nothing,
    wanted.withBookingPolicySettings ? (booking) => ({ bookingPolicySettings: { cancellationFeeEnabled: booking.policy.cancellationFee.enabled } }) : nothing,
    wanted.withBookingFeeDetails ? await feePart(ctx, ids) : nothing,
    wanted.withEcomOrder ? await orderPart(ctx, bookings) : nothing,
    wanted.withEcomTransactions && owner ? await transactionsPart(ctx, ids) : nothing,
    wanted.withFormSubmissions && owner ? await formPart(ctx, ids) : nothing,
  ]
  return bookings.map(
    (booking) =>
      Object.assign({ booking: bookingToWire(booking, owner) }, ...parts.map((part) => part(booking))) as { booking: ReturnType<typeof bookingToWire> },
  )
}

async function attendancePart(ctx: Ctx, ids: readonly string[], sessionId: string | undefined): Promise<Part> {
  const said = await attendancesOf(ctx, ids)
  return (booking) => {
    const eventId = sessionId ?? booking.eventId
    if (booking.serviceType === 'COURSE' && !sessionId) return {}
    const row = said.find((one) => one.bookingId === booking.id && one.eventId === eventId)
    return { attendance: row ? { id: row.id, status: row.status, numberOfAttendees: row.attendees } : { status: 'NOT_SET', numberOfAttendees: 0 } }
  }
}

async function conferencingPart(ctx: Ctx, bookings: readonly BookingRecord[]): Promise<Part> {
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

async function feePart(ctx: Ctx, ids: readonly string[]): Promise<Part> {
  const applied = new Map((await feesOf(ctx, ids)).filter((fee) => fee.status === 'APPLIED_TO_ORDER').map((fee) => [fee.bookingId, fee]))
  return (booking) => (applied.has(booking.id) ? { bookingFeeDetails: { cancellationFeeStatus: 'APPLIED_TO_ORDER' } } : {})
}

async function orderPart(ctx: Ctx, bookings: readonly BookingRecord[]): Promise<Part> {
  const ids = [...new Set(bookings.flatMap((booking) => booking.orderId ?? []))]
  const orders = new Map((await payments.ordersById(ctx, ids)).map((order) => [order.id, order]))
  const sums = new Map<string, { total: number; paid: number }>()
  for (const id of ids) sums.set(id, await orderBalance(ctx, id))
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
        totalPrice: priceWire(total, currency),
        bookingPrice: priceWire(booking.price.total, currency),
        ...(booking.price.terms.rate === 'CUSTOM' && { bookingPriceDescription: { original: booking.price.terms.description ?? '' } }),
        balance: { amount: major(Math.max(0, total - paid), currency), formattedAmount: priceWire(Math.max(0, total - paid), currency).formattedAmount },
        currency,
      },
    }
  }
}

async function transactionsPart(ctx: Ctx, ids: readonly string[]): Promise<Part> {
  const all = await payments.paymentsOf(ctx, ids)
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
          kept: major(keptOf(payment), payment.currency),
          createdDate: iso(payment.createdAt),
        })),
    },
  })
}

async function formPart(ctx: Ctx, ids: readonly string[]): Promise<Part> {
  const all = await submissionsOf(ctx, ids)
  return (booking) => ({
    formSubmissions: all
      .filter((submission) => submission.bookingId === booking.id)
      .map((submission) => ({ id: submission.id, formId: submission.formId, submissions: submission.values, createdDate: iso(submission.createdAt) })),
  })
}
