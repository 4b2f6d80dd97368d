/** The same plan in the newer public shape. Nothing is stored for it. Source: guide pricing-plans §18. */
import type { Static } from 'typebox'
import { stableId } from '#kit/api/stable-id.ts'
import type { PlanV3 } from './contract.ts'
import { isFreePlan } from './rules/plan.ts'
import type { PlanPool, PlanRow } from './store.ts'

type Terms = Static<typeof PlanV3>['pricingVariants'][number]['billingTerms']

function billingTerms({ pricing, allowFutureStartDate }: PlanRow): Terms {
  const startType = allowFutureStartDate ? 'CUSTOM' : 'ON_PURCHASE'
  const { subscription, singlePaymentForDuration } = pricing
  const cycle = subscription?.cycleDuration ?? singlePaymentForDuration
  const count = subscription ? subscription.cycleCount : singlePaymentForDuration ? 1 : 0
  return {
    ...(cycle && { billingCycle: { period: cycle.unit, count: String(cycle.count) } }),
    startType,
    ...(count > 0 ? { endType: 'CYCLES_COMPLETED', cyclesCompletedDetails: { billingCycleCount: String(count) } } : { endType: 'UNTIL_CANCELLED' }),
  }
}

/** A plan in the newer shape. */
export function toPlanV3(plan: PlanRow): Static<typeof PlanV3> {
  const { pricing } = plan
  const iso = (at: PlanRow['createdAt']): string => at.toString({ fractionalSecondDigits: 3 })
  return {
    id: plan.id,
    revision: String(plan.revision),
    createdDate: iso(plan.createdAt),
    updatedDate: iso(plan.updatedAt),
    name: plan.name,
    description: plan.description,
    slug: plan.slug,
    termsAndConditions: plan.termsAndConditions,
    ...(plan.formId && { formId: plan.formId }),
    visibility: plan.public ? 'PUBLIC' : 'PRIVATE',
    buyable: plan.public && plan.archivedAt === null,
    archived: plan.archivedAt !== null,
    primary: plan.primary,
    currency: pricing.price.currency,
    buyerCanCancel: plan.buyerCanCancel,
    maxPurchasesPerBuyer: plan.maxPurchasesPerBuyer,
    ...(plan.maxPurchasesPerBuyer === 1 && { purchaseLimits: [{ type: 'PER_MEMBER_LIFETIME', maxCount: 1 }] }),
    perks: plan.perks.map((description, i) => ({ id: stableId(plan.id, `perk:${i}`), description })),
    pricingVariants: [
      {
        id: stableId(plan.id, 'variant'),
        name: plan.name,
        ...(pricing.freeTrialDays && { freeTrialDays: pricing.freeTrialDays }),
        fees: (pricing.feeConfigs ?? []).map(({ fee }, i) => ({
          id: stableId(plan.id, `fee:${i}`),
          name: fee.name,
          priceType: 'FIXED_AMOUNT',
          fixedAmountOptions: { amount: fee.amount },
          appliedAt: 'FIRST_PAYMENT',
        })),
        billingTerms: billingTerms(plan),
        pricingStrategies: [{ flatRate: { amount: isFreePlan(pricing) ? '0' : pricing.price.value } }],
      },
    ],
  }
}

/**
 * The pool of sessions behind a plan as the public calls describe it: a price of 0 means unlimited, 1 means one credit each.
 * decision: a plan has one pool and one set of items, which have its id.
 */
export const toBenefitInfo = (
  { planId, credits, labels }: PlanPool,
  item: { externalId: string; category?: string | null | undefined; providerAppId: string },
) => ({
  externalId: item.externalId,
  ...(item.category && { category: item.category }),
  providerAppId: item.providerAppId,
  poolDefinitionId: planId,
  itemSetId: planId,
  price: credits === null ? '0' : '1',
  ...(credits !== null && { creditConfiguration: { amount: String(credits) } }),
  benefitKey: labels?.benefitKey ?? 'bookings',
  displayName: labels?.benefitName ?? 'Bookings',
})
