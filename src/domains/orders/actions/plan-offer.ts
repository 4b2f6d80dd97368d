/** Plans that a customer without one can buy while booking. */
import { Temporal } from 'temporal-polyfill'
import { findBenefit, listVisiblePlans, plansOfServices, toPublicPlan } from '#domains/plans/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { toModel } from '../rules/order.ts'
import { isOffered } from '../rules/plan-offer.ts'
import { countPurchases } from '../store/orders.ts'

/** Visible plans that cover the service and, bought now, pay for the session, in the arranged order. */
export async function listPlansForBooking(ctx: ReadContext, of: { serviceId: string; start: string; people: number }) {
  const covering = new Set((await plansOfServices(ctx, [of.serviceId])).get(of.serviceId))
  if (covering.size === 0) return []
  const { timeZone } = await getSite(ctx)
  const memberId = ctx.caller.memberId
  const session = { start: Temporal.Instant.from(of.start), people: of.people }
  const found = []
  for (const plan of (await listVisiblePlans(ctx)).filter(({ id }) => covering.has(id))) {
    const benefit = await findBenefit(ctx, plan.id)
    if (!benefit) continue
    const purchases = memberId && plan.maxPurchasesPerBuyer > 0 ? await countPurchases(ctx, memberId, plan.id) : 0
    const offer = {
      model: toModel(plan.pricing),
      trialDays: plan.pricing.freeTrialDays ?? 0,
      credits: benefit.credits,
      maxPurchases: plan.maxPurchasesPerBuyer,
    }
    if (isOffered(offer, session, { now: ctx.now, timeZone, purchases })) found.push({ plan: toPublicPlan(plan), credits: benefit.credits })
  }
  return found
}
