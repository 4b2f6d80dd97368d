/** Tables of other systems, brought in row by row: members, services, plans, orders that run on, bookings that are ahead. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { importsContract } from './contract.ts'
import { importsHandlers } from './handlers.ts'
import { importsJobs } from './jobs.ts'
import { importsSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const imports: Domain = {
  name: 'imports',
  operations: bindOperations(importsContract, { imports: importsHandlers }),
  jobs: importsJobs,
  schedules: importsSchedules,
  tables,
}
