/** The form of a plan and its benefit, and the fields that changed. Pure. */
import type { InputOf, ReplyOf } from '#web/operations.ts'
import type { Duration, Plan } from '../entities.ts'

export interface PlanForm {
  name: string
  description: string
  perks: string
  price: string
  kind: 'recurring' | 'once'
  unit: Duration['unit']
  count: number
  cycles: number
  endless: boolean
  trial: number
  cancelable: boolean
  later: boolean
  visible: boolean
  limit: number
  terms: string
  covers: string[]
  sessions: number
  /** Fees added to the first payment. */
  fees: { name: string; amount: string }[]
}
export type PlanChange = InputOf<'plans.updatePlan'>['body']['plan']
export type BenefitChange = InputOf<'plans.setPlanBenefit'>['body']
type SavedBenefit = ReplyOf<'plans.getPlanBenefit'>

export const newPlanForm: PlanForm = {
  name: '',
  description: '',
  perks: '',
  price: '',
  kind: 'recurring',
  unit: 'MONTH',
  count: 1,
  cycles: 0,
  endless: false,
  trial: 0,
  cancelable: true,
  later: false,
  visible: true,
  limit: 0,
  terms: '',
  covers: [],
  sessions: 0,
  fees: [],
}

export function toPlanForm(plan: Plan, benefit: SavedBenefit | undefined): PlanForm {
  const { pricing } = plan
  const length = pricing.subscription?.cycleDuration ?? pricing.singlePaymentForDuration
  return {
    name: plan.name,
    description: plan.description,
    perks: plan.perks.values.join('\n'),
    price: pricing.price.value,
    kind: pricing.subscription ? 'recurring' : 'once',
    unit: length?.unit ?? 'MONTH',
    count: length?.count ?? 1,
    cycles: pricing.subscription?.cycleCount ?? 0,
    endless: Boolean(pricing.singlePaymentUnlimited),
    trial: pricing.freeTrialDays ?? 0,
    cancelable: plan.buyerCanCancel,
    later: plan.allowFutureStartDate,
    visible: plan.public,
    limit: plan.maxPurchasesPerBuyer,
    terms: plan.termsAndConditions,
    fees: (pricing.feeConfigs ?? []).map(({ fee }) => ({ name: fee.name, amount: fee.amount })),
    ...toCoverage(benefit),
  }
}
/** The services a plan covers; empty until they are loaded. */
export const toCoverage = (benefit: SavedBenefit | undefined): Pick<PlanForm, 'covers' | 'sessions'> => ({
  covers: benefit?.serviceIds ?? [],
  sessions: benefit?.benefit?.credits ?? 0,
})

export const toPerks = (form: PlanForm): string[] =>
  form.perks
    .split('\n')
    .map((perk) => perk.trim())
    .filter(Boolean)
const toFeeConfigs = (form: PlanForm) => form.fees.map(({ name, amount }) => ({ fee: { name: name.trim(), amount }, appliedAt: 'FIRST_PAYMENT' as const }))

/** Price and model as a whole. */
export function toPricing(form: PlanForm, currency: string): Plan['pricing'] {
  const length = { unit: form.unit, count: form.count }
  return {
    price: { value: form.price === '' ? '0' : form.price, currency },
    ...(form.fees.length > 0 && { feeConfigs: toFeeConfigs(form) }),
    ...(form.kind === 'recurring'
      ? { subscription: { cycleDuration: length, cycleCount: form.cycles }, freeTrialDays: form.trial }
      : form.endless
        ? { singlePaymentUnlimited: true }
        : { singlePaymentForDuration: length }),
  }
}
/** A new plan as a whole. */
export const toNewPlan = (form: PlanForm, currency: string) => ({
  name: form.name.trim(),
  description: form.description,
  perks: { values: toPerks(form) },
  pricing: toPricing(form, currency),
  buyerCanCancel: form.cancelable,
  allowFutureStartDate: form.later,
  public: form.visible,
  maxPurchasesPerBuyer: form.limit,
  termsAndConditions: form.terms,
})

/** Only what differs; undefined when both forms say the same about the plan itself. */
export function toPlanChange(saved: Plan, before: PlanForm, after: PlanForm): PlanChange | undefined {
  const hasChanged = (...fields: (keyof PlanForm)[]) => fields.some((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const whole = toPricing(after, saved.pricing.price.currency)
  // A pricing without a model is merged into the stored one.
  const parts = {
    ...(hasChanged('price') ? { price: whole.price } : {}),
    ...(hasChanged('fees') ? { feeConfigs: toFeeConfigs(after) } : {}),
    ...(hasChanged('trial') && after.kind === 'recurring' ? { freeTrialDays: after.trial } : {}),
  }
  const pricing = hasChanged('kind', 'unit', 'count', 'cycles', 'endless') ? whole : parts
  const change: PlanChange = {
    ...(hasChanged('name') ? { name: after.name.trim() } : {}),
    ...(hasChanged('description') ? { description: after.description } : {}),
    ...(hasChanged('perks') ? { perks: { values: toPerks(after) } } : {}),
    ...(Object.keys(pricing).length > 0 ? { pricing: { ...pricing } } : {}),
    ...(hasChanged('cancelable') ? { buyerCanCancel: after.cancelable } : {}),
    ...(hasChanged('later') ? { allowFutureStartDate: after.later } : {}),
    ...(hasChanged('visible') ? { public: after.visible } : {}),
    ...(hasChanged('limit') ? { maxPurchasesPerBuyer: after.limit } : {}),
    ...(hasChanged('terms') ? { termsAndConditions: after.terms } : {}),
  }
  return Object.keys(change).length > 0 ? { ...change, id: saved.id } : undefined
}
/** The changed benefit of a plan; sessions that are carried over keep their terms. */
export function toBenefitChange(saved: SavedBenefit | undefined, before: PlanForm, after: PlanForm): BenefitChange | undefined {
  if (JSON.stringify([before.covers, before.sessions]) === JSON.stringify([after.covers, after.sessions])) return undefined
  const kept = saved?.benefit?.rollover
  return {
    benefit: after.covers.length > 0 ? { credits: after.sessions || null, ...(kept ? { rollover: kept } : {}) } : null,
    serviceIds: after.covers,
  }
}
