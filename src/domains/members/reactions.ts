import { carryOutJob } from './actions/carry-out-job.ts'
import { makePrivate } from './actions/change-privacy.ts'

/** Work that is done after the answer. */
export const membersJobs = {
  'members.make-private': makePrivate,
  'members.carry-out-job': { own: true as const, run: carryOutJob },
}
