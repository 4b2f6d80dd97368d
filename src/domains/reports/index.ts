/** What the owner reads about the business as a whole. Writes only which notifications a dashboard user has read. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { reportsContract } from './contract.ts'
import { reportsHandlers } from './handlers.ts'
import * as tables from './tables.ts'

export const reports: Domain = {
  name: 'reports',
  operations: bindOperations(reportsContract, { reports: reportsHandlers }),
  tables,
}
