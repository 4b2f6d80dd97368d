/** Events that orders emit. Source: guide pricing-plans §14. */
import type { Temporal } from 'temporal-polyfill'
import type { DomainEvent } from '#kit/api/context.ts'
import type { Order } from './rules/order.ts'
import { toOrder } from './wire.ts'

export type OrderEventSlug =
  | 'created'
  | 'updated'
  | 'purchased'
  | 'started'
  | 'cycle_started'
  | 'paused'
  | 'resumed'
  | 'ended'
  | 'canceled'
  | 'auto_renew_canceled'
  | 'marked_as_paid'
  | 'start_date_changed'
  | 'end_date_postponed'
const fqdn = 'wix.pricing_plans.v2.order'

/** Payloads use the basic field set. `cycleNumber` is 0 in the trial. */
export function orderEvent(order: Order, slug: OrderEventSlug, now: Temporal.Instant, cycleNumber?: number): DomainEvent {
  const entity = toOrder(order, now)
  const payload: DomainEvent['payload'] =
    slug === 'created'
      ? { createdEvent: { entity } }
      : slug === 'updated'
        ? { updatedEvent: { currentEntity: entity } }
        : { actionEvent: { body: { order: entity, ...(cycleNumber !== undefined && { cycleNumber }) } } }
  return { type: `${fqdn}_${slug}`, entityFqdn: fqdn, slug, entityId: order.id, payload }
}
