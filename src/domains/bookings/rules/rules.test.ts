import { describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { bookingMachine, canTakeStep, isFinal, takeStep, type BookingStatus, type BookingStep } from './machine.ts'
import { checkAddOns, checkChoices, countPeople, listExtras, withDuration, type Choice, type OfferedChoices } from './choices.ts'
import { decideOutcome, decideStatusAfterMove } from './outcome.ts'
import { calculateFirstHold, isHoldActive, calculateExtendedHold, isSlotTaken } from './holds.ts'
import {
  getAllowedActions,
  getActionsAllowedByLink,
  getActionsAllowedForSet,
  isCancelInTime,
  getPolicyFlags,
  type ActionInput,
  type PolicySnapshot,
} from './policy.ts'
import { returnsCredits } from './credits.ts'
import { calculateFee, settleFee } from './fees.ts'
import { checkPaymentOption, calculateDue, resolvePaymentOption, resolveDeposit, type PaymentTerms } from './due.ts'
import { parseSlotInstant, formatSlotTime } from './dates.ts'
import { checkRevision } from './revision.ts'
import { explainNoSeats } from './seats.ts'
import { getNextReminder, isWorthReminding, getReminderTime, listStandingParts } from './reminders.ts'

const at = (text: string) => Temporal.Instant.from(text)
const policy: PolicySnapshot = {
  policyId: null,
  revision: '1',
  cancellation: { enabled: true, limited: true, latestMinutes: 1440, allowAnonymous: true },
  reschedule: { enabled: true, limited: true, latestMinutes: 120, allowAnonymous: true },
  cancellationFee: { enabled: false, windows: [], autoCollect: true },
  saveCard: false,
  customDescription: null,
}
const booking: ActionInput = { status: 'CONFIRMED', type: 'APPOINTMENT', start: at('2027-05-04T10:00Z'), holdUntil: null, partOfSet: false, policy }

describe('states', () => {
  test('nothing but reads happens to a declined or cancelled booking', () => {
    for (const status of ['DECLINED', 'CANCELED'] as const) {
      expect(bookingMachine[status]).toEqual({})
      expect(isFinal(status)).toBe(true)
    }
  })
  test.each<[BookingStatus, BookingStep, boolean]>([
    ['CREATED', 'confirm', true],
    ['WAITING_LIST', 'confirm', true],
    ['CONFIRMED', 'confirm', false],
    ['PENDING', 'markAsPending', false],
    ['CONFIRMED', 'decline', false],
    ['WAITING_LIST', 'reschedule', false],
    ['CONFIRMED', 'cancel', true],
  ])('%s → %s: %s', (from, step, allowed) => expect(canTakeStep(from, step)).toBe(allowed))
  test('a step leads where the table says and nowhere else', () => {
    expect(takeStep('PENDING', 'confirm')).toEqual({ ok: { from: 'PENDING', to: 'CONFIRMED' } })
    expect(takeStep('CREATED', 'finishCheckout', 'DECLINED')).toEqual({ ok: { from: 'CREATED', to: 'DECLINED' } })
    expect(takeStep('CREATED', 'finishCheckout', 'CANCELED')).toMatchObject({ refused: 'INVALID_BOOKING_STATUS' })
    expect(takeStep('CREATED', 'finishCheckout')).toMatchObject({ refused: 'INVALID_BOOKING_STATUS' })
    expect(takeStep('CONFIRMED', 'confirm')).toEqual({ refused: 'FAILED_CONFIRMING_NON_PENDING_BOOKING', data: { status: 'CONFIRMED' } })
  })
  test('every state that is not the first can be reached', () => {
    const reached = new Set(Object.values(bookingMachine).flatMap((steps) => Object.values(steps).flat()))
    expect([...reached].sort()).toEqual(['CANCELED', 'CONFIRMED', 'CREATED', 'DECLINED', 'PENDING'])
  })
})

describe('the outcome of a checkout', () => {
  const ask = { type: 'APPOINTMENT' as const, isSlotFree: true, forced: false, needsApproval: false, paymentStatus: 'PAID' as const }
  test.each([
    ['a free place is confirmed', ask, { status: 'CONFIRMED', doubleBooked: false, refund: false }],
    ['an approval service waits for the owner', { ...ask, needsApproval: true }, { status: 'PENDING', doubleBooked: false, refund: false }],
    [
      'no place and no money: declined',
      { ...ask, isSlotFree: false, paymentStatus: 'NOT_PAID' as const },
      { status: 'DECLINED', doubleBooked: false, refund: false },
    ],
    ['no place, but paid: an appointment is double booked', { ...ask, isSlotFree: false }, { status: 'CONFIRMED', doubleBooked: true, refund: false }],
    [
      'no place in a class, but paid: declined and refunded',
      { ...ask, type: 'CLASS' as const, isSlotFree: false },
      { status: 'DECLINED', doubleBooked: false, refund: true },
    ],
    [
      'a forced booking is not checked again',
      { ...ask, isSlotFree: false, forced: true, paymentStatus: 'NOT_PAID' as const },
      { status: 'CONFIRMED', doubleBooked: true, refund: false },
    ],
  ])('%s', (_, given, expected) => expect(decideOutcome(given)).toEqual(expected))
  test('a customer who moves an approved booking asks for approval again, an owner does not', () => {
    expect(decideStatusAfterMove('CONFIRMED', 'customer', true)).toBe('PENDING')
    expect(decideStatusAfterMove('CONFIRMED', 'owner', true)).toBe('CONFIRMED')
    expect(decideStatusAfterMove('CREATED', 'customer', true)).toBe('CREATED')
  })
})

describe('holds', () => {
  const t0 = at('2027-05-01T10:00Z')
  test('a new booking holds its place for ten minutes and not a moment longer', () => {
    const until = calculateFirstHold(t0)
    expect(isHoldActive(until, t0.add({ minutes: 9, seconds: 59 }))).toBe(true)
    expect(isHoldActive(until, t0.add({ minutes: 10 }))).toBe(false)
  })
  test('paying gives ten more minutes, never beyond half an hour from the beginning', () => {
    expect(calculateExtendedHold(calculateFirstHold(t0), t0, t0.add({ minutes: 4 }))).toEqual(t0.add({ minutes: 14 }))
    expect(calculateExtendedHold(calculateFirstHold(t0), t0, t0.add({ minutes: 25 }))).toEqual(t0.add({ minutes: 30 }))
  })
  test.each<[BookingStatus, boolean, boolean]>([
    ['CONFIRMED', true, true],
    ['PENDING', false, true],
    ['PENDING', true, false],
    ['WAITING_LIST', false, false],
    ['CANCELED', false, false],
  ])('appointment %s, several requests allowed %s: holds %s', (status, allowMultipleRequests, holds) =>
    expect(isSlotTaken({ status, holdUntil: null, type: 'APPOINTMENT', allowMultipleRequests }, t0)).toBe(holds),
  )
})

describe('what the policy allows', () => {
  test.each([
    ['2027-05-03T10:00Z', true, true],
    ['2027-05-03T10:01Z', false, true],
    ['2027-05-04T08:00Z', false, true],
    ['2027-05-04T08:01Z', false, false],
  ])('at %s: cancel %s, reschedule %s', (now, cancel, reschedule) => expect(getAllowedActions(booking, at(now))).toEqual({ cancel, reschedule }))
  test('a course that has begun can neither be cancelled nor moved by its customer', () =>
    expect(getAllowedActions({ ...booking, type: 'COURSE', start: at('2027-06-01T10:00Z') }, at('2027-06-09T10:00Z'))).toEqual({
      cancel: false,
      reschedule: false,
    }))
  test('a live hold and a waiting place may be given up at any time', () => {
    expect(getAllowedActions({ ...booking, status: 'CREATED', holdUntil: at('2027-05-04T09:00Z') }, at('2027-05-04T08:55Z')).cancel).toBe(true)
    expect(getAllowedActions({ ...booking, status: 'WAITING_LIST' }, at('2027-05-04T09:59Z')).cancel).toBe(true)
    expect(isCancelInTime({ ...booking, status: 'CREATED' }, at('2027-05-05T10:00Z'))).toBe(true)
  })
  test('a policy may forbid guests with a link to cancel', () =>
    expect(
      getActionsAllowedByLink({ ...booking, policy: { ...policy, cancellation: { ...policy.cancellation, allowAnonymous: false } } }, at('2027-05-01T10:00Z')),
    ).toEqual({ cancel: false, reschedule: true }))
  test.each([
    ['lead equal to the latest limit is allowed', { latestMinutes: 60, earliestMinutes: null }, '2027-05-04T09:00Z', {}],
    ['a minute later is too late', { latestMinutes: 60, earliestMinutes: null }, '2027-05-04T09:01Z', { tooLateToBook: true }],
    ['lead equal to the earliest limit is allowed', { latestMinutes: null, earliestMinutes: 1440 }, '2027-05-03T10:00Z', {}],
    ['a minute more is too early', { latestMinutes: null, earliestMinutes: 1440 }, '2027-05-03T09:59Z', { tooEarlyToBook: true }],
    ['the start itself is too late', { latestMinutes: null, earliestMinutes: null }, '2027-05-04T10:00Z', { tooLateToBook: true }],
  ])('%s', (_, limits, now, flags) =>
    expect(
      getPolicyFlags(
        { type: 'APPOINTMENT', onlineEnabled: true, bookAfterStart: false, ...limits },
        { start: at('2027-05-04T10:00Z'), end: at('2027-05-04T11:00Z') },
        at(now),
      ),
    ).toEqual(flags),
  )
  test('a course open after its start is bookable until its last session begins', () => {
    const window = { type: 'COURSE' as const, onlineEnabled: true, earliestMinutes: null, latestMinutes: null, bookAfterStart: true }
    const sessions = { start: at('2027-06-01T10:00Z'), end: at('2027-06-15T11:00Z'), lastStart: at('2027-06-15T10:00Z'), nextStart: at('2027-06-15T10:00Z') }
    expect(getPolicyFlags(window, sessions, at('2027-06-09T10:00Z'))).toEqual({})
    expect(getPolicyFlags(window, sessions, at('2027-06-15T10:00Z'))).toEqual({ tooLateToBook: true })
  })
})

describe('fees', () => {
  const windows = [
    { percentage: '50', startInMinutes: 2880 },
    { percentage: '100', startInMinutes: 1440 },
  ]
  const ask = { policy: { enabled: true, windows, autoCollect: true }, price: 4000, minorPerMajor: 100, trigger: 'CANCELED' as const }
  test.each([
    [3000, 0],
    [2881, 0],
    [2880, 2000],
    [1441, 2000],
    [1440, 4000],
    [5, 4000],
  ])('cancelled %i minutes before: %i', (lead, expected) => expect(calculateFee({ ...ask, lead })).toBe(expected))
  test.each([
    ['what was paid covers it', { paid: 4000 }, { settlement: 'KEPT', open: 0 }],
    ['what was paid counts first, the card pays the rest', { paid: 1500 }, { settlement: 'CARD', open: 500 }],
    ['other bookings of the order are paid first', { paid: 4000, others: 4000 }, { settlement: 'CARD', open: 2000 }],
    ['no more than the fee is open', { paid: 0, others: 9000 }, { settlement: 'CARD', open: 2000 }],
    ['what was paid for the booking itself counts before all', { own: 500, paid: 500, others: 4000 }, { settlement: 'CARD', open: 1500 }],
    ['a part that was paid in full, while another is not', { own: 4000, paid: 4000, others: 4000 }, { settlement: 'KEPT', open: 0 }],
    ['without a card it is owed', { hasCard: false }, { settlement: 'OWED', open: 2000 }],
    ['without an order there is nothing to charge', { hasOrder: false, paid: 4000 }, { settlement: 'OWED', open: 2000 }],
  ])('a fee that the business charges: %s', (_, more, expected) =>
    expect(settleFee({ hasOrder: true, hasCard: true, fee: 2000, own: 0, others: 0, paid: 0, ...more })).toEqual(expected),
  )
  test('a no-show pays the window nearest to the start', () => expect(calculateFee({ ...ask, lead: -30, trigger: 'NOT_ATTENDED' })).toBe(4000))
  test('a percentage of nothing is no fee, a fixed amount stays', () => {
    expect(calculateFee({ ...ask, price: 0, lead: 10 })).toBe(0)
    expect(calculateFee({ ...ask, price: 0, lead: 10, policy: { ...ask.policy, windows: [{ amount: '15.00', startInMinutes: 60 }] } })).toBe(1500)
    expect(calculateFee({ ...ask, price: 1000, lead: 10, policy: { ...ask.policy, windows: [{ amount: '15.00', startInMinutes: 60 }] } })).toBe(1000)
  })
})

describe('what is due', () => {
  const terms: PaymentTerms = { rate: 'FIXED', price: 4000, deposit: null, fullUpfrontAllowed: false, online: true, inPerson: true, pricingPlan: true }
  test.each([
    ['online', terms, 'ONLINE', false, { total: 8000, now: 8000, after: 'PAID', credits: 0 }],
    ['in person', terms, 'OFFLINE', false, { total: 8000, now: 0, after: 'NOT_PAID', credits: 0 }],
    ['by plan', terms, 'MEMBERSHIP', false, { total: 8000, now: 0, after: 'PAID', credits: 2 }],
    ['with a deposit', { ...terms, deposit: 1000 }, 'ONLINE', true, { total: 8000, now: 2000, after: 'PARTIALLY_PAID', credits: 0 }],
    ['a free service', { ...terms, rate: 'NO_FEE', price: 0 }, 'ONLINE', false, { total: 0, now: 0, after: 'EXEMPT', credits: 0 }],
    ['a price that is set later', { ...terms, rate: 'CUSTOM' }, 'ONLINE', false, { total: 0, now: 0, after: 'NOT_PAID', credits: 0 }],
  ] as const)('two people, %s', (_, given, option, deposit, expected) => expect(calculateDue(given, option, 2, deposit)).toEqual(expected))
  test('without a choice: online first, then in person, then the plan', () => {
    expect(resolvePaymentOption('UNDEFINED', terms)).toBe('ONLINE')
    expect(resolvePaymentOption('UNDEFINED', { ...terms, online: false })).toBe('OFFLINE')
    expect(resolvePaymentOption('UNDEFINED', { ...terms, online: false, inPerson: false })).toBe('MEMBERSHIP')
  })
  test('a way of paying that the service does not offer is refused', () =>
    expect(checkPaymentOption('OFFLINE', { ...terms, inPerson: false }, { isVisitor: true, redeemsAtDesk: false })).toEqual({
      refused: 'VALIDATION_FAILURE',
      data: { field: 'booking.selectedPaymentOption', option: 'OFFLINE' },
    }))
  test.each([
    ['MEMBERSHIP', true, false, false],
    ['MEMBERSHIP', false, false, true],
    ['MEMBERSHIP_OFFLINE', true, false, false],
    ['MEMBERSHIP_OFFLINE', true, true, true],
    ['UNDEFINED', true, false, true],
  ] as const)('%s of a visitor (%s), plans redeemed at the desk (%s): %s', (option, isVisitor, redeemsAtDesk, accepted) =>
    expect('ok' in checkPaymentOption(option, { ...terms, pricingPlan: true }, { isVisitor, redeemsAtDesk })).toBe(accepted),
  )
  test('a deposit can be declined only when paying in full is offered', () => {
    expect(resolveDeposit(false, { ...terms, deposit: 1000 })).toMatchObject({ refused: 'VALIDATION_FAILURE' })
    expect(resolveDeposit(false, { ...terms, deposit: 1000, fullUpfrontAllowed: true })).toEqual({ ok: false })
    expect(resolveDeposit(undefined, { ...terms, deposit: 1000 })).toEqual({ ok: true })
  })
})

describe('dates', () => {
  test.each([
    ['2027-03-29T17:00:00+01:00', 'Europe/Bucharest', '2027-03-29T14:00:00Z'],
    ['2027-03-29T17:00:00Z', 'Europe/Bucharest', '2027-03-29T17:00:00Z'],
    ['2027-03-29T17:00:00+01:00', undefined, '2027-03-29T16:00:00Z'],
    ['2027-03-29T17:00:00', undefined, '2027-03-29T15:00:00Z'],
    ['2027-03-29T17:00:00:000', undefined, '2027-03-29T15:00:00Z'],
    ['2027-10-31T02:30:00', 'Europe/Berlin', '2027-10-31T00:30:00Z'],
  ])('%s in %s is %s', (text, zone, expected) => expect(parseSlotInstant(text, zone, 'Europe/Berlin')).toEqual({ ok: at(expected) }))
  test.each(['2027-03-28T02:30:00', 'tomorrow', '2027-03-29T17:00:30', '2027-02-30T10:00:00'])('%s is refused', (text) =>
    expect(parseSlotInstant(text, 'Europe/Berlin', 'UTC')).toMatchObject({ refused: 'INVALID_DATE_FORMAT' }),
  )
  test('an unknown zone is named', () => expect(parseSlotInstant('2027-03-29T17:00:00', 'Mars/Base', 'UTC')).toMatchObject({ refused: 'INVALID_TIME_ZONE' }))
  test('an instant is shown with the offset of its zone', () =>
    expect(formatSlotTime(at('2027-03-29T07:00:00Z'), 'Europe/Berlin')).toBe('2027-03-29T09:00:00.000+02:00'))
})

test('choices must be on offer, and readable', () => {
  const lengths = { id: 'a', type: 'DURATION' }
  const levels = { id: 'b', type: 'CUSTOM', customData: { choices: ['Beginner'] } }
  const refusal = (choice: Choice, of: Partial<OfferedChoices>) => {
    const verdict = checkChoices([choice], { varied: true, minutes: [30], ...of })
    return 'refused' in verdict ? verdict.refused : undefined
  }
  expect(refusal({ optionId: 'b', custom: 'Beginner' }, { option: levels })).toBeUndefined()
  expect(refusal({ optionId: 'a', duration: { minutes: 30 } }, { option: lengths })).toBeUndefined()
  expect(refusal({}, { varied: false })).toBe('INVALID_SERVICE_CHOICES')
  expect(refusal({ optionId: 'c' }, { option: levels })).toBe('INVALID_CHOICES')
  expect(refusal({ optionId: 'b', custom: 'Expert' }, { option: levels })).toBe('INVALID_CHOICES')
  expect(refusal({ optionId: 'a', duration: { minutes: 45 } }, { option: lengths })).toBe('INVALID_CHOICES')
  expect(refusal({ optionId: 'b', custom: 'Beginner' }, { option: { id: 'b', type: 'CUSTOM' } })).toBe('FAILED_RESOLVING_CUSTOM_CHOICES')
})

test('a chosen length is the length of the slot, and a party chooses once', () => {
  const option = { id: 'a', type: 'DURATION' }
  const offered = { varied: true, option, minutes: [30, 60] }
  const half: Choice = { optionId: 'a', duration: { minutes: 30 } }
  expect(checkChoices([half], { ...offered, slotMinutes: 30 })).toEqual({ ok: 'OFFERED' })
  expect(checkChoices([half], { ...offered, slotMinutes: 60 })).toEqual({ refused: 'INVALID_CHOICES', data: { minutes: 30, slotMinutes: 60 } })
  expect(checkChoices([half], offered)).toEqual({ ok: 'OFFERED' })
  expect(checkChoices([half, half], { ...offered, slotMinutes: 30 })).toMatchObject({ refused: 'INVALID_CHOICES' })
  expect(checkChoices([{ choiceId: 'x' }], offered)).toMatchObject({ refused: 'INVALID_CHOICES' })
  const parties = [{ numberOfParticipants: 2, choices: [half] }, { choices: [{ custom: 'child' }] }]
  expect(withDuration(parties, 60)).toEqual([
    { numberOfParticipants: 2, choices: [{ optionId: 'a', duration: { minutes: 60 } }] },
    { choices: [{ custom: 'child' }] },
  ])
  expect(countPeople(parties)).toBe(3)
})

test('an add-on named twice would escape the largest quantity', () => {
  const offer = { groups: [{ id: 'g', addOnIds: ['oil'] }], addOns: [{ id: 'oil', minutes: null, maxQuantity: 3 }] }
  expect(checkAddOns([{ id: 'oil', quantity: 3 }], offer)).toEqual({ ok: 'OFFERED' })
  expect(checkAddOns([{ id: 'oil' }, { id: 'oil' }], offer)).toMatchObject({ refused: 'VALIDATION_FAILURE', data: { reason: 'TWICE' } })
})

test('a change needs the revision of the latest state', () => {
  expect(checkRevision('2', 2)).toEqual({ ok: true })
  expect(checkRevision(undefined, 2)).toEqual({ missing: true })
  expect(checkRevision('1', 2)).toEqual({ mismatch: '2' })
})

test.each([
  [
    { type: 'CLASS', left: 1 },
    { refused: 'SESSION_CAPACITY_EXCEEDED', data: { left: 1 } },
  ],
  [
    { type: 'COURSE', left: 0 },
    { refused: 'SCHEDULE_CAPACITY_EXCEEDED', data: { left: 0 } },
  ],
  [
    { type: 'CLASS', left: 0, kept: true },
    { refused: 'SLOT_NOT_AVAILABLE', data: { reason: 'KEPT_FOR_WAITING_LIST' } },
  ],
] as const)('a party without seats learns why: %o', (input, expected) => expect(explainNoSeats(input)).toEqual(expected))

test('a reminder goes out a day before, and not for a booking made on the same day', () => {
  expect(getReminderTime(at('2027-05-04T10:00Z'), at('2027-05-01T10:00Z'))).toEqual(at('2027-05-03T10:00Z'))
  expect(getReminderTime(at('2027-05-04T10:00Z'), at('2027-05-03T11:00Z'))).toBe(null)
  expect(isWorthReminding(at('2027-05-04T10:00Z'), at('2027-05-04T08:30Z'))).toBe(false)
})

test.each([
  ['all stand', ['CONFIRMED', 'CONFIRMED', 'CONFIRMED'], ['10', '17', '24']],
  ['the first one was cancelled', ['CANCELED', 'CONFIRMED', 'CONFIRMED'], ['17', '24']],
  ['one waits for an answer, one was declined', ['PENDING', 'DECLINED', 'CONFIRMED'], ['24']],
  ['none stands', ['CANCELED', 'CREATED', 'DECLINED'], []],
] as const)('the parts of a set that its reminder lists: %s', (_, statuses, expected) => {
  const parts = ['10', '17', '24'].map((day, n) => ({ day, status: statuses[n] ?? 'CREATED', startAt: at(`2027-05-${day}T10:00Z`) }))
  expect(listStandingParts(parts.toReversed()).map(({ day }) => day)).toEqual(expected)
})

test('what was chosen is named by option and add-on, with numbers, and never by an id', () => {
  const choices = (custom: string) => ({ serviceChoices: [{ choices: [{ custom }] }, { choices: [{ custom }] }] })
  const addOns = [
    { name: 'Hot stones', durationInMinutes: 20 },
    { name: 'Towel', quantity: 2 },
  ]
  expect(listExtras({ participantsChoices: choices('Lavender oil'), addOns })).toEqual(['Lavender oil', 'Hot stones', '2 × Towel'])
  expect(listExtras({ participantsChoices: choices('7c1f6c6e-7c5f-4a9a-9c61-3b0f2b6a6a11'), addOns: [] })).toEqual([])
  expect(listExtras({ participantsChoices: null, addOns: [] })).toEqual([])
})

describe('sets and plan sessions', () => {
  const limit = (latestMinutes: number) => ({ enabled: true, limited: true, latestMinutes, allowAnonymous: true })
  const part = (start: string, minutes: number): ActionInput => ({
    status: 'CONFIRMED',
    type: 'APPOINTMENT',
    start: at(start),
    holdUntil: null,
    partOfSet: true,
    policy: { cancellation: limit(minutes), reschedule: limit(minutes) } as PolicySnapshot,
  })
  const parts = [part('2027-05-04T10:00Z', 60), part('2027-05-04T11:00Z', 180)]
  test('a visit is as strict as its strictest part, measured at its beginning; a basket at each part', () => {
    expect(getActionsAllowedForSet(parts, false, at('2027-05-04T07:00Z'))).toEqual({ cancel: true, reschedule: true })
    expect(getActionsAllowedForSet(parts, false, at('2027-05-04T07:30Z'))).toEqual({ cancel: false, reschedule: false })
    expect(getActionsAllowedForSet(parts, true, at('2027-05-04T08:00Z'))).toEqual({ cancel: true, reschedule: true })
    expect(getActionsAllowedForSet([{ ...parts[0], status: 'CANCELED' } as ActionInput], false, at('2027-05-04T07:00Z'))).toEqual({
      cancel: false,
      reschedule: false,
    })
  })
  test.each([
    ['the customer in time', { by: 'customer', inTime: true }, true],
    ['the customer too late', { by: 'customer', inTime: false }, false],
    ['the business, with the flag', { by: 'business', withRefund: true }, true],
    ['the business, without', { by: 'business', withRefund: false }, false],
    ['the system: the place was lost', { by: 'system' }, true],
  ] as const)('%s: sessions go back %s', (_, end, back) => expect(returnsCredits(end)).toBe(back))
  test('the next reminder of a course is that of its next session a day away', () => {
    const starts = [at('2027-05-04T10:00Z'), at('2027-05-11T10:00Z')]
    expect(getNextReminder(starts, at('2027-05-03T10:00Z'))?.toString()).toBe('2027-05-03T10:00:00Z')
    expect(getNextReminder(starts, at('2027-05-03T10:01Z'))?.toString()).toBe('2027-05-10T10:00:00Z')
    expect(getNextReminder(starts, at('2027-05-11T00:00Z'))).toBeNull()
  })
})
