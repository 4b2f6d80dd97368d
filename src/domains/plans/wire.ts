import type { Static } from 'typebox'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { Plan, PublicPlan } from './contract.ts'
import type { PlanInput } from './rules/plan.ts'
import type { PlanRow } from './store.ts'

const iso = toWireTime

/** What shoppers see: nothing about visibility, archive or sales. */
export const toPublicPlan = (plan: PlanRow): Static<typeof PublicPlan> => ({
  id: plan.id,
  name: plan.name,
  description: plan.description,
  perks: { values: plan.perks },
  pricing: plan.pricing,
  primary: plan.primary,
  createdDate: iso(plan.createdAt),
  updatedDate: iso(plan.updatedAt),
  slug: plan.slug,
  maxPurchasesPerBuyer: plan.maxPurchasesPerBuyer,
  allowFutureStartDate: plan.allowFutureStartDate,
  buyerCanCancel: plan.buyerCanCancel,
  termsAndConditions: plan.termsAndConditions,
  ...(plan.formId && { formId: plan.formId }),
  ...(Object.keys(plan.clientData).length > 0 && { clientData: plan.clientData }),
})

export const toPlan = (plan: PlanRow): Static<typeof Plan> => ({
  ...toPublicPlan(plan),
  public: plan.public,
  archived: plan.archivedAt !== null,
  hasOrders: plan.hasOrders,
})

/** The stored plan in the form in which changes are sent, so that both can be merged. */
export const toPlanInput = (plan: PlanRow): PlanInput => ({ ...toPlan(plan) })
