import { carryOutJob } from './actions/carry-out-job.ts'
import { makePrivate } from './actions/change-privacy.ts'
import { forget } from './actions/purge-member.ts'

/** Work that is done after the answer. */
export const membersJobs = {
  'members.make-private': makePrivate,
  'members.forget': forget,
  'members.carry-out-job': { own: true as const, run: carryOutJob },
}
