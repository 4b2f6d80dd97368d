/** Events that plans emit. Source: guide pricing-plans §14. */
import type { DomainEvent } from '#kit/api/context.ts'
import type { PlanRow } from './store.ts'
import { toPlan } from './wire.ts'

// The public events of plans do not repeat the version of the entity, and the archive event says "plan" twice.
const fqdn = 'wix.pricing_plans.plan'
const event = (plan: PlanRow, slug: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${fqdn}_${slug}`,
  entityFqdn: fqdn,
  slug,
  entityId: plan.id,
  payload,
})

export const planCreated = (plan: PlanRow): DomainEvent => event(plan, 'created', { createdEvent: { entity: toPlan(plan) } })
export const planUpdated = (plan: PlanRow): DomainEvent => event(plan, 'updated', { updatedEvent: { currentEntity: toPlan(plan) } })
export const planArchived = (plan: PlanRow): DomainEvent => event(plan, 'plan_archived', { actionEvent: { body: { plan: toPlan(plan) } } })
export const buyerCanCancelUpdated = (plan: PlanRow): DomainEvent => event(plan, 'buyer_can_cancel_updated', { actionEvent: { body: { plan: toPlan(plan) } } })
