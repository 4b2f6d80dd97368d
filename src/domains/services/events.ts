/** Events of services, categories, policies, options and settings. Source: guide services-and-availability §18. */
import type { DomainEvent } from '#kit/api/context.ts'
import type { ServiceOptionsAndVariants } from './contract/options.ts'
import type { BookingsSettings } from './contract/settings.ts'
import type { BookingPolicy, Category, Service } from './contract.ts'

const createEntityEvents = <E>(entityFqdn: string) => {
  const event = (slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
    type: `${entityFqdn}_${slug}`,
    entityFqdn,
    slug,
    entityId,
    payload,
  })
  return {
    created: (id: string, entity: E) => event('created', id, { createdEvent: { entity } }),
    updated: (id: string, entity: E) => event('updated', id, { updatedEvent: { currentEntity: entity } }),
    deleted: (id: string, entity?: E) => event('deleted', id, { deletedEvent: entity ? { deletedEntity: entity } : {} }),
    action: (slug: string, id: string, body: unknown) => event(slug, id, { actionEvent: { body } }),
  }
}
export const serviceEvents = createEntityEvents<Service>('wix.bookings.services.v2.service')
export const categoryEvents = createEntityEvents<Category>('wix.bookings.categories.v2.category')
export const policyEvents = createEntityEvents<BookingPolicy>('wix.bookings.v1.booking_policy')
export const optionsEvents = createEntityEvents<ServiceOptionsAndVariants>('wix.bookings.catalog.v1.service_options_and_variants')
export const settingsEvents = createEntityEvents<BookingsSettings>('wix.bookings.v2.bookings_settings')
