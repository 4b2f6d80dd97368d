/** Booking policies: their defaults and the window arithmetic that decides when a customer may book. guide: services-and-availability 9 */
import type { Violation } from '#kit/refusal.ts'

export interface PolicyRules {
  customPolicyDescription: { enabled: boolean; description: string }
  limitEarlyBookingPolicy: { enabled: boolean; earliestBookingInMinutes: number }
  limitLateBookingPolicy: { enabled: boolean; latestBookingInMinutes: number }
  bookAfterStartPolicy: { enabled: boolean }
  cancellationPolicy: { enabled: boolean; limitLatestCancellation: boolean; latestCancellationInMinutes: number; allowAnonymous: boolean | null }
  reschedulePolicy: { enabled: boolean; limitLatestReschedule: boolean; latestRescheduleInMinutes: number; allowAnonymous: boolean | null }
  waitlistPolicy: { enabled: boolean; capacity: number; reservationTimeInMinutes: number }
  participantsPolicy: { maxParticipantsPerBooking: number }
  resourcesPolicy: { enabled: boolean; autoAssignAllowed: boolean }
  cancellationFeePolicy: { enabled: boolean; cancellationWindows: CancellationWindow[]; autoCollectFeeEnabled: boolean }
  saveCreditCardPolicy: { enabled: boolean }
  staffSortingPolicy: { sortingMethodType: 'RANDOM' | 'RANKING'; rankingOptions?: { order: 'LOWEST_TO_HIGHEST' | 'HIGHEST_TO_LOWEST' } }
  intakeFormPolicy: { enabled: boolean; formId?: string; timing?: string; completionRequirement?: string }
}
export interface CancellationWindow {
  amount?: { value: string; currency?: string }
  percentage?: string
  startInMinutes?: number
}

export const defaultPolicyRules: PolicyRules = {
  customPolicyDescription: { enabled: false, description: '' },
  limitEarlyBookingPolicy: { enabled: false, earliestBookingInMinutes: 10080 },
  limitLateBookingPolicy: { enabled: false, latestBookingInMinutes: 1440 },
  bookAfterStartPolicy: { enabled: false },
  cancellationPolicy: { enabled: false, limitLatestCancellation: false, latestCancellationInMinutes: 1440, allowAnonymous: null },
  reschedulePolicy: { enabled: false, limitLatestReschedule: false, latestRescheduleInMinutes: 1440, allowAnonymous: null },
  waitlistPolicy: { enabled: false, capacity: 10, reservationTimeInMinutes: 10 },
  participantsPolicy: { maxParticipantsPerBooking: 1 },
  resourcesPolicy: { enabled: false, autoAssignAllowed: false },
  cancellationFeePolicy: { enabled: false, cancellationWindows: [], autoCollectFeeEnabled: true },
  saveCreditCardPolicy: { enabled: false },
  staffSortingPolicy: { sortingMethodType: 'RANDOM' },
  intakeFormPolicy: { enabled: false },
}

/** Fills in what a stored or incoming set of rules leaves out; a rule that is given is taken whole, its absent members at their defaults. */
export function completeRules(given: { [Rule in keyof PolicyRules]?: Partial<PolicyRules[Rule]> | null }): PolicyRules {
  const rules: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(defaultPolicyRules)) rules[name] = { ...value, ...given[name as keyof PolicyRules] }
  return rules as unknown as PolicyRules
}

export interface PolicyFlags {
  tooEarlyToBook: boolean
  tooLateToBook: boolean
  bookOnlineDisabled: boolean
}

export interface WindowAsk {
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  rules: Pick<PolicyRules, 'limitEarlyBookingPolicy' | 'limitLateBookingPolicy' | 'bookAfterStartPolicy'>
  onlineBookingEnabled: boolean
  /** Epoch milliseconds. */
  now: number
  start: number
  end: number
}

const minute = 60_000

/** The flags of one slot or session. Minutes are elapsed ones, and a lead equal to a limit is still fine. guide: 9.2 */
export function policyFlags({ type, rules, onlineBookingEnabled, now, start, end }: WindowAsk): PolicyFlags {
  const lead = start - now
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, bookAfterStartPolicy: afterStart } = rules
  const tooLate = late.enabled ? lead < late.latestBookingInMinutes * minute : afterStart.enabled && type === 'CLASS' ? end <= now : start <= now
  return { tooEarlyToBook: early.enabled && lead > early.earliestBookingInMinutes * minute, tooLateToBook: tooLate, bookOnlineDisabled: !onlineBookingEnabled }
}

