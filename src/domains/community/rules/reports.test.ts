import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { decideReport, lastDigestPeriod, type ReportInput } from './reports.ts'

const input: ReportInput = { isSelf: false, isReporterMuted: false, status: 'APPROVED', isVisible: true, reportsToday: 0, isRepeated: false }
test.each<[Partial<ReportInput>, object]>([
  [{}, { ok: 'NEW' }],
  [{ isRepeated: true, reportsToday: 10 }, { ok: 'AGAIN' }],
  [{ isSelf: true }, { refused: 'SELF_REPORTING_FORBIDDEN' }],
  [{ isReporterMuted: true }, { refused: 'PERMISSION_DENIED' }],
  [{ status: 'BLOCKED', isVisible: false }, { refused: 'CANNOT_REPORT_BLOCKED_MEMBER' }],
  [{ status: undefined, isVisible: false }, { refused: 'NOT_FOUND' }],
  [{ isVisible: false }, { refused: 'NOT_FOUND' }],
  [{ reportsToday: 9 }, { ok: 'NEW' }],
  [{ reportsToday: 10 }, { refused: 'THROTTLED_FEATURE' }],
])('%j → %j', (more, expected) => expect(decideReport({ ...input, ...more })).toEqual(expected))

test('a report is in the email of one morning, by local time of the site, also when clocks change', () => {
  const day = (now: string, zone = 'Europe/Berlin') => {
    const { day, from, until } = lastDigestPeriod(Temporal.Instant.from(now), zone)
    return [day, from.toString(), until.toString()]
  }
  expect(day('2026-11-21T06:00:00Z')).toEqual(['2026-11-21', '2026-11-20T06:00:00Z', '2026-11-21T06:00:00Z'])
  expect(day('2026-11-21T05:59:59Z')).toEqual(['2026-11-20', '2026-11-19T06:00:00Z', '2026-11-20T06:00:00Z'])
  expect(day('2026-03-29T09:00:00Z')).toEqual(['2026-03-29', '2026-03-28T06:00:00Z', '2026-03-29T05:00:00Z'])
  expect(day('2026-11-21T06:00:00Z', 'Pacific/Auckland')[0]).toBe('2026-11-21')
})
