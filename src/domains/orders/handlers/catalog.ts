/** Operation → action: a plan as one buyer would get it. */
import { findMemberById } from '#domains/members/public.ts'
import { assertPlansEnabled, planById, toPlanV3, type PlanRow } from '#domains/plans/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import type { planCatalogApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { latestStart } from '../rules/order.ts'
import { countPurchases } from '../store/orders.ts'

/** Shoppers see what is for sale; the business every plan that can be bought, hidden ones too. Source: guide pricing-plans §3.5. */
async function getBuyablePlan(ctx: ReadContext, planId: string): Promise<PlanRow> {
  await assertPlansEnabled(ctx)
  const plan = await planById(ctx, planId)
  const isShown = plan && !plan.archivedAt && (plan.public || ctx.caller.role === 'owner')
  return isShown ? plan : refuse('plan_not_found', { planId })
}

/**
 * Whom the preview is for; undefined for a visitor. decision: a visitor gets the reply of a member who never bought the
 * plan; the business has to say for whom it asks.
 */
async function resolvePreviewBuyer(ctx: ReadContext, memberId: string | null | undefined): Promise<string | undefined> {
  if (ctx.caller.role === 'owner') {
    const id = memberId ?? refuse('MISSING_MEMBER_IDENTITY')
    return (await findMemberById(ctx, id))?.id ?? refuse('member_not_found', { memberId: id })
  }
  if (memberId && memberId !== ctx.caller.memberId) refuseStandard('PERMISSION_DENIED')
  return ctx.caller.memberId
}

export const planCatalogHandlers: Handlers<typeof planCatalogApi> = {
  async getPlanPreview(ctx, { query }) {
    const memberId = await resolvePreviewBuyer(ctx, query.memberId)
    const row = await getBuyablePlan(ctx, query.planId)
    const plan = toPlanV3(row)
    const [variant] = plan.pricingVariants
    if (variant?.id !== query.pricingVariantId)
      assertNoViolations([{ field: 'pricingVariantId', description: 'is no pricing variant of this plan', violatedRule: 'VALIDATION' }])
    const purchaseCount = memberId ? await countPurchases(ctx, memberId, row.id) : 0
    // The trial is had once. Source: guide pricing-plans §6.2.
    const pricingVariants = plan.pricingVariants.map(({ freeTrialDays, ...one }) => ({
      ...one,
      ...(purchaseCount === 0 && freeTrialDays && { freeTrialDays }),
    }))
    const isSoldOut = row.maxPurchasesPerBuyer > 0 && purchaseCount >= row.maxPurchasesPerBuyer
    return { plan: { ...plan, pricingVariants, buyable: !isSoldOut } }
  },
  async getPlanConfigurationConstraints(ctx, { query }) {
    const plan = await getBuyablePlan(ctx, query.planId)
    const { timeZone } = await getSite(ctx)
    const toLocalDay = (at: typeof ctx.now): string => at.toZonedDateTimeISO(timeZone).toPlainDate().toString()
    return {
      startDateLimits: { earliestDate: toLocalDay(ctx.now), latestDate: toLocalDay(plan.allowFutureStartDate ? latestStart(ctx.now) : ctx.now) },
      startDateRules: { type: 'AVAILABLE_IMMEDIATELY' },
    }
  },
}
