import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { completeRules, hasFlag, policyFlags } from '#domains/services/rules/policy.ts'
import { tableAt } from '../../../../test/guide-tables.ts'
import { overlaps, type Interval } from '#kit/pure/intervals.ts'
import { dayMs, formatLocal, minuteMs, parseLocal, zoneOffsets, toWeekday } from '#kit/pure/zone.ts'
import { expandAlwaysOpen, expandWorkingHours, toOpenWindows, type HoursRule, type SlotLocation } from './hours.ts'
import { limitPerDay } from './per-day.ts'
import { computeSlots, findFreeStarts, findFreeTimes, isFeasible, type ResourceTime, type SlotQuery, type Start } from './slots.ts'

const minutes = (text: string) => (Number(text.slice(0, 2)) || 0) * 60 + Number(text.slice(3, 5) || 0)
/** Rules written as `1 09-12` (weekday, from, to); an end before the start lies on the next day. */
const hours = (...lines: string[]): HoursRule[] =>
  lines.map((line) => {
    const [weekday, span, locationId] = line.split(' ') as [string, string, string?]
    const [start, end] = span.split('-').map(minutes) as [number, number]
    return { weekday: Number(weekday), startMinute: start, endMinute: end <= start ? end + 1440 : end, intervalWeeks: 1, locationId }
  })

interface Scenario {
  zone?: string
  /** Local days of the asked range, the second one exclusive. */
  days: [string, string]
  display?: string
  D: number
  B?: number
  grid?: number
  same?: boolean
  place?: SlotLocation
  staff: Record<string, { hours: HoursRule[]; busy?: Interval[] }>
  rooms?: Record<string, Interval[]>
  business?: HoursRule[]
}

function toQuery(scenario: Scenario): { query: SlotQuery; show: (start: Start) => string } {
  const zone = scenario.zone ?? 'Europe/Berlin'
  const offsets = zoneOffsets(zone)
  const display = zoneOffsets(scenario.display ?? zone)
  const range = {
    start: display.toInstant(parseLocal(`${scenario.days[0]}T00:00`) as number),
    end: display.toInstant(parseLocal(`${scenario.days[1]}T00:00`) as number),
  }
  const place = scenario.place ?? { locationId: 'main' }
  const within = scenario.rooms ? expandWorkingHours(scenario.business ?? [], place, range, offsets) : undefined
  const time = (id: string, instances: Interval[], busy: Interval[] = []): ResourceTime => ({ id, instances, windows: toOpenWindows(instances, within), busy })
  const query: SlotQuery = {
    duration: scenario.D * minuteMs,
    buffer: (scenario.B ?? 0) * minuteMs,
    step: (scenario.same ? scenario.D + (scenario.B ?? 0) : (scenario.grid ?? 30)) * minuteMs,
    restartAfterBusy: scenario.same ?? false,
    primaries: Object.entries(scenario.staff).map(([id, s]) => time(id, expandWorkingHours(s.hours, place, range, offsets), s.busy)),
    others: scenario.rooms
      ? [{ typeId: 'room', resources: Object.entries(scenario.rooms).map(([id, busy]) => time(id, expandAlwaysOpen(range, offsets), busy)) }]
      : [],
    range,
  }
  return { query, show: (start) => formatLocal(display.toLocal(start.at)).slice(0, 16) }
}
const starts = (scenario: Scenario): string[] => {
  const { query, show } = toQuery(scenario)
  const display = zoneOffsets(scenario.display ?? scenario.zone ?? 'Europe/Berlin')
  return findFreeStarts(query)
    .filter((s) => !display.isSecondPass(s.at))
    .map(show)
}
const times = (scenario: Scenario): string =>
  starts(scenario)
    .map((t) => t.slice(11))
    .join(' ')
