import { expect, test } from 'vitest'
import { decideReport, type ReportAsk } from './reports.ts'

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
