import { Temporal } from 'temporal-polyfill'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NY, type Row, at, rows, sub } from '../../../../test/cycle-examples.ts'
import {
  boundary,
  calculateHoldLength,
  currentCycle,
  cycleIndexAt,
  cyclesUntil,
  earliestEndDate,
  endDate,
  followMovedEnd,
  moveEnd,
  statusAt,
  type Schedule,
} from './cycles.ts'

const show = (instant: Temporal.Instant | undefined) => instant?.toString()
const same = (text: string | undefined) => (text === undefined ? undefined : show(at(text)))
function getSchedule(row: Row): Schedule {
  const plain: Schedule = {
    start: at(row.start),
    timeZone: row.zone ?? 'UTC',
    model: row.model,
    trialDays: row.trial ?? 0,
    pauses: (row.pauses ?? []).map(([from, to]) => ({ from: at(from), to: to === undefined ? undefined : at(to) })),
    postponed: row.postponed && { to: at(row.postponed.to), at: at(row.postponed.at), cycle: row.postponed.cycle },
    canceledAt: row.canceledAt === undefined ? undefined : at(row.canceledAt),
  }
  if (row.cancelRequested === undefined) return plain
  const stopped = { ...plain, cancelAfterCycle: cycleIndexAt(plain, at(row.cancelRequested)) }
  return row.kept === undefined ? stopped : takeUp(stopped)
}

/** The renewal is stopped after the cycle, the end is moved, and the renewal is taken up again. */
const stopAndMove = (s: Schedule, cycle: number, to: Temporal.Instant, when: Temporal.Instant): Schedule => {
  const stopped = { ...s, cancelAfterCycle: cycle }
  return { ...stopped, postponed: moveEnd(stopped, to, when) }
}
const takeUp = (s: Schedule): Schedule => ({ ...s, postponed: followMovedEnd(s), cancelAfterCycle: undefined })

describe('the worked examples', () => {
  test.each(rows)('$name', (row) => {
    const s = getSchedule(row)
    const now = at(row.read)
    expect(statusAt(s, now)).toBe(row.status)
    const cycle = currentCycle(s, now)
    expect(cycle && [cycle.index, show(cycle.start), show(cycle.end)]).toEqual(row.cycle && [row.cycle[0], same(row.cycle[1]), same(row.cycle[2])])
    expect(show(endDate(s))).toBe(same(row.end))
    expect(show(earliestEndDate(s))).toBe(same(row.earliest))
    for (const [k, end] of Object.entries(row.ends ?? {})) expect(show(boundary(s, Number(k)))).toBe(same(end))
  })
})

describe('a renewal that is taken up again after its end was moved', () => {
  const start = at('2025-01-01')
  const monthly = (cycleCount: number): Schedule => ({ start, timeZone: 'UTC', model: sub('MONTH', 1, cycleCount), trialDays: 0, pauses: [] })
  const ends = (s: Schedule, ...cycles: number[]) => cycles.map((k) => show(boundary(s, k))?.slice(0, 10))

  test('keeps both ends when it happens twice', () => {
    const once = takeUp(stopAndMove(monthly(0), 2, at('2025-04-15'), at('2025-02-10')))
    expect(ends(once, 1, 2, 3, 4)).toEqual(['2025-02-01', '2025-04-15', '2025-05-15', '2025-06-15'])
    const again = stopAndMove(once, 3, at('2025-07-01'), at('2025-05-01'))
    expect([show(endDate(again)), ends(again, 1, 2)]).toEqual([show(at('2025-07-01')), ['2025-02-01', '2025-04-15']])
    // Moved once more before it goes on: only the last day counts.
    const further = takeUp(stopAndMove(again, 3, at('2025-07-10'), at('2025-05-02')))
    expect(ends(further, 1, 2, 3, 4)).toEqual(['2025-02-01', '2025-04-15', '2025-07-10', '2025-08-10'])
    expect(endDate(further)).toBeUndefined()
  })
  test('moves on with later pauses only', () => {
    const paused = { ...monthly(0), pauses: [{ from: at('2025-01-10'), to: at('2025-01-12') }] }
    const kept = takeUp(stopAndMove(paused, 1, at('2025-03-01'), at('2025-01-20')))
    expect(ends(kept, 1, 2)).toEqual(['2025-03-01', '2025-04-01'])
    const later = { ...kept, pauses: [...kept.pauses, { from: at('2025-02-01'), to: at('2025-02-05') }, { from: at('2025-03-10'), to: at('2025-03-11') }] }
    expect(ends(later, 1, 2)).toEqual(['2025-03-05', '2025-04-06'])
  })
  test('begins the first paid cycle at the moved end of a trial', () => {
    const kept = takeUp(stopAndMove({ ...monthly(0), trialDays: 7 }, 0, at('2025-01-20'), at('2025-01-05')))
    expect(ends(kept, 0, 1)).toEqual(['2025-01-20', '2025-02-20'])
  })
  test('gives all cycles of a plan that counts them, and leaves a moved end after which none comes', () => {
    const kept = takeUp(stopAndMove(monthly(3), 1, at('2025-03-01'), at('2025-01-20')))
    expect(show(endDate(kept))).toBe(show(at('2025-05-01')))
    const last = takeUp(stopAndMove(monthly(3), 3, at('2025-05-10'), at('2025-03-05')))
    expect([show(endDate(last)), show(earliestEndDate(last))]).toEqual([show(at('2025-05-10')), show(at('2025-04-01'))])
    const other = takeUp({ ...monthly(3), postponed: { to: at('2025-05-10'), at: at('2025-01-05'), cycle: 3 }, cancelAfterCycle: 1 })
    expect([ends(other, 1, 2), show(endDate(other))]).toEqual([['2025-02-01', '2025-03-01'], show(at('2025-05-10'))])
  })
})

