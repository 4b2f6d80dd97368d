/** Resources such as rooms and devices. Source: guide services-and-availability §11. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import type { Resource, ResourceHours, ResourceType, ResourceInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { resourceEvents, resourceTypeEvents } from '../events.ts'
import { staffTypeId } from '../rules/ids.ts'
import { isResourceTypeUsed, onResourcesRemoved } from '../hooks.ts'
import * as hours from '../store/hours.ts'
import * as store from '../store/resources.ts'
import { periodToWire, resourceToWire, resourceTypeToWire } from '../wire.ts'
import { replaceWeeklyHours } from './weekly-hours.ts'

const ruleViolation = (field: string, ruleName: string, description: string): Violation => ({ field, ruleName, description, violatedRule: 'OTHER', data: {} })
const requiredViolation = (field: string): Violation => ({ field, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })

function findViolations(input: ResourceInput, isNew: boolean): Violation[] {
  const options = input.locationOptions
  const specific = options?.specificLocationOptions
  const list: Violation[] = []
  if (isNew ? !input.name?.trim() : input.name !== undefined && !input.name?.trim())
    list.push(ruleViolation('resource.name', 'RESOURCE_NAME_IS_REQUIRED', 'is required'))
  if (options?.availableInAllLocations && specific)
    list.push(ruleViolation('resource.locationOptions', 'RESOURCE_SPECIFIC_LOCATION_OPTIONS_NOT_ALLOWED', 'has no specific places when all are chosen'))
  if (options?.availableInAllLocations === false && !specific)
    list.push(ruleViolation('resource.locationOptions', 'RESOURCE_SPECIFIC_LOCATION_OPTIONS_MUST_BE_SET', 'needs its places'))
  if (specific && specific.availableInBusinessLocations === false && (specific.businessLocations?.length ?? 0) > 0)
    list.push(
      ruleViolation(
        'resource.locationOptions.specificLocationOptions',
        'RESOURCE_AVAILABLE_IN_BUSINESS_LOCATION_MUST_BE_TRUE',
        'must be true when places are listed',
      ),
    )
  if (specific?.availableInBusinessLocations && (specific.businessLocations?.length ?? 0) === 0)
    list.push(
      ruleViolation('resource.locationOptions.specificLocationOptions.businessLocations', 'RESOURCE_LOCATION_ID_IS_REQUIRED', 'needs at least one place'),
    )
  const [schedule] = input.workingHoursSchedules?.values ?? []
  if (schedule && !schedule.scheduleId && !schedule.id)
    list.push(ruleViolation('resource.workingHoursSchedules.values[0].scheduleId', 'RESOURCE_WORKING_HOURS_SCHEDULE_ID_IS_REQUIRED', 'is required'))
  // A new resource has no schedule yet that could be its own.
  if (!isNew && schedule && typeof schedule.shared !== 'boolean')
    list.push(ruleViolation('resource.workingHoursSchedules.values[0].shared', 'RESOURCE_WORKING_HOURS_SHARED_IS_REQUIRED', 'is required'))
  return list
}

/** The schedule that the hours come from: that of the business, the resource's own, or none. Undefined when the input does not name one. */
async function resolveHoursSchedule(ctx: ReadContext, input: ResourceInput, ownSchedule: string): Promise<string | null | undefined> {
  if (input.workingHoursSchedules === undefined) return undefined
  const [schedule] = input.workingHoursSchedules?.values ?? []
  if (!schedule) return null
  const id = schedule.scheduleId ?? schedule.id
  const known = id === ownSchedule || id === (await hours.businessScheduleId(ctx))
  assertNoViolations(
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

interface ResourceTypeInput {
  name?: string | null
  extendedFields?: Record<string, unknown> | null
  revision?: string | null
}
/** Refuses with RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME, MAX_NUMBER_OF_RESOURCE_TYPES_REACHED. */
export async function createResourceType(ctx: TransactionContext, input: ResourceTypeInput): Promise<ResourceType> {
  const name = input.name?.trim() ?? ''
  assertNoViolations(name ? [] : [requiredViolation('resourceType.name')])
  if ((await store.listResourceTypes(ctx)).length >= 50) refuse('MAX_NUMBER_OF_RESOURCE_TYPES_REACHED')
  const row = (await store.insertResourceType(ctx, ctx.newId(), name)) ?? refuse('RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME')
  const complete = input.extendedFields ? ((await store.updateType(ctx, row.id, 1, { extendedFields: json(input.extendedFields), revision: 1 })) ?? row) : row
  const type = resourceTypeToWire({ ...complete, revision: 1 })
  ctx.emit(resourceTypeEvents.created(type))
  return type
}
/** Refuses with NOT_FOUND. */
export async function resourceTypeById(ctx: ReadContext, id: string): Promise<store.ResourceTypeRow> {
  return (await store.listResourceTypes(ctx)).find((type) => type.id === id) ?? refuseStandard('NOT_FOUND')
}
/** The staff type is built in: it is neither renamed nor deleted. */
const assertNotStaffType = (id: string) =>
  assertNoViolations(
    id === staffTypeId ? [{ field: 'resourceType.id', description: 'the type of staff never changes', violatedRule: 'VALIDATION', data: {} }] : [],
  )

/** Refuses with NOT_FOUND, REVISION_MISMATCH, RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME, and the staff type. */
export async function updateResourceType(ctx: TransactionContext, id: string, input: ResourceTypeInput): Promise<ResourceType> {
  const before = await resourceTypeById(ctx, id)
  assertNotStaffType(id)
  assertNoViolations(input.revision ? [] : [requiredViolation('resourceType.revision')])
  if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const name = input.name === undefined ? before.name : (input.name?.trim() ?? '')
  assertNoViolations(name ? [] : [requiredViolation('resourceType.name')])
  const isTaken = (await store.listResourceTypes(ctx)).some((type) => type.id !== id && type.name.toLowerCase() === name.toLowerCase())
  if (isTaken) refuse('RESOURCE_TYPE_ALREADY_EXISTS_FOR_NAME')
  if (name === before.name && input.extendedFields === undefined) return resourceTypeToWire(before)
  const change = { name, ...(input.extendedFields !== undefined ? { extendedFields: json(input.extendedFields ?? {}) } : {}) }
  const type = resourceTypeToWire((await store.updateType(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {}))
  ctx.emit(resourceTypeEvents.updated(type, resourceTypeToWire(before)))
  return type
}

/** Deletes a type with its resources. Refuses with FAILED_PRECONDITION while a service requires it. */
export async function deleteResourceType(ctx: TransactionContext, id: string): Promise<void> {
  const row = await resourceTypeById(ctx, id)
  assertNotStaffType(id)
  if ((await isResourceTypeUsed.call(ctx, { typeId: id })).includes(true))
    refuse(
      'FAILED_PRECONDITION',
      {},
      {
        message: 'A service still needs this type.',
        de: 'Diese Art wird noch von einem Angebot verwendet.',
        fr: 'Une prestation a encore besoin de ce type.',
        es: 'Un servicio todavía necesita este tipo.',
      },
    )
  for (const resource of await store.resourcesOfType(ctx, id)) ctx.emit(resourceEvents.deleted(resourceToWire(resource)))
  await store.deleteType(ctx, id)
  ctx.emit(resourceTypeEvents.deleted(resourceTypeToWire(row)))
}

/** A resource with its schedule of hours. Violates unknown types and schedules. */
export async function createResource(ctx: TransactionContext, input: ResourceInput): Promise<Resource> {
  assertNoViolations(findViolations(input, true))
  const type = (await store.listResourceTypes(ctx)).find((known) => known.id === input.typeId)
  const typeViolation = (description: string): Violation[] => [{ field: 'resource.typeId', description, violatedRule: 'VALIDATION', data: {} }]
  assertNoViolations(!type ? typeViolation('is not a type of this site') : type.id === staffTypeId ? typeViolation('staff are added as staff members') : [])
  const [id, eventsScheduleId] = [ctx.newId(), ctx.newId()]
  const hoursId = (await resolveHoursSchedule(ctx, input, eventsScheduleId)) ?? null
  await hours.insertSchedule(ctx, eventsScheduleId, 'RESOURCE')
  await store.insertResource(ctx, {
    siteId: ctx.siteId,
    id,
    typeId: input.typeId as string,
    name: (input.name as string).trim(),
    eventsScheduleId,
    hoursId,
    locationOptions: json(input.locationOptions ?? { availableInAllLocations: true }),
    capacity: input.capacity ?? null,
    extendedFields: json(input.extendedFields ?? {}),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const resource = await resourceById(ctx, id)
  ctx.emit(resourceEvents.created(resource))
  return resource
}
/** A bulk create cannot name the hours of a resource: its schedule does not exist yet. */
export function createResourceInBulk(ctx: TransactionContext, input: ResourceInput): Promise<Resource> {
  assertNoViolations(
    input.workingHoursSchedules?.values?.length
      ? [ruleViolation('resource.workingHoursSchedules', 'RESOURCE_WORKING_HOURS_NOT_SUPPORTED_IN_BULK_REQUEST', 'can be set later only')]
      : [],
  )
  return createResource(ctx, input)
}

/** Refuses with NOT_FOUND. */
export async function resourceById(ctx: ReadContext, id: string): Promise<Resource> {
  const [row] = await store.resourcesByIds(ctx, [id])
  return row ? resourceToWire(row) : refuseStandard('NOT_FOUND')
}

async function getNonStaffResource(ctx: ReadContext, id: string): Promise<store.ResourceRow> {
  const [row] = await store.resourcesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  assertNoViolations(
    row.typeId === staffTypeId
      ? [{ field: 'resource.typeId', description: 'the resource of a staff member follows the staff member', violatedRule: 'VALIDATION', data: {} }]
      : [],
  )
  return row
}

/** Changes what the input names. Refuses with NOT_FOUND, REVISION_MISMATCH; staff members are changed by their own calls. */
export async function updateResource(ctx: TransactionContext, id: string, input: ResourceInput): Promise<Resource> {
  const before = await getNonStaffResource(ctx, id)
  assertNoViolations(input.revision ? [] : [requiredViolation('resource.revision')])
  if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  assertNoViolations(findViolations(input, false))
  const hoursId = await resolveHoursSchedule(ctx, input, before.eventsScheduleId)
  const change = {
    ...(input.name !== undefined && input.name?.trim() !== before.name ? { name: (input.name as string).trim() } : {}),
    ...(input.locationOptions ? { locationOptions: json(input.locationOptions) } : {}),
    ...(input.capacity !== undefined && input.capacity !== before.capacity ? { capacity: input.capacity } : {}),
    ...(input.extendedFields !== undefined ? { extendedFields: json(input.extendedFields ?? {}) } : {}),
    ...(hoursId !== undefined && hoursId !== before.hoursId ? { hoursId } : {}),
  }
  if (Object.keys(change).length === 0) return resourceToWire(before)
  const resource = resourceToWire((await store.updateResource(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {}))
  ctx.emit(resourceEvents.updated(resource, resourceToWire(before)))
  return resource
}

/** When a resource can be used; the periods are those that count, or its own while it can always be used. Refuses with NOT_FOUND. */
export async function getResourceHours(ctx: ReadContext, id: string): Promise<ResourceHours> {
  const row = await getNonStaffResource(ctx, id)
  const mode = row.hoursId === null ? 'ALWAYS' : row.hoursId === row.eventsScheduleId ? 'CUSTOM' : 'BUSINESS'
  const rules = await hours.listHours(ctx, [mode === 'BUSINESS' ? await hours.businessScheduleId(ctx) : row.eventsScheduleId])
  return { mode, periods: rules.filter((rule) => rule.recurrenceType === 'MASTER').map(periodToWire) }
}

/** Own hours are kept when the resource follows others. Refuses with NOT_FOUND. */
export async function setResourceHours(ctx: TransactionContext, id: string, { mode, periods }: Partial<ResourceHours>): Promise<ResourceHours> {
  const before = await getNonStaffResource(ctx, id)
  const hoursId = mode === 'ALWAYS' ? null : mode === 'CUSTOM' ? before.eventsScheduleId : await hours.businessScheduleId(ctx)
  if (mode === 'CUSTOM' && periods) await replaceWeeklyHours(ctx, before.eventsScheduleId, periods)
  if (hoursId !== before.hoursId) {
    const after = (await store.updateResource(ctx, id, before.revision, { hoursId })) ?? refuse('REVISION_MISMATCH', {})
    ctx.emit(resourceEvents.updated(resourceToWire(after), resourceToWire(before)))
  }
  return getResourceHours(ctx, id)
}

/** Deletes a resource and takes it out of all services. Refuses with NOT_FOUND. */
export async function deleteResource(ctx: TransactionContext, id: string): Promise<Resource> {
  const row = await getNonStaffResource(ctx, id)
  await store.updateResource(ctx, id, undefined, { deletedAt: ctx.now })
  await onResourcesRemoved.call(ctx, { resourceIds: [id] })
  const resource = resourceToWire(row)
  ctx.emit(resourceEvents.deleted(resource))
  return resource
}
