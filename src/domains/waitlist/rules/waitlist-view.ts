/** What a waitlist and its entries offer to their readers. Source: guide bookings §13.3. */
import { isAllowedAction } from '#kit/pure/state-machine.ts'
import { waitlistEntryMachine, type EntryStatus } from './waitlist.ts'

/** OPEN: seats are free. LOCKED: a round of offers runs. FULL: the list takes no more entries. ACTIVE: customers can join. */
export type WaitlistStatus = 'DISABLED' | 'OPEN' | 'LOCKED' | 'FULL' | 'ACTIVE'

/** The status of a list for people who are not on it. */
export function describeWaitlist(list: { isEnabled: boolean; freeSeats: number; isRunning: boolean; waiting: number; capacity: number }): WaitlistStatus {
  if (!list.isEnabled) return 'DISABLED'
  if (list.freeSeats > 0) return 'OPEN'
  if (list.isRunning) return 'LOCKED'
  return list.waiting >= list.capacity ? 'FULL' : 'ACTIVE'
}

/** What the customer may do with an entry: leave while the table allows it, enroll while a seat is offered. */
export const getEntryActions = (status: EntryStatus): { leave: boolean; enroll: boolean } => ({
  leave: isAllowedAction(waitlistEntryMachine, status, 'leave'),
  enroll: status === 'SUGGESTING',
})
