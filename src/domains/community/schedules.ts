import type { TransactionContext } from '#kit/api/context.ts'
import { queueReportDigest } from './actions/queue-report-digest.ts'

/** Periodic work of community. */
export const communitySchedules: { name: string; everySeconds: number; run: (ctx: TransactionContext) => Promise<number> }[] = [
  { name: 'community.report-digest', everySeconds: 3600, run: queueReportDigest },
]
