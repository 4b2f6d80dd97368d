/** The tables of the guide on services, payments and policies, each row with what breaks or shows it. */
import { expect, test } from 'vitest'
import type { Violation } from '#kit/api/refusal.ts'
import { appointment, broken, combinations, klass, optionMatrix, rates } from '../../../../test/factories/guide-services.ts'
import { allMatched, stripMarkdown, tableAt, unmatchedRows } from '../../../../test/guide-tables.ts'
import { completeRules, courseFlags, defaultPolicyRules, policyFlags, policyViolations, type PolicyRules } from './policy.ts'
import {
  completeLocations,
  completePayment,
  findBranchViolations,
  findPaymentViolations,
  findReferenceViolations,
  findShapeViolations,
  type ServiceDraft,
  type ServiceReferences,
} from './service.ts'

const guide = 'services-and-availability'
const references: ServiceReferences = {
  staffTypeId: 'staff',
  providers: new Set(['ana']),
  categories: new Set(['yoga']),
  policies: new Set(['ours']),
  forms: new Set(['form']),
  businessLocations: new Set(['east', 'west']),
  resourceTypes: new Set(['staff', 'room']),
}
/** What a service is refused for: rule names and fields, of all stages. `east` is the default location. */
function findProblems(asked: ServiceDraft): string[] {
  const draft = asked.locations ? { ...asked, locations: completeLocations(asked.locations, 'east') } : asked
  const payment = draft.payment && completePayment(draft.payment)
  const found: Violation[] = [
    ...findShapeViolations(draft, true),
    ...findReferenceViolations(draft, references),
    ...(draft.payment ? findBranchViolations(draft.payment) : []),
    ...(payment ? findPaymentViolations(payment, draft.onlineBooking) : []),
  ]
  return found.map(({ ruleName = '', field }) => `${ruleName} ${field}`)
}

test('the services that the cases break are allowed', () => {
  expect([findProblems(appointment), findProblems(klass)]).toEqual([[], []])
})

test('every rule of §5.1 refuses what breaks it, and names the field', () => {
  expect(unmatchedRows(tableAt(guide, '### 5.1'), broken)).toEqual(allMatched)
  for (const [names, cases] of Object.entries(broken))
    for (const [draft, field] of cases) {
      const expected = names.split(', ').map((name) => `${name} ${field}`)
      const found = findProblems(draft)
      expect(
        found.some((one) => expected.includes(one)),
        `${names} of ${field}, but: ${found.join()}`,
      ).toBe(true)
    }
})

test('locations combine as §5.4 allows', () => {
  expect(unmatchedRows(tableAt(guide, '### 5.4'), combinations)).toEqual(allMatched)
  for (const cases of Object.values(combinations))
    for (const [draft, refusal] of cases) expect(findProblems(draft).map((one) => one.split(' ')[0])).toEqual(refusal ? [refusal] : [])
})

test('where the site has no location, none takes the place of one without an id', () =>
  expect(
    findReferenceViolations({ ...klass, locations: completeLocations([{ type: 'BUSINESS' }], undefined) }, references).map(({ ruleName }) => ruleName),
  ).toEqual(['INVALID_BUSINESS_LOCATION']))

test('payments are allowed and refused as the tables of §4 say', () => {
  expect(unmatchedRows(tableAt(guide, '## 4.'), rates)).toEqual(allMatched)
  expect(unmatchedRows(tableAt(guide, '## 4.', 2), optionMatrix)).toEqual(allMatched)
  for (const [payment, refusal] of [...Object.values(rates), ...Object.values(optionMatrix)].flat()) {
    const onlineBooking = { enabled: false }
    const found = findPaymentViolations(completePayment(payment), onlineBooking).map(({ ruleName }) => ruleName)
    expect([payment, [...new Set(found)]]).toEqual([payment, refusal ? [refusal] : []])
  }
  // What is missing is filled.
  expect(completePayment({ rateType: 'NO_FEE' }).options).toEqual({ online: false, inPerson: true, deposit: false, pricingPlan: false })
  expect(completePayment({ rateType: 'CUSTOM', custom: { description: 'Ask us' } }).options?.inPerson).toBe(true)
})

test('the rules of a policy have the names and defaults of §9.1', () => {
  const rows = tableAt(guide, '### 9.1')
  expect(unmatchedRows(rows, defaultPolicyRules)).toEqual(allMatched)
  for (const [name, fields] of rows) {
    const rule = defaultPolicyRules[stripMarkdown(name) as keyof PolicyRules] as unknown as Record<string, unknown>
    // "`field` value": a default in words of JSON.
    for (const [, field = '', value = ''] of (fields ?? '').matchAll(/`(\w+)` (true|false|null|\d+|RANDOM)/g))
      expect([name, field, String(rule[field])]).toEqual([name, field, value])
  }
})

const minute = 60_000
const [now, hour] = [1000 * minute, 60]
const rulesWith = (given: Parameters<typeof completeRules>[0]) => completeRules(given)
const late = rulesWith({ limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 120 } })
const early = rulesWith({ limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 120 } })
const afterStart = rulesWith({ bookAfterStartPolicy: { enabled: true } })
const flagsAt = (rules: PolicyRules, lead: number, more: { type?: 'APPOINTMENT' | 'CLASS'; online?: boolean } = {}) =>
  policyFlags({
    type: more.type ?? 'CLASS',
    rules,
    onlineBookingEnabled: more.online ?? true,
    now,
    start: now + lead * minute,
    end: now + (lead + hour) * minute,
  })
const courseAt = (rules: PolicyRules, ...leads: number[]) =>
  courseFlags({ rules, onlineBookingEnabled: true, now, sessionStarts: leads.map((lead) => now + lead * minute) })
