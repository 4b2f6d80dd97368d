/** How every change of a set begins: lock its parts and check the list of the caller. Source: guide bookings §16.2, §16.3. */
import { filterChangeable, isFinal, hasPartsOfOthers, lockSetParts, type BookingRow } from '#domains/bookings/public.ts'
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { SetType } from '../rules/set.ts'

export interface PartReference {
  bookingId: string
  revision?: string | null
}

/**
 * All parts of the set, locked in the order of their ids. Refuses with MULTI_SERVICE_BOOKING_NOT_FOUND, and a staff member who may only touch own bookings
 * with MULTI_SERVICE_BOOKING_INCLUDES_MULTIPLE_STAFF_MEMBERS. Source: guide bookings §16.3.
 */
export async function lockSet(ctx: TransactionContext, setId: string): Promise<BookingRow[]> {
  const parts = await lockSetParts(ctx, setId)
  if (parts.length === 0) return refuse('MULTI_SERVICE_BOOKING_NOT_FOUND')
  return (await hasPartsOfOthers(ctx, setId)) ? refuse('MULTI_SERVICE_BOOKING_INCLUDES_MULTIPLE_STAFF_MEMBERS') : parts
}
export const getSetType = (parts: readonly BookingRow[]): SetType => (parts[0]?.multiServiceBooking?.type ?? 'SEQUENTIAL_BOOKINGS') as SetType
export const filterOpenParts = (parts: readonly BookingRow[]): BookingRow[] => parts.filter((part) => !isFinal(part.status))
/** The parts that end when the set is cancelled. */
export function filterCancelable(ctx: BaseContext, parts: readonly BookingRow[]): BookingRow[] {
  const open = filterOpenParts(parts).map((booking) => ({ booking, start: booking.startAt }))
  return filterChangeable(open, getSetType(parts) === 'SEPARATE_BOOKINGS', ctx.now).map(({ booking }) => booking)
}

/** Checks that the list names each booking once, with its current revision. */
export function assertListMatches(list: readonly PartReference[], known: readonly BookingRow[]): void {
  const ids = list.map((one) => one.bookingId.toLowerCase())
  if (new Set(ids).size < ids.length) refuse('DUPLICATE_BOOKING_INFO')
  for (const { bookingId, revision } of list) {
    const part = known.find((one) => one.id === bookingId.toLowerCase()) ?? refuse('BOOKING_NOT_FOUND', { bookingId })
    if (!revision) refuse('REVISION_MISSING', { bookingId })
    if (revision !== String(part.revision)) refuse('BOOKING_REVISION_MISMATCH', { bookingId, currentRevision: String(part.revision) })
  }
}
/** Refuses with NOT_ALL_BOOKINGS_WERE_SENT a list that lacks one of these parts. */
export function assertAllNamed(list: readonly PartReference[], needed: readonly BookingRow[]): void {
  const named = new Set(list.map((one) => one.bookingId.toLowerCase()))
  const missing = needed.filter((part) => !named.has(part.id))
  if (missing.length > 0) refuse('NOT_ALL_BOOKINGS_WERE_SENT', { missing: missing.map((part) => part.id) })
}
