/** What the pasts of both samples share: booking many at once, and what becomes of each booking. */
import type { Temporal } from 'temporal-polyfill'
import { toInstant, toLocal, type CallAsOwner, type Made, type SampleContext } from './calls.ts'

export interface BookedBooking extends Made {
  revision: string
}
export interface PastWeek {
  weeksAgo: number
  monday: Temporal.PlainDate
  /** Number of its first booking, over the whole history. */
  firstTurn: number
}

interface BulkReply {
  results: { itemMetadata: { success: boolean; error?: unknown }; item?: BookedBooking }[]
}
/** Books up to 40 at once; throws when one is refused. */
export async function bookAll(call: CallAsOwner, inputs: readonly object[], at?: Temporal.Instant): Promise<BookedBooking[]> {
  if (inputs.length === 0) return []
  const body = { createBookingsInfo: inputs, returnFullEntity: true }
  const { results } = (await call('POST', '/v2/bulk/bookings/create', body, { at })) as BulkReply
  return results.map(({ item, itemMetadata }) => {
    if (!item) throw new Error(`A booking of the sample was refused: ${JSON.stringify(itemMetadata.error)}`)
    return item
  })
}

/** The sessions of a schedule in a range of dates, in order; the last date is not part of it. */
export async function listSessions(
  call: CallAsOwner,
  scheduleId: string,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<{ id: string; start: { localDate: string } }[]> {
  const { events } = (await call('POST', '/calendar/v3/events/query', {
    fromLocalDate: `${from}T00:00:00`,
    toLocalDate: `${to}T00:00:00`,
    query: { filter: { scheduleId } },
  })) as { events: { id: string; start: { localDate: string } }[] }
  return events.toSorted((a, b) => a.start.localDate.localeCompare(b.start.localDate))
}

/** What becomes of a booking, by its number: most are attended and paid. */
type Outcome = 'ATTENDED' | 'NOT_ATTENDED' | 'CANCELED' | 'UNPAID' | 'REFUNDED'
const outcomes: readonly Outcome[] = [
  'ATTENDED',
  'ATTENDED',
  'ATTENDED',
  'CANCELED',
  'ATTENDED',
  'ATTENDED',
  'NOT_ATTENDED',
  'ATTENDED',
  'ATTENDED',
  'ATTENDED',
  'ATTENDED',
]
const rareOutcomes: Partial<Record<number, Outcome>> = { 24: 'REFUNDED', 57: 'REFUNDED', 91: 'REFUNDED', 75: 'UNPAID', 118: 'UNPAID' }
const chooseOutcome = (turn: number): Outcome => rareOutcomes[turn] ?? outcomes[turn % outcomes.length] ?? 'ATTENDED'

/** Who missed a visit long ago has paid for it since. */
const WEEKS_TO_PAY = 5

async function settle(
  call: CallAsOwner,
  booking: BookedBooking,
  outcome: Outcome,
  { at, weeksAgo }: { at: Temporal.Instant; weeksAgo: number },
): Promise<void> {
  if (outcome === 'UNPAID' || (outcome === 'NOT_ATTENDED' && weeksAgo < WEEKS_TO_PAY)) return
  await call('POST', `/api/bookings/${booking.id}/mark-paid`, undefined, { at })
  if (outcome !== 'REFUNDED') return
  const later = at.add({ hours: 20 })
  const { money } = (await call('GET', `/api/bookings/${booking.id}/money`)) as { money: { payments: { id: string }[] } }
  await call('POST', `/api/bookings/${booking.id}/refunds`, { receiptId: money.payments[0]?.id }, { at: later })
}

/** How many one call takes. */
const MAX_ATTENDANCES = 8

/** What was booked in a week: some cancelled in time, the others attended or missed, and paid at its end. */
export async function settleWeek(call: CallAsOwner, when: SampleContext, past: PastWeek, booked: readonly BookedBooking[]): Promise<void> {
  const at = (days: number, time: string) => toInstant(toLocal(past.monday.add({ days }), time), when)
  const [canceled, end] = [at(-2, '09:40'), past.weeksAgo > 0 ? at(5, '16:10') : when.now]
  const kept: { booking: BookedBooking; outcome: Outcome }[] = []
  for (const [index, booking] of booked.entries()) {
    const outcome = chooseOutcome(past.firstTurn + index)
    if (outcome === 'CANCELED') await call('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision }, { at: canceled })
    else kept.push({ booking, outcome })
  }
  for (let from = 0; from < kept.length; from += MAX_ATTENDANCES) {
    const part = kept.slice(from, from + MAX_ATTENDANCES)
    const attendanceList = part.map(({ booking, outcome }) => ({ bookingId: booking.id, status: outcome === 'NOT_ATTENDED' ? outcome : 'ATTENDED' }))
    await call('POST', '/v2/bulk/attendance/set', { attendanceList }, { at: end })
  }
  for (const { booking, outcome } of kept) await settle(call, booking, outcome, { at: end, weeksAgo: past.weeksAgo })
}
