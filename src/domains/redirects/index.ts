/** Sessions that lead from a storefront to hosted pages and back. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { redirectsContract } from './contract.ts'
import { redirectsHandlers } from './handlers.ts'
import { redirectsSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const redirects: Domain = {
  name: 'redirects',
  operations: bindOperations(redirectsContract, { redirects: redirectsHandlers }),
  schedules: redirectsSchedules,
  tables,
}
