/** Events of staff and resources. Source: guide services-and-availability §18. */
import type { DomainEvent } from '#kit/api/context.ts'
import type { Resource, ResourceType, StaffMember, StaffSettings } from './contract.ts'

const createEntityEvents = <E extends { id: string }>(entityFqdn: string) => {
  const event = (slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
    type: `${entityFqdn}_${slug}`,
    entityFqdn,
    slug,
    entityId,
    payload,
  })
  return {
    created: (entity: E) => event('created', entity.id, { createdEvent: { entity } }),
    updated: (entity: E) => event('updated', entity.id, { updatedEvent: { currentEntity: entity } }),
    deleted: (entity: E) => event('deleted', entity.id, { deletedEvent: { deletedEntity: entity } }),
    action: (slug: string, entity: E, body: unknown) => event(slug, entity.id, { actionEvent: { body } }),
  }
}
export const staffEvents = createEntityEvents<StaffMember>('wix.bookings.staff.v1.staff_member')
export const resourceEvents = createEntityEvents<Resource>('wix.bookings.resources.v2.resource')
export const resourceTypeEvents = createEntityEvents<ResourceType>('wix.bookings.resources.v2.resource_type')
export const settingsEvents = createEntityEvents<StaffSettings>('wix.bookings.staff_settings.v1.staff_member_settings')
