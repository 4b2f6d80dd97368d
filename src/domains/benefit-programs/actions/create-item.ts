/** Lets plans pay for services. Source: guide pricing-plans §13.7. */
import { findPool } from '#domains/plans/public.ts'
import { payServiceByPlan } from '#domains/services/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import { toItem, type BenefitItem } from '../wire.ts'

/** Lets the plan of a set of items pay for a service; as often as it is called. Refuses with ITEM_SET_NOT_FOUND, INVALID_PRICING_PLAN, NOT_FOUND for the service. */
export async function createItem(ctx: TransactionContext, item: { itemSetId: string; externalId: string }): Promise<BenefitItem> {
  const planId = item.itemSetId.toLowerCase()
  const serviceId = item.externalId.toLowerCase()
  if (!(await findPool(ctx, planId))) refuse('ITEM_SET_NOT_FOUND', { itemSetId: planId })
  await payServiceByPlan(ctx, serviceId, planId)
  return toItem({ planId, serviceId })
}
