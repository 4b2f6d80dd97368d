/** What the owner reads about the business as a whole. Writes which notifications a dashboard user has read, and the sums of days that are over. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { reportsContract } from './contract.ts'
import { reportsHandlers } from './handlers.ts'
import { reportSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const reports: Domain = {
  name: 'reports',
  operations: bindOperations(reportsContract, { reports: reportsHandlers }),
  schedules: reportSchedules,
  tables,
}
