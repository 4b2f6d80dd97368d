/**
 * Hooks of bookings for the waitlists of full classes: who waits is known to the right. They run in the transaction of the change.
 * Lock order: bookings, list, seats. Source: guide bookings §13.
 */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

/** Locks the list of a class session whose seats are about to change; whether it has one: most sessions have none. `startAt`: the session begins then from now on. */
export const lockWaitlist = hook<{ eventId: string; startAt?: Temporal.Instant }, boolean>()
/** The seats of a session with a locked list changed, or how many it has: what is free is offered. `areFreed`: some came free just now. Source: guide bookings §13.3. */
export const onSeatsChanged = hook<{ eventId: string; areFreed: boolean }, void>()
/** A session is cancelled and its bookings are locked: its list closes. */
export const onSessionCancelled = hook<{ eventId: string }, void>()

/** A booking that waited has its next status: it was given a place (`enroll`), or waits no longer (`leave`). */
export const onLeftWaitlist = hook<{ bookingId: string; step: 'enroll' | 'leave' }, void>()
/** The business offers free seats to one entry of a list, whatever its turn. Source: guide bookings §13.3. */
export const offerSpot = hook<{ registrationId: string }, void>()

export interface WaitlistEntry {
  id: string
  /** Until when seats are offered to it. */
  offerUntil: Temporal.Instant | null
  enrolledAt: Temporal.Instant | null
}
/** The entry of a booking that waits, or once did. */
export const findWaitlistEntry = hook<{ bookingId: string }, WaitlistEntry | undefined, ReadContext>()

/** An entry as its customer sees it. */
export interface WaitlistPosition {
  registrationId: string
  status: string
  /** From 1; 0 when no longer in line. */
  position: number
  offerExpiresDate?: string
  timeWindowMinutes: number
}
export const findWaitlistPosition = hook<{ bookingId: string; serviceId: string }, WaitlistPosition | undefined, ReadContext>()
/** How many entries of a session wait. */
export const countWaiting = hook<{ eventId: string }, number, ReadContext>()
