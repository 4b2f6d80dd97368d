/** Bookings join a visit or leave it. Source: guide: bookings 16.2 (add, remove). */
import { announceUpdate, lockBookings, saveBooking, type BookingRecord } from '#domains/bookings/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { orRefuse, refuse } from '../errors.ts'
import { checkSet, type Part } from '../rules/set.ts'
import { checkList, lockSet, typeOf, type Named } from './parts.ts'

const MOST_PARTS = 8

const partOf = (booking: BookingRecord): Part => ({
  type: booking.serviceType,
  start: booking.startAt.epochMilliseconds,
  end: booking.endAt.epochMilliseconds,
  place: [booking.location?.locationType, booking.location?.id].filter(Boolean).join(' '),
})

export async function addToSet(ctx: Ctx, setId: string, list: readonly Named[]): Promise<BookingRecord[]> {
  const parts = await lockSet(ctx, setId)
  const joining = await lockBookings(
    ctx,
    list.map((one) => one.bookingId.toLowerCase()),
  )
  checkList(list, joining)
  const type = typeOf(parts)
  for (const booking of joining) {
    if (booking.multiServiceBooking?.id === setId) refuse('MULTI_SERVICE_BOOKING_ALREADY_INCLUDES_BOOKING', { bookingId: booking.id })
    if (booking.multiServiceBooking) refuse('BOOKING_ALREADY_PART_OF_ANOTHER_MULTI_SERVICE_BOOKING', { bookingId: booking.id })
    if (!['CREATED', 'PENDING', 'CONFIRMED'].includes(booking.status))
      refuse('BOOKING_TO_ADD_STATUS_NOT_VALID', { bookingId: booking.id, status: booking.status })
    if (booking.contactId !== parts[0]?.contactId) refuse('VALIDATION_FAILURE', { bookingId: booking.id, reason: 'OTHER_CUSTOMER' })
  }
  const all = inOrder([...parts, ...joining])
  if (all.length > MOST_PARTS) refuse('VALIDATION_FAILURE', { reason: 'TOO_MANY', max: MOST_PARTS })
  orRefuse(checkSet(type, all.map(partOf), true))
  return (await placeAll(ctx, { id: setId, type, parts: all })).filter((part) => joining.some((one) => one.id === part.id))
}

/** Removed bookings live on by themselves; a visit of one part is none any more. An empty list means all. */
export async function removeFromSet(ctx: Ctx, setId: string, list: readonly Named[]): Promise<BookingRecord[]> {
  const parts = await lockSet(ctx, setId)
  checkList(list, parts)
  const named = new Set(list.map((one) => one.bookingId.toLowerCase()))
  const type = typeOf(parts)
  const staying = list.length === 0 ? [] : parts.filter((part) => !named.has(part.id))
  if (type === 'SEQUENTIAL_BOOKINGS' && staying.length > 1) orRefuse(checkSet(type, staying.map(partOf), true))
  const leaving = staying.length < 2 ? parts : parts.filter((part) => !staying.includes(part))
  const left: BookingRecord[] = []
  for (const part of leaving) {
    const next = await saveBooking(ctx, part, { multiServiceBooking: null })
    announceUpdate(ctx, next, { multiServiceBookingInfo: { id: setId, type } })
    left.push(next)
  }
  if (staying.length > 1) await placeAll(ctx, { id: setId, type, parts: staying })
  return left
}

const inOrder = (parts: readonly BookingRecord[]): BookingRecord[] =>
  parts.toSorted((a, b) => a.startAt.epochMilliseconds - b.startAt.epochMilliseconds || (a.id < b.id ? -1 : 1))

/** Numbers the parts anew; only those whose place or set changes get a new revision. */
async function placeAll(ctx: Ctx, set: { id: string; type: string; parts: readonly BookingRecord[] }): Promise<BookingRecord[]> {
  const placed: BookingRecord[] = []
  for (const [place, part] of set.parts.entries()) {
    const info = { id: set.id, type: set.type, place }
    if (part.multiServiceBooking?.id === set.id && part.multiServiceBooking.place === place) placed.push(part)
    else {
      const next = await saveBooking(ctx, part, { multiServiceBooking: info })
      announceUpdate(ctx, next, {
        multiServiceBookingInfo: part.multiServiceBooking ? { id: part.multiServiceBooking.id, type: part.multiServiceBooking.type } : null,
      })
      placed.push(next)
    }
  }
  return placed
}
