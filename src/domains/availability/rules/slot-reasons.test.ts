import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeRules, policyFlags } from '#domains/services/rules/policy.ts'
import { dayMs, minuteMs, parseLocal, toWeekday, zoneOffsets } from '#kit/pure/zone.ts'
import { changeSession, explainSession, isSessionOffered, type SessionSituation } from './session-reasons.ts'
import {
  applyChange,
  isOffered,
  toCountedSetup,
  type AppointmentSituation,
  type BookingGate,
  type BusyTime,
  type Candidate,
  type Limits,
} from './slot-changes.ts'
import { explainAppointment, type Explanation, type SlotReason } from './slot-reasons.ts'
import { buildSlotQuery } from './slot-setup.ts'
import { findFreeStarts } from './slots.ts'

const offsets = zoneOffsets('Europe/Berlin')
const at = (text: string) => offsets.toInstant(parseLocal(text) as number)
const monday = Math.floor((parseLocal('2027-05-03T00:00') as number) / dayMs)
const [L1, L2] = ['l1', 'l2']

const toRules = ({ earliestMinutes, latestMinutes, isAfterStartAllowed }: Limits) =>
  completeRules({
    limitEarlyBookingPolicy: { enabled: earliestMinutes !== null, earliestBookingInMinutes: earliestMinutes ?? 1 },
    limitLateBookingPolicy: { enabled: latestMinutes !== null, latestBookingInMinutes: latestMinutes ?? 1 },
    bookAfterStartPolicy: { enabled: isAfterStartAllowed },
  })
const openLimits: Limits = { earliestMinutes: null, latestMinutes: null, isAfterStartAllowed: false }
const toGate = (now: number, start: number, end: number, part: Partial<BookingGate> = {}, type: 'APPOINTMENT' | 'CLASS' = 'APPOINTMENT'): BookingGate => ({
  isHidden: false,
  isOnline: true,
  limits: openLimits,
  leadMinutes: (start - now) / minuteMs,
  toFlags: (limits, isOnline) => policyFlags({ type, rules: toRules(limits), onlineBookingEnabled: isOnline, now, start, end }),
  ...part,
})
const person = (id: string, part: Partial<Candidate> = {}): Candidate => ({
  id,
  isAssigned: true,
  isBookable: true,
  isMissing: false,
  locationIds: 'all',
  hours: 'BUSINESS',
  special: [],
  busy: [],
  ...part,
})
const week = (start: number, end: number, locationId?: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMinute: start, endMinute: end, intervalWeeks: 1, locationId }))
const busy = (from: string, to: string, part: Partial<BusyTime> = {}): BusyTime => ({
  key: `${from} ${to}`,
  kind: 'BOOKING',
  start: at(`2027-05-03T${from}`),
  end: at(`2027-05-03T${to}`),
  endsAt: at(`2027-05-03T${to}`),
  ...part,
})

interface Case {
  time?: string
  /** In place of the time. */
  start?: number
  now?: string | number
  gate?: Partial<BookingGate>
  places?: AppointmentSituation['places']
  setup?: Partial<AppointmentSituation['setup']>
}
function situation({ time = '2027-05-03T10:00', start = at(time), now = '2027-05-01T08:00', gate, places, setup }: Case = {}): AppointmentSituation {
  const durationMinutes = setup?.durationMinutes ?? 60
  return {
    ...toGate(typeof now === 'number' ? now : at(now), start, start + durationMinutes * minuteMs, gate),
    at: start,
    places: places ?? [{ id: L1, location: { locationId: L1 }, isOffered: true, isActive: true }],
    setup: {
      range: { start, end: start + durationMinutes * minuteMs },
      offsets,
      durationMinutes,
      bufferMinutes: 0,
      spacing: { sameAsDuration: false, minutes: 30, firstDuration: durationMinutes },
      business: { hours: week(540, 1080), special: [] },
      isWithinBusinessHours: false,
      primaries: [person('ana')],
      others: [],
      ...setup,
    },
  }
}
const show = ({ reasons, ways }: Explanation) => ways.map((way) => way.map((i) => `${reasons[i]?.resourceId ?? ''}:${reasons[i]?.code}`).join(' '))
const explain = (input: Case) => show(explainAppointment(situation(input)))

