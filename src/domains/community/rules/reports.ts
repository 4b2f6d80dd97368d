/** Whether somebody may report somebody. Source: guide members 14. */
import { Temporal } from 'temporal-polyfill'
export const reportsPerDay = 10

export type ReportRefusal = 'SELF_REPORTING_FORBIDDEN' | 'CANNOT_REPORT_BLOCKED_MEMBER' | 'PERMISSION_DENIED' | 'NOT_FOUND' | 'THROTTLED_FEATURE'
export interface ReportAsk {
  isSelf: boolean
  reporterMuted: boolean
  /** Undefined: there is nobody with this id. */
  status: 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE' | undefined
  /** Whether the reporter can see the member. */
  seen: boolean
  /** Reports on others that the reporter made in the last 24 hours; saying one again does not count. */
  madeToday: number
  isRepeated: boolean
}
/** A member reports another whom they can see, ten a day at most; a blocked one is dealt with already. */
export function decideReport(ask: ReportAsk): { ok: 'NEW' | 'AGAIN' } | { refused: ReportRefusal } {
  if (ask.isSelf) return { refused: 'SELF_REPORTING_FORBIDDEN' }
  if (ask.reporterMuted) return { refused: 'PERMISSION_DENIED' }
  if (ask.status === 'BLOCKED') return { refused: 'CANNOT_REPORT_BLOCKED_MEMBER' }
  if (ask.status === undefined || !ask.seen) return { refused: 'NOT_FOUND' }
  if (ask.isRepeated) return { ok: 'AGAIN' }
  return ask.madeToday >= reportsPerDay ? { refused: 'THROTTLED_FEATURE' } : { ok: 'NEW' }
}

/** When the owners read in the morning what was reported since the morning before. */
const DIGEST_HOUR = 7
/** The last day of reports that is over: from seven to seven by the clock of the site, named after its end. Each report is in one of them. */
export function digestDay(now: Temporal.Instant, timeZone: string): { day: string; from: Temporal.Instant; until: Temporal.Instant } {
  const here = now.toZonedDateTimeISO(timeZone)
  const today = here.toPlainDate().toZonedDateTime({ timeZone, plainTime: { hour: DIGEST_HOUR } })
  const until = Temporal.ZonedDateTime.compare(here, today) < 0 ? today.subtract({ days: 1 }) : today
  return { day: until.toPlainDate().toString(), from: until.subtract({ days: 1 }).toInstant(), until: until.toInstant() }
}
