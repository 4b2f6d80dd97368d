/** Booking policies: their defaults and the window arithmetic that decides when a customer may book. guide: services-and-availability 9 */
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
  const tooLate = late.enabled
    ? lead < late.latestBookingInMinutes * minute
    : afterStart.enabled && type === 'CLASS' ? end <= now : start <= now
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