describe('each reason', () => {
  test('nothing is in the way', () => expect(explainAppointment(situation())).toEqual({ isOffered: true, reasons: [], ways: [] }))
  test.each<[string, Case, string[]]>([
    ['hidden and offline', { gate: { isHidden: true, isOnline: false } }, [':HIDDEN :ONLINE_BOOKING_OFF']],
    ['too early', { gate: { limits: { ...openLimits, earliestMinutes: 60 } } }, [':POLICY_TOO_EARLY']],
    ['too late', { now: '2027-05-03T09:30', gate: { limits: { ...openLimits, latestMinutes: 60 } } }, [':POLICY_TOO_LATE']],
    ['over', { now: '2027-05-03T10:30' }, [':IN_THE_PAST']],
    ['an inactive place', { places: [{ id: L1, location: { locationId: L1 }, isOffered: true, isActive: false }] }, [':LOCATION_INACTIVE']],
    ['a place of others', { places: [{ id: L1, location: { locationId: L1 }, isOffered: false, isActive: true }] }, [':NO_LOCATION']],
    ['no one', { setup: { primaries: [person('new', { isMissing: true })] } }, [':NO_STAFF']],
    ['someone without the service', { setup: { primaries: [person('ana', { isAssigned: false })] } }, ['ana:NOT_ASSIGNED']],
    ['someone who serves no customers', { setup: { primaries: [person('ana', { isBookable: false })] } }, ['ana:NOT_BOOKABLE']],
    ['no room', { setup: { others: [{ typeId: 'room', resources: [person('new', { hours: 'ALWAYS', isMissing: true })] }] } }, [':NO_RESOURCE']],
    ['a room elsewhere', { setup: { others: [{ typeId: 'room', resources: [person('r', { hours: 'ALWAYS', locationIds: [L2] })] }] } }, ['r:NOT_AT_LOCATION']],
    ['after hours', { time: '2027-05-03T20:00' }, [':OUTSIDE_HOURS']],
    ['after own hours', { setup: { primaries: [person('ana', { hours: week(840, 1080) })] } }, ['ana:OUTSIDE_HOURS']],
    ['hours at another place', { setup: { primaries: [person('ana', { hours: week(540, 1080, L2) })] } }, ['ana:WORKS_ELSEWHERE']],
    ['closed', { setup: { business: { hours: week(540, 1080), special: [{ first: monday, last: monday + 3, spans: [] }] } } }, [':CLOSED']],
    ['away', { setup: { primaries: [person('ana', { special: [{ first: monday, last: monday, spans: [] }] })] } }, ['ana:CLOSED']],
    [
      'special hours',
      { setup: { business: { hours: week(540, 1080), special: [{ first: monday, last: monday, spans: [{ start: 720, end: 900 }] }] } } },
      [':SPECIAL_HOURS'],
    ],
    ['booked', { setup: { primaries: [person('ana', { busy: [busy('10:30', '11:30')] })] } }, ['ana:BOOKED']],
    ['a class', { setup: { primaries: [person('ana', { busy: [busy('10:30', '11:30', { kind: 'SESSION' })] })] } }, ['ana:IN_SESSION']],
    ['time off', { setup: { primaries: [person('ana', { busy: [busy('10:30', '11:30', { kind: 'BLOCKED' })] })] } }, ['ana:BLOCKED']],
    ['another calendar', { setup: { primaries: [person('ana', { busy: [busy('10:30', '11:30', { kind: 'OTHER_CALENDAR' })] })] } }, ['ana:OTHER_CALENDAR']],
    ['the buffer before', { setup: { primaries: [person('ana', { busy: [busy('09:00', '10:15', { endsAt: at('2027-05-03T10:00') })] })] } }, ['ana:BUFFER']],
    ['the buffer after', { setup: { bufferMinutes: 15, primaries: [person('ana', { busy: [busy('11:00', '12:00')] })] } }, ['ana:BUFFER']],
    ['between starts', { time: '2027-05-03T10:10' }, [':OFF_GRID']],
  ])('%s', (_, input, expected) => expect(explain(input)).toEqual(expected))

  test('every reason of one person, and the shorter way of another', () => {
    const primaries = [
      person('ana', { special: [{ first: monday, last: monday, spans: [] }], busy: [busy('10:30', '11:30')] }),
      person('ben', { busy: [busy('09:30', '10:30')] }),
    ]
    expect(explain({ gate: { isHidden: true }, setup: { primaries } })).toEqual([':HIDDEN ben:BOOKED', ':HIDDEN ana:CLOSED ana:BOOKED'])
  })
  test('one booking that takes a person and the room is one reason', () => {
    const taken = [busy('10:30', '11:30')]
    const others = [{ typeId: 'room', resources: [person('r', { hours: 'ALWAYS', busy: taken })] }]
    expect(explain({ setup: { primaries: [person('ana', { busy: taken })], others } })).toEqual(['ana:BOOKED'])
  })
})

