/** The apps that a site has, for scripts that fill it. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { appsContract } from './contract.ts'
import { appsHandlers } from './handlers.ts'

export const apps: Domain = {
  name: 'apps',
  operations: bindOperations(appsContract, { apps: appsHandlers }),
}
