/** Rooms and devices. guide: services-and-availability 11 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import type { Resource, ResourceType, ResourceWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { resourceEvents, resourceTypeEvents } from '../events.ts'
import { staffTypeId } from '../rules/ids.ts'
import * as store from '../store.ts'
import { resourceToWire, typeToWire } from '../wire.ts'

const rule = (field: string, ruleName: string, description: string): Violation => ({ field, ruleName, description, violatedRule: 'OTHER' })

function violationsOf(wish: ResourceWish): Violation[] {
  const options = wish.locationOptions
  const specific = options?.specificLocationOptions
  const list: Violation[] = []
  if (wish.name !== undefined && wish.name.trim() === '') list.push(rule('resource.name', 'RESOURCE_NAME_IS_REQUIRED', 'is required'))
  if (options?.availableInAllLocations && specific)
    list.push(rule('resource.locationOptions', 'RESOURCE_SPECIFIC_LOCATION_OPTIONS_NOT_ALLOWED', 'has no specific places when all are chosen'))
  if (options?.availableInAllLocations === false && !specific)
    list.push(rule('resource.locationOptions', 'RESOURCE_SPECIFIC_LOCATION_OPTIONS_MUST_BE_SET', 'needs its places'))
  if (specific && !specific.availableInBusinessLocations && (specific.businessLocations?.length ?? 0) > 0)
    list.push(
      rule('resource.locationOptions.specificLocationOptions', 'RESOURCE_AVAILABLE_IN_BUSINESS_LOCATION_MUST_BE_TRUE', 'must be true when places are listed'),
    )
  return list
}

export async function createResourceType(ctx: Ctx, name: string): Promise<ResourceType> {
  orViolate(name.trim() ? [] : [{ field: 'resourceType.name', description: 'is required', violatedRule: 'REQUIRED_FIELD' }])
  if ((await store.allTypes(ctx)).length >= 50) refuse('MAX_NUMBER_OF_RESOURCE_TYPES_REACHED')
  const row = (await store.insertType(ctx, ctx.newId(), name.trim())) ?? refuse('RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME')
  const type = typeToWire(row)
  ctx.announce(resourceTypeEvents.created(type))
  return type
}

export async function createResource(ctx: Ctx, wish: ResourceWish): Promise<Resource> {
  orViolate(violationsOf({ ...wish, name: wish.name ?? '' }))
  const type = (await store.allTypes(ctx)).find((known) => known.id === wish.typeId)
  orViolate(
    !type
      ? [{ field: 'resource.typeId', description: 'is not a type of this site', violatedRule: 'VALIDATION' }]
      : type.id === staffTypeId
        ? [{ field: 'resource.typeId', description: 'staff are added as staff members', violatedRule: 'VALIDATION' }]
        : [],
  )
  const [id, eventsScheduleId] = [ctx.newId(), ctx.newId()]
  await store.insertSchedule(ctx, eventsScheduleId, 'RESOURCE')
  await store.insertResource(ctx, {
    siteId: ctx.siteId,
    id,
    typeId: wish.typeId as string,
    name: (wish.name as string).trim(),
    eventsScheduleId,
    hoursId: null,
    locationOptions: json(wish.locationOptions ?? { availableInAllLocations: true }),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const resource = await resourceById(ctx, id)
  ctx.announce(resourceEvents.created(resource))
  return resource
}

export async function resourceById(ctx: Ctx, id: string): Promise<Resource> {
  const [row] = await store.resourcesByIds(ctx, [id])
  return row ? resourceToWire(row) : refuseStandard('NOT_FOUND')
}

async function ownResource(ctx: Ctx, id: string): Promise<store.ResourceRow> {
  const [row] = await store.resourcesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  orViolate(
    row.typeId === staffTypeId
      ? [{ field: 'resource.typeId', description: 'the resource of a staff member follows the staff member', violatedRule: 'VALIDATION' }]
      : [],
  )
  return row
}

export async function updateResource(ctx: Ctx, id: string, wish: ResourceWish): Promise<Resource> {
  orViolate(violationsOf(wish))
  const before = await ownResource(ctx, id)
  if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const after = await store.updateResource(ctx, id, before.revision, {
    ...(wish.name !== undefined ? { name: wish.name.trim() } : {}),
    ...(wish.locationOptions ? { locationOptions: json(wish.locationOptions) } : {}),
  })
  if (!after) return refuse('REVISION_MISMATCH', {})
  const resource = resourceToWire(after)
  ctx.announce(resourceEvents.updated(resource))
  return resource
}

export async function deleteResource(ctx: Ctx, id: string): Promise<void> {
  const row = await ownResource(ctx, id)
  await store.updateResource(ctx, id, undefined, { deletedAt: ctx.now })
  ctx.announce(resourceEvents.deleted(resourceToWire(row)))
}
