import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { decideReport, digestDay, type ReportAsk } from './reports.ts'

const ask: ReportAsk = { isSelf: false, reporterMuted: false, status: 'APPROVED', seen: true, madeToday: 0, isRepeated: false }
test.each<[Partial<ReportAsk>, object]>([
  [{}, { ok: 'NEW' }],
  [{ isRepeated: true, madeToday: 10 }, { ok: 'AGAIN' }],
  [{ isSelf: true }, { refused: 'SELF_REPORTING_FORBIDDEN' }],
  [{ reporterMuted: true }, { refused: 'PERMISSION_DENIED' }],
  [{ status: 'BLOCKED', seen: false }, { refused: 'CANNOT_REPORT_BLOCKED_MEMBER' }],
  [{ status: undefined, seen: false }, { refused: 'NOT_FOUND' }],
  [{ seen: false }, { refused: 'NOT_FOUND' }],
  [{ madeToday: 9 }, { ok: 'NEW' }],
  [{ madeToday: 10 }, { refused: 'THROTTLED_FEATURE' }],
])('%j → %j', (more, expected) => expect(decideReport({ ...ask, ...more })).toEqual(expected))

test('a report is told on one morning, by the clock of the site, also where the clock changes', () => {
  const day = (now: string, zone = 'Europe/Berlin') => {
    const { day, from, until } = digestDay(Temporal.Instant.from(now), zone)
    return [day, from.toString(), until.toString()]
  }
  expect(day('2026-11-21T06:00:00Z')).toEqual(['2026-11-21', '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z'])
  expect(day('2026-11-21T05:59:59Z')).toEqual(['2026-11-20', '2026-11-19T06:00:00Z', '2026-11-20T06:00:00Z'])
  expect(day('2026-03-29T09:00:00Z')).toEqual(['2026-03-29', '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z'])
  expect(day('2026-11-21T06:00:00Z', 'Pacific/Auckland')[0]).toBe('2026-11-21')
})
