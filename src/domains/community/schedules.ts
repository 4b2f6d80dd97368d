import type { Schedule } from '#kit/jobs/runner.ts'
import { queueReportDigest } from './actions/queue-report-digest.ts'
import { hasRecentReports } from './store/reports.ts'

/** Periodic work of community. */
export const communitySchedules: readonly Schedule[] = [
  { name: 'community.report-digest', everySeconds: 3600, isDue: hasRecentReports, run: queueReportDigest },
]
