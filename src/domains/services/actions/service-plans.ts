/** Pricing plans that a service can be booked with. Source: guide services-and-availability §6.7. */
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { json } from '#kit/db/open.ts'
import { addServiceToPlans, plansNotForSale, plansOfServices, removeServiceFromPlans } from '#domains/plans/public.ts'
import type { Service } from '../contract.ts'
import { refuse } from '../errors.ts'
import { findPaymentViolations, type Payment, type ServiceDraft } from '../rules/service.ts'
import * as store from '../store/services.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'

/**
 * Adds plans to a service, or removes them (all when none is named). decision: the one type that takes no plans,
 * a service sold as a subscription, is not supported, so SERVICE_DOES_NOT_SUPPORT_PRICING_PLANS is never used.
 */
export async function changePlans(ctx: TransactionContext, id: string, planIds: readonly string[], add: boolean): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const linked = (await plansOfServices(ctx, [id])).get(id) ?? []
  if (add) await assertAddable(ctx, linked, planIds)
  const changes = add
    ? planIds.some((planId) => !linked.includes(planId))
    : planIds.length === 0
      ? linked.length > 0
      : planIds.some((planId) => linked.includes(planId))
  const before = await showService(ctx, row)
  if (!changes) return before
  if (add) await addServiceToPlans(ctx, id, planIds)
  else await removeServiceFromPlans(ctx, id, planIds.length === 0 ? undefined : planIds)
  return emitServiceUpdated(ctx, await store.updateService(ctx, id, row.revision, {}), before)
}

/** Refuses with INVALID_PRICING_PLAN plans that are unknown or archived, and more plans than a service takes. */
async function assertAddable(ctx: TransactionContext, linked: readonly string[], planIds: readonly string[]): Promise<void> {
  const [invalidPlanId] = await plansNotForSale(
    ctx,
    planIds.filter((planId) => !linked.includes(planId)),
  )
  if (invalidPlanId) refuse('INVALID_PRICING_PLAN', { id: invalidPlanId, message: 'This plan does not exist or is archived.' })
  assertNoViolations(
    new Set([...linked, ...planIds]).size > 75
      ? [{ field: 'pricingPlanIds', description: 'a service takes at most 75 plans', violatedRule: 'MAX_SIZE', data: { threshold: 75 } }]
      : [],
  )
}

/**
 * Lets a plan pay for a service: it is added, and the service takes plans from then on. Refuses with NOT_FOUND, INVALID_PRICING_PLAN; violates as a
 * change of the payment does, where the service takes no plans because every booking is approved by hand. Source: guide pricing-plans §13.7.
 */
export async function payServiceByPlan(ctx: TransactionContext, id: string, planId: string): Promise<Service> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const payment = row.payment as Payment
  if (payment.options?.pricingPlan) return changePlans(ctx, id, [planId], true)
  await assertAddable(ctx, (await plansOfServices(ctx, [id])).get(id) ?? [], [planId])
  const accepting = { ...payment, options: { ...payment.options, pricingPlan: true } }
  assertNoViolations(findPaymentViolations(accepting, row.onlineBooking as ServiceDraft['onlineBooking']))
  const before = await showService(ctx, row)
  await addServiceToPlans(ctx, id, [planId])
  return emitServiceUpdated(ctx, await store.updateService(ctx, id, row.revision, { payment: json(accepting) }), before)
}
