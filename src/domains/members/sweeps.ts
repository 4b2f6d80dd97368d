import type { Ctx } from '#kit/ctx.ts'
import { dropOldJobs } from './actions/carry-out-job.ts'
import { dropUnproven, purgeDeleted } from './actions/purge-member.ts'

/** What time makes due for members. */
export const membersSweeps: { name: string; everySeconds: number; run: (ctx: Ctx) => Promise<number> }[] = [
  { name: 'members.purge-deleted', everySeconds: 3600, run: purgeDeleted },
  { name: 'members.drop-unproven', everySeconds: 3600, run: dropUnproven },
  { name: 'members.drop-old-jobs', everySeconds: 86_400, run: dropOldJobs },
]
