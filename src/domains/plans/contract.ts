import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { AggregationWire, QueryWire, SearchWire } from '#kit/query/wire.ts'
import { FreeObject, Guid, Maybe, bulkReply } from '#kit/api/wire.ts'

const PlanId = Type.Object({ id: Guid })

const Duration = Type.Object({ count: Type.Integer(), unit: Type.String() })
export const Pricing = Type.Object({
  subscription: Type.Optional(Type.Object({ cycleDuration: Duration, cycleCount: Type.Integer() })),
  singlePaymentForDuration: Type.Optional(Duration),
  singlePaymentUnlimited: Type.Optional(Type.Boolean()),
  price: Type.Object({ value: Type.String(), currency: Type.String() }),
  freeTrialDays: Type.Optional(Type.Integer()),
  feeConfigs: Type.Optional(Type.Array(Type.Object({ fee: Type.Object({ name: Type.String(), amount: Type.String() }), appliedAt: Type.String() }))),
})
const publicFields = {
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  perks: Type.Object({ values: Type.Array(Type.String()) }),
  pricing: Pricing,
  primary: Type.Boolean(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  slug: Type.String(),
  maxPurchasesPerBuyer: Type.Integer(),
  allowFutureStartDate: Type.Boolean(),
  buyerCanCancel: Type.Boolean(),
  termsAndConditions: Type.String(),
  formId: Type.Optional(Type.String()),
  clientData: Type.Optional(Type.Record(Type.String(), Type.String())),
}
/** A plan as shoppers see it. */
export const PublicPlan = Type.Object(publicFields)
/** A plan as its owner sees it. */
export const Plan = Type.Object({ ...publicFields, public: Type.Boolean(), archived: Type.Boolean(), hasOrders: Type.Boolean() })

/** What an owner may send. Bounds are checked by rules/plan.ts, all at once, under their public names. */
const PlanInput = Type.Object({
  id: Maybe(Type.String()),
  name: Maybe(Type.String()),
  description: Maybe(Type.String()),
  perks: Maybe(Type.Object({ values: Maybe(Type.Array(Type.String())) })),
  pricing: Maybe(Type.Record(Type.String(), Type.Unknown())),
  public: Maybe(Type.Boolean()),
  maxPurchasesPerBuyer: Maybe(Type.Integer()),
  allowFutureStartDate: Maybe(Type.Boolean()),
  buyerCanCancel: Maybe(Type.Boolean()),
  termsAndConditions: Maybe(Type.String()),
  formId: Maybe(Type.String()),
  clientData: Maybe(Type.Record(Type.String(), Type.Unknown())),
})
const PagingMetadata = Type.Object({ count: Type.Integer(), offset: Type.Integer(), total: Type.Integer(), tooManyToCount: Type.Boolean() })
const page = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0 })),
  planIds: Type.Optional(Type.Array(Guid, { maxItems: 100 })),
}
const OnePlan = Type.Object({ plan: Plan })
const anyCaller = { visitor: 'any', member: 'any', owner: 'any' } as const
const owner = { owner: 'any' } as const

const Benefit = Type.Object({
  /** null: unlimited. */
  credits: Type.Union([Type.Integer({ minimum: 1, maximum: 9999 }), Type.Null()]),
  rollover: Type.Object({ enabled: Type.Boolean(), cap: Type.Optional(Type.Integer({ minimum: 1, maximum: 9999 })) }),
})
const BenefitOfPlan = Type.Object({ benefit: Type.Union([Benefit, Type.Null()]), serviceIds: Type.Array(Type.String()) })

