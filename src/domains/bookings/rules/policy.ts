/** What the policy lets a customer do with a booking now. Source: guide bookings §9, §11.1, §11.3; services-and-availability §9.2. */
import { Temporal } from 'temporal-polyfill'
import type { BookingStatus } from './machine.ts'
import { isHoldActive } from './holds.ts'

/** The policy as it was when the booking was made. */
export interface PolicySnapshot {
  policyId: string | null
  revision: string
  cancellation: { enabled: boolean; limited: boolean; latestMinutes: number; allowAnonymous: boolean }
  reschedule: { enabled: boolean; limited: boolean; latestMinutes: number; allowAnonymous: boolean }
  cancellationFee: FeePolicy
  saveCard: boolean
  customDescription: string | null
  /** The intake form that the person is asked for; absent when there is none. */
  intakeFormId?: string
}
export interface FeePolicy {
  enabled: boolean
  windows: readonly { amount?: string; percentage?: string; startInMinutes?: number }[]
  autoCollect: boolean
}

/** Elapsed minutes until the start, fractions included. */
export const leadMinutes = (start: Temporal.Instant, now: Temporal.Instant): number => (start.epochMilliseconds - now.epochMilliseconds) / 60_000

export interface ActionInput {
  status: BookingStatus
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  start: Temporal.Instant
  holdUntil: Temporal.Instant | null
  partOfSet: boolean
  policy: PolicySnapshot
}

const isInTime = (rule: PolicySnapshot['cancellation'], lead: number) => rule.enabled && lead > 0 && (!rule.limited || lead >= rule.latestMinutes)

/** What the customer may do now, independent of the caller. A lead time equal to the limit is in time. */
export function getAllowedActions(input: ActionInput, now: Temporal.Instant): { cancel: boolean; reschedule: boolean } {
  if (input.partOfSet) return { cancel: false, reschedule: false }
  if (input.status === 'WAITING_LIST' || (input.status === 'CREATED' && isHoldActive(input.holdUntil, now))) return { cancel: true, reschedule: false }
  if (input.status !== 'CONFIRMED' && input.status !== 'PENDING') return { cancel: false, reschedule: false }
  const lead = leadMinutes(input.start, now)
  return { cancel: isInTime(input.policy.cancellation, lead), reschedule: input.type !== 'COURSE' && isInTime(input.policy.reschedule, lead) }
}

/** Whether the policy allows cancelling now. Holds and waiting bookings may always be cancelled. */
export const isCancelInTime = (input: ActionInput, now: Temporal.Instant): boolean =>
  input.status === 'CREATED' || input.status === 'WAITING_LIST' || isInTime(input.policy.cancellation, leadMinutes(input.start, now))

/** Whether the policy allows moving now. */
export const isMoveInTime = (input: ActionInput, now: Temporal.Instant): boolean =>
  input.status === 'CREATED' ? leadMinutes(input.start, now) > 0 : isInTime(input.policy.reschedule, leadMinutes(input.start, now))

/** The same for links without sign-in, where the policy may forbid it. Source: guide bookings §17. */
export function getActionsAllowedByLink(input: ActionInput, now: Temporal.Instant): { cancel: boolean; reschedule: boolean } {
  const { cancel, reschedule } = getAllowedActions(input, now)
  return { cancel: cancel && input.policy.cancellation.allowAnonymous, reschedule: reschedule && input.policy.reschedule.allowAnonymous }
}

/**
 * Whether a booking changes only together with its set.
 * decision: parts of a basket (SEPARATE_BOOKINGS) are cancelled and moved one by one, too. Source: guide bookings §16.6.
 */
export const isBoundToSet = (set: { type: string } | null): boolean => set !== null && set.type !== 'SEPARATE_BOOKINGS'

/** The open parts that a change of the whole set is about: of a basket those that have not begun, as long as there are any. Source: guide bookings §16.6. */
export function filterChangeable<P extends { start: Temporal.Instant }>(open: readonly P[], separate: boolean, now: Temporal.Instant): readonly P[] {
  const upcoming = separate ? open.filter(({ start }) => Temporal.Instant.compare(start, now) > 0) : []
  return upcoming.length > 0 ? upcoming : open
}

/**
 * What the customer may do with a whole set: every open part has to allow it. Sets without gaps
 * are measured at the start of their first part, parts of a basket each at their own. Source: guide bookings §16.5, §16.6.
 */
export function getActionsAllowedForSet(parts: readonly ActionInput[], separate: boolean, now: Temporal.Instant): { cancel: boolean; reschedule: boolean } {
  const left = parts.filter((part) => part.status !== 'DECLINED' && part.status !== 'CANCELED')
  const open = filterChangeable(left, separate, now)
  const first = open.map((part) => part.start).sort(Temporal.Instant.compare)[0]
  if (!first) return { cancel: false, reschedule: false }
  const each = open.map((part) => getAllowedActions({ ...part, partOfSet: false, start: separate ? part.start : first }, now))
  return { cancel: each.every((one) => one.cancel), reschedule: each.every((one) => one.reschedule) }
}

export interface BookingWindow {
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  onlineEnabled: boolean
  earliestMinutes: number | null
  latestMinutes: number | null
  bookAfterStart: boolean
}
export interface BookingTimes {
  start: Temporal.Instant
  end: Temporal.Instant
  /** Course: the next session that has not begun, and the start of the last one. */
  nextStart?: Temporal.Instant | null
  lastStart?: Temporal.Instant
}

/** The flags of the booking policy that are set, and only those. Source: guide services-and-availability §9.2. */
export function getPolicyFlags(
  window: BookingWindow,
  input: BookingTimes,
  now: Temporal.Instant,
): { tooEarlyToBook?: true; tooLateToBook?: true; bookOnlineDisabled?: true } {
  const lead = leadMinutes(input.start, now)
  const tooEarly = window.earliestMinutes !== null && lead > window.earliestMinutes
  return {
    ...(tooEarly && { tooEarlyToBook: true as const }),
    ...(isTooLate(window, input, now) && { tooLateToBook: true as const }),
    ...(!window.onlineEnabled && { bookOnlineDisabled: true as const }),
  }
}

function isTooLate(window: BookingWindow, input: BookingTimes, now: Temporal.Instant): boolean {
  const course = window.type === 'COURSE'
  if (window.latestMinutes !== null) {
    const next = course ? (input.nextStart ?? null) : input.start
    return next === null || leadMinutes(next, now) < window.latestMinutes
  }
  if (!window.bookAfterStart || window.type === 'APPOINTMENT') return leadMinutes(input.start, now) <= 0
  return leadMinutes(course ? (input.lastStart ?? input.start) : input.end, now) <= 0
}