const minute = fc.integer({ min: 0, max: 287 }).map((n) => n * 5)
const maybe = <T>(arb: fc.Arbitrary<T>, otherwise: T, weight = 3) => fc.oneof({ weight, arbitrary: fc.constant(otherwise) }, { weight: 1, arbitrary: arb })
const place = fc.option(fc.constantFrom(L1, L2), { nil: undefined })
/** Days around which set-ups are made: an ordinary Monday, and days on which a clock is changed, also at midnight and by half an hour. */
const clocks = (
  [
    ['Europe/Berlin', '2027-05-03'],
    ['Europe/Berlin', '2027-03-28'],
    ['Europe/Berlin', '2027-10-31'],
    ['America/New_York', '2027-03-14'],
    ['America/New_York', '2027-11-07'],
    ['America/Santiago', '2027-04-04'],
    ['America/Santiago', '2027-09-05'],
    ['Atlantic/Azores', '2027-03-28'],
    ['Atlantic/Azores', '2027-10-31'],
    ['Australia/Lord_Howe', '2027-04-04'],
    ['Australia/Lord_Howe', '2027-10-03'],
    ['Asia/Kolkata', '2027-05-03'],
  ] as const
).map(([zone, date]) => ({ offsets: zoneOffsets(zone), day: Math.floor((parseLocal(`${date}T00:00`) as number) / dayMs) }))
type Clock = (typeof clocks)[number]
const toRange = ({ offsets: of, day }: Clock) => ({ start: of.toInstant(day * dayMs), end: of.toInstant((day + 1) * dayMs) })

const hoursRule = ({ day }: Clock) =>
  fc
    .record({
      weekday: fc.constantFrom(0, 0, 0, -1, 1).map((more) => toWeekday(day + more)),
      startMinute: minute,
      length: fc.integer({ min: 6, max: 200 }),
      locationId: place,
    })
    .map(({ length, ...rule }) => ({ ...rule, endMinute: rule.startMinute + length * 5, intervalWeeks: 1 }))
const spans = fc.array(
  fc.tuple(minute, fc.integer({ min: 6, max: 100 })).map(([start, length]) => ({ start, end: Math.min(1440, start + length * 5) })),
  { maxLength: 2 },
)
const special = ({ day }: Clock, locations: fc.Arbitrary<string | undefined>) =>
  maybe(
    fc
      .record({ first: fc.integer({ min: day - 1, max: day + 1 }), days: fc.integer({ min: 0, max: 2 }), spans, locationId: locations })
      .map(({ days, ...one }) => [{ ...one, last: one.first + days }]),
    [],
  )
const busyTime = (clock: Clock) =>
  fc
    .record({
      from: fc.integer({ min: -60, max: 1500 }),
      length: fc.integer({ min: 5, max: 240 }),
      buffer: fc.constantFrom(0, 0, 15),
      kind: fc.constantFrom('BOOKING' as const, 'SESSION' as const, 'BLOCKED' as const, 'OTHER_CALENDAR' as const),
    })
    .map(({ from, length, buffer, kind }): BusyTime => {
      const start = toRange(clock).start + from * minuteMs
      return { key: `${kind} ${from} ${length} ${buffer}`, kind, start, end: start + (length + buffer) * minuteMs, endsAt: start + length * minuteMs }
    })
