/** Which dates of a repeated appointment can be booked. Reads only: booking them checks again, under the constraint. Source: guide bookings §16.7. */
import { findPeople, resolvePart } from '#domains/bookings/public.ts'
import type { BookingInput, SlotInput } from '#domains/bookings/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { Temporal } from 'temporal-polyfill'
import { refuse } from '../errors.ts'
import { getRepeatStatus, listRepeats, type RepeatStatus } from '../rules/repeat.ts'

export interface PreviewRepeatInput {
  slot: SlotInput
  bookedAddOns?: BookingInput['bookedAddOns']
  everyWeeks: number
  count: number
}
export interface RepeatDate {
  startDate: string
  endDate: string
  status: RepeatStatus
}

/** The dates in their order. Refuses with VALIDATION_FAILURE what is no appointment, and as `createBooking` a slot that is wrong in itself. */
export async function previewRepeat(ctx: ReadContext, { slot, bookedAddOns, everyWeeks, count }: PreviewRepeatInput): Promise<RepeatDate[]> {
  const extras = bookedAddOns ? { addOns: bookedAddOns } : {}
  const first = await resolvePart(ctx, { slot }, extras)
  if (first.type !== 'APPOINTMENT') return refuse('VALIDATION_FAILURE', { reason: 'NOT_AN_APPOINTMENT' })
  const toInstant = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms)
  const dates = listRepeats({ start: toInstant(first.start), end: toInstant(first.end), timeZone: first.businessZone, everyWeeks, count })
  const found: RepeatDate[] = []
  for (const { start, end } of dates) {
    const [startDate, endDate] = [start.toString(), end.toString()]
    const bookedEntity = { slot: { ...slot, startDate, endDate } }
    const { flags } = await resolvePart(ctx, bookedEntity, extras)
    const people = await findPeople(ctx, bookedEntity, extras)
    found.push({ startDate, endDate, status: getRepeatStatus(flags, people.length > 0) })
  }
  return found
}
