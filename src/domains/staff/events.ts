/** Events of staff and resources. Source: guide services-and-availability §18. */
import { createEntityEvents } from '#kit/api/entity-events.ts'
import type { Resource, ResourceType, StaffMember, StaffSettings } from './contract.ts'

/** By entity: all of them have their id. */
const createEvents = <Entity extends { id: string }>(entityFqdn: string) => {
  const events = createEntityEvents<Entity>(entityFqdn)
  return {
    created: (entity: Entity) => events.created(entity.id, entity),
    updated: (entity: Entity, before: Entity) => events.updated(entity.id, entity, before),
    deleted: (entity: Entity) => events.deleted(entity.id, entity),
    action: (slug: string, entity: Entity, body: unknown) => events.action(slug, entity.id, body),
  }
}
export const staffEvents = createEvents<StaffMember>('wix.bookings.staff.v1.staff_member')
export const resourceEvents = createEvents<Resource>('wix.bookings.resources.v2.resource')
export const resourceTypeEvents = createEvents<ResourceType>('wix.bookings.resources.v2.resource_type')
export const settingsEvents = createEvents<StaffSettings>('wix.bookings.staff_settings.v1.staff_member_settings')
