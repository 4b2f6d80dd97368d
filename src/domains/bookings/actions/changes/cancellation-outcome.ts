/** What became of money and plan sessions of bookings that are cancelled or declined, for their customers. Source: guide bookings §17. */
import { Temporal } from 'temporal-polyfill'
import { listReceipts, refundsOfReceipts } from '#domains/payments/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { addCancellationOutcomes, type CancellationOutcome, getCancellationOutcome } from '../../rules/cancellation-outcome.ts'
import type { BookingRow } from '../../store/bookings.ts'
import * as fees from '../../store/fees.ts'
import * as payments from '../../store/payments.ts'
import { formatInstant } from '../../wire.ts'
import { toDecimal, toMinorUnits } from '../money/money.ts'

const isEnded = ({ status }: BookingRow): boolean => status === 'CANCELED' || status === 'DECLINED'

async function loadOutcomes(ctx: ReadContext, bookings: readonly BookingRow[]): Promise<{ booking: BookingRow; outcome: CancellationOutcome }[]> {
  const ended = bookings.filter(isEnded)
  const ids = ended.map(({ id }) => id)
  const paid = (await payments.listPayments(ctx, ids)).filter(({ kind, status }) => kind !== 'FEE' && (status === 'SUCCEEDED' || status === 'REFUNDED'))
  const receiptIds = (await listReceipts(ctx, ids)).map(({ id }) => id)
  const sending = (await refundsOfReceipts(ctx, receiptIds)).filter(({ state }) => state === 'SENDING')
  const due = (await fees.loadFees(ctx, ids)).filter(({ trigger, status }) => trigger === 'BOOKING_CANCELED' && status !== 'WAIVED')
  return ended.map((booking) => ({
    booking,
    outcome: getCancellationOutcome({
      payments: paid
        .filter(({ bookingId }) => bookingId === booking.id)
        .map(({ amount, refunded, currency, kind, state }) => ({
          amount: toMinorUnits(amount, currency),
          // Money that came too late goes back whole, also before its refund is written down.
          refunded: toMinorUnits(state === 'LATE' ? amount : refunded, currency),
          isByCard: kind === 'ONLINE',
        })),
      sending: sending.filter(({ payableId }) => payableId === booking.id).reduce((sum, one) => sum + toMinorUnits(one.amount, one.currency), 0),
      fee: due.filter(({ bookingId }) => bookingId === booking.id).reduce((sum, { amount, applied }) => sum + (applied ?? amount), 0),
      isByPlan: booking.planOrderId !== null,
      participants: booking.participants,
      credits: booking.credits,
    }),
  }))
}

function toWire(outcome: CancellationOutcome, bookings: readonly BookingRow[]) {
  const currency = bookings[0]?.price.currency ?? ''
  const { isToCard, sessionsReturned, sessionsKept } = outcome
  const last = bookings
    .flatMap(({ canceledAt }) => canceledAt ?? [])
    .toSorted(Temporal.Instant.compare)
    .at(-1)
  const money = (amount: number) => toDecimal(amount, currency)
  return {
    ...(last && { date: formatInstant(last) }),
    currency,
    paid: money(outcome.paid),
    refunded: money(outcome.refunded),
    refunding: money(outcome.refunding),
    fee: money(outcome.fee),
    kept: money(outcome.kept),
    isToCard,
    sessionsReturned,
    sessionsKept,
  }
}

/** Each booking for itself; those that stand are left out. */
export const listCancellationOutcomes = async (ctx: ReadContext, bookings: readonly BookingRow[]) =>
  (await loadOutcomes(ctx, bookings)).map(({ booking, outcome }) => ({ bookingId: booking.id, ...toWire(outcome, [booking]) }))

/** A booking or all parts of a visit in one; nothing while a part of it stands. */
export async function summarizeCancellation(ctx: ReadContext, bookings: readonly BookingRow[]) {
  if (bookings.length === 0 || !bookings.every(isEnded)) return {}
  const outcomes = await loadOutcomes(ctx, bookings)
  return { outcome: toWire(addCancellationOutcomes(outcomes.map(({ outcome }) => outcome)), bookings) }
}
