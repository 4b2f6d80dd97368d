/** Tables of the test hooks; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = ['system_clock']

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = { system_clock: 'the clock of tests' }

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  event: 'tests read the events',
  job: 'tests wait for the jobs',
  site: 'tests begin with any site, and leave simulations alone',
}
