/** Waitlists of full classes. */
import {
  countWaiting,
  findWaitlistEntry,
  findWaitlistPosition,
  lockWaitlist,
  offerSpot,
  onLeftWaitlist,
  onSeatsChanged,
  onSessionCancelled,
} from '#domains/bookings/hooks.ts'
import { onContactsMerged } from '#domains/members/hooks.ts'
import { onCapacityChanged } from '#domains/services/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { advanceWaitlist, closeEntryOfBooking, offerNow } from './actions/offers.ts'
import { closeList, lockForSession, offerNewCapacity } from './actions/session-changes.ts'
import { findPosition } from './actions/waitlist-view.ts'
import { waitlistContract } from './contract.ts'
import { waitlistHandlers } from './handlers.ts'
import { waitlistSchedules } from './schedules.ts'
import { entryOfBooking, findWaitingEntries, moveEntriesToContact } from './store/waitlist.ts'
import * as tables from './tables.ts'

export const waitlist: Domain = {
  name: 'waitlist',
  operations: bindOperations(waitlistContract, { waitlist: waitlistHandlers }),
  schedules: waitlistSchedules,
  hooks: [
    bindHook(lockWaitlist, lockForSession),
    bindHook(onSeatsChanged, (ctx, { eventId, areFreed }) => advanceWaitlist(ctx, eventId, areFreed)),
    bindHook(onSessionCancelled, async (ctx, session) => void (await closeList(ctx, session))),
    bindHook(onLeftWaitlist, closeEntryOfBooking),
    bindHook(offerSpot, (ctx, { registrationId }) => offerNow(ctx, registrationId)),
    bindHook(findWaitlistEntry, (ctx, { bookingId }) => entryOfBooking(ctx, bookingId)),
    bindHook(findWaitlistPosition, findPosition),
    bindHook(countWaiting, async (ctx, { eventId }) => (await findWaitingEntries(ctx, [eventId])).length),
    bindHook(onCapacityChanged, offerNewCapacity),
    bindHook(onContactsMerged, moveEntriesToContact),
  ],
  tables,
}
