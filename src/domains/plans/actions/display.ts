/** Showing, highlighting, archiving and arranging plans. None of it touches an order. Source: guide pricing-plans §3.5. */
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { planArchived, planUpdated } from '../events.ts'
import * as store from '../store.ts'

const lockPlanOrRefuse = async (ctx: TransactionContext, id: string): Promise<store.PlanRow> =>
  (await store.lockPlan(ctx, id)) ?? refuse('plan_not_found', { planId: id })

/** Shows a plan in the shop or hides it. Refuses with set_visibility_not_supported an archived one. */
export async function setVisibility(ctx: TransactionContext, id: string, visible: boolean): Promise<store.PlanRow> {
  const plan = await lockPlanOrRefuse(ctx, id)
  if (plan.archivedAt) refuse('set_visibility_not_supported', { planId: id })
  if (plan.public === visible) return plan
  const changed = await store.setVisible(ctx, id, visible)
  ctx.emit(planUpdated(changed))
  return changed
}

/** Takes the highlight from whichever plan has it. */
export async function clearPrimary(ctx: TransactionContext): Promise<void> {
  await store.lockArrangement(ctx)
  const plan = await store.primaryPlan(ctx)
  if (plan) ctx.emit(planUpdated(await store.setPrimary(ctx, plan.id, false)))
}

/** Highlights one plan in place of any other. Refuses with set_primary_not_supported an archived one. */
export async function makePrimary(ctx: TransactionContext, id: string): Promise<store.PlanRow> {
  await store.lockArrangement(ctx)
  const plan = await lockPlanOrRefuse(ctx, id)
  if (plan.archivedAt) refuse('set_primary_not_supported', { planId: id })
  if (plan.primary) return plan
  await clearPrimary(ctx)
  const changed = await store.setPrimary(ctx, id, true)
  ctx.emit(planUpdated(changed))
  return changed
}

/** Takes a plan off sale for good; orders run on. Refuses with already_archived. */
export async function archivePlan(ctx: TransactionContext, id: string): Promise<store.PlanRow> {
  const plan = await lockPlanOrRefuse(ctx, id)
  if (plan.archivedAt) refuse('already_archived', { planId: id })
  const archived = await store.setArchived(ctx, id)
  ctx.emit(planArchived(archived))
  ctx.emit(planUpdated(archived))
  return archived
}

/** `ids` names every plan that is not archived, once. */
export async function arrangePlans(ctx: TransactionContext, ids: readonly string[]): Promise<void> {
  await store.lockArrangement(ctx)
  const open = new Set((await store.listPlans(ctx, { archived: false })).map((plan) => plan.id))
  const unknown = ids.find((id) => !open.has(id))
  if (unknown) refuse('plan_not_found', { planId: unknown })
  if (new Set(ids).size !== open.size || ids.length !== open.size)
    assertNoViolations([{ field: 'ids', description: 'must name every plan that is not archived, once', violatedRule: 'VALIDATION' }])
  for (const plan of await store.arrange(ctx, ids)) ctx.emit(planUpdated(plan))
}
