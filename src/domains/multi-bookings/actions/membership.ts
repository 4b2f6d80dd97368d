/** Adds bookings to a visit or removes them. Source: guide bookings §16.2 (add, remove). */
import { calculateReminder, changeBuffer, emitBookingUpdated, isFinal, lockBookings, saveBooking, type BookingRow } from '#domains/bookings/public.ts'
import { serviceById } from '#domains/services/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { checkSet, isFollowedBySamePerson, type Part } from '../rules/set.ts'
import { assertListMatches, filterOpenParts, lockSet, getSetType, type PartReference } from './parts.ts'

const MAX_PARTS = 8

const toPart = (booking: BookingRow): Part => ({
  type: booking.serviceType,
  start: booking.startAt.epochMilliseconds,
  end: booking.endAt.epochMilliseconds,
  place: [booking.location?.locationType, booking.location?.id].filter(Boolean).join(' '),
})

/**
 * Adds bookings to a visit. Refuses with BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING, BOOKING_TO_ADD_STATUS_NOT_VALID,
 * MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING, and parts that make no set.
 */
export async function addToSet(ctx: TransactionContext, setId: string, list: readonly PartReference[]): Promise<BookingRow[]> {
  const parts = await lockSet(ctx, setId)
  const joining = await lockBookings(
    ctx,
    list.map((one) => one.bookingId.toLowerCase()),
  )
  assertListMatches(list, joining)
  const type = getSetType(parts)
  for (const booking of joining) {
    if (booking.multiServiceBooking?.id === setId) refuse('MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING', { bookingId: booking.id })
    if (booking.multiServiceBooking) refuse('BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING', { bookingId: booking.id })
    if (!['CREATED', 'PENDING', 'CONFIRMED'].includes(booking.status))
      refuse('BOOKING_TO_ADD_STATUS_NOT_VALID', { bookingId: booking.id, status: booking.status })
    if (booking.contactId !== parts[0]?.contactId) refuse('VALIDATION_FAILURE', { bookingId: booking.id, reason: 'OTHER_CUSTOMER' })
  }
  const all = sortParts([...parts, ...joining])
  if (all.length > MAX_PARTS) refuse('VALIDATION_FAILURE', { reason: 'TOO_MANY', max: MAX_PARTS })
  unwrapOrRefuse(checkSet(type, all.map(toPart), true))
  if (type === 'SEQUENTIAL_BOOKINGS') await settleBuffers(ctx, all, { before: parts, after: all })
  return (await renumberParts(ctx, { id: setId, type, parts: all })).filter((part) => joining.some((one) => one.id === part.id))
}

/** Removed bookings continue on their own; a visit with one part left is dissolved. An empty list means all. */
export async function removeFromSet(ctx: TransactionContext, setId: string, list: readonly PartReference[]): Promise<BookingRow[]> {
  const parts = await lockSet(ctx, setId)
  assertListMatches(list, parts)
  const named = new Set(list.map((one) => one.bookingId.toLowerCase()))
  const type = getSetType(parts)
  const staying = list.length === 0 ? [] : parts.filter((part) => !named.has(part.id))
  if (type === 'SEQUENTIAL_BOOKINGS' && staying.length > 1) unwrapOrRefuse(checkSet(type, staying.map(toPart), true))
  const leaving = staying.length < 2 ? parts : parts.filter((part) => !staying.includes(part))
  const left: BookingRow[] = []
  for (const part of leaving) {
    // decision: on its own it is reminded of, also when it was not the first part. Source: guide bookings §20.2.
    const remindAt = part.status === 'CONFIRMED' ? await calculateReminder(ctx, part) : null
    const next = await saveBooking(ctx, part, { multiServiceBooking: null, remindAt })
    emitBookingUpdated(ctx, next, { multiServiceBookingInfo: { id: setId, type } })
    left.push(next)
  }
  if (type === 'SEQUENTIAL_BOOKINGS') await settleBuffers(ctx, parts, { before: parts, after: staying.length > 1 ? staying : [] })
  if (staying.length > 1) await renumberParts(ctx, { id: setId, type, parts: staying })
  return left
}

/**
 * A booking that the same person's part no longer follows has the buffer of its service again; one that it follows now has none.
 * decision: the buffer reaches into the time of a booking that left, so that it counts once that one is gone. A booking that is still to be confirmed
 * claims its time once more, and would take that for a conflict: then it is left out. Source: guide services-and-availability §15.10.
 */
async function settleBuffers(
  ctx: TransactionContext,
  bookings: readonly BookingRow[],
  { before, after }: { before: readonly BookingRow[]; after: readonly BookingRow[] },
): Promise<void> {
  const mayOverlap = bookings.every(({ status }) => status === 'CONFIRMED' || isFinal(status))
  const [was, is] = [filterOpenParts(before), filterOpenParts(after)]
  for (const booking of filterOpenParts(bookings)) {
    const isFollowed = isFollowedBySamePerson(is, booking)
    if (isFollowed === isFollowedBySamePerson(was, booking)) continue
    const minutes = isFollowed ? 0 : ((await serviceById(ctx, booking.serviceId))?.timeBetweenSessions ?? 0)
    if (!(await changeBuffer(ctx, booking, minutes)) && mayOverlap) await changeBuffer(ctx, booking, minutes, true)
  }
}

const sortParts = (parts: readonly BookingRow[]): BookingRow[] =>
  parts.toSorted((a, b) => a.startAt.epochMilliseconds - b.startAt.epochMilliseconds || (a.id < b.id ? -1 : 1))

/** Renumbers the parts; only those whose position or set changes get a new revision. */
async function renumberParts(ctx: TransactionContext, set: { id: string; type: string; parts: readonly BookingRow[] }): Promise<BookingRow[]> {
  const placed: BookingRow[] = []
  for (const [place, part] of set.parts.entries()) {
    const info = { id: set.id, type: set.type, place }
    if (part.multiServiceBooking?.id === set.id && part.multiServiceBooking.place === place) placed.push(part)
    else {
      const next = await saveBooking(ctx, part, { multiServiceBooking: info })
      emitBookingUpdated(ctx, next, {
        multiServiceBookingInfo: part.multiServiceBooking ? { id: part.multiServiceBooking.id, type: part.multiServiceBooking.type } : null,
      })
      placed.push(next)
    }
  }
  return placed
}
