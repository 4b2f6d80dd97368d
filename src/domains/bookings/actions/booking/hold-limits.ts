/** How many slots a customer may hold at once. Source: guide bookings §4.7, §7.2. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { CREATES_PER_VISITOR_AND_HOUR, LIVE_HOLDS_PER_ADDRESS, LIVE_HOLDS_PER_CUSTOMER } from '../../rules/holds.ts'
import * as store from '../../store/bookings.ts'
import { type HoldUsage } from '../../store/customer-bookings.ts'
import type { BookableService } from './bookable-service.ts'
import { releaseSlot } from '../changes/release-slot.ts'
import type { BookingSlot } from './resolve-slot.ts'

const getSetId = (booking: store.BookingRow) => booking.multiServiceBooking?.id

/**
 * decision: a reload or a double click releases the customer's own earlier hold of the same slot, unless it is being paid; more
 * than a few live holds are refused with RESOURCE_EXHAUSTED.
 */
export async function enforceHoldLimits(
  ctx: TransactionContext,
  { mine, ofAddress, made }: HoldUsage,
  { bookable, slot, isPartOfSet }: { bookable: BookableService; slot: BookingSlot; isPartOfSet: boolean },
): Promise<void> {
  const isSameSlot = (earlier: store.BookingRow) =>
    earlier.serviceId === bookable.service.id &&
    earlier.startAt.equals(slot.start) &&
    earlier.eventId === slot.eventId &&
    (getSetId(earlier) !== undefined) === isPartOfSet
  const same = mine.filter((earlier) => isSameSlot(earlier) && !earlier.isBeingPaid)
  const replaced = mine.filter((earlier) => same.some((one) => one.id === earlier.id || (getSetId(one) !== undefined && getSetId(one) === getSetId(earlier))))
  for (const earlier of replaced) {
    await releaseSlot(ctx, earlier)
    await store.updateBooking(ctx, earlier.id, { holdUntil: null })
  }
  const kept = mine.filter((earlier) => !replaced.includes(earlier))
  const live = new Set(kept.map((earlier) => getSetId(earlier) ?? earlier.id)).size
  if (live >= LIVE_HOLDS_PER_CUSTOMER || ofAddress - replaced.length >= LIVE_HOLDS_PER_ADDRESS) refuseStandard('RESOURCE_EXHAUSTED')
  if (made >= CREATES_PER_VISITOR_AND_HOUR) refuseStandard('RESOURCE_EXHAUSTED')
}
