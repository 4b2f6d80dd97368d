/** Whether somebody may report somebody. Source: guide members 14. */
import { Temporal } from 'temporal-polyfill'
export const MAX_REPORTS_PER_DAY = 10

export type ReportRefusal = 'SELF_REPORTING_FORBIDDEN' | 'CANNOT_REPORT_BLOCKED_MEMBER' | 'PERMISSION_DENIED' | 'NOT_FOUND' | 'THROTTLED_FEATURE'
export interface ReportInput {
  isSelf: boolean
  isReporterMuted: boolean
  /** Undefined: there is nobody with this id. */
  status: 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE' | undefined
  /** Whether the reporter can see the member. */
  isVisible: boolean
  /** Reports on others that the reporter made in the last 24 hours; saying one again does not count. */
  reportsToday: number
  isRepeated: boolean
}
/** A member reports another whom they can see, ten a day at most; a blocked one is dealt with already. */
export function decideReport(input: ReportInput): { ok: 'NEW' | 'AGAIN' } | { refused: ReportRefusal } {
  if (input.isSelf) return { refused: 'SELF_REPORTING_FORBIDDEN' }
  if (input.isReporterMuted) return { refused: 'PERMISSION_DENIED' }
  if (input.status === 'BLOCKED') return { refused: 'CANNOT_REPORT_BLOCKED_MEMBER' }
  if (input.status === undefined || !input.isVisible) return { refused: 'NOT_FOUND' }
  if (input.isRepeated) return { ok: 'AGAIN' }
  return input.reportsToday >= MAX_REPORTS_PER_DAY ? { refused: 'THROTTLED_FEATURE' } : { ok: 'NEW' }
}

/** When the owners read in the morning what was reported since the morning before. */
const DIGEST_HOUR = 7
/** The last day of reports that is over: from seven to seven by the clock of the site, named after its end. Each report is in one of them. */
export function lastDigestPeriod(now: Temporal.Instant, timeZone: string): { day: string; from: Temporal.Instant; until: Temporal.Instant } {
  const localNow = now.toZonedDateTimeISO(timeZone)
  const today = localNow.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } })
  const until = Temporal.ZonedDateTime.compare(localNow, today) < 0 ? today.subtract({ days: 1 }) : today
  return { day: until.toPlainDate().toString(), from: until.subtract({ days: 1 }).toInstant(), until: until.toInstant() }
}
