/** Booking policies: their defaults and the window arithmetic that decides when a customer may book. Source: guide services-and-availability §9. */
import type { Violation } from '#kit/api/refusal.ts'

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
  staffSortingPolicy: { sortingMethodType: 'RANDOM' | 'RANKING' | 'CUSTOM'; rankingOptions?: { order: 'LOWEST_TO_HIGHEST' | 'HIGHEST_TO_LOWEST' } }
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

/** Adds defaults to a set of rules. A rule that is given replaces the default; its absent members get theirs. */
export function completeRules(given: { [Rule in keyof PolicyRules]?: Partial<PolicyRules[Rule]> | null }): PolicyRules {
  const complete = <Rule extends keyof PolicyRules>(name: Rule): PolicyRules[Rule] => ({ ...defaultPolicyRules[name], ...given[name] })
  return {
    customPolicyDescription: complete('customPolicyDescription'),
    limitEarlyBookingPolicy: complete('limitEarlyBookingPolicy'),
    limitLateBookingPolicy: complete('limitLateBookingPolicy'),
    bookAfterStartPolicy: complete('bookAfterStartPolicy'),
    cancellationPolicy: complete('cancellationPolicy'),
    reschedulePolicy: complete('reschedulePolicy'),
    waitlistPolicy: complete('waitlistPolicy'),
    participantsPolicy: complete('participantsPolicy'),
    resourcesPolicy: complete('resourcesPolicy'),
    cancellationFeePolicy: complete('cancellationFeePolicy'),
    saveCreditCardPolicy: complete('saveCreditCardPolicy'),
    staffSortingPolicy: complete('staffSortingPolicy'),
    intakeFormPolicy: complete('intakeFormPolicy'),
  }
}

/**
 * The default policy of a new site: customers cancel and reschedule online up to a day before. decision: owners
 * expect self-service and can switch it off; with all rules off every change would need a phone call. Source: guide services-and-availability §9.
 */
export const newSitePolicyRules: PolicyRules = completeRules({
  cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 1440 },
  reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 1440 },
})

/** What a policy needs to know of the form that it names. */
export interface IntakeForm {
  kind: string
  archived: boolean
}
/**
 * Checks the intake form that rules name. One that was archived since stays with the rules that have it.
 * decision: intake forms are a part of the product, so what is not installed is the intake app of a booking form. Source: guide services-and-availability §9.4.
 */
export function findIntakeViolations({ intakeFormPolicy: { enabled, formId } }: PolicyRules, form: IntakeForm | undefined, isUnchanged: boolean): Violation[] {
  if (!enabled || !formId) return []
  const ruleName = !form
    ? 'INTAKE_FORM_NOT_FOUND'
    : form.kind !== 'INTAKE'
      ? 'INTAKE_FORM_APP_NOT_INSTALLED'
      : form.archived && !isUnchanged
        ? 'INTAKE_FORM_ARCHIVED'
        : undefined
  const descriptions = {
    INTAKE_FORM_NOT_FOUND: 'is not a form of this site',
    INTAKE_FORM_APP_NOT_INSTALLED: 'is a booking form, not an intake form',
    INTAKE_FORM_ARCHIVED: 'is archived',
  }
  return ruleName ? [{ field: 'bookingPolicy.intakeFormPolicy.formId', ruleName, description: descriptions[ruleName], violatedRule: 'OTHER' }] : []
}

export interface PolicyFlags {
  tooEarlyToBook: boolean
  tooLateToBook: boolean
  bookOnlineDisabled: boolean
}

export interface BookingWindowInput {
  type: 'APPOINTMENT' | 'CLASS' | 'COURSE'
  rules: Pick<PolicyRules, 'limitEarlyBookingPolicy' | 'limitLateBookingPolicy' | 'bookAfterStartPolicy'>
  onlineBookingEnabled: boolean
  /** Epoch milliseconds. */
  now: number
  start: number
  end: number
}

const minute = 60_000

/** The policy flags of one slot or session. Minutes are elapsed time; a lead time equal to the limit is allowed. Source: guide services-and-availability §9.2. */
export function policyFlags({ type, rules, onlineBookingEnabled, now, start, end }: BookingWindowInput): PolicyFlags {
  const lead = start - now
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late, bookAfterStartPolicy: afterStart } = rules
  const tooLate = late.enabled ? lead < late.latestBookingInMinutes * minute : afterStart.enabled && type === 'CLASS' ? end <= now : start <= now
  return { tooEarlyToBook: early.enabled && lead > early.earliestBookingInMinutes * minute, tooLateToBook: tooLate, bookOnlineDisabled: !onlineBookingEnabled }
}

