/** Operations of staff, resources, hours and places. */
import { eachOnItsOwn } from '#kit/bulk.ts'
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import type { Handlers } from '#kit/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { orViolate, refuseStandard, Violations, type Violation } from '#kit/refusal.ts'
import { currentSite } from '#domains/site/public.ts'
import * as connection from './actions/connection.ts'
import * as resources from './actions/resources.ts'
import * as staff from './actions/staff.ts'
import { changeTags, mustNameTags } from './actions/tags.ts'
import { createSpecialDay, deleteSpecialDay, listSpecialDays } from './actions/special-days.ts'
import type { HoursPeriod, PlaceWish, staffApi } from './contract.ts'
import { refuse } from './errors.ts'
import { settingsEvents } from './events.ts'
import * as hours from './store/hours.ts'
import * as places from './store/places.ts'
import * as resourceStore from './store/resources.ts'
import * as store from './store/staff.ts'
import { periodFromWire, periodToWire, placeToWire, resourceToWire, settingsToWire, typeToWire } from './wire.ts'

const violate = (violation: Violation): never => {
  throw new Violations([violation])
}

async function staffPage(ctx: Ctx, body: { query?: WireQuery | null; fields?: unknown }, onlyProviders: boolean) {
  const { rows, meta, options } = await store.staffPage(ctx, body.query, onlyProviders, { fields: body.fields })
  return { staffMembers: await staff.showStaff(ctx, rows, options.fields), pagingMetadata: meta }
}
async function staffSearch(ctx: Ctx, body: { search: WireQuery; fields?: unknown }, onlyProviders: boolean) {
  const { rows, meta, aggregationData, options } = await store.searchStaff(ctx, body.search, onlyProviders, { fields: body.fields })
  return { staffMembers: await staff.showStaff(ctx, rows, options.fields), pagingMetadata: meta, aggregationData }
}

const weeklyOf = async (ctx: Ctx, scheduleId: string) =>
  (await hours.hoursOf(ctx, [scheduleId])).filter((row) => row.recurrenceType === 'MASTER').map(periodToWire)

async function hoursOfStaff(ctx: Ctx, id: string) {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = await resourceStore.resourcesByIds(ctx, [row.resourceId])
  if (!resource?.hoursId) return refuseStandard('NOT_FOUND')
  return {
    usesDefaultWorkingHours: resource.hoursId !== resource.eventsScheduleId,
    periods: await weeklyOf(ctx, resource.hoursId),
    ownScheduleId: resource.eventsScheduleId,
  }
}
const businessHours = async (ctx: Ctx) => ({
  timeZone: (await currentSite(ctx)).timeZone,
  periods: await weeklyOf(ctx, await hours.businessScheduleId(ctx)),
})
const replace = (ctx: Ctx, scheduleId: string, periods: HoursPeriod[]) => hours.replaceHours(ctx, scheduleId, periods.map(periodFromWire))

const placeChange = (wish: PlaceWish) => ({
  ...(wish.name !== undefined ? { name: wish.name } : {}),
  ...(wish.address !== undefined ? { address: wish.address } : {}),
  ...(wish.email !== undefined ? { email: wish.email } : {}),
  ...(wish.phone !== undefined ? { phone: wish.phone } : {}),
})

