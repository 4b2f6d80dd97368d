/** Gives a plan what it pays for. Source: guide pricing-plans §13.7. */
import { insertPool, lockPlan, type PlanPool } from '#domains/plans/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { findPoolProblems, toBenefit, type PoolInput } from '../rules/pool.ts'

interface CreatePoolInput extends PoolInput {
  displayName: string
  description?: string | null | undefined
  details: PoolInput['details'] & {
    benefits: readonly { benefitKey: string; displayName: string; price: string }[]
    creditConfiguration?: (PoolInput['details']['creditConfiguration'] & { unitType?: string | null | undefined }) | null | undefined
  }
}

/**
 * The benefit of the plan, which had none. Refuses with PROGRAM_DEFINITION_NOT_FOUND, POOL_DEFINITION_EXISTS, and with PLAN_ALREADY_SOLD what is
 * meant for orders that run already: a benefit reaches new ones only.
 */
export async function createPool(ctx: TransactionContext, input: CreatePoolInput, isForRunningOrders: boolean): Promise<PlanPool> {
  assertNoViolations(findPoolProblems(input))
  const planId = (input.programDefinitionIds[0] ?? '').toLowerCase()
  const plan = (await lockPlan(ctx, planId)) ?? refuse('PROGRAM_DEFINITION_NOT_FOUND', { id: planId })
  if (isForRunningOrders && plan.hasOrders) refuse('PLAN_ALREADY_SOLD', { id: planId })
  const pool = { planId, ...toBenefit(input), labels: readLabels(input) }
  if (!(await insertPool(ctx, pool))) refuse('POOL_DEFINITION_EXISTS', { id: planId })
  return pool
}

function readLabels({ displayName, description, details: { benefits, creditConfiguration } }: CreatePoolInput): PlanPool['labels'] {
  const [benefit] = benefits
  return {
    displayName,
    ...(description && { description }),
    benefitKey: benefit?.benefitKey ?? '',
    benefitName: benefit?.displayName ?? displayName,
    ...(creditConfiguration?.unitType && { unitType: creditConfiguration.unitType }),
  }
}
