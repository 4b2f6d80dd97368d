/** A plan as newer storefronts write it, in the shape that is stored. Source: guide pricing-plans §18. */
import type { PlanInput, PlanProblem } from './plan.ts'

/** What an owner may send of a plan in the newer shape; a field that is absent stays, null clears. */
export interface PlanV3Input {
  name?: string | null
  description?: string | null
  termsAndConditions?: string | null
  formId?: string | null
  visibility?: 'PUBLIC' | 'PRIVATE' | null
  currency?: string | null
  buyerCanCancel?: boolean | null
  maxPurchasesPerBuyer?: number | null
  perks?: readonly { description?: string | null }[] | null
  pricingVariants?: readonly PricingVariantInput[] | null
}
export interface PricingVariantInput {
  freeTrialDays?: number | null
  fees?: readonly { name?: string | null; fixedAmountOptions?: { amount?: string | null } | null }[] | null
  billingTerms?: {
    billingCycle?: { period?: string | null; count?: string | null } | null
    startType?: string | null
    endType?: string | null
    cyclesCompletedDetails?: { billingCycleCount?: string | null } | null
  } | null
  pricingStrategies?: readonly { flatRate?: { amount?: string | null } | null }[] | null
}

const VARIANTS = 'plan.pricingVariants'

/** How it is paid: a cycle without end or of several payments is a subscription, one payment with a cycle lasts for it, without one for ever. */
function toModel({ billingCycle, endType, cyclesCompletedDetails }: NonNullable<PricingVariantInput['billingTerms']>): object {
  if (!billingCycle?.period) return { singlePaymentUnlimited: true }
  const cycle = { unit: billingCycle.period, count: Number(billingCycle.count ?? 1) }
  const count = endType === 'CYCLES_COMPLETED' ? Number(cyclesCompletedDetails?.billingCycleCount ?? 1) : 0
  return count === 1 ? { singlePaymentForDuration: cycle } : { subscription: { cycleDuration: cycle, cycleCount: count } }
}

function toPricing(variant: PricingVariantInput, currency: string | null | undefined): object {
  const fees = (variant.fees ?? []).map(({ name, fixedAmountOptions }) => ({ fee: { name, amount: fixedAmountOptions?.amount }, appliedAt: 'FIRST_PAYMENT' }))
  return {
    ...toModel(variant.billingTerms ?? {}),
    price: { value: variant.pricingStrategies?.[0]?.flatRate?.amount ?? '0', ...(currency && { currency }) },
    ...(variant.freeTrialDays ? { freeTrialDays: variant.freeTrialDays } : {}),
    ...(fees.length > 0 && { feeConfigs: fees }),
  }
}

/** What was sent, in the stored shape, before it is checked. A plan has one price: other numbers of variants are a problem. Source: guide pricing-plans §18. */
export function toPlanInput(sent: PlanV3Input): { input: PlanInput } | { problem: PlanProblem } {
  const { perks, pricingVariants, visibility, currency, name, description, termsAndConditions, formId, buyerCanCancel, maxPurchasesPerBuyer } = sent
  const [variant, other] = pricingVariants ?? []
  if (pricingVariants && (!variant || other))
    return { problem: { field: VARIANTS, description: 'must have exactly one entry', violatedRule: variant ? 'MAX_SIZE' : 'MIN_SIZE', data: { threshold: 1 } } }
  const fields = { name, description, termsAndConditions, formId, buyerCanCancel, maxPurchasesPerBuyer }
  return {
    input: {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      ...(visibility && { public: visibility === 'PUBLIC' }),
      ...(perks && { perks: { values: perks.map((perk) => perk.description ?? '') } }),
      ...(variant && { pricing: toPricing(variant, currency), allowFutureStartDate: variant.billingTerms?.startType === 'CUSTOM' }),
    },
  }
}

const ownFields: readonly (readonly [stored: string, sent: string])[] = [
  ['plan.pricing.price', `${VARIANTS}[0].pricingStrategies[0].flatRate.amount`],
  ['plan.pricing.freeTrialDays', `${VARIANTS}[0].freeTrialDays`],
  ['plan.pricing.feeConfigs', `${VARIANTS}[0].fees`],
  ['plan.pricing', `${VARIANTS}[0].billingTerms`],
  ['plan.public', 'plan.visibility'],
]
/** The field of the newer shape that a problem of the stored one is about. */
export const toSentField = (field: string): string => ownFields.find(([stored]) => field.startsWith(stored))?.[1] ?? field
