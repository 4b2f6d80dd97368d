/** What other domains use of plans. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { getSetting } from '#domains/site/public.ts'
import { planUpdated } from './events.ts'
import * as store from './store.ts'

export { createPlan } from './actions/save-plan.ts'
export { assertPlansEnabled } from './actions/assert-plans-enabled.ts'
export {
  findBenefit,
  findPool,
  insertPool,
  queryPools,
  queryCoverage,
  copiedPlans,
  lockPlan,
  planById,
  type BenefitLabels,
  type PlanPool,
  type PlanRow,
} from './store.ts'
export { toPublicPlan } from './wire.ts'
export { toPlanV3 } from './wire-v3.ts'
export type { Pricing } from './rules/plan.ts'

/** The plan as cached by this process, for price previews; a purchase reads it again. */
export const cachedPlan = (ctx: ReadContext, id: string): Promise<store.PlanRow | undefined> => ctx.cache(['plan'], `plan ${id}`, () => store.planById(ctx, id))

/** Called when an order of the plan leaves DRAFT; the first time the plan changes. */
export async function markOrdered(ctx: TransactionContext, planId: string): Promise<void> {
  if (!(await store.markOrdered(ctx, planId))) return
  const plan = await store.planById(ctx, planId)
  if (plan) ctx.emit(planUpdated(plan))
}

/** Ids of the plans that cover each service; services without a plan are absent. */
export async function plansOfServices(ctx: ReadContext, serviceIds: readonly string[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>()
  for (const { planId, serviceId } of await store.coverage(ctx, serviceIds)) found.set(serviceId, [...(found.get(serviceId) ?? []), planId])
  return found
}

/** Which of the plans may not be named by a service: unknown or archived ones. Source: guide pricing-plans §13.1, INVALID_PRICING_PLAN. */
export async function plansNotForSale(ctx: ReadContext, planIds: readonly string[]): Promise<string[]> {
  const known = new Set((await store.listPlans(ctx, { ids: planIds, archived: false })).map((plan) => plan.id))
  return planIds.filter((id) => !known.has(id))
}

/** Lets the plans pay for a service. Plans that do already stay as they are. */
export const addServiceToPlans = (ctx: TransactionContext, serviceId: string, planIds: readonly string[]): Promise<unknown> =>
  store.addCoverage(
    ctx,
    planIds.map((planId) => ({ planId, serviceId })),
  )

/** Takes a service out of the plans, or of all plans when none is named. */
export async function removeServiceFromPlans(ctx: TransactionContext, serviceId: string, planIds?: readonly string[]): Promise<void> {
  if (planIds?.length === 0) return
  await store.removeCoverage(ctx, planIds ? { serviceId, planIds } : { serviceId })
}

/** All plans in the arranged order, hidden and archived ones too. */
export const listAllPlans = (ctx: ReadContext): Promise<store.PlanRow[]> => store.listPlans(ctx, {})

/** The plans that visitors see, in the arranged order; none when the site sells no plans. */
export const listVisiblePlans = async (ctx: ReadContext): Promise<store.PlanRow[]> =>
  (await getSetting(ctx, 'plans.enabled')) ? store.listPlans(ctx, { archived: false, visible: true }) : []
