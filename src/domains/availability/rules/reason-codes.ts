/** Reasons of refusals as codes, for the rules and the contract. */

/** Every reason why a time is not offered. Source: guide services-and-availability §16.9. */
export const slotReasonCodes = [
  'HIDDEN',
  'ONLINE_BOOKING_OFF',
  'IN_THE_PAST',
  'SKIPPED_TIME',
  'REPEATED_TIME',
  'POLICY_TOO_EARLY',
  'POLICY_TOO_LATE',
  'NO_LOCATION',
  'LOCATION_INACTIVE',
  'NO_STAFF',
  'NO_RESOURCE',
  'NOT_ASSIGNED',
  'NOT_BOOKABLE',
  'NOT_AT_LOCATION',
  'CLOSED',
  'SPECIAL_HOURS',
  'OUTSIDE_HOURS',
  'WORKS_ELSEWHERE',
  'BOOKED',
  'BUFFER',
  'IN_SESSION',
  'BLOCKED',
  'OTHER_CALENDAR',
  'OFF_GRID',
  'NO_SESSION',
  'SESSION_CANCELLED',
  'FULL',
  'RESERVED_FOR_WAITLIST',
] as const
export type SlotReasonCode = (typeof slotReasonCodes)[number]

/** Every reason why customers cannot book a service, the one to fix first in front. Source: guide services-and-availability §16.8. */
export const bookabilityReasons = [
  'HIDDEN',
  'ONLINE_BOOKING_OFF',
  'NO_LOCATION',
  'NO_STAFF',
  'NO_RESOURCE',
  'NO_HOURS',
  'NO_SESSIONS',
  'ENDED',
  'NO_PLAN',
  'NO_PAYMENT_METHOD',
  'NO_PAYMENT_PROVIDER',
  'POLICY_TOO_EARLY',
  'POLICY_TOO_LATE',
  'FULL',
] as const
export type BookabilityReason = (typeof bookabilityReasons)[number]