const resource = (clock: Clock, id: string) =>
  fc.record({
    id: fc.constant(id),
    isAssigned: maybe(fc.constant(false), true),
    isBookable: maybe(fc.constant(false), true),
    isMissing: maybe(fc.constant(false), false),
    locationIds: fc.constantFrom('all' as const, 'all' as const, [L1], [L2]),
    hours: fc.oneof(fc.constant('BUSINESS' as const), fc.constant('ALWAYS' as const), fc.array(hoursRule(clock), { maxLength: 3 })),
    special: special(clock, fc.constant(undefined)),
    busy: fc.array(busyTime(clock), { maxLength: 4 }),
  })
const setupsOn = (clock: Clock) =>
  fc
    .record({
      durationMinutes: fc.constantFrom(30, 45, 60, 90, 240),
      bufferMinutes: fc.constantFrom(0, 0, 10, 30),
      sameAsDuration: maybe(fc.constant(true), false),
      minutes: fc.constantFrom(15, 30, 45),
      business: fc.record({ hours: fc.array(hoursRule(clock), { maxLength: 3 }), special: special(clock, place) }),
      isWithinBusinessHours: fc.boolean(),
      primaries: fc.tuple(resource(clock, 'ana'), resource(clock, 'ben')).chain((both) => fc.constantFrom(both, both.slice(0, 1))),
      others: fc.oneof(
        fc.constant([]),
        fc.tuple(resource(clock, 'r1'), resource(clock, 'r2')).map((resources) => [{ typeId: 'room', resources }]),
      ),
      places: fc
        .tuple(maybe(fc.constant(false), true), maybe(fc.constant(false), true), fc.boolean())
        .map(([isHere, isActive, two]) => [
          { id: L1, location: { locationId: L1 }, isOffered: isHere, isActive },
          ...(two
            ? [{ id: L2, location: { locationId: L2 }, isOffered: true, isActive: true }]
            : [{ id: 'off', location: 'offsite' as const, isOffered: true, isActive: false }]),
        ]),
      limits: fc.record({
        earliestMinutes: maybe(fc.constantFrom(60, 2880), null),
        latestMinutes: maybe(fc.constantFrom(30, 600), null),
        isAfterStartAllowed: fc.constant(false),
      }),
      isHidden: maybe(fc.constant(true), false),
      isOnline: maybe(fc.constant(false), true),
      // Counted by what passes: each pass of a repeated hour, and none of a skipped one.
      time: fc.integer({ min: 0, max: (toRange(clock).end - toRange(clock).start) / minuteMs / 5 - 1 }),
    })
    .map(({ time, limits, isHidden, isOnline, places, sameAsDuration, minutes, durationMinutes, ...rest }) =>
      situation({
        start: toRange(clock).start + time * 5 * minuteMs,
        now: toRange(clock).start - 10 * minuteMs,
        gate: { limits, isHidden, isOnline },
        places,
        setup: { ...rest, offsets: clock.offsets, durationMinutes, spacing: { sameAsDuration, minutes, firstDuration: durationMinutes } },
      }),
    )
const setups = fc.constantFrom(...clocks).chain((clock) => setupsOn(clock).map((one) => ({ ...one, clock })))
const changeAll = (from: AppointmentSituation, reasons: readonly SlotReason[]) =>
  reasons.reduce((now, { change }) => (change ? applyChange(now, change) : now), from)