export const plansApi = operations({
  listPublicPlans: {
    method: 'GET',
    path: '/v2/plans/public',
    summary: 'Plans that are for sale',
    access: anyCaller,
    permission: 'PRICING_PLANS.READ_PUBLIC_PLANS',
    work: 'read',
    query: Type.Object(page),
    reply: Type.Object({ plans: Type.Array(PublicPlan), pagingMetadata: PagingMetadata }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  queryPublicPlans: {
    method: 'POST',
    path: '/v2/plans/public/query',
    summary: 'Plans that are for sale, by filter',
    access: anyCaller,
    permission: 'PRICING_PLANS.READ_PUBLIC_PLANS',
    work: 'read',
    body: Type.Object({
      query: Maybe(
        Type.Object({
          filter: Type.Optional(Type.Unknown()),
          sort: Type.Optional(Type.Unknown()),
          sorting: Type.Optional(Type.Unknown()),
          paging: Maybe(Type.Object({ limit: Maybe(Type.Integer()), offset: Maybe(Type.Integer()) })),
        }),
      ),
    }),
    reply: Type.Object({ plans: Type.Array(PublicPlan), pagingMetadata: PagingMetadata }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  getPlanStats: {
    method: 'GET',
    path: '/v2/plans/stats',
    summary: 'How many plans there are',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    reply: Type.Object({ totalPlans: Type.Integer() }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  listPlans: {
    method: 'GET',
    path: '/v2/plans',
    summary: 'All plans',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    query: Type.Object({
      ...page,
      archived: Type.Optional(Type.String()),
      public: Type.Optional(Type.String()),
      name: Type.Optional(Type.String({ maxLength: 50 })),
      free: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({ plans: Type.Array(Plan), pagingMetadata: PagingMetadata }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  getPlan: {
    method: 'GET',
    path: '/v2/plans/{id}',
    summary: 'One plan, hidden and archived ones too',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    work: 'read',
    params: PlanId,
    reply: OnePlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
  createPlan: {
    method: 'POST',
    path: '/v2/plans',
    summary: 'Create a plan',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    body: Type.Object({ plan: PlanInput }),
    reply: OnePlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  updatePlan: {
    method: 'PATCH',
    path: '/v2/plans/{id}',
    summary: 'Change a plan, for new purchases only',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    /** A path without the id is refused with its public rule. */
    params: Type.Object({ id: Type.Union([Guid, Type.Literal('')]) }),
    body: Type.Object({
      plan: PlanInput,
      fieldMask: Maybe(Type.Union([Type.Array(Type.String()), Type.String(), Type.Object({ paths: Type.Array(Type.String()) })])),
    }),
    reply: OnePlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
  setPlanVisibility: {
    method: 'PUT',
    path: '/v2/plans/{id}/visibility',
    summary: 'Show or hide a plan',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    params: PlanId,
    body: Type.Object({ id: Maybe(Guid), visible: Type.Boolean() }),
    reply: OnePlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found', 'set_visibility_not_supported'],
  },
  makePlanPrimary: {
    method: 'POST',
    path: '/v2/plans/{id}/make-primary',
    summary: 'Highlight one plan',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    params: PlanId,
    body: Maybe(Type.Object({ id: Maybe(Guid) })),
    reply: OnePlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found', 'set_primary_not_supported'],
  },
  clearPrimary: {
    method: 'POST',
    path: '/v2/plans/clear-primary',
    summary: 'Highlight no plan',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    reply: Type.Object({}),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  archivePlan: {
    method: 'POST',
    path: '/v2/plans/{id}/archive',
    summary: 'Stop selling a plan for good',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    params: PlanId,
    body: Maybe(Type.Object({ id: Maybe(Guid) })),
    reply: OnePlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found', 'already_archived'],
  },
  arrangePlans: {
    method: 'POST',
    path: '/v2/plans/arrange',
    summary: 'Set the order in which plans are shown',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    body: Type.Object({ ids: Type.Array(Guid, { minItems: 1, maxItems: 1000 }) }),
    reply: Type.Object({}),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
  getPlanBenefit: {
    method: 'GET',
    path: '/api/plans/{id}/benefit',
    summary: 'What a plan pays for in bookings',
    access: owner,
    permission: 'PRICING_PLANS.READ_PLANS',
    internal: true,
    work: 'read',
    params: PlanId,
    reply: BenefitOfPlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
  setPlanBenefit: {
    method: 'PUT',
    path: '/api/plans/{id}/benefit',
    summary: 'Set what a plan pays for in bookings',
    access: owner,
    permission: 'PRICING_PLANS.MANAGE_PLANS',
    internal: true,
    params: PlanId,
    body: Type.Object({
      benefit: Maybe(
        Type.Object({
          credits: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 9999 }), Type.Null()])),
          rollover: Maybe(Type.Object({ enabled: Type.Boolean(), cap: Maybe(Type.Integer({ minimum: 1, maximum: 9999 })) })),
        }),
      ),
      serviceIds: Type.Array(Guid, { maxItems: 500 }),
    }),
    reply: BenefitOfPlan,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
})

const Period = Type.Object({ period: Type.String(), count: Type.String() })
/** The newer shape of the same plan. Source: guide pricing-plans §18. */
export const PlanV3 = Type.Object({
  id: Type.String(),
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  name: Type.String(),
  description: Type.String(),
  slug: Type.String(),
  termsAndConditions: Type.String(),
  formId: Type.Optional(Type.String()),
  visibility: Type.String(),
  buyable: Type.Boolean(),
  archived: Type.Boolean(),
  primary: Type.Boolean(),
  currency: Type.String(),
  buyerCanCancel: Type.Boolean(),
  maxPurchasesPerBuyer: Type.Integer(),
  purchaseLimits: Type.Optional(Type.Array(Type.Object({ type: Type.String(), maxCount: Type.Integer() }))),
  perks: Type.Array(Type.Object({ id: Type.String(), description: Type.String() })),
  pricingVariants: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      freeTrialDays: Type.Optional(Type.Integer()),
      fees: Type.Array(
        Type.Object({
          id: Type.String(),
          name: Type.String(),
          priceType: Type.String(),
          fixedAmountOptions: Type.Object({ amount: Type.String() }),
          appliedAt: Type.String(),
        }),
      ),
      billingTerms: Type.Object({
        billingCycle: Type.Optional(Period),
        startType: Type.String(),
        endType: Type.String(),
        cyclesCompletedDetails: Type.Optional(Type.Object({ billingCycleCount: Type.String() })),
      }),
      pricingStrategies: Type.Array(Type.Object({ flatRate: Type.Object({ amount: Type.String() }) })),
    }),
  ),
})
const Text = Maybe(Type.String())
/** What an owner may send of it; bounds are those of the plan. */
const PlanV3Input = Type.Object({
  id: Text,
  revision: Text,
  name: Text,
  description: Text,
  termsAndConditions: Text,
  formId: Text,
  visibility: Maybe(Type.Enum(['PUBLIC', 'PRIVATE'])),
  currency: Text,
  buyerCanCancel: Maybe(Type.Boolean()),
  maxPurchasesPerBuyer: Maybe(Type.Integer()),
  perks: Maybe(Type.Array(Type.Object({ description: Text }), { maxItems: 100 })),
  pricingVariants: Maybe(
    Type.Array(
      Type.Object({
        freeTrialDays: Maybe(Type.Integer()),
        fees: Maybe(Type.Array(Type.Object({ name: Text, fixedAmountOptions: Maybe(Type.Object({ amount: Text })) }), { maxItems: 10 })),
        billingTerms: Maybe(
          Type.Object({
            billingCycle: Maybe(Type.Object({ period: Text, count: Text })),
            startType: Text,
            endType: Text,
            cyclesCompletedDetails: Maybe(Type.Object({ billingCycleCount: Text })),
          }),
        ),
        pricingStrategies: Maybe(Type.Array(Type.Object({ flatRate: Maybe(Type.Object({ amount: Text })) }), { maxItems: 1 })),
      }),
      { maxItems: 10 },
    ),
  ),
})
const OnePlanV3 = Type.Object({ plan: PlanV3 })
/** Settings of plans; the taxes are those of the business. */
export const PlanSettings = Type.Object({
  revision: Type.String(),
  createdDate: Type.String(),
  updatedDate: Type.String(),
  taxableAddress: Type.Enum(['BUSINESS']),
  extendedFields: FreeObject,
  platformFeeRate: Type.String(),
})
export type PlanSettings = Static<typeof PlanSettings>
const OneSettings = Type.Object({ pricingPlansSettings: PlanSettings })
const PageV3 = Type.Object({
  plans: Type.Array(PlanV3),
  pagingMetadata: Type.Object({
    count: Type.Integer(),
    cursors: Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) }),
  }),
})
const queryV3 = {
  path: '/v3/plans/query',
  summary: 'Plans in the newer shape, by filter, page by page',
  access: anyCaller,
  permission: 'PRICING_PLANS.PLAN_READ_PUBLIC',
  work: 'read',
  reply: PageV3,
  refuses: ['PRICING_PLANS_NOT_INSTALLED'],
} as const

export const plansV3Api = operations({
  queryPlansByUrl: { ...queryV3, method: 'GET', query: Type.Object({ query: Maybe(QueryWire) }) },
  queryPlans: { ...queryV3, method: 'POST', body: Type.Object({ query: Maybe(QueryWire) }) },
  searchPlans: {
    method: 'GET',
    path: '/v3/plans/search',
    summary: 'Plans in the newer shape, by words, with sums',
    access: anyCaller,
    permission: 'PRICING_PLANS.PLAN_READ_PUBLIC',
    work: 'read',
    query: Type.Object({ search: SearchWire }),
    reply: Type.Object({ ...PageV3.properties, aggregationData: AggregationWire }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  countPlans: {
    method: 'POST',
    path: '/v3/plans/count',
    summary: 'How many plans match a filter',
    access: owner,
    permission: 'PRICING_PLANS.PLAN_READ',
    work: 'read',
    body: Type.Object({ filter: Maybe(Type.Unknown()) }),
    reply: Type.Object({ count: Type.Integer() }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  getPlan: {
    method: 'GET',
    path: '/v3/plans/{planId}',
    summary: 'One plan in the newer shape',
    access: anyCaller,
    permission: 'PRICING_PLANS.PLAN_READ_PUBLIC',
    work: 'read',
    params: Type.Object({ planId: Guid }),
    reply: Type.Object({ plan: PlanV3 }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
  createPlan: {
    method: 'POST',
    path: '/v3/plans',
    summary: 'Create a plan in the newer shape',
    access: owner,
    permission: 'PRICING_PLANS.PLAN_CREATE',
    body: Type.Object({ plan: PlanV3Input, idempotencyKey: Maybe(Guid) }),
    reply: OnePlanV3,
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  updatePlan: {
    method: 'PATCH',
    path: '/v3/plans/{planId}',
    summary: 'Change what is sent of a plan in the newer shape',
    access: owner,
    permission: 'PRICING_PLANS.PLAN_UPDATE',
    params: Type.Object({ planId: Guid }),
    body: Type.Object({ plan: PlanV3Input, fieldMask: Type.Optional(Type.Unknown()) }),
    reply: OnePlanV3,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found', 'REVISION_MISMATCH'],
  },
  deletePlan: {
    method: 'DELETE',
    path: '/v3/plans/{planId}',
    summary: 'Take a plan out of sale for good; its orders go on',
    access: owner,
    permission: 'PRICING_PLANS.PLAN_DELETE',
    params: Type.Object({ planId: Guid }),
    reply: Type.Object({}),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found'],
  },
  bulkUpdatePlans: {
    method: 'POST',
    path: '/v3/bulk/plans/update',
    summary: 'Change up to 100 plans in the newer shape',
    access: owner,
    permission: 'PRICING_PLANS.PLAN_UPDATE',
    work: 'own',
    body: Type.Object({ plans: Type.Array(Type.Object({ plan: PlanV3Input }), { minItems: 1, maxItems: 100 }), returnEntity: Maybe(Type.Boolean()) }),
    reply: bulkReply({ item: Type.Optional(PlanV3) }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'plan_not_found', 'REVISION_MISMATCH'],
  },
  getPricingPlansSettings: {
    method: 'GET',
    path: '/v1/pricing-plans-settings',
    summary: 'Settings of plans',
    access: anyCaller,
    permission: 'PRICING_PLANS.PRICING_PLANS_SETTINGS_READ',
    work: 'read',
    reply: OneSettings,
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
  updatePricingPlansSettings: {
    method: 'PATCH',
    path: '/v1/pricing-plans-settings',
    summary: 'Change the settings of plans',
    access: owner,
    permission: 'PRICING_PLANS.PRICING_PLANS_SETTINGS_UPDATE',
    body: Type.Object({
      pricingPlansSettings: Type.Object({ revision: Text, taxableAddress: Maybe(Type.Enum(['BUSINESS', 'BILLING'])), extendedFields: Maybe(FreeObject) }),
      fieldMask: Type.Optional(Type.Unknown()),
    }),
    reply: OneSettings,
    refuses: ['PRICING_PLANS_NOT_INSTALLED', 'REVISION_MISMATCH'],
  },
  listPlansByItemIdentifier: {
    method: 'POST',
    path: '/v3/plan-benefits/list-plans-by-item-identifier',
    summary: 'Plans for sale that would pay for a service',
    access: anyCaller,
    permission: 'PRICING_PLANS.ELIGIBLE_PLANS_READ',
    work: 'read',
    body: Type.Object({
      itemIdentifier: Type.Object({ externalId: Guid, category: Maybe(Type.String()), providerAppId: Guid }),
      targetDate: Maybe(Type.String({ format: 'date-time' })),
      count: Maybe(Type.Integer({ minimum: 1 })),
    }),
    reply: Type.Object({
      planBenefits: Type.Array(
        Type.Object({
          planInfo: Type.Object({ plan: PlanV3, nextStartDate: Type.Optional(Type.String()) }),
          benefitInfo: Type.Object({
            externalId: Type.String(),
            category: Type.Optional(Type.String()),
            providerAppId: Type.String(),
            poolDefinitionId: Type.String(),
            itemSetId: Type.String(),
            price: Type.String(),
            creditConfiguration: Type.Optional(Type.Object({ amount: Type.String() })),
            benefitKey: Type.String(),
            displayName: Type.String(),
          }),
        }),
      ),
    }),
    refuses: ['PRICING_PLANS_NOT_INSTALLED'],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const plansContract = { plans: plansApi, plansV3: plansV3Api }
