/** Rooms and devices. guide: services-and-availability 11 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import type { Resource, ResourceType, ResourceWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { resourceEvents, resourceTypeEvents } from '../events.ts'
import { staffTypeId } from '../rules/ids.ts'
import { needsType, leaveResources } from '../asks.ts'
import * as hours from '../store/hours.ts'
import * as store from '../store/resources.ts'
import { resourceToWire, typeToWire } from '../wire.ts'

const rule = (field: string, ruleName: string, description: string): Violation => ({ field, ruleName, description, violatedRule: 'OTHER', data: {} })
const required = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })

function violationsOf(wish: ResourceWish, isNew: boolean): Violation[] {
  const options = wish.locationOptions
  const specific = options?.specificLocationOptions
  const list: Violation[] = []
  if (isNew ? !wish.name?.trim() : wish.name !== undefined && !wish.name?.trim()) list.push(rule('resource.name', 'RESOURCE_NAME_IS_REQUIRED', 'is required'))
  if (options?.availableInAllLocations && specific)
    list.push(rule('resource.locationOptions', 'RESOURCE_SPECIFIC_LOCATION_OPTIONS_NOT_ALLOWED', 'has no specific places when all are chosen'))
  if (options?.availableInAllLocations === false && !specific)
    list.push(rule('resource.locationOptions', 'RESOURCE_SPECIFIC_LOCATION_OPTIONS_MUST_BE_SET', 'needs its places'))
  if (specific && specific.availableInBusinessLocations === false && (specific.businessLocations?.length ?? 0) > 0)
    list.push(
      rule('resource.locationOptions.specificLocationOptions', 'RESOURCE_AVAILABLE_IN_BUSINESS_LOCATION_MUST_BE_TRUE', 'must be true when places are listed'),
    )
  if (specific?.availableInBusinessLocations && (specific.businessLocations?.length ?? 0) === 0)
    list.push(rule('resource.locationOptions.specificLocationOptions.businessLocations', 'RESOURCE_LOCATION_ID_IS_REQUIRED', 'needs at least one place'))
  const [schedule] = wish.workingHoursSchedules?.values ?? []
  if (schedule && !schedule.scheduleId && !schedule.id)
    list.push(rule('resource.workingHoursSchedules.values[0].scheduleId', 'RESOURCE_WORKING_HOURS_SCHEDULE_ID_IS_REQUIRED', 'is required'))
  return list
}

/** Which schedule the hours come from: the business one, the own one, or none. Undefined when the wish does not say. */
async function hoursWish(ctx: Ctx, wish: ResourceWish, ownSchedule: string): Promise<string | null | undefined> {
  if (wish.workingHoursSchedules === undefined) return undefined
  const [schedule] = wish.workingHoursSchedules?.values ?? []
  if (!schedule) return null
  const id = schedule.scheduleId ?? schedule.id
  const known = id === ownSchedule || id === (await hours.businessScheduleId(ctx))
  orViolate(
    known
      ? []
      : [
          {
            field: 'resource.workingHoursSchedules.values[0].scheduleId',
            description: 'must be the own schedule or the one of the business',
            violatedRule: 'VALIDATION',
            data: {},
          },
        ],
  )
  return id
}

interface TypeWish {
  name?: string | null
  extendedFields?: Record<string, unknown> | null
  revision?: string | null
}
export async function createResourceType(ctx: Ctx, wish: TypeWish): Promise<ResourceType> {
  const name = wish.name?.trim() ?? ''
  orViolate(name ? [] : [required('resourceType.name')])
  if ((await store.allTypes(ctx)).length >= 50) refuse('MAX_NUMBER_OF_RESOURCE_TYPES_REACHED')
  const row = (await store.insertType(ctx, ctx.newId(), name)) ?? refuse('RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME')
  const complete = wish.extendedFields ? ((await store.updateType(ctx, row.id, 1, { extendedFields: json(wish.extendedFields), revision: 1 })) ?? row) : row
  const type = typeToWire({ ...complete, revision: 1 })
  ctx.announce(resourceTypeEvents.created(type))
  return type
}
export async function typeById(ctx: Ctx, id: string): Promise<store.TypeRow> {
  return (await store.allTypes(ctx)).find((type) => type.id === id) ?? refuseStandard('NOT_FOUND')
}
/** The type of staff is part of the house: it keeps its name and stays. */
const mustNotBeStaff = (id: string) =>
  orViolate(id === staffTypeId ? [{ field: 'resourceType.id', description: 'the type of staff never changes', violatedRule: 'VALIDATION', data: {} }] : [])