export interface CourseWindowAsk extends Omit<WindowAsk, 'type' | 'start' | 'end'> {
  /** Starts of the sessions that are not cancelled, in order. */
  sessionStarts: readonly number[]
}

/** The flags of a whole course: early counts to its first session, late to the next one that has not started. */
export function courseFlags({ rules, onlineBookingEnabled, now, sessionStarts }: CourseWindowAsk): PolicyFlags {
  const first = sessionStarts[0]
  const next = sessionStarts.find((start) => start > now)
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, bookAfterStartPolicy: afterStart } = rules
  const hasBegun = first !== undefined && first <= now
  const tooLate = next === undefined || (late.enabled ? next - now < late.latestBookingInMinutes * minute : !afterStart.enabled && hasBegun)
  return {
    tooEarlyToBook: early.enabled && first !== undefined && first - now > early.earliestBookingInMinutes * minute,
    tooLateToBook: tooLate,
    bookOnlineDisabled: !onlineBookingEnabled,
  }
}

export const hasFlag = (flags: PolicyFlags): boolean => flags.tooEarlyToBook || flags.tooLateToBook || flags.bookOnlineDisabled

/** From when a slot may be booked, or undefined without an early limit. */
export const earliestBookingAt = (rules: Pick<PolicyRules, 'limitEarlyBookingPolicy'>, start: number): number | undefined =>
  rules.limitEarlyBookingPolicy.enabled ? start - rules.limitEarlyBookingPolicy.earliestBookingInMinutes * minute : undefined

/** Combinations of rules that make no sense. guide: 9.4 */
export function policyViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const broken = (ruleName: string, field: string, description: string) =>
    list.push({ field: `bookingPolicy.${field}`, ruleName, description, violatedRule: 'OTHER' })
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, cancellationFeePolicy: fee, customPolicyDescription: text } = rules
  if (late.enabled && rules.bookAfterStartPolicy.enabled)
    broken('BOTH_LATE_AND_AFTER_START_POLICIES_NOT_ALLOWED', 'bookAfterStartPolicy', 'does not go together with a late limit')
  if (early.enabled && late.enabled && early.earliestBookingInMinutes <= late.latestBookingInMinutes)
    broken('INVALID_BOOKING_WINDOW', 'limitEarlyBookingPolicy', 'must be longer than the late limit')
  if (fee.enabled && !rules.saveCreditCardPolicy.enabled) broken('CANCELLATION_FEE_WITHOUT_CREDIT_CARD', 'cancellationFeePolicy', 'needs saved cards')
  if (fee.enabled && !(text.enabled && text.description)) broken('CANCELLATION_FEE_WITHOUT_DESCRIPTION', 'cancellationFeePolicy', 'needs a policy text')
  if (fee.enabled && fee.cancellationWindows.length === 0)
    broken('EMPTY_CANCELLATION_WINDOWS_LIST', 'cancellationFeePolicy.cancellationWindows', 'needs at least one window')
  const ends = fee.cancellationWindows.map((window) => window.startInMinutes ?? 0)
  if (ends.some((minutes, i) => i > 0 && minutes >= (ends[i - 1] as number)))
    broken('INVALID_CANCELLATION_WINDOWS_ORDER', 'cancellationFeePolicy.cancellationWindows', 'must come nearer to the start')
  for (const [rule, name, value] of [
    ['limitEarlyBookingPolicy', 'earliestBookingInMinutes', early.earliestBookingInMinutes],
    ['limitLateBookingPolicy', 'latestBookingInMinutes', late.latestBookingInMinutes],
    ['cancellationPolicy', 'latestCancellationInMinutes', rules.cancellationPolicy.latestCancellationInMinutes],
    ['reschedulePolicy', 'latestRescheduleInMinutes', rules.reschedulePolicy.latestRescheduleInMinutes],
    ['waitlistPolicy', 'capacity', rules.waitlistPolicy.capacity],
    ['waitlistPolicy', 'reservationTimeInMinutes', rules.waitlistPolicy.reservationTimeInMinutes],
    ['participantsPolicy', 'maxParticipantsPerBooking', rules.participantsPolicy.maxParticipantsPerBooking],
  ] as const)
    if (!Number.isInteger(value) || value < 1)
      list.push({ field: `bookingPolicy.${rule}.${name}`, description: 'must be a whole number of at least 1', violatedRule: 'MIN', data: { threshold: 1 } })
  return list
}
