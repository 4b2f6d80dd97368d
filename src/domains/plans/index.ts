/** Pricing plans in both versions of the contract. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { plansContract } from './contract.ts'
import { plansHandlers, plansV3Handlers } from './handlers.ts'
import * as tables from './tables.ts'

export const plans: Domain = {
  name: 'plans',
  operations: bindOperations(plansContract, { plans: plansHandlers, plansV3: plansV3Handlers }),
  tables,
}
