import { runBulkJob } from './actions/run-bulk-job.ts'
import { makeMembersPrivate } from './actions/change-privacy.ts'
import { redactHistory } from './actions/erase-member.ts'

/** Jobs of members. */
export const membersJobs = {
  'members.make-private': makeMembersPrivate,
  'members.redact-history': redactHistory,
  'members.carry-out-job': { own: true as const, run: runBulkJob },
}
