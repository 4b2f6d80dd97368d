/** Webhooks of the business: subscriptions and signed deliveries. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { webhooksContract } from './contract.ts'
import { webhooksHandlers } from './handlers.ts'
import { webhooksJobs } from './jobs.ts'
import * as tables from './tables.ts'

export const webhooks: Domain = {
  name: 'webhooks',
  operations: bindOperations(webhooksContract, { webhooks: webhooksHandlers }),
  jobs: webhooksJobs,
  tables,
}
