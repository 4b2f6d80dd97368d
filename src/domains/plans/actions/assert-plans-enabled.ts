import { getSetting } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'

/**
 * Refuses while the business has plans switched off. decision: then every call of plans and every new order is refused; orders that were made
 * run on, are renewed and can be read and changed. Source: guide pricing-plans §16.2.
 */
export async function assertPlansEnabled(ctx: ReadContext): Promise<void> {
  if (!(await getSetting(ctx, 'plans.enabled'))) refuse('PRICING_PLANS_NOT_INSTALLED')
}