export async function updateResourceType(ctx: Ctx, id: string, wish: TypeWish): Promise<ResourceType> {
  const before = await typeById(ctx, id)
  mustNotBeStaff(id)
  orViolate(wish.revision ? [] : [required('resourceType.revision')])
  if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const name = wish.name === undefined ? before.name : (wish.name?.trim() ?? '')
  orViolate(name ? [] : [required('resourceType.name')])
  const taken = (await store.allTypes(ctx)).some((type) => type.id !== id && type.name.toLowerCase() === name.toLowerCase())
  if (taken) refuse('RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME')
  if (name === before.name && wish.extendedFields === undefined) return typeToWire(before)
  const change = { name, ...(wish.extendedFields !== undefined ? { extendedFields: json(wish.extendedFields ?? {}) } : {}) }
  const type = typeToWire((await store.updateType(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {}))
  ctx.announce(resourceTypeEvents.updated(type))
  return type
}

export async function deleteResourceType(ctx: Ctx, id: string): Promise<void> {
  const row = await typeById(ctx, id)
  mustNotBeStaff(id)
  if ((await needsType.ask(ctx, { typeId: id })).includes(true))
    refuse('FAILED_PRECONDITION', {}, { message: 'A service still needs this type.', de: 'Ein Angebot braucht diese Art noch.' })
  for (const resource of await store.resourcesOfType(ctx, id)) ctx.announce(resourceEvents.deleted(resourceToWire(resource)))
  await store.deleteType(ctx, id)
  ctx.announce(resourceTypeEvents.deleted(typeToWire(row)))
}

export async function createResource(ctx: Ctx, wish: ResourceWish): Promise<Resource> {
  orViolate(violationsOf(wish, true))
  const type = (await store.allTypes(ctx)).find((known) => known.id === wish.typeId)
  const invalid = (description: string): Violation[] => [{ field: 'resource.typeId', description, violatedRule: 'VALIDATION', data: {} }]
  orViolate(!type ? invalid('is not a type of this site') : type.id === staffTypeId ? invalid('staff are added as staff members') : [])
  const [id, eventsScheduleId] = [ctx.newId(), ctx.newId()]
  const hoursId = (await hoursWish(ctx, wish, eventsScheduleId)) ?? null
  await hours.insertSchedule(ctx, eventsScheduleId, 'RESOURCE')
  await store.insertResource(ctx, {
    siteId: ctx.siteId,
    id,
    typeId: wish.typeId as string,
    name: (wish.name as string).trim(),
    eventsScheduleId,
    hoursId,
    locationOptions: json(wish.locationOptions ?? { availableInAllLocations: true }),
    extendedFields: json(wish.extendedFields ?? {}),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const resource = await resourceById(ctx, id)
  ctx.announce(resourceEvents.created(resource))
  return resource
}
/** In bulk the hours of a resource can't be named: it has no schedule yet. */
export function createResourceInBulk(ctx: Ctx, wish: ResourceWish): Promise<Resource> {
  orViolate(
    wish.workingHoursSchedules?.values?.length
      ? [rule('resource.workingHoursSchedules', 'RESOURCE_WORKING_HOURS_NOT_SUPPORTED_IN_BULK_REQUEST', 'can be set later only')]
      : [],
  )
  return createResource(ctx, wish)
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
      ? [{ field: 'resource.typeId', description: 'the resource of a staff member follows the staff member', violatedRule: 'VALIDATION', data: {} }]
      : [],
  )
  return row
}

export async function updateResource(ctx: Ctx, id: string, wish: ResourceWish): Promise<Resource> {
  const before = await ownResource(ctx, id)
  orViolate(wish.revision ? [] : [required('resource.revision')])
  if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  orViolate(violationsOf(wish, false))
  const hoursId = await hoursWish(ctx, wish, before.eventsScheduleId)
  const change = {
    ...(wish.name !== undefined && wish.name?.trim() !== before.name ? { name: (wish.name as string).trim() } : {}),
    ...(wish.locationOptions ? { locationOptions: json(wish.locationOptions) } : {}),
    ...(wish.extendedFields !== undefined ? { extendedFields: json(wish.extendedFields ?? {}) } : {}),
    ...(hoursId !== undefined && hoursId !== before.hoursId ? { hoursId } : {}),
  }
  if (Object.keys(change).length === 0) return resourceToWire(before)
  const resource = resourceToWire((await store.updateResource(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {}))
  ctx.announce(resourceEvents.updated(resource))
  return resource
}

export async function deleteResource(ctx: Ctx, id: string): Promise<Resource> {
  const row = await ownResource(ctx, id)
  await store.updateResource(ctx, id, undefined, { deletedAt: ctx.now })
  await leaveResources.ask(ctx, { resourceIds: [id] })
  const resource = resourceToWire(row)
  ctx.announce(resourceEvents.deleted(resource))
  return resource
}
