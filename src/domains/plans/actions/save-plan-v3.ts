/** Plans written in the newer shape. Source: guide pricing-plans §18. */
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, Violations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { type PlanV3Input, toPlanInput, toSentField } from '../rules/plan-v3.ts'
import * as store from '../store.ts'
import { archivePlan } from './display.ts'
import { createPlan, updatePlan } from './save-plan.ts'

function readInput(sent: PlanV3Input) {
  const read = toPlanInput(sent)
  if ('input' in read) return read.input
  return assertNoViolations([read.problem]) as never
}

/** Problems are told under the names that were sent. */
async function withSentFields<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Violations) assertNoViolations(error.violations.map((one) => ({ ...one, field: toSentField(one.field) })))
    throw error
  }
}

/** A new plan, for sale unless it is private. Refuses with violations under the newer names. */
export const createPlanV3 = (ctx: TransactionContext, sent: PlanV3Input): Promise<store.PlanRow> => withSentFields(() => createPlan(ctx, readInput(sent)))

/** Changes what was sent; an older revision is refused with REVISION_MISMATCH, and none is taken as the current one. */
export async function updatePlanV3(
  ctx: TransactionContext,
  id: string,
  { revision, ...sent }: PlanV3Input & { revision?: string | null },
): Promise<store.PlanRow> {
  const before = (await store.lockPlan(ctx, id)) ?? refuse('plan_not_found', { planId: id })
  if (revision && revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  return withSentFields(() => updatePlan(ctx, id, readInput(sent)))
}

/** Takes a plan out of sale for good. decision: orders keep it, so that it is archived; a second time it does not exist. */
export async function deletePlanV3(ctx: TransactionContext, id: string): Promise<store.PlanRow> {
  const before = await store.lockPlan(ctx, id)
  if (!before || before.archivedAt) return refuse('plan_not_found', { planId: id })
  return archivePlan(ctx, id)
}
