import type { TransactionContext } from '#kit/api/context.ts'
import { sendReportDigest } from './actions/send-report-digest.ts'

/** Periodic work of community. */
export const communitySchedules: { name: string; everySeconds: number; run: (ctx: TransactionContext) => Promise<number> }[] = [
  { name: 'community.report-digest', everySeconds: 3600, run: sendReportDigest },
]
