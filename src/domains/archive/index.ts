/** The whole site as one file: out of a server, and into an empty one. */
import { listBackgroundWork } from '#domains/reports/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { listArchiveWork } from './actions/kept-archives.ts'
import { archiveContract } from './contract.ts'
import { archiveHandlers } from './handlers.ts'
import { archiveTasks } from './schedules.ts'

export const archive: Domain = {
  name: 'archive',
  operations: bindOperations(archiveContract, { archive: archiveHandlers }),
  hooks: [bindHook(listBackgroundWork, listArchiveWork)],
  localTasks: archiveTasks,
}