export interface CourseWindowInput extends Omit<BookingWindowInput, 'type' | 'start' | 'end'> {
  /** Starts of the sessions that are not cancelled, in order. */
  sessionStarts: readonly number[]
}

/** The policy flags of a course: the early limit applies to its first session, the late limit to the next that has not started. */
export function courseFlags({ rules, onlineBookingEnabled, now, sessionStarts }: CourseWindowInput): PolicyFlags {
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

/** Whether anything forbids booking. */
export const hasFlag = (flags: PolicyFlags): boolean => flags.tooEarlyToBook || flags.tooLateToBook || flags.bookOnlineDisabled

/** From when a slot can be booked; undefined without an early limit. */
export const earliestBookingAt = (rules: Pick<PolicyRules, 'limitEarlyBookingPolicy'>, start: number): number | undefined =>
  rules.limitEarlyBookingPolicy.enabled ? start - rules.limitEarlyBookingPolicy.earliestBookingInMinutes * minute : undefined

/** Checks rules for invalid values and combinations. Source: guide services-and-availability §9.4. */
export const policyViolations = (rules: PolicyRules): Violation[] => [
  ...findWindowViolations(rules),
  ...findFeeViolations(rules),
  ...findChoiceViolations(rules),
  ...findTypeViolations(rules),
  ...findFeeOrderViolations(rules),
  ...findNumberViolations(rules),
]

const toAddViolation = (list: Violation[]) => (ruleName: string, field: string, description: string) =>
  list.push({ field: `bookingPolicy.${field}`, ruleName, description, violatedRule: 'OTHER' })

function findWindowViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const addViolation = toAddViolation(list)
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late } = rules
  if (late.enabled && rules.bookAfterStartPolicy.enabled)
    addViolation('BOTH_LATE_AND_AFTER_START_POLICIES_NOT_ALLOWED', 'bookAfterStartPolicy', 'does not go together with a late limit')
  if (early.enabled && late.enabled && early.earliestBookingInMinutes <= late.latestBookingInMinutes)
    addViolation('INVALID_BOOKING_WINDOW', 'limitEarlyBookingPolicy', 'must be longer than the late limit')
  return list
}

function findFeeViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const addViolation = toAddViolation(list)
  const { cancellationFeePolicy: fee, customPolicyDescription: text } = rules
  if (fee.enabled && !rules.saveCreditCardPolicy.enabled) addViolation('CANCELLATION_FEE_WITHOUT_CREDIT_CARD', 'cancellationFeePolicy', 'needs saved cards')
  if (fee.enabled && !(text.enabled && text.description)) addViolation('CANCELLATION_FEE_WITHOUT_DESCRIPTION', 'cancellationFeePolicy', 'needs a policy text')
  if (fee.enabled && fee.cancellationWindows.length === 0)
    addViolation('EMPTY_CANCELLATION_WINDOWS_LIST', 'cancellationFeePolicy.cancellationWindows', 'needs at least one window')
  if (fee.cancellationWindows.length > 2)
    list.push({
      field: 'bookingPolicy.cancellationFeePolicy.cancellationWindows',
      description: 'has at most 2 windows',
      violatedRule: 'MAX_SIZE',
      data: { threshold: 2 },
    })
  fee.cancellationWindows.forEach((window, i) => {
    const field = `bookingPolicy.cancellationFeePolicy.cancellationWindows[${i}]`
    const percentage = Number(window.percentage)
    const isFee = window.amount
      ? /^\d{1,12}(\.\d{1,2})?$/.test(window.amount.value ?? '')
      : /^\d+(\.\d{1,2})?$/.test(window.percentage ?? '') && percentage > 0 && percentage <= 100
    if (!isFee) list.push({ field, description: 'needs an amount, or a percentage above 0 and up to 100', violatedRule: 'VALIDATION', data: {} })
    if (window.startInMinutes !== undefined && window.startInMinutes !== null && (!Number.isInteger(window.startInMinutes) || window.startInMinutes < 1))
      list.push({ field: `${field}.startInMinutes`, description: 'must be a whole number of at least 1', violatedRule: 'MIN', data: { threshold: 1 } })
  })
  return list
}

