import { Temporal } from 'temporal-polyfill'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundary, currentCycle, cycleIndexAt, cyclesUntil, earliestEndDate, endDate, statusAt, type Model, type Schedule } from './cycles.ts'

/** "2025-01-15T10:00Z" or a bare date, as the guide writes them. */
const at = (text: string) => Temporal.Instant.from(text.includes('T') ? text : `${text}T00:00Z`)
const show = (instant: Temporal.Instant | undefined) => instant?.toString()
const same = (text: string | undefined) => (text === undefined ? undefined : show(at(text)))
const sub = (unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR', count: number, cycleCount: number): Model => ({ kind: 'recurring', unit, count, cycleCount })
const one = (unit: 'DAY' | 'WEEK' | 'MONTH' | 'YEAR', count: number): Model => ({ kind: 'duration', unit, count })

interface Row {
  name: string
  zone?: string
  start: string
  model: Model
  trial?: number
  pauses?: [string, string?][]
  postponed?: { to: string; at: string; cycle: number }
  cancelRequested?: string
  canceledAt?: string
  read: string
  status: string
  cycle?: [number, string, string?]
  end?: string
  earliest?: string
  ends?: Record<number, string>
}

const NY = 'America/New_York'
const rows: Row[] = [
  {
    name: 'C1 plain monthly',
    start: '2025-01-15T10:00Z',
    model: sub('MONTH', 1, 0),
    read: '2025-03-20',
    status: 'ACTIVE',
    cycle: [3, '2025-03-15T10:00Z', '2025-04-15T10:00Z'],
  },
  {
    name: 'C2 anchor 31',
    zone: NY,
    start: '2025-01-31T15:00Z',
    model: sub('MONTH', 1, 0),
    read: '2025-02-01',
    status: 'ACTIVE',
    cycle: [1, '2025-01-31T15:00Z', '2025-02-28T15:00Z'],
    ends: { 1: '2025-02-28T15:00Z', 2: '2025-03-31T14:00Z', 3: '2025-04-30T14:00Z', 4: '2025-05-31T14:00Z' },
  },
  {
    name: 'C3 anchor 30 in a leap year',
    start: '2024-01-30T08:00Z',
    model: sub('MONTH', 1, 0),
    read: '2024-03-01',
    status: 'ACTIVE',
    cycle: [2, '2024-02-29T08:00Z', '2024-03-30T08:00Z'],
    ends: { 1: '2024-02-29T08:00Z', 2: '2024-03-30T08:00Z', 3: '2024-04-30T08:00Z' },
  },
  {
    name: 'C4 yearly from 29 Feb',
    start: '2024-02-29T12:00Z',
    model: sub('YEAR', 1, 4),
    read: '2026-06-01',
    status: 'ACTIVE',
    cycle: [3, '2026-02-28T12:00Z', '2027-02-28T12:00Z'],
    end: '2028-02-29T12:00Z',
    earliest: '2028-02-29T12:00Z',
    ends: { 1: '2025-02-28T12:00Z', 4: '2028-02-29T12:00Z' },
  },
  {
    name: 'C5 two weeks over spring DST',
    zone: 'Europe/Berlin',
    start: '2025-03-20T08:00Z',
    model: sub('WEEK', 2, 0),
    read: '2025-04-05',
    status: 'ACTIVE',
    cycle: [2, '2025-04-03T07:00Z', '2025-04-17T07:00Z'],
  },
  {
    name: 'C6 ten days over autumn DST',
    zone: NY,
    start: '2025-10-28T13:00Z',
    model: sub('DAY', 10, 0),
    read: '2025-11-10',
    status: 'ACTIVE',
    cycle: [2, '2025-11-07T14:00Z', '2025-11-17T14:00Z'],
  },
  {
    name: 'C7 quarterly, anchor 31',
    start: '2025-08-31',
    model: sub('MONTH', 3, 4),
    read: '2026-03-01',
    status: 'ACTIVE',
    cycle: [3, '2026-02-28', '2026-05-31'],
    end: '2026-08-31',
    earliest: '2026-08-31',
    ends: { 1: '2025-11-30', 2: '2026-02-28', 3: '2026-05-31', 4: '2026-08-31' },
  },
  {
    name: 'C8 boundary in the DST gap',
    zone: NY,
    start: '2025-02-09T07:30Z',
    model: sub('MONTH', 1, 0),
    read: '2025-03-09T07:30Z',
    status: 'ACTIVE',
    cycle: [2, '2025-03-09T07:30Z', '2025-04-09T06:30Z'],
  },
  {
    name: 'C9 boundary in the DST overlap',
    zone: NY,
    start: '2025-10-02T05:30Z',
    model: sub('MONTH', 1, 0),
    read: '2025-10-20',
    status: 'ACTIVE',
    cycle: [1, '2025-10-02T05:30Z', '2025-11-02T05:30Z'],
    ends: { 2: '2025-12-02T06:30Z' },
  },
  {
    name: 'C10 still in trial',
    start: '2025-05-01T09:00Z',
    model: sub('MONTH', 1, 0),
    trial: 14,
    read: '2025-05-10',
    status: 'ACTIVE',
    cycle: [0, '2025-05-01T09:00Z', '2025-05-15T09:00Z'],
    ends: { 0: '2025-05-15T09:00Z', 1: '2025-06-15T09:00Z', 2: '2025-07-15T09:00Z' },
  },
  {
    name: 'C11 trial and three cycles',
    start: '2025-01-10',
    model: sub('MONTH', 1, 3),
    trial: 7,
    read: '2025-02-20',
    status: 'ACTIVE',
    cycle: [2, '2025-02-17', '2025-03-17'],
    end: '2025-04-17',
    earliest: '2025-04-17',
  },
  {
    name: 'C12 trial end becomes a month-end anchor',
    start: '2025-01-24T06:00Z',
    model: sub('MONTH', 1, 0),
    trial: 7,
    read: '2025-03-15',
    status: 'ACTIVE',
    cycle: [2, '2025-02-28T06:00Z', '2025-03-31T06:00Z'],
    ends: { 0: '2025-01-31T06:00Z', 3: '2025-04-30T06:00Z' },
  },
  {
    name: 'C13 pause inside a cycle',
    start: '2025-01-01',
    model: sub('MONTH', 1, 0),
    pauses: [['2025-02-10', '2025-02-20']],
    read: '2025-03-05',
    status: 'ACTIVE',
    cycle: [2, '2025-02-01', '2025-03-11'],
    ends: { 1: '2025-02-01', 2: '2025-03-11', 3: '2025-04-11' },
  },
  {
    name: 'C14 pause past the cycle end',
    start: '2025-01-15',
    model: sub('MONTH', 1, 0),
    pauses: [['2025-02-10', '2025-03-02']],
    read: '2025-03-05',
    status: 'ACTIVE',
    cycle: [1, '2025-01-15', '2025-03-07'],
    ends: { 1: '2025-03-07', 2: '2025-04-04', 3: '2025-05-05' },
  },
  {
    name: 'C15 two pauses, three cycles',
    start: '2025-01-01T12:00Z',
    model: sub('MONTH', 1, 3),
    pauses: [
      ['2025-01-10', '2025-01-15'],
      ['2025-03-01', '2025-03-04T12:00Z'],
    ],
    read: '2025-04-01',
    status: 'ACTIVE',
    cycle: [3, '2025-03-10', '2025-04-10'],
    end: '2025-04-10',
    earliest: '2025-04-10',
    ends: { 1: '2025-02-06T12:00Z', 2: '2025-03-10' },
  },
  {
    name: 'C16 paused right now',
    start: '2025-01-01',
    model: sub('MONTH', 1, 6),
    pauses: [['2025-02-10']],
    read: '2025-03-20',
    status: 'PAUSED',
    cycle: [2, '2025-02-01', '2025-03-01'],
    end: '2025-07-01',
    earliest: '2025-07-01',
  },
  {
    name: 'C17 one payment, three months',
    start: '2025-11-30',
    model: one('MONTH', 3),
    read: '2025-12-25',
    status: 'ACTIVE',
    cycle: [1, '2025-11-30', '2026-02-28'],
    end: '2026-02-28',
    earliest: '2026-02-28',
  },
  {
    name: 'C18 thirty days over spring DST',
    zone: NY,
    start: '2025-03-01T15:00Z',
    model: one('DAY', 30),
    read: '2025-03-10',
    status: 'ACTIVE',
    cycle: [1, '2025-03-01T15:00Z', '2025-03-31T14:00Z'],
    end: '2025-03-31T14:00Z',
    earliest: '2025-03-31T14:00Z',
  },
  { name: 'C19 unlimited', start: '2025-03-01', model: { kind: 'unlimited' }, read: '2031-01-01', status: 'ACTIVE', cycle: [1, '2025-03-01'] },
  {
    name: 'C20 postponed end',
    start: '2025-01-01',
    model: sub('MONTH', 1, 2),
    postponed: { to: '2025-03-20', at: '2025-02-05', cycle: 2 },
    read: '2025-03-10',
    status: 'ACTIVE',
    cycle: [2, '2025-02-01', '2025-03-20'],
    end: '2025-03-20',
    earliest: '2025-03-01',
    ends: { 1: '2025-02-01' },
  },
  {
    name: 'C21 renewal cancelled, before the boundary',
    start: '2025-01-15',
    model: sub('MONTH', 1, 0),
    cancelRequested: '2025-03-01',
    read: '2025-03-10',
    status: 'ACTIVE',
    cycle: [2, '2025-02-15', '2025-03-15'],
    end: '2025-03-15',
  },
  {
    name: 'C22 renewal cancelled, at the boundary',
    start: '2025-01-15',
    model: sub('MONTH', 1, 0),
    cancelRequested: '2025-03-01',
    read: '2025-03-15',
    status: 'CANCELED',
    end: '2025-03-15',
  },
  {
    name: 'C23 cancelled at once',
    start: '2025-01-15',
    model: sub('MONTH', 1, 12),
    canceledAt: '2025-03-01T08:00Z',
    read: '2025-03-02',
    status: 'CANCELED',
    end: '2025-03-01T08:00Z',
    earliest: '2026-01-15',
  },
  {
    name: 'C24 cancelled in the trial by the member',
    start: '2025-05-01T09:00Z',
    model: sub('MONTH', 1, 0),
    trial: 14,
    cancelRequested: '2025-05-03',
    read: '2025-05-10',
    status: 'ACTIVE',
    cycle: [0, '2025-05-01T09:00Z', '2025-05-15T09:00Z'],
    end: '2025-05-15T09:00Z',
  },
  {
    name: 'C25 start in the future',
    start: '2025-09-01',
    model: sub('MONTH', 1, 3),
    read: '2025-08-20',
    status: 'PENDING',
    end: '2025-12-01',
    earliest: '2025-12-01',
  },
  {
    name: 'C26 local date differs',
    zone: NY,
    start: '2025-02-01T03:30Z',
    model: sub('MONTH', 1, 0),
    read: '2025-02-10',
    status: 'ACTIVE',
    cycle: [1, '2025-02-01T03:30Z', '2025-03-01T03:30Z'],
    ends: { 1: '2025-03-01T03:30Z', 2: '2025-04-01T02:30Z', 3: '2025-05-01T02:30Z' },
  },
  {
    name: 'C27 exactly at the end',
    start: '2025-01-01',
    model: sub('WEEK', 1, 4),
    read: '2025-01-29',
    status: 'ENDED',
    end: '2025-01-29',
    earliest: '2025-01-29',
  },
]

function scheduleOf(row: Row): Schedule {
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
    const s = scheduleOf(row)
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
})