describe('properties of appointments', () => {
  test('a time is explained if and only if it is not among the listed ones', () =>
    fc.assert(
      fc.property(setups, (one) => {
        const flags = one.toFlags(one.limits, one.isOnline)
        const listed =
          !one.isHidden &&
          !Object.values(flags).some(Boolean) &&
          one.places
            .filter((where) => where.isOffered && where.isActive)
            .some(({ location }) => {
              const day = toRange(one.clock)
              return findFreeStarts(buildSlotQuery({ ...toCountedSetup(one.setup, location), range: day })).some((start) => start.at === one.at)
            })
        const found = explainAppointment(one)
        expect(found.isOffered).toBe(listed)
        expect(found.reasons.length > 0).toBe(!listed)
        expect(found.ways.length > 0).toBe(!listed)
      }),
      { numRuns: 600 },
    ))
  test('the changes of a way open the time, and those of a part of it do not', () =>
    fc.assert(
      fc.property(setups, (one) => {
        const { reasons, ways } = explainAppointment(one)
        expect(new Set(ways.flat()).size).toBe(reasons.length)
        for (const way of ways) {
          const list = way.map((i) => reasons[i] as SlotReason)
          expect(isOffered(changeAll(one, list)), JSON.stringify(list)).toBe(true)
          for (const left of list)
            expect(
              isOffered(
                changeAll(
                  one,
                  list.filter((reason) => reason !== left),
                ),
              ),
              `without ${left.code}`,
            ).toBe(false)
        }
      }),
      { numRuns: 600 },
    ))
})

describe('sessions', () => {
  const seats = { capacity: 5, taken: 0, offered: 0, reserved: 0 }
  const start = at('2027-05-03T10:00')
  const classAt = (part: Partial<SessionSituation>, now = at('2027-05-02T10:00')): SessionSituation => ({
    ...toGate(now, start, start + 60 * minuteMs, {}, 'CLASS'),
    session: 'ON',
    seats,
    ...part,
  })
  test.each<[string, SessionSituation, string[]]>([
    ['none', classAt({ session: 'NONE' }), [':NO_SESSION']],
    ['cancelled', classAt({ session: 'CANCELLED', isHidden: true }), [':HIDDEN :SESSION_CANCELLED']],
    ['full', classAt({ seats: { ...seats, taken: 5 } }), [':FULL']],
    ['no session of a full course', classAt({ session: 'NONE', seats: { ...seats, taken: 5 } }), [':NO_SESSION :FULL']],
    ['kept for the waitlist', classAt({ seats: { ...seats, taken: 4, offered: 1 } }), [':RESERVED_FOR_WAITLIST']],
    ['begun', classAt({}, start + minuteMs), [':POLICY_TOO_LATE']],
    ['over', classAt({}, start + 60 * minuteMs), [':IN_THE_PAST']],
  ])('%s', (_, one, expected) => expect(show(explainSession(one))).toEqual(expected))

  const number = fc.integer({ min: 0, max: 6 })
  const sessions = fc
    .record({
      session: fc.constantFrom('ON' as const, 'ON' as const, 'CANCELLED' as const, 'NONE' as const),
      seats: fc.record({ capacity: number, taken: number, offered: number, reserved: fc.constantFrom(0, 0, 2) }),
      isHidden: fc.boolean(),
      isOnline: fc.boolean(),
      limits: fc.record({
        earliestMinutes: fc.constantFrom(null, 60),
        latestMinutes: fc.constantFrom(null, 6000),
        isAfterStartAllowed: fc.boolean(),
      }),
      now: fc.constantFrom(start - 1440 * minuteMs, start - 30 * minuteMs, start + 30 * minuteMs),
    })
    .map(({ now, ...part }) => classAt({ ...toGate(now, start, start + 60 * minuteMs, {}, 'CLASS'), ...part }))
  test('the changes open the session, and those of a part of it do not', () =>
    fc.assert(
      fc.property(sessions, (one) => {
        const { reasons, ways, isOffered: isOpen } = explainSession(one)
        expect(isOpen).toBe(isSessionOffered(one))
        expect(reasons.length > 0).toBe(!isOpen)
        const change = (list: readonly SlotReason[]) => list.reduce((now, reason) => (reason.change ? changeSession(now, reason.change) : now), one)
        for (const way of ways) {
          const list = way.map((i) => reasons[i] as SlotReason)
          expect(isSessionOffered(change(list)), JSON.stringify(list)).toBe(true)
          for (const left of list) expect(isSessionOffered(change(list.filter((reason) => reason !== left))), `without ${left.code}`).toBe(false)
        }
      }),
      { numRuns: 500 },
    ))
})
