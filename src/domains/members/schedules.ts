import { hasAutomations } from '#domains/notifications/public.ts'
import type { Schedule } from '#kit/jobs/runner.ts'
import { queueBirthdays } from './actions/birthdays.ts'
import { deleteOldJobs, hasOldJobs } from './actions/run-bulk-job.ts'
import { deleteUnverifiedSignUps, eraseDeletedMembers, hasMembersToErase, hasUnverifiedSignUps } from './actions/erase-member.ts'

/** Periodic work of members. */
export const membersSchedules: readonly Schedule[] = [
  { name: 'members.purge-deleted', everySeconds: 3600, isDue: hasMembersToErase, run: eraseDeletedMembers },
  { name: 'members.drop-unproven', everySeconds: 3600, isDue: hasUnverifiedSignUps, run: deleteUnverifiedSignUps },
  { name: 'members.birthdays', everySeconds: 900, isDue: hasAutomations('BIRTHDAY'), run: queueBirthdays },
  { name: 'members.drop-old-jobs', everySeconds: 86_400, isDue: hasOldJobs, run: deleteOldJobs },
]
