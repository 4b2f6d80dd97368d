/** What staff and resources announce. guide: services-and-availability 18 */
import type { DomainEvent } from '#kit/ctx.ts'
import type { Resource, ResourceType, StaffMember, StaffSettings } from './contract.ts'

const announcer = <E extends { id: string }>(entityFqdn: string) => {
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
    did: (slug: string, entity: E, body: unknown) => event(slug, entity.id, { actionEvent: { body } }),
  }
}
export const staffEvents = announcer<StaffMember>('wix.bookings.staff.v1.staff_member')
export const resourceEvents = announcer<Resource>('wix.bookings.resources.v2.resource')
export const resourceTypeEvents = announcer<ResourceType>('wix.bookings.resources.v2.resource_type')
export const settingsEvents = announcer<StaffSettings>('wix.bookings.staff_settings.v1.staff_member_settings')
