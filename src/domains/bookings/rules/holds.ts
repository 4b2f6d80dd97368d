/** How long a booking holds its slot before it is confirmed. Source: guide bookings §7.1, §7.2. */
import { Temporal } from 'temporal-polyfill'
import type { BookingStatus } from './machine.ts'

export const HOLD_MINUTES = 10
export const LONGEST_HOLD_MINUTES = 30
export const LIVE_HOLDS_PER_CUSTOMER = 5
export const LIVE_HOLDS_PER_ADDRESS = 20
export const CREATES_PER_VISITOR_AND_HOUR = 30

const maxInstant = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) >= 0 ? a : b)
const minInstant = (a: Temporal.Instant, b: Temporal.Instant) => (Temporal.Instant.compare(a, b) <= 0 ? a : b)

/** The end of the hold of a new booking. */
export const calculateFirstHold = (now: Temporal.Instant): Temporal.Instant => now.add({ minutes: HOLD_MINUTES })

/** A payment page extends the hold by ten minutes, to half an hour from its beginning at most. */
export const calculateExtendedHold = (current: Temporal.Instant | null, from: Temporal.Instant, now: Temporal.Instant): Temporal.Instant =>
  minInstant(maxInstant(current ?? now, calculateFirstHold(now)), from.add({ minutes: LONGEST_HOLD_MINUTES }))

/** At the instant of expiry the slot is free: availability shows it from then on. */
export const isHoldActive = (holdUntil: Temporal.Instant | null, now: Temporal.Instant): boolean =>
  holdUntil !== null && Temporal.Instant.compare(now, holdUntil) < 0

export interface HoldInput {
  status: BookingStatus
  holdUntil: Temporal.Instant | null
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  /** The service accepts several requests for a time until the owner decides. */
  allowMultipleRequests: boolean
}

/** Whether the booking occupies its slot now. */
export function isSlotTaken(input: HoldInput, now: Temporal.Instant): boolean {
  switch (input.status) {
    case 'CONFIRMED':
      return true
    case 'PENDING':
      return input.type !== 'APPOINTMENT' || !input.allowMultipleRequests
    case 'CREATED':
      return isHoldActive(input.holdUntil, now)
    case 'WAITING_LIST':
    case 'DECLINED':
    case 'CANCELED':
      return false
  }
}
