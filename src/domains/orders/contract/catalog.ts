/** A plan as one buyer would get it, in the newer shape, for storefronts that sell it through a catalog. Source: guide pricing-plans §18; contract operations. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { PlanV3 } from '#domains/plans/contract.ts'
import { Text } from './shapes.ts'

const buyers = { visitor: 'own', member: 'own', owner: 'any' } as const

export const planCatalogApi = operations({
  getPlanPreview: {
    method: 'GET',
    path: '/v3/plan-preview',
    summary: 'A plan as this buyer would get it: with the trial they still have, and whether they may buy it',
    access: buyers,
    permission: 'PRICING_PLANS.PLAN_PREVIEW',
    work: 'read',
    query: Type.Object({ planId: Guid, pricingVariantId: Guid, memberId: Maybe(Guid) }),
    reply: Type.Object({ plan: PlanV3 }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'MISSING_MEMBER_IDENTITY', 'plan_not_found', 'member_not_found'],
  },
  getPlanConfigurationConstraints: {
    method: 'GET',
    path: '/v3/plan-configuration-constraints',
    summary: 'On which days a plan may start',
    access: buyers,
    permission: 'PRICING_PLANS.PLAN_CONFIGURATION_CONSTRAINTS_GET',
    work: 'read',
    query: Type.Object({ planId: Guid, pricingVariantId: Maybe(Text), memberId: Maybe(Guid) }),
    reply: Type.Object({
      startDateLimits: Type.Object({ earliestDate: Text, latestDate: Text }),
      startDateRules: Type.Object({ type: Text }),
    }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
})
