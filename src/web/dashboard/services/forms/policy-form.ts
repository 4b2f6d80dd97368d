/** The form of a booking policy, and the rules that changed. Pure. */
import { completeRules, policyViolations, type CancellationWindow, type PolicyRules } from '#domains/services/rules/policy.ts'
import type { InputOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import type { BookingPolicy } from '../../entities.ts'
import { toAmount } from '../../parts/amounts.ts'
import { sharedMessages } from './shared.messages.ts'

const messages = defineDashboardMessages(
  {
    notAfterStart: 'Can’t be combined with a booking deadline.',
    window: 'Booking must open before it closes.',
    needsCard: 'A fee requires a saved card. Turn that on too.',
    needsText: 'A fee requires a policy text.',
    enterFee: 'Enter the fee.',
    chooseForm: 'Choose a form.',
    feeOrder: 'The second fee must apply closer to the start.',
    invalid: (description: string) => `This ${description}.`,
  },
  {
    de: {
      notAfterStart: 'Das geht nicht zusammen mit einer Frist zum Buchen.',
      window: 'Die Buchung muss öffnen, bevor sie schließt.',
      needsCard: 'Für eine Gebühr muss eine Karte gespeichert sein. Schalte das auch ein.',
      needsText: 'Eine Gebühr braucht einen Text zu den Buchungsregeln.',
      enterFee: 'Gib die Gebühr ein.',
      chooseForm: 'Wähle ein Formular.',
      feeOrder: 'Die zweite Gebühr muss näher am Beginn gelten.',
      invalid: () => 'Prüfe diese Angabe.',
    },
  },
)
const text = currentMessages(messages)
const sharedText = currentMessages(sharedMessages)

/** Something that may be on, with a time in minutes. */
interface Limit {
  on: boolean
  minutes: number
}
interface SelfService {
  allowed: boolean
  limited: boolean
  minutes: number
  /** By the link in an email, without an account. */
  byLink: boolean
}
export interface FeeWindow {
  kind: 'AMOUNT' | 'PERCENT'
  value: string
  /** Counts from so many minutes before the start; undefined until the start. */
  minutes: number | undefined
}
export interface PolicyForm {
  name: string
  early: Limit
  late: Limit
  afterStart: boolean
  cancel: SelfService
  move: SelfService
  waiting: { on: boolean; places: number; minutes: number }
  people: number
  fee: { on: boolean; windows: FeeWindow[]; byItself: boolean }
  savesCard: boolean
  /** Who takes a booking without a chosen staff member: anyone who is free, or by rank. */
  staffOrder: 'ANYONE' | 'LOWEST_FIRST' | 'HIGHEST_FIRST'
  text: { on: boolean; words: string }
  intake: { on: boolean; formId: string | null; timing: 'BEFORE_BOOKING' | 'AFTER_BOOKING'; required: boolean }
}
export type PolicyChange = InputOf<'services.updateBookingPolicy'>['body']['bookingPolicy']

const toCompleteRules = (policy: BookingPolicy): PolicyRules => completeRules(policy as Parameters<typeof completeRules>[0])
const toFeeWindow = ({ amount, percentage, startInMinutes }: CancellationWindow): FeeWindow => ({
  kind: amount ? 'AMOUNT' : 'PERCENT',
  value: amount?.value ?? percentage ?? '',
  minutes: startInMinutes ?? undefined,
})

export function toPolicyForm(policy: BookingPolicy): PolicyForm {
  const rules = toCompleteRules(policy)
  const { cancellationPolicy: cancel, reschedulePolicy: move, waitlistPolicy: waiting, cancellationFeePolicy: fee } = rules
  return {
    name: policy.name ?? '',
    early: { on: rules.limitEarlyBookingPolicy.enabled, minutes: rules.limitEarlyBookingPolicy.earliestBookingInMinutes },
    late: { on: rules.limitLateBookingPolicy.enabled, minutes: rules.limitLateBookingPolicy.latestBookingInMinutes },
    afterStart: rules.bookAfterStartPolicy.enabled,
    cancel: {
      allowed: cancel.enabled,
      limited: cancel.limitLatestCancellation,
      minutes: cancel.latestCancellationInMinutes,
      byLink: cancel.allowAnonymous !== false,
    },
    move: { allowed: move.enabled, limited: move.limitLatestReschedule, minutes: move.latestRescheduleInMinutes, byLink: move.allowAnonymous !== false },
    waiting: { on: waiting.enabled, places: waiting.capacity, minutes: waiting.reservationTimeInMinutes },
    people: rules.participantsPolicy.maxParticipantsPerBooking,
    fee: { on: fee.enabled, windows: fee.cancellationWindows.map(toFeeWindow), byItself: fee.autoCollectFeeEnabled },
    savesCard: rules.saveCreditCardPolicy.enabled,
    staffOrder:
      rules.staffSortingPolicy.sortingMethodType !== 'RANKING'
        ? 'ANYONE'
        : rules.staffSortingPolicy.rankingOptions?.order === 'HIGHEST_TO_LOWEST'
          ? 'HIGHEST_FIRST'
          : 'LOWEST_FIRST',
    text: { on: rules.customPolicyDescription.enabled, words: rules.customPolicyDescription.description },
    intake: {
      on: rules.intakeFormPolicy.enabled,
      formId: rules.intakeFormPolicy.formId ?? null,
      timing: rules.intakeFormPolicy.timing === 'BEFORE_BOOKING' ? 'BEFORE_BOOKING' : 'AFTER_BOOKING',
      required: rules.intakeFormPolicy.completionRequirement === 'REQUIRED_BEFORE_BOOKING',
    },
  }
}
/** What new rules begin with: as those of a new site, cancel and move up to a day before. */
export const newPolicyForm: PolicyForm = {
  ...toPolicyForm({
    id: null,
    cancellationPolicy: { enabled: true, limitLatestCancellation: true },
    reschedulePolicy: { enabled: true, limitLatestReschedule: true },
  }),
}

const toCancellationWindow = ({ kind, value, minutes }: FeeWindow): CancellationWindow => ({
  ...(kind === 'AMOUNT' ? { amount: { value: toAmount(value) ?? value } } : { percentage: toAmount(value) ?? value }),
  ...(minutes === undefined ? {} : { startInMinutes: minutes }),
})
const toAnonymousChange = (before: SelfService, after: SelfService) => (before.byLink === after.byLink ? {} : { allowAnonymous: after.byLink })

/** Windows that the user did not change stay as they are stored. */
const toFeeChange = (stored: PolicyRules, before: PolicyForm, after: PolicyForm) => ({
  ...stored.cancellationFeePolicy,
  enabled: after.fee.on,
  cancellationWindows: after.fee.windows.map((window, at) => {
    const old = before.fee.windows[at]
    const kept = stored.cancellationFeePolicy.cancellationWindows[at]
    return old && kept && JSON.stringify(old) === JSON.stringify(window) ? kept : toCancellationWindow(window)
  }),
  autoCollectFeeEnabled: after.fee.byItself,
})

const toIntakeChange = ({ on, formId, timing, required }: PolicyForm['intake']) => ({
  enabled: on,
  ...(formId ? { formId } : {}),
  timing,
  completionRequirement: required && timing === 'BEFORE_BOOKING' ? 'REQUIRED_BEFORE_BOOKING' : 'OPTIONAL',
})

const toStaffSorting = (order: PolicyForm['staffOrder']): PolicyRules['staffSortingPolicy'] =>
  order === 'ANYONE'
    ? { sortingMethodType: 'RANDOM' }
    : { sortingMethodType: 'RANKING', rankingOptions: { order: order === 'LOWEST_FIRST' ? 'LOWEST_TO_HIGHEST' : 'HIGHEST_TO_LOWEST' } }

/** Only the rules that differ, each as a whole, as the server takes them; undefined when both forms say the same. */
export function toPolicyChange(saved: BookingPolicy, before: PolicyForm, after: PolicyForm): PolicyChange | undefined {
  const changed = (field: keyof PolicyForm) => JSON.stringify(before[field]) !== JSON.stringify(after[field])
  const stored = toCompleteRules(saved)
  const rules: PolicyChange = {
    ...(changed('early')
      ? { limitEarlyBookingPolicy: { ...stored.limitEarlyBookingPolicy, enabled: after.early.on, earliestBookingInMinutes: after.early.minutes } }
      : {}),
    ...(changed('late')
      ? { limitLateBookingPolicy: { ...stored.limitLateBookingPolicy, enabled: after.late.on, latestBookingInMinutes: after.late.minutes } }
      : {}),
    ...(changed('afterStart') ? { bookAfterStartPolicy: { ...stored.bookAfterStartPolicy, enabled: after.afterStart } } : {}),
    ...(changed('cancel')
      ? {
          cancellationPolicy: {
            ...stored.cancellationPolicy,
            enabled: after.cancel.allowed,
            limitLatestCancellation: after.cancel.limited,
            latestCancellationInMinutes: after.cancel.minutes,
            ...toAnonymousChange(before.cancel, after.cancel),
          },
        }
      : {}),
    ...(changed('move')
      ? {
          reschedulePolicy: {
            ...stored.reschedulePolicy,
            enabled: after.move.allowed,
            limitLatestReschedule: after.move.limited,
            latestRescheduleInMinutes: after.move.minutes,
            ...toAnonymousChange(before.move, after.move),
          },
        }
      : {}),
    ...(changed('waiting')
      ? {
          waitlistPolicy: {
            ...stored.waitlistPolicy,
            enabled: after.waiting.on,
            capacity: after.waiting.places,
            reservationTimeInMinutes: after.waiting.minutes,
          },
        }
      : {}),
    ...(changed('people') ? { participantsPolicy: { ...stored.participantsPolicy, maxParticipantsPerBooking: after.people } } : {}),
    ...(changed('fee') ? { cancellationFeePolicy: toFeeChange(stored, before, after) } : {}),
    ...(changed('savesCard') ? { saveCreditCardPolicy: { ...stored.saveCreditCardPolicy, enabled: after.savesCard } } : {}),
    ...(changed('intake') ? { intakeFormPolicy: toIntakeChange(after.intake) } : {}),
    ...(changed('staffOrder') ? { staffSortingPolicy: toStaffSorting(after.staffOrder) } : {}),
    ...(changed('text') ? { customPolicyDescription: { ...stored.customPolicyDescription, enabled: after.text.on, description: after.text.words } } : {}),
  }
  const change: PolicyChange = { ...(changed('name') ? { name: after.name.trim() } : {}), ...rules }
  return Object.keys(change).length > 0 ? { ...change, ...(saved.revision ? { revision: saved.revision } : {}) } : undefined
}
/** New rules as a whole. */
export const toNewPolicy = (form: PolicyForm): PolicyChange => ({
  ...toCompleteRules({ id: null }),
  ...toPolicyChange({ id: null }, toPolicyForm({ id: null }), form),
  name: form.name.trim(),
})

export type PolicyProblems = Partial<
  Record<'name' | 'early' | 'late' | 'afterStart' | 'cancel' | 'move' | 'waiting' | 'people' | 'fee' | 'text' | 'intake', string>
>
const sentences: Record<string, [keyof PolicyProblems, string]> = {
  BOTH_LATE_AND_AFTER_START_POLICIES_NOT_ALLOWED: ['afterStart', text.notAfterStart],
  INVALID_BOOKING_WINDOW: ['early', text.window],
  CANCELLATION_FEE_WITHOUT_CREDIT_CARD: ['fee', text.needsCard],
  CANCELLATION_FEE_WITHOUT_DESCRIPTION: ['fee', text.needsText],
  EMPTY_CANCELLATION_WINDOWS_LIST: ['fee', text.enterFee],
  INTAKE_FORM_ID_REQUIRED: ['intake', text.chooseForm],
  INVALID_CANCELLATION_WINDOWS_ORDER: ['fee', text.feeOrder],
}
const fieldPatterns: [RegExp, keyof PolicyProblems][] = [
  [/limitEarly/, 'early'],
  [/limitLate/, 'late'],
  [/cancellationFee/, 'fee'],
  [/cancellationPolicy/, 'cancel'],
  [/reschedule/, 'move'],
  [/waitlist/, 'waiting'],
  [/participants/, 'people'],
  [/customPolicy/, 'text'],
]
/** What cannot stay as it is, each at its field; the same rules that the server goes by. */
export function policyProblems(form: PolicyForm): PolicyProblems {
  const problems: PolicyProblems = form.name.trim() === '' ? { name: sharedText.enterName } : {}
  for (const { ruleName, field, description } of policyViolations(toCompleteRules(toNewPolicy(form) as BookingPolicy))) {
    const [place, sentence] = sentences[ruleName ?? ''] ?? [fieldPatterns.find(([pattern]) => pattern.test(field))?.[1], text.invalid(description)]
    if (place) problems[place] ??= sentence
  }
  return problems
}