const at = (zone: string, text: string) => zoneOffsets(zone).toInstant(parseLocal(text) as number)
const span = (from: string, to: string, zone = 'Europe/Berlin'): Interval => ({ start: at(zone, from), end: at(zone, to) })
/** Busy time on Monday 2027-05-03 in Berlin. */
const busy = (...spans: string[]): Interval[] => spans.map((s) => span(`2027-05-03T${s.slice(0, 5)}`, `2027-05-03T${s.slice(6, 11)}`))
const monday: [string, string] = ['2027-05-03', '2027-05-04']
const everyDay = (s: string) => hours(...[1, 2, 3, 4, 5, 6, 7].map((d) => `${d} ${s}`))

describe('worked examples', () => {
  const a = (...h: string[]) => ({ A: { hours: hours(...h) } })
  test('E1 a morning of hours', () => expect(times({ days: monday, D: 60, staff: a('1 09-12') })).toBe('09:00 09:30 10:00 10:30 11:00'))
  test('E2 same as duration with a buffer', () => expect(times({ days: monday, D: 30, B: 10, same: true, staff: a('1 09-11') })).toBe('09:00 09:40 10:20'))
  test('E3 a buffer may run past closing', () =>
    expect(times({ days: monday, D: 120, B: 30, staff: { A: { hours: hours('1 10-18'), busy: busy('13:00-15:30') } } })).toBe('10:00 10:30 15:30 16:00'))
  test('E4 a lunch break', () =>
    expect(times({ days: monday, D: 90, staff: a('1 09-12', '1 13-17') })).toBe('09:00 09:30 10:00 10:30 13:00 13:30 14:00 14:30 15:00 15:30'))
  test('E5 the count restarts after busy time', () =>
    expect(times({ days: monday, D: 45, B: 15, same: true, staff: { A: { hours: hours('1 09-13'), busy: busy('09:30-10:20') } } })).toBe('10:20 11:20'))
  const withStaff = (scenario: Scenario) => {
    const { query, show } = toQuery(scenario)
    return findFreeStarts(query).map((s) => `${show(s).slice(11)} ${s.free.join('+')}`)
  }
  test('E6 any of two people', () =>
    expect(withStaff({ days: monday, D: 60, staff: { A: { hours: hours('1 09-11') }, B: { hours: hours('1 10-12') } } })).toEqual([
      '09:00 A',
      '09:30 A',
      '10:00 A+B',
      '10:30 B',
      '11:00 B',
    ]))
  test('E7 one of them is busy', () =>
    expect(withStaff({ days: monday, D: 60, staff: { A: { hours: hours('1 09-11'), busy: busy('09:30-10:00') }, B: { hours: hours('1 10-12') } } })).toEqual([
      '10:00 A+B',
      '10:30 B',
      '11:00 B',
    ]))
  test('E8 hours across midnight', () =>
    expect(starts({ days: ['2027-05-07', '2027-05-09'], D: 60, grid: 60, staff: a('5 22-02') })).toEqual([
      '2027-05-07T22:00',
      '2027-05-07T23:00',
      '2027-05-08T00:00',
      '2027-05-08T01:00',
    ]))
  test('E9 windows that touch at midnight merge', () =>
    expect(times({ days: ['2027-05-07', '2027-05-09'], D: 60, staff: a('5 22-24', '6 00-01') })).toBe('22:00 22:30 23:00 23:30 00:00'))
  test('E10 a night with a gap', () =>
    expect(times({ days: ['2027-03-28', '2027-03-29'], D: 60, grid: 60, staff: a('7 00-06') })).toBe('00:00 01:00 03:00 04:00 05:00'))
  const autumn = { days: ['2027-10-31', '2027-11-01'] as [string, string], D: 60, grid: 60, staff: a('7 00-06') }
  test('E11 a night with a repeated hour', () => {
    expect(times(autumn)).toBe('00:00 01:00 02:00 03:00 04:00 05:00')
    const { query } = toQuery(autumn)
    expect(findFreeStarts(query)).toHaveLength(7)
    expect(findFreeStarts(query)[2]?.at).toBe(Date.UTC(2027, 9, 31, 0))
  })
  test('E12 the same night shown in UTC', () =>
    expect(starts({ ...autumn, display: 'UTC', days: ['2027-10-30', '2027-11-01'] })).toEqual([
      '2027-10-30T22:00',
      '2027-10-30T23:00',
      ...[0, 1, 2, 3, 4].map((h) => `2027-10-31T0${h}:00`),
    ]))
  test('E13 New York in spring', () =>
    expect(times({ zone: 'America/New_York', days: ['2027-03-14', '2027-03-15'], D: 30, staff: a('7 01-05') })).toBe('01:00 01:30 03:00 03:30 04:00 04:30'))
  test('E14 New York in autumn, long appointments', () => {
    const scenario: Scenario = { zone: 'America/New_York', days: ['2027-11-07', '2027-11-08'], D: 90, grid: 60, staff: a('7 00-04') }
    expect(times(scenario)).toBe('00:00 01:00 02:00')
    expect(findFreeStarts(toQuery(scenario).query).map((s) => s.at)).toEqual([4, 5, 6, 7].map((h) => Date.UTC(2027, 10, 7, h)))
  })
  test('E15 Lord Howe in spring', () =>
    expect(times({ zone: 'Australia/Lord_Howe', days: ['2027-10-03', '2027-10-04'], D: 60, grid: 60, staff: a('7 00-06') })).toBe(
      '00:00 01:00 02:30 03:30 04:30',
    ))
  test('E16 Lord Howe in autumn', () => {
    const scenario: Scenario = { zone: 'Australia/Lord_Howe', days: ['2027-04-04', '2027-04-05'], D: 30, staff: a('7 00-04') }
    expect(times(scenario)).toBe('00:00 00:30 01:00 01:30 02:00 02:30 03:00 03:30')
    expect(new Set(findFreeStarts(toQuery(scenario).query).map((s) => s.at)).has(Date.UTC(2027, 3, 3, 14, 30))).toBe(true) // 01:30 of +11:00
  })
  const windows = (limit?: number) => {
    const { query, show } = toQuery({ days: ['2027-05-03', '2027-05-06'], D: 60, grid: 60, staff: a('1 09-11', '2 09-11', '3 09-11') })
    const rules = completeRules({
      limitLateBookingPolicy: { enabled: true, latestBookingInMinutes: 120 },
      limitEarlyBookingPolicy: { enabled: true, earliestBookingInMinutes: 2880 },
    })
    const now = at('Europe/Berlin', '2027-05-03T08:00')
    const all = findFreeStarts(query).map((s) => {
      const flags = policyFlags({ type: 'APPOINTMENT', rules, onlineBookingEnabled: true, now, start: s.at, end: s.at + query.duration })
      return {
        text: show(s).slice(8),
        day: Number(show(s).slice(8, 10)),
        bookable: !hasFlag(flags),
        flag: flags.tooEarlyToBook ? ' early' : flags.tooLateToBook ? ' late' : ' ok',
      }
    })
    const shown = limit === undefined ? all : limitPerDay(all, limit)
    return shown.map((e) => e.text + e.flag)
  }
  test('E17 limits in both directions, equality allowed', () =>
    expect(windows()).toEqual(['03T09:00 late', '03T10:00 ok', '04T09:00 ok', '04T10:00 ok', '05T09:00 early', '05T10:00 early']))
  test('E18 one slot a day, a bookable one if there is any', () => expect(windows(1)).toEqual(['03T10:00 ok', '04T09:00 ok', '05T09:00 early']))
  test('E19 outside calendar and time off', () =>
    expect(
      times({
        days: monday,
        D: 60,
        staff: { A: { hours: hours('1 09-14'), busy: [{ start: Date.UTC(2027, 4, 3, 8, 15), end: Date.UTC(2027, 4, 3, 8, 45) }, ...busy('12:00-23:59')] } },
      }),
    ).toBe('09:00 11:00'))
  test('E20 a room is needed too', () => {
    const scenario: Scenario = {
      days: monday,
      D: 60,
      grid: 60,
      staff: a('1 09-13'),
      rooms: { R1: busy('09:00-12:00'), R2: busy('10:00-11:00') },
      business: everyDay('00-24'),
    }
    const { query, show } = toQuery(scenario)
    expect(findFreeStarts(query).map((s) => `${show(s).slice(11)} ${s.free.join()},${s.others.flat().join()}`)).toEqual([
      '09:00 A,R2',
      '11:00 A,R2',
      '12:00 A,R1,R2',
    ])
  })
  test('E21 hours at places', () =>
    expect(times({ days: monday, D: 60, grid: 60, place: { locationId: 'L2' }, staff: a('1 09-11 L1', '1 13-15 L2', '1 16-17') })).toBe('13:00 14:00 16:00'))
  test('E22 shown on the other side of the world', () =>
    expect(times({ days: ['2027-05-04', '2027-05-05'], display: 'Pacific/Auckland', D: 60, grid: 60, staff: a('1 12-16', '2 12-16') })).toBe(
      '00:00 01:00 22:00 23:00',
    ))
})

