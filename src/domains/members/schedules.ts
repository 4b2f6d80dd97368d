import type { TransactionContext } from '#kit/api/context.ts'
import { queueBirthdays } from './actions/birthdays.ts'
import { deleteOldJobs } from './actions/run-bulk-job.ts'
import { deleteUnverifiedSignUps, eraseDeletedMembers } from './actions/erase-member.ts'

/** Periodic work of members. */
export const membersSchedules: { name: string; everySeconds: number; run: (ctx: TransactionContext) => Promise<number> }[] = [
  { name: 'members.purge-deleted', everySeconds: 3600, run: eraseDeletedMembers },
  { name: 'members.drop-unproven', everySeconds: 3600, run: deleteUnverifiedSignUps },
  { name: 'members.birthdays', everySeconds: 900, run: queueBirthdays },
  { name: 'members.drop-old-jobs', everySeconds: 86_400, run: deleteOldJobs },
]
