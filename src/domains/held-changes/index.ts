/** Changes of people at the dashboard that wait for half a minute, in which they can be undone. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { heldChangesContract } from './contract.ts'
import { heldChangesHandlers } from './handlers.ts'
import { heldChangesJobs } from './jobs.ts'
import { heldChangesSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const heldChanges: Domain = {
  name: 'held-changes',
  operations: bindOperations(heldChangesContract, { heldChanges: heldChangesHandlers }),
  jobs: heldChangesJobs,
  schedules: heldChangesSchedules,
  tables,
}