describe('more cases', () => {
  const a = (...h: string[]) => ({ A: { hours: hours(...h) } })
  test('hours that begin in a gap begin after it', () =>
    expect(times({ days: ['2027-03-28', '2027-03-29'], D: 30, staff: a('7 02:30-05') })).toBe('03:30 04:00 04:30'))
  test('hours that begin in a repeated hour begin in its first pass', () =>
    expect(findFreeStarts(toQuery({ days: ['2027-10-31', '2027-11-01'], D: 60, grid: 60, staff: a('7 02-04') }).query)[0]?.at).toBe(Date.UTC(2027, 9, 31, 0)))
  test('a day of 23 hours', () =>
    expect(times({ zone: 'America/New_York', days: ['2027-03-14', '2027-03-15'], D: 360, grid: 360, staff: a('7 00-24') })).toBe('00:00 07:00 13:00'))
  test('every second week counts from the week of the first day', () => {
    const first = (parseLocal('2027-05-06T00:00') as number) / dayMs // a Thursday
    const biweekly = hours('1 09-10').map((rule) => ({ ...rule, intervalWeeks: 2, startsOn: first }))
    expect(starts({ days: ['2027-05-01', '2027-06-01'], D: 60, staff: { A: { hours: biweekly } } })).toEqual(['2027-05-17T09:00', '2027-05-31T09:00'])
  })
  test('an appointment may end exactly at closing, not a minute later', () => {
    const resource = toQuery({ days: monday, D: 60, staff: a('1 09-12') }).query.primaries[0] as ResourceTime
    const eleven = at('Europe/Berlin', '2027-05-03T11:00')
    expect([isFeasible(eleven, resource, 60 * minuteMs, 0), isFeasible(eleven + minuteMs, resource, 60 * minuteMs, 0)]).toEqual([true, false])
  })
  test('weekdays are right', () => expect(toWeekday((parseLocal('2027-05-03T00:00') as number) / dayMs)).toBe(1))
})

