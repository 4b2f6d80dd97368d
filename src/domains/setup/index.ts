/** First run, further sites, and the settings of a site. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { setupContract } from './contract.ts'
import { setupHandlers, type SetupServer } from './handlers.ts'
import { connectionsHandlers } from './handlers/connections.ts'
import * as tables from './tables.ts'

export const setup: Domain<SetupServer> = {
  name: 'setup',
  operations: bindOperations(setupContract, { setup: setupHandlers, connections: connectionsHandlers }),
  tables,
}
