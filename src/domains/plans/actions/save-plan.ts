import { setting, currentSite } from '#domains/site/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import { onlineProvider } from '#kit/payments/providers.ts'
import { slugCandidate } from '#kit/pure/slug.ts'
import { orViolate } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import { buyerCanCancelUpdated, planCreated, planUpdated } from '../events.ts'
import { checkPlan, planSlug, wishOfChange, wishOfMask, wishOfNew, type PlanFields, type PlanWish } from '../rules/plan.ts'
import * as store from '../store.ts'
import { toWish } from '../wire.ts'

async function checked(ctx: Ctx, wish: PlanWish, during: 'create' | 'update'): Promise<PlanFields> {
  const { currency } = await currentSite(ctx)
  const { plan, problems } = checkPlan(wish, {
    currency,
    minRecurringCycleDays: await setting(ctx, 'plans.minRecurringCycleDays'),
    minSinglePaymentDays: await setting(ctx, 'plans.minSinglePaymentDays'),
    during,
  })
  const { price } = plan.pricing
  // What the payment provider cannot charge is better said now than to a buyer.
  const why = problems.length === 0 ? onlineProvider()?.whyNot({ amount: price.value, currency: price.currency }) : undefined
  orViolate(why ? [{ field: 'plan.pricing.price.value', description: why, violatedRule: 'VALIDATION' }] : problems)
  return plan
}

/** A new plan at the end of the display order. */
export async function createPlan(ctx: Ctx, sent: PlanWish): Promise<store.PlanRow> {
  const fields = await checked(ctx, wishOfNew(sent), 'create')
  await store.lockArrangement(ctx)
  const base = planSlug(fields.name)
  const taken = await store.slugsLike(ctx, base)
  let n = 0
  while (taken.has(slugCandidate(base, n))) n += 1
  const plan = await store.insertPlan(ctx, ctx.newId(), slugCandidate(base, n), fields)
  ctx.announce(planCreated(plan))
  return plan
}

/** Applies to new purchases only; orders keep their snapshot. */
export async function updatePlan(ctx: Ctx, id: string, sent: PlanWish, mask?: readonly string[]): Promise<store.PlanRow> {
  const before = (await store.lockPlan(ctx, id)) ?? refuse('plan_not_found', { planId: id })
  if (before.archivedAt)
    orViolate([{ field: 'plan', description: 'an archived plan cannot be changed', violatedRule: 'OTHER', ruleName: 'update_not_supported' }])
  const stored = toWish(before)
  const fields = await checked(ctx, mask ? wishOfMask(stored, sent, mask) : wishOfChange(stored, sent), 'update')
  const after = await store.updatePlan(ctx, id, fields)
  const same = JSON.stringify({ ...toWish(after), updatedDate: '' }) === JSON.stringify({ ...stored, updatedDate: '' })
  if (same) return after
  if (before.buyerCanCancel !== after.buyerCanCancel) ctx.announce(buyerCanCancelUpdated(after))
  ctx.announce(planUpdated(after))
  return after
}