describe('properties', () => {
  const minuteOfDay = fc.integer({ min: 0, max: 1439 })
  const interval = fc
    .tuple(minuteOfDay, fc.integer({ min: 1, max: 400 }))
    .map(([from, length]) => ({ start: from * minuteMs, end: (from + length) * minuteMs }))
  const resource = (id: string) =>
    fc.record({ instances: fc.array(interval, { maxLength: 4 }), busy: fc.array(interval, { maxLength: 5 }) }).map(({ instances, busy: b }): ResourceTime => {
      const sorted = instances.toSorted((x, y) => x.start - y.start)
      return { id, instances: sorted, windows: toOpenWindows(sorted), busy: b }
    })
  const query = fc.record({
    duration: fc.integer({ min: 1, max: 200 }).map((m) => m * minuteMs),
    buffer: fc.integer({ min: 0, max: 60 }).map((m) => m * minuteMs),
    step: fc.integer({ min: 5, max: 120 }).map((m) => m * minuteMs),
    restartAfterBusy: fc.boolean(),
    primaries: fc.tuple(resource('A'), resource('B')),
    others: fc.oneof(
      fc.constant([] as SlotQuery['others']),
      fc.tuple(resource('R'), resource('S')).map((resources) => [{ typeId: 'room', resources }]),
    ),
    range: fc.constant({ start: 0, end: 2 * dayMs }),
  })
  test('a free start lies in a window and touches no busy time, and the merged search agrees with the plain one', () => {
    fc.assert(
      fc.property(query, (q) => {
        const found = computeSlots(q)
        expect(found.map((s) => s.at)).toEqual([...new Set(found.map((s) => s.at))].toSorted((x, y) => x - y))
        for (const start of found) {
          const roomFree = q.others.every((type) => type.resources.some((r) => isFeasible(start.at, r, q.duration, q.buffer)))
          for (const r of q.primaries) expect(start.free.includes(r.id)).toBe(roomFree && isFeasible(start.at, r, q.duration, q.buffer))
          for (const id of start.free) {
            const r = q.primaries.find((p) => p.id === id) as ResourceTime
            expect(r.busy.some((b) => overlaps(b, { start: start.at, end: start.at + q.duration + q.buffer }))).toBe(false)
          }
        }
      }),
      { numRuns: 500 },
    )
  })
  test('looking for times alone finds those of the free starts', () => {
    fc.assert(
      fc.property(query, (q) => {
        expect(findFreeTimes(q)).toEqual(findFreeStarts(q).map((start) => start.at))
      }),
      { numRuns: 500 },
    )
  })
  test('asking for a part of the range gives that part of the starts', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 0, max: 2880 }), (q, cut) => {
        const half = { start: cut * minuteMs, end: 2 * dayMs }
        expect(computeSlots({ ...q, range: half }).map((s) => s.at)).toEqual(
          computeSlots(q)
            .map((s) => s.at)
            .filter((t) => t >= half.start),
        )
      }),
    )
  })
  test('a minute of brute force finds the same grid', () => {
    fc.assert(
      fc.property(query, (q) => {
        if (q.restartAfterBusy) return
        const brute: number[] = []
        for (let t = 0; t < 2 * dayMs; t += minuteMs) {
          const onGrid = q.primaries.some(
            (r) =>
              r.instances.some((i) => t >= i.start && t < i.end && (t - i.start) % q.step === 0) &&
              r.windows.some((w) => w.start <= t && t + q.duration <= w.end),
          )
          if (onGrid) brute.push(t)
        }
        expect(computeSlots(q).map((s) => s.at)).toEqual(brute)
      }),
      { numRuns: 60 },
    )
  })
})

test('ten people, thirty days, a grid of five minutes', () => {
  const staff = Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`S${i}`, { hours: everyDay('08-20'), busy: busy('10:00-11:00') }]))
  const { query } = toQuery({ days: ['2027-05-01', '2027-05-31'], D: 60, grid: 5, staff })
  expect(findFreeStarts(query).length).toBeGreaterThan(3000)
})

test('each worked example of the guide has its test, and each of these tests its example', () => {
  const sources = ['slots', 'sessions'].map((name) => readFileSync(`src/domains/availability/rules/${name}.test.ts`, 'utf8')).join('\n')
  const tested = [...sources.matchAll(/^ *test\('([EC]\d+) /gm)].map(([, name]) => name)
  const written = [1, 2].flatMap((nth) => tableAt('services-and-availability', '## 17', nth)).map(([name]) => name)
  expect(written.length).toBeGreaterThan(20)
  expect(tested.toSorted()).toEqual(written.toSorted())
})