export const staffHandlers: Handlers<typeof staffApi> = {
  createStaffMember: async (ctx, { body }) => {
    const made = await staff.createStaff(ctx, body.staffMember, { serviceProvider: body.serviceProvider })
    return { staffMember: await staff.staffById(ctx, made.id, body.fields) }
  },
  getStaffMember: async (ctx, { params, query }) => ({ staffMember: await staff.staffById(ctx, params.staffMemberId, query.fields) }),
  updateStaffMember: async (ctx, { params, body }) => ({
    staffMember: await staff.updateStaff(ctx, params.staffMemberId, body.staffMember, { mask: body.fieldMask, fields: body.fields }),
  }),
  deleteStaffMember: async (ctx, { params }) => {
    await staff.deleteStaff(ctx, params.staffMemberId)
    return {}
  },
  queryStaffMembers: (ctx, { body }) => staffPage(ctx, body, true),
  searchStaffMembers: (ctx, { body }) => staffSearch(ctx, body, true),
  countStaffMembers: async (ctx, { body }) => ({ count: await store.countStaff(ctx, body.filter, true) }),
  queryStaffMembersV2: (ctx, { body }) => staffPage(ctx, body, false),
  searchStaffMembersV2: (ctx, { body }) => staffSearch(ctx, body, false),
  countStaffMembersV2: async (ctx, { body }) => ({ count: await store.countStaff(ctx, body.filter, false) }),
  listDeletedStaffMembers: async (ctx, { query }) => {
    const ids = query.staffMemberIds === undefined ? undefined : [query.staffMemberIds].flat()
    const { rows, meta } = await store.trashPage(ctx, { cursorPaging: query.paging ?? null }, ids)
    return { staffMembers: await staff.showStaff(ctx, rows, query.fields), pagingMetadata: meta }
  },
  getDeletedStaffMember: async (ctx, { params, query }) => ({
    staffMember: await staff.showOne(ctx, (await store.trashedById(ctx, params.staffMemberId)) ?? refuseStandard('NOT_FOUND'), query.fields),
  }),
  removeStaffMemberFromTrashBin: async (ctx, { params }) => {
    if (!(await store.removeTrashed(ctx, params.staffMemberId))) refuseStandard('NOT_FOUND')
    return {}
  },
  restoreStaffMember: async (ctx, { params }) => ({ staffMember: await staff.restoreStaff(ctx, params.id) }),
  setServiceProvider: async (ctx, { params, body }) => ({
    staffMember: await staff.setServiceProvider(ctx, params.staffMemberId, body.serviceProvider, body.fields),
  }),
  assignWorkingHoursSchedule: async (ctx, { params, body }) => ({
    staffMember: await staff.assignHours(ctx, params.staffMemberId, body.scheduleId, body.fields),
  }),
  assignCustomSchedule: async (ctx, { params, body }) => ({
    staffMember: await staff.assignHours(ctx, params.staffMemberId, body.scheduleId, body.fields),
  }),
  connectStaffMemberToUser: async (ctx, { params, body }) => ({ staffMember: await connection.connect(ctx, params.staffMemberId, body.email, body.fields) }),
  disconnectStaffMemberFromUser: async (ctx, { params, body }) => ({ staffMember: await connection.disconnect(ctx, params.staffMemberId, body.fields) }),
  getOrCreateStaffMember: async (ctx, { params, body }) => ({ staffMember: await connection.ofUser(ctx, params.wixUserId, body.fields) }),
  bulkGetOrCreateStaffMembers: async (ctx, { body }) => {
    const { results, bulkActionMetadata } = await eachOnItsOwn(ctx, body.wixUserIds, (inner, id) => connection.ofUser(inner, id, body.fields), {
      idOf: (id) => id,
      withItems: true,
    })
    return { results: results.map(({ itemMetadata, item }) => ({ itemMetadata, ...(item && { staffMember: item }) })), bulkActionMetadata }
  },
  bulkUpdateStaffMemberTags: async (ctx, { body }) => {
    mustNameTags(body)
    return eachOnItsOwn(ctx, body.ids, (inner, id) => changeTags(inner, id, body), { idOf: (id) => id })
  },
  bulkUpdateStaffMemberTagsByFilter: async (ctx, { body }) => {
    orViolate(
      body.filter === undefined || body.filter === null ? [{ field: 'filter', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }] : [],
    )
    mustNameTags(body)
    for (const id of await store.idsMatching(ctx, body.filter)) await changeTags(ctx, id, body)
    return { jobId: ctx.newId() }
  },
  getStaffMemberSettings: async (ctx) => ({ staffMemberSettings: settingsToWire(await store.settings(ctx)) }),
  updateStaffMemberSettings: async (ctx, { body: { staffMemberSettings: wish } }) => {
    const before = await store.settings(ctx)
    orViolate(wish.revision ? [] : [{ field: 'staffMemberSettings.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
    if (wish.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
    const row =
      (await store.saveSettings(ctx, before.revision, {
        contactIsPublic: wish.contactInformation?.publiclyAccessible ?? before.contactIsPublic,
        extendedFields: json(wish.extendedFields ?? before.extendedFields),
      })) ?? refuse('REVISION_MISMATCH', {})
    ctx.announce(settingsEvents.updated(settingsToWire(row)))
    return { staffMemberSettings: settingsToWire(row) }
  },

  getStaffHours: (ctx, { params }) => hoursOfStaff(ctx, params.id),
  setStaffHours: async (ctx, { params, body }) => {
    await staff.assignHours(ctx, params.id, body.usesDefaultWorkingHours ? 'business' : 'own')
    if (!body.usesDefaultWorkingHours && body.periods) await replace(ctx, (await hoursOfStaff(ctx, params.id)).ownScheduleId, body.periods)
    return hoursOfStaff(ctx, params.id)
  },
  getBusinessHours: (ctx) => businessHours(ctx),
  setBusinessHours: async (ctx, { body }) => {
    await replace(ctx, await hours.businessScheduleId(ctx), body.periods)
    return businessHours(ctx)
  },

  listSpecialDays: async (ctx, { query }) => ({ specialDays: await listSpecialDays(ctx, query.resourceId) }),
  createSpecialDay: async (ctx, { body }) => ({ specialDay: await createSpecialDay(ctx, body.specialDay) }),
  deleteSpecialDay: async (ctx, { params }) => {
    await deleteSpecialDay(ctx, params.id)
    return {}
  },

  listLocations: async (ctx) => ({ locations: (await places.places(ctx)).map(placeToWire) }),
  createLocation: async (ctx, { body: { location } }) => {
    if (!location.name) violate({ field: 'location.name', description: 'is required', violatedRule: 'REQUIRED_FIELD' })
    if (location.default) await places.clearDefaultPlace(ctx)
    const row = await places.insertPlace(ctx, {
      ...placeChange(location),
      name: location.name as string,
      siteId: ctx.siteId,
      id: ctx.newId(),
      isDefault: location.default ?? false,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    })
    return { location: placeToWire(row) }
  },
  updateLocation: async (ctx, { params, body: { location } }) => {
    const before = (await places.places(ctx)).find((place) => place.id === params.id) ?? refuseStandard('NOT_FOUND')
    if (before.isDefault && (location.status === 'INACTIVE' || location.default === false))
      violate({ field: 'location', description: 'the default place stays active', violatedRule: 'VALIDATION' })
    if (location.default && !before.isDefault) await places.clearDefaultPlace(ctx)
    const row =
      (await places.updatePlace(ctx, params.id, {
        ...placeChange(location),
        ...(location.default ? { isDefault: true } : {}),
        ...(location.status ? { status: location.status } : {}),
      })) ?? refuseStandard('NOT_FOUND')
    return { location: placeToWire(row) }
  },

  createResourceType: async (ctx, { body }) => ({ resourceType: await resources.createResourceType(ctx, body.resourceType) }),
  getResourceType: async (ctx, { params }) => ({ resourceType: typeToWire(await resources.typeById(ctx, params.id)) }),
  updateResourceType: async (ctx, { params, body }) => ({ resourceType: await resources.updateResourceType(ctx, params.id, body.resourceType) }),
  deleteResourceType: async (ctx, { params }) => {
    await resources.deleteResourceType(ctx, params.id)
    return {}
  },
  queryResourceTypes: async (ctx, { body }) => {
    const { rows, meta } = await resourceStore.typePage(ctx, body.query)
    return { resourceTypes: rows.map(typeToWire), pagingMetadata: meta }
  },
  countResourceTypes: async (ctx, { body }) => ({ count: await resourceStore.countTypes(ctx, body.filter) }),
  createResource: async (ctx, { body }) => ({ resource: await resources.createResource(ctx, body.resource) }),
  getResource: async (ctx, { params }) => ({ resource: await resources.resourceById(ctx, params.id) }),
  updateResource: async (ctx, { params, body }) => ({ resource: await resources.updateResource(ctx, params.id, body.resource) }),
  deleteResource: async (ctx, { params }) => {
    await resources.deleteResource(ctx, params.id)
    return {}
  },
  queryResources: async (ctx, { body }) => {
    const { rows, meta } = await resourceStore.resourcePage(ctx, body.query)
    return { resources: rows.map(resourceToWire), pagingMetadata: meta }
  },
  searchResources: async (ctx, { body }) => {
    const { rows, meta, aggregationData } = await resourceStore.searchResources(ctx, body.search)
    return { resources: rows.map(resourceToWire), pagingMetadata: meta, aggregationData }
  },
  countResources: async (ctx, { body }) => ({ count: await resourceStore.countResources(ctx, body.filter) }),
  bulkCreateResources: (ctx, { body }) => eachOnItsOwn(ctx, body.resources, resources.createResourceInBulk, { withItems: body.returnEntity === true }),
  bulkUpdateResources: (ctx, { body }) =>
    eachOnItsOwn(ctx, body.resources, (inner, { resource }) => resources.updateResource(inner, String(resource.id ?? ''), resource), {
      idOf: ({ resource }) => (typeof resource.id === 'string' ? resource.id : undefined),
      withItems: body.returnEntity === true,
    }),
  bulkDeleteResources: (ctx, { body }) => eachOnItsOwn(ctx, body.ids, resources.deleteResource, { idOf: (id) => id }),
}
