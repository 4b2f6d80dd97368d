import { getSetting, getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { toSlugCandidate } from '#kit/pure/slug.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import { buyerCanCancelUpdated, planCreated, planUpdated } from '../events.ts'
import { checkPlan, planSlug, mergePlanInput, mergeMaskedPlanInput, toNewPlanInput, type PlanFields, type PlanInput } from '../rules/plan.ts'
import * as store from '../store.ts'
import { toPlanInput } from '../wire.ts'

async function parsePlan(ctx: ReadContext, input: PlanInput, during: 'create' | 'update'): Promise<PlanFields> {
  const { currency } = await getSite(ctx)
  const { plan, problems } = checkPlan(input, {
    currency,
    minRecurringCycleDays: await getSetting(ctx, 'plans.minRecurringCycleDays'),
    minSinglePaymentDays: await getSetting(ctx, 'plans.minSinglePaymentDays'),
    during,
  })
  const { price } = plan.pricing
  // What the payment provider cannot charge is better said now than to a buyer.
  const amountProblem = problems.length === 0 ? (await getOnlineProvider(ctx))?.findAmountProblem({ amount: price.value, currency: price.currency }) : undefined
  assertNoViolations(amountProblem ? [{ field: 'plan.pricing.price.value', description: amountProblem, violatedRule: 'VALIDATION' }] : problems)
  return plan
}

/** A new plan at the end of the display order. */
export async function createPlan(ctx: TransactionContext, sent: PlanInput): Promise<store.PlanRow> {
  const fields = await parsePlan(ctx, toNewPlanInput(sent), 'create')
  await store.lockArrangement(ctx)
  const base = planSlug(fields.name)
  const taken = await store.slugsLike(ctx, base)
  let n = 0
  while (taken.has(toSlugCandidate(base, n))) n += 1
  const plan = await store.insertPlan(ctx, ctx.newId(), toSlugCandidate(base, n), fields)
  ctx.emit(planCreated(plan))
  return plan
}

/** Applies to new purchases only; orders keep their snapshot. */
export async function updatePlan(ctx: TransactionContext, id: string, sent: PlanInput, mask?: readonly string[]): Promise<store.PlanRow> {
  const before = (await store.lockPlan(ctx, id)) ?? refuse('plan_not_found', { planId: id })
  if (before.archivedAt)
    assertNoViolations([{ field: 'plan', description: 'an archived plan cannot be changed', violatedRule: 'OTHER', ruleName: 'update_not_supported' }])
  const stored = toPlanInput(before)
  const fields = await parsePlan(ctx, mask ? mergeMaskedPlanInput(stored, sent, mask) : mergePlanInput(stored, sent), 'update')
  const after = await store.updatePlan(ctx, id, fields)
  const same = JSON.stringify({ ...toPlanInput(after), updatedDate: '' }) === JSON.stringify({ ...stored, updatedDate: '' })
  if (same) return after
  if (before.buyerCanCancel !== after.buyerCanCancel) ctx.emit(buyerCanCancelUpdated(after))
  ctx.emit(planUpdated(after))
  return after
}
