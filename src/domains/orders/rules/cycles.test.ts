import { Temporal } from 'temporal-polyfill'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NY, type Row, at, rows, sub } from '../../../../test/cycle-examples.ts'
import { boundary, currentCycle, cycleIndexAt, cyclesUntil, earliestEndDate, endDate, statusAt, type Schedule } from './cycles.ts'

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
  return row.cancelRequested === undefined ? plain : { ...plain, cancelAfterCycle: cycleIndexAt(plain, at(row.cancelRequested)) }
}

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