/** Staff sorting and intake form. */
function findChoiceViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const addViolation = toAddViolation(list)
  const { sortingMethodType, rankingOptions } = rules.staffSortingPolicy
  if (sortingMethodType !== 'RANDOM' && sortingMethodType !== 'RANKING')
    list.push({
      field: 'bookingPolicy.staffSortingPolicy.sortingMethodType',
      description: 'must be RANDOM or RANKING',
      violatedRule: 'INVALID_ENUM_VALUE',
      data: {},
    })
  if (rankingOptions && rankingOptions.order !== 'LOWEST_TO_HIGHEST' && rankingOptions.order !== 'HIGHEST_TO_LOWEST')
    list.push({ field: 'bookingPolicy.staffSortingPolicy.rankingOptions.order', description: 'is not an order', violatedRule: 'INVALID_ENUM_VALUE', data: {} })
  const { intakeFormPolicy: intake } = rules
  for (const [member, value, allowed] of [
    ['timing', intake.timing, ['BEFORE_BOOKING', 'AFTER_BOOKING']],
    ['completionRequirement', intake.completionRequirement, ['OPTIONAL', 'REQUIRED_BEFORE_BOOKING']],
  ] as const)
    if (value !== undefined && value !== null && !(allowed as readonly unknown[]).includes(value))
      list.push({
        field: `bookingPolicy.intakeFormPolicy.${member}`,
        description: `must be ${allowed.join(' or ')}`,
        violatedRule: 'INVALID_ENUM_VALUE',
        data: {},
      })
  if (intake.enabled && !intake.formId) addViolation('INTAKE_FORM_ID_REQUIRED', 'intakeFormPolicy.formId', 'is required')
  if (intake.completionRequirement === 'REQUIRED_BEFORE_BOOKING' && intake.timing !== 'BEFORE_BOOKING')
    addViolation('INVALID_COMPLETION_REQUIREMENT_FOR_TIMING', 'intakeFormPolicy.completionRequirement', 'needs the form before the booking')
  return list
}

/** Values of the wrong type: a rule may come from stored data as well. */
function findTypeViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const {
    limitEarlyBookingPolicy: early,
    limitLateBookingPolicy: late,
    cancellationFeePolicy: fee,
    customPolicyDescription: text,
    intakeFormPolicy: intake,
  } = rules
  for (const [rule, name, value] of [
    ['customPolicyDescription', 'enabled', text.enabled],
    ['limitEarlyBookingPolicy', 'enabled', early.enabled],
    ['limitLateBookingPolicy', 'enabled', late.enabled],
    ['bookAfterStartPolicy', 'enabled', rules.bookAfterStartPolicy.enabled],
    ['cancellationPolicy', 'enabled', rules.cancellationPolicy.enabled],
    ['cancellationPolicy', 'limitLatestCancellation', rules.cancellationPolicy.limitLatestCancellation],
    ['reschedulePolicy', 'enabled', rules.reschedulePolicy.enabled],
    ['reschedulePolicy', 'limitLatestReschedule', rules.reschedulePolicy.limitLatestReschedule],
    ['waitlistPolicy', 'enabled', rules.waitlistPolicy.enabled],
    ['resourcesPolicy', 'enabled', rules.resourcesPolicy.enabled],
    ['resourcesPolicy', 'autoAssignAllowed', rules.resourcesPolicy.autoAssignAllowed],
    ['cancellationFeePolicy', 'enabled', fee.enabled],
    ['saveCreditCardPolicy', 'enabled', rules.saveCreditCardPolicy.enabled],
    ['intakeFormPolicy', 'enabled', intake.enabled],
  ] as const)
    if (typeof value !== 'boolean')
      list.push({ field: `bookingPolicy.${rule}.${name}`, description: 'must be true or false', violatedRule: 'VALIDATION', data: {} })
  if (typeof text.description !== 'string' || text.description.length > 2500)
    list.push({
      field: 'bookingPolicy.customPolicyDescription.description',
      description: 'must have at most 2500 characters',
      violatedRule: 'MAX_LENGTH',
      data: { threshold: 2500 },
    })
  return list
}

function findFeeOrderViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const addViolation = toAddViolation(list)
  const { cancellationFeePolicy: fee } = rules
  const ends = fee.cancellationWindows.map((window) => window.startInMinutes ?? 0)
  // decision: only the last window may leave its start out; it then lasts until the session starts. Source: guide services-and-availability §9.4.
  if (ends.some((minutes, i) => i > 0 && minutes >= (ends[i - 1] as number)))
    addViolation('INVALID_CANCELLATION_WINDOWS_ORDER', 'cancellationFeePolicy.cancellationWindows', 'must come nearer to the start')
  return list
}

