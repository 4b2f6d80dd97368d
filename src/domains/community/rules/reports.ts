/** Whether somebody may report somebody. Source: guide members 14. */
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
