import { runBulkJob } from './actions/run-bulk-job.ts'
import { makeMembersPrivate } from './actions/change-privacy.ts'
import { redactHistory } from './actions/erase-member.ts'

/** Work that is done after the answer. */
export const membersJobs = {
  'members.make-private': makeMembersPrivate,
  'members.forget': redactHistory,
  'members.carry-out-job': { own: true as const, run: runBulkJob },
}