/** Flag of §9.2 → pairs of what is and what must be; a lead equal to a limit is allowed. */
const flagCases: Record<string, (readonly [boolean, boolean])[]> = {
  tooEarlyToBook: [
    [flagsAt(early, 121).tooEarlyToBook, true],
    [flagsAt(early, 120).tooEarlyToBook, false],
    [flagsAt(defaultPolicyRules, 999_999).tooEarlyToBook, false],
    // A course counts from its first session.
    [courseAt(early, 120, 500).tooEarlyToBook, false],
    [courseAt(early, 121, 500).tooEarlyToBook, true],
  ],
  'tooLateToBook, limitLate on': [
    [flagsAt(late, 119).tooLateToBook, true],
    [flagsAt(late, 120).tooLateToBook, false],
    // A course counts to the next session that has not started.
    [courseAt(late, -60, 120).tooLateToBook, false],
    [courseAt(late, -60, 119).tooLateToBook, true],
  ],
  'tooLateToBook, limitLate off, bookAfterStart off': [
    [flagsAt(defaultPolicyRules, 0).tooLateToBook, true],
    [flagsAt(defaultPolicyRules, 1).tooLateToBook, false],
    [courseAt(defaultPolicyRules, 0, 60).tooLateToBook, true],
    [courseAt(defaultPolicyRules, 1, 60).tooLateToBook, false],
  ],
  'tooLateToBook, bookAfterStart on, CLASS': [
    [flagsAt(afterStart, 1 - hour).tooLateToBook, false],
    [flagsAt(afterStart, -hour).tooLateToBook, true],
  ],
  'tooLateToBook, bookAfterStart on, COURSE': [
    [courseAt(afterStart, -60, 1).tooLateToBook, false],
    [courseAt(afterStart, -60, 0).tooLateToBook, true],
    [courseAt(afterStart).tooLateToBook, true],
  ],
  'tooLateToBook, bookAfterStart on, APPOINTMENT': [
    [flagsAt(afterStart, 0, { type: 'APPOINTMENT' }).tooLateToBook, true],
    [flagsAt(afterStart, 1, { type: 'APPOINTMENT' }).tooLateToBook, false],
  ],
  bookOnlineDisabled: [
    [flagsAt(defaultPolicyRules, 60, { online: false }).bookOnlineDisabled, true],
    [flagsAt(defaultPolicyRules, 60).bookOnlineDisabled, false],
  ],
}
test('the flags of a time follow the formulas of §9.2', () => {
  expect(unmatchedRows(tableAt(guide, '### 9.2'), flagCases)).toEqual(allMatched)
  for (const [name, cases] of Object.entries(flagCases)) for (const [is, must] of cases) expect([name, is]).toEqual([name, must])
})

const window = (startInMinutes: number | undefined) => ({ percentage: '50', ...(startInMinutes === undefined ? {} : { startInMinutes }) })
const fee = (cancellationWindows: ReturnType<typeof window>[], more: Parameters<typeof completeRules>[0] = {}) => ({
  cancellationFeePolicy: { enabled: true, cancellationWindows },
  saveCreditCardPolicy: { enabled: true },
  customPolicyDescription: { enabled: true, description: 'Half the price' },
  ...more,
})
const limits = (earliest: number, latest: number) => ({
  limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: earliest },
  limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: latest },
})
test.each<[string, Parameters<typeof completeRules>[0], Parameters<typeof completeRules>[0]]>([
  [
    'BOTH_LATE_AND_AFTER_START_POLICIES_NOT_ALLOWED',
    { limitLateBookingPolicy: { enabled: true }, bookAfterStartPolicy: { enabled: true } },
    { limitLateBookingPolicy: { enabled: false }, bookAfterStartPolicy: { enabled: true } },
  ],
  ['INVALID_BOOKING_WINDOW', limits(60, 60), limits(61, 60)],
  ['CANCELLATION_FEE_WITHOUT_CREDIT_CARD', fee([window(60)], { saveCreditCardPolicy: { enabled: false } }), fee([window(60)])],
  ['CANCELLATION_FEE_WITHOUT_DESCRIPTION', fee([window(60)], { customPolicyDescription: { enabled: true, description: '' } }), fee([window(60)])],
  ['CANCELLATION_FEE_WITHOUT_DESCRIPTION', fee([window(60)], { customPolicyDescription: { enabled: false, description: 'Half' } }), fee([window(60)])],
  ['EMPTY_CANCELLATION_WINDOWS_LIST', fee([]), fee([window(60)])],
  ['INVALID_CANCELLATION_WINDOWS_ORDER', fee([window(60), window(120)]), fee([window(120), window(60)])],
  ['INVALID_CANCELLATION_WINDOWS_ORDER', fee([window(undefined), window(60)]), fee([window(60), window(undefined)])],
  ['INTAKE_FORM_ID_REQUIRED', { intakeFormPolicy: { enabled: true } }, { intakeFormPolicy: { enabled: true, formId: 'form' } }],
  [
    'INVALID_COMPLETION_REQUIREMENT_FOR_TIMING',
    { intakeFormPolicy: { enabled: true, formId: 'form', timing: 'AFTER_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' } },
    { intakeFormPolicy: { enabled: true, formId: 'form', timing: 'BEFORE_BOOKING', completionRequirement: 'REQUIRED_BEFORE_BOOKING' } },
  ],
])('%s: the rules that break it, and those beside them that do not (§9.4)', (ruleName, wrong, right) => {
  const find = (rules: Parameters<typeof completeRules>[0]) => policyViolations(completeRules(rules)).map((one) => one.ruleName)
  expect(find(wrong)).toEqual([ruleName])
  expect(find(right)).toEqual([])
})