function findNumberViolations(rules: PolicyRules): Violation[] {
  const list: Violation[] = []
  const { limitEarlyBookingPolicy: early, limitLateBookingPolicy: late } = rules
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

/** The fee of the first window, to compare policies; a percentage counts as of an amount of 100. */
const firstFee = ({ cancellationFeePolicy: fee }: PolicyRules): number => {
  const [window] = fee.cancellationWindows
  return fee.enabled && window ? Number(window.amount?.value ?? window.percentage ?? 0) : -1
}

type Test = (rules: PolicyRules) => boolean
type Minutes = (rules: PolicyRules) => number

/** The strictest of the limits that are on, or the default when none is. */
const strictestLimit = (policies: readonly PolicyRules[], pick: (...minutes: number[]) => number, isOn: Test, minutes: Minutes): number => {
  const limited = policies.filter(isOn)
  return limited.length > 0 ? pick(...limited.map(minutes)) : minutes(defaultPolicyRules)
}
const strictestAnonymous = (allowed: readonly (boolean | null)[]): boolean | null => (allowed.includes(false) ? false : (allowed[0] ?? null))

function strictestWindow(policies: readonly PolicyRules[]): Pick<PolicyRules, 'limitEarlyBookingPolicy' | 'limitLateBookingPolicy' | 'bookAfterStartPolicy'> {
  const hasEarlyLimit: Test = (rules) => rules.limitEarlyBookingPolicy.enabled
  const hasLateLimit: Test = (rules) => rules.limitLateBookingPolicy.enabled
  const earliest: Minutes = (rules) => rules.limitEarlyBookingPolicy.earliestBookingInMinutes
  const latest: Minutes = (rules) => rules.limitLateBookingPolicy.latestBookingInMinutes
  const isLate = policies.some(hasLateLimit)
  return {
    limitEarlyBookingPolicy: { enabled: policies.some(hasEarlyLimit), earliestBookingInMinutes: strictestLimit(policies, Math.min, hasEarlyLimit, earliest) },
    limitLateBookingPolicy: { enabled: isLate, latestBookingInMinutes: strictestLimit(policies, Math.max, hasLateLimit, latest) },
    bookAfterStartPolicy: { enabled: policies.every((rules) => rules.bookAfterStartPolicy.enabled) && !isLate },
  }
}

function strictestChanges(policies: readonly PolicyRules[]): Pick<PolicyRules, 'cancellationPolicy' | 'reschedulePolicy'> {
  const hasCancelLimit: Test = (rules) => rules.cancellationPolicy.limitLatestCancellation
  const hasRescheduleLimit: Test = (rules) => rules.reschedulePolicy.limitLatestReschedule
  const latestCancellation: Minutes = (rules) => rules.cancellationPolicy.latestCancellationInMinutes
  const latestReschedule: Minutes = (rules) => rules.reschedulePolicy.latestRescheduleInMinutes
  return {
    cancellationPolicy: {
      enabled: policies.every((rules) => rules.cancellationPolicy.enabled),
      limitLatestCancellation: policies.some(hasCancelLimit),
      latestCancellationInMinutes: strictestLimit(policies, Math.max, hasCancelLimit, latestCancellation),
      allowAnonymous: strictestAnonymous(policies.map((rules) => rules.cancellationPolicy.allowAnonymous)),
    },
    reschedulePolicy: {
      enabled: policies.every((rules) => rules.reschedulePolicy.enabled),
      limitLatestReschedule: policies.some(hasRescheduleLimit),
      latestRescheduleInMinutes: strictestLimit(policies, Math.max, hasRescheduleLimit, latestReschedule),
      allowAnonymous: strictestAnonymous(policies.map((rules) => rules.reschedulePolicy.allowAnonymous)),
    },
  }
}

/** The rules that satisfy several policies at once, rule by rule. Source: guide services-and-availability §9.4. */
export function strictestRules(policies: readonly PolicyRules[]): PolicyRules {
  const [first] = policies
  if (!first || policies.length === 1) return first ?? defaultPolicyRules
  const withText = policies.filter((rules) => rules.customPolicyDescription.enabled)
  const highestFee = policies.toSorted((a, b) => firstFee(b) - firstFee(a))[0] as PolicyRules
  const least = (value: (rules: PolicyRules) => number) => Math.min(...policies.map(value))
  return {
    ...first,
    ...strictestWindow(policies),
    ...strictestChanges(policies),
    customPolicyDescription: {
      enabled: withText.length > 0,
      description: [...new Set(withText.map((rules) => rules.customPolicyDescription.description))].join('\n\n').slice(0, 2500),
    },
    waitlistPolicy: {
      enabled: policies.every((rules) => rules.waitlistPolicy.enabled),
      capacity: least((rules) => rules.waitlistPolicy.capacity),
      reservationTimeInMinutes: least((rules) => rules.waitlistPolicy.reservationTimeInMinutes),
    },
    participantsPolicy: { maxParticipantsPerBooking: least((rules) => rules.participantsPolicy.maxParticipantsPerBooking) },
    cancellationFeePolicy: highestFee.cancellationFeePolicy,
    saveCreditCardPolicy: { enabled: policies.some((rules) => rules.saveCreditCardPolicy.enabled) },
  }
}
