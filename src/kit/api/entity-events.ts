/** Events about an entity, in the envelope of the public API. */
import { findModifiedFields } from '../pure/modified-fields.ts'
import type { DomainEvent } from './context.ts'

/** `action` is anything that is not created, updated or deleted. */
export const createEntityEvents = <Entity extends object>(entityFqdn: string) => {
  const event = (slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
    type: `${entityFqdn}_${slug}`,
    entityFqdn,
    slug,
    entityId,
    payload,
  })
  return {
    created: (id: string, entity: Entity) => event('created', id, { createdEvent: { entity } }),
    /** `before`: the entity as it was, for the fields that changed. */
    updated: (id: string, entity: Entity, before?: Entity) =>
      event('updated', id, {
        updatedEvent: { currentEntity: entity, ...(before && { modifiedFields: findModifiedFields(before, entity) }) },
      }),
    deleted: (id: string, entity?: Entity) => event('deleted', id, { deletedEvent: entity ? { deletedEntity: entity } : {} }),
    action: (slug: string, id: string, body: unknown) => event(slug, id, { actionEvent: { body } }),
  }
}