describe('what holds for every order', () => {
  const anySchedule = fc
    .record({
      start: fc.integer({ min: 1_600_000_000, max: 1_900_000_000 }),
      zone: fc.constantFrom('UTC', NY, 'Europe/Berlin', 'Pacific/Apia'),
      unit: fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const, 'YEAR' as const),
      count: fc.integer({ min: 1, max: 6 }),
      trial: fc.constantFrom(0, 0, 7, 30),
    })
    .map(
      (v): Schedule => ({
        start: Temporal.Instant.fromEpochMilliseconds(v.start * 1000),
        timeZone: v.zone,
        model: sub(v.unit, v.count, 0),
        trialDays: v.trial,
        pauses: [],
      }),
    )

  test('cycles never overlap and leave no hole', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 900 }), (s, days) => {
        const list = cyclesUntil(s, s.start.add({ hours: days * 24 }))
        expect(show(list[0]?.start)).toBe(show(s.start))
        list.slice(1).forEach((cycle, i) => expect(show(cycle.start)).toBe(show(list[i]?.end)))
      }),
      { numRuns: 60 },
    )
  })
  test('twelve months are a year', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 6 }), (s, k) => {
        expect(show(boundary({ ...s, model: sub('MONTH', 12, 0) }, k))).toBe(show(boundary({ ...s, model: sub('YEAR', 1, 0) }, k)))
      }),
      { numRuns: 60 },
    )
  })
  test('a pause moves the end by exactly its length', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 1, max: 30 * 86_400_000 }), (s, p) => {
        const finite: Schedule = { ...s, model: sub('MONTH', 1, 6) }
        const from = s.start.add({ hours: 10 })
        const paused: Schedule = { ...finite, pauses: [{ from, to: from.add({ milliseconds: p }) }] }
        expect(show(endDate(paused))).toBe(show(endDate(finite)?.add({ milliseconds: p })))
        expect(show(earliestEndDate(paused))).toBe(show(endDate(paused)))
      }),
      { numRuns: 60 },
    )
  })
  test('two pauses in one cycle are one pause of their length to every later boundary', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 1, max: 5 * 86_400_000 }), fc.integer({ min: 1, max: 5 * 86_400_000 }), (s, p, q) => {
        const from = s.start.add({ hours: 1 })
        const to = from.add({ milliseconds: p })
        const again = to.add({ minutes: 30 })
        const two: Schedule = {
          ...s,
          pauses: [
            { from, to },
            { from: again, to: again.add({ milliseconds: q }) },
          ],
        }
        const one: Schedule = { ...s, pauses: [{ from, to: from.add({ milliseconds: p + q }) }] }
        for (const k of [1, 2, 7]) expect(show(boundary(two, k))).toBe(show(boundary(one, k)))
      }),
      { numRuns: 60 },
    )
  })
  test('what was read once is read again later', () => {
    fc.assert(
      fc.property(anySchedule, fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 400 }), (s, days, more) => {
        const early = cyclesUntil(s, s.start.add({ hours: days * 24 }))
        expect(cyclesUntil(s, s.start.add({ hours: (days + more) * 24 })).slice(0, early.length)).toEqual(early)
      }),
      { numRuns: 60 },
    )
  })
})

describe('how long a dispute kept the tries of a payment', () => {
  const day = (of: number) => Temporal.Instant.from(`2025-01-${String(of).padStart(2, '0')}T00:00:00Z`)
  const days = (pauses: [number, number?][]) =>
    calculateHoldLength(
      day(10),
      day(20),
      pauses.map(([from, to]) => ({ from: day(from), to: to === undefined ? undefined : day(to) })),
    ) / 86_400_000
  test.each<[string, [number, number?][], number]>([
    ['all of it', [], 10],
    [
      'all of it beside a pause before and one after',
      [
        [1, 5],
        [21, 25],
      ],
      10,
    ],
    ['without the pause within it', [[12, 15]], 7],
    ['without the part of a pause that began before', [[5, 12]], 8],
    ['until the pause that is still open', [[13]], 3],
    ['nothing of it within a pause', [[5]], 0],
  ])('%s', (_, pauses, expected) => expect(days(pauses)).toBe(expected))
})
