/** Tables of other systems, brought in row by row: members, services, plans, orders that run on, bookings that are ahead. */
import { onMemberStatusChanged } from '#domains/members/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { importsContract } from './contract.ts'
import { importsHandlers } from './handlers.ts'
import { importsJobs } from './jobs.ts'
import { importsSchedules } from './schedules.ts'
import { deleteOriginsOfPerson } from './store/rows.ts'
import * as tables from './tables.ts'

export const imports: Domain = {
  name: 'imports',
  operations: bindOperations(importsContract, { imports: importsHandlers }),
  jobs: importsJobs,
  schedules: importsSchedules,
  hooks: [
    bindHook(onMemberStatusChanged, async (ctx, { change, emails }) => {
      if (change === 'erased') await deleteOriginsOfPerson(ctx, emails ?? [])
    }),
  ],
  tables,
}
