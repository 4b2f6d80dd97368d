/** Whether a member may report another. Source: guide members §14. */
import { Temporal } from 'temporal-polyfill'
export const MAX_REPORTS_PER_DAY = 10

export type ReportRefusal = 'SELF_REPORTING_FORBIDDEN' | 'CANNOT_REPORT_BLOCKED_MEMBER' | 'PERMISSION_DENIED' | 'NOT_FOUND' | 'THROTTLED_FEATURE'
export interface ReportInput {
  isSelf: boolean
  isReporterMuted: boolean
  /** Undefined: no such member. */
  status: 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE' | undefined
  /** Whether the reporter can see the member. */
  isVisible: boolean
  /** Reports that the reporter made in the last 24 hours; updates of one do not count. */
  reportsToday: number
  isRepeated: boolean
}
/** Members report others whom they can see, 10 per day at most. Blocked members cannot be reported. */
export function decideReport(input: ReportInput): { ok: 'NEW' | 'AGAIN' } | { refused: ReportRefusal } {
  if (input.isSelf) return { refused: 'SELF_REPORTING_FORBIDDEN' }
  if (input.isReporterMuted) return { refused: 'PERMISSION_DENIED' }
  if (input.status === 'BLOCKED') return { refused: 'CANNOT_REPORT_BLOCKED_MEMBER' }
  if (input.status === undefined || !input.isVisible) return { refused: 'NOT_FOUND' }
  if (input.isRepeated) return { ok: 'AGAIN' }
  return input.reportsToday >= MAX_REPORTS_PER_DAY ? { refused: 'THROTTLED_FEATURE' } : { ok: 'NEW' }
}

/** Local hour of the daily email. */
const DIGEST_HOUR = 7
/** The last complete period of reports: from 7:00 to 7:00 local time of the site, named after the day of its end. Each report is in one period. */
export function lastDigestPeriod(now: Temporal.Instant, timeZone: string): { day: string; from: Temporal.Instant; until: Temporal.Instant } {
  const localNow = now.toZonedDateTimeISO(timeZone)
  const today = localNow.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } })
  const until = Temporal.ZonedDateTime.compare(localNow, today) < 0 ? today.subtract({ days: 1 }) : today
  return { day: until.toPlainDate().toString(), from: until.subtract({ days: 1 }).toInstant(), until: until.toInstant() }
}
