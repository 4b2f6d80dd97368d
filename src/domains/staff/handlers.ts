/** Handlers of staff, resources, working hours and locations. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import type { Handlers } from '#kit/api/mount.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import * as connection from './actions/connection.ts'
import * as holidays from './actions/holidays.ts'
import * as locations from './actions/locations.ts'
import * as resources from './actions/resources.ts'
import * as staff from './actions/staff.ts'
import { changeTags, assertTagsNamed } from './actions/tags.ts'
import { createSpecialDay, deleteSpecialDay, listSpecialDays, updateSpecialDay } from './actions/special-days.ts'
import * as team from './actions/team.ts'
import * as timeOff from './actions/time-off.ts'
import { replaceWeeklyHours } from './actions/weekly-hours.ts'
import type { staffApi } from './contract.ts'
import { refuse } from './errors.ts'
import { settingsEvents } from './events.ts'
import * as hours from './store/hours.ts'
import * as resourceStore from './store/resources.ts'
import * as store from './store/staff.ts'
import { periodToWire, resourceToWire, settingsToWire, resourceTypeToWire } from './wire.ts'

async function queryStaff(ctx: ReadContext, body: { query?: WireQuery | null; fields?: unknown }, onlyProviders: boolean) {
  const { rows, meta, options } = await store.queryStaff(ctx, body.query, onlyProviders, { fields: body.fields })
  return { staffMembers: await staff.showStaff(ctx, rows, options.fields), pagingMetadata: meta }
}
async function searchStaff(ctx: ReadContext, body: { search: WireQuery; fields?: unknown }, onlyProviders: boolean) {
  const { rows, meta, aggregationData, options } = await store.searchStaff(ctx, body.search, onlyProviders, { fields: body.fields })
  return { staffMembers: await staff.showStaff(ctx, rows, options.fields), pagingMetadata: meta, aggregationData }
}

const listWeeklyPeriods = async (ctx: ReadContext, scheduleId: string) =>
  (await hours.listHours(ctx, [scheduleId])).filter((row) => row.recurrenceType === 'MASTER').map(periodToWire)

async function getStaffHours(ctx: ReadContext, id: string) {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = await resourceStore.resourcesByIds(ctx, [row.resourceId])
  if (!resource?.hoursId) return refuseStandard('NOT_FOUND')
  return {
    usesDefaultWorkingHours: resource.hoursId !== resource.eventsScheduleId,
    periods: await listWeeklyPeriods(ctx, resource.hoursId),
    ownScheduleId: resource.eventsScheduleId,
  }
}
const getBusinessHours = async (ctx: ReadContext) => ({
  timeZone: (await getSite(ctx)).timeZone,
  periods: await listWeeklyPeriods(ctx, await hours.businessScheduleId(ctx)),
})

export const staffHandlers: Handlers<typeof staffApi> = {
  createStaffMember: async (ctx, { body }) => {
    const created = await staff.createStaff(ctx, body.staffMember, { serviceProvider: body.serviceProvider })
    return { staffMember: await staff.staffById(ctx, created.id, body.fields) }
  },
  getStaffMember: async (ctx, { params, query }) => ({ staffMember: await staff.staffById(ctx, params.staffMemberId, query.fields) }),
  updateStaffMember: async (ctx, { params, body }) => ({
    staffMember: await staff.updateStaff(ctx, params.staffMemberId, body.staffMember, { mask: body.fieldMask, fields: body.fields }),
  }),
  deleteStaffMember: async (ctx, { params }) => {
    await staff.deleteStaff(ctx, params.staffMemberId)
    return {}
  },
  queryStaffMembers: (ctx, { body }) => queryStaff(ctx, body, true),
  searchStaffMembers: (ctx, { body }) => searchStaff(ctx, body, true),
  countStaffMembers: async (ctx, { body }) => ({ count: await store.countStaff(ctx, body.filter, true) }),
  queryStaffMembersV2: (ctx, { body }) => queryStaff(ctx, body, false),
  searchStaffMembersV2: (ctx, { body }) => searchStaff(ctx, body, false),
  countStaffMembersV2: async (ctx, { body }) => ({ count: await store.countStaff(ctx, body.filter, false) }),
  listDeletedStaffMembers: async (ctx, { query }) => {
    const ids = query.staffMemberIds === undefined ? undefined : [query.staffMemberIds].flat()
    const { rows, meta } = await store.queryTrash(ctx, { cursorPaging: query.paging ?? null }, ids)
    return { staffMembers: await staff.showStaff(ctx, rows, query.fields), pagingMetadata: meta }
  },
  getDeletedStaffMember: async (ctx, { params, query }) => ({
    staffMember: await staff.showStaffMember(ctx, (await store.findTrashedStaff(ctx, params.staffMemberId)) ?? refuseStandard('NOT_FOUND'), query.fields),
  }),
  removeStaffMemberFromTrashBin: async (ctx, { params }) => {
    if (!(await store.deleteTrashed(ctx, params.staffMemberId))) refuseStandard('NOT_FOUND')
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
  connectStaffMemberToUser: async (ctx, { params, body }) => ({
    staffMember: await connection.connectToUser(ctx, params.staffMemberId, body.email, body.fields),
  }),
  disconnectStaffMemberFromUser: async (ctx, { params, body }) => ({
    staffMember: await connection.disconnectFromUser(ctx, params.staffMemberId, body.fields),
  }),
  getOrCreateStaffMember: async (ctx, { params, body }) => ({ staffMember: await connection.getOrCreateForUser(ctx, params.wixUserId, body.fields) }),
  bulkGetOrCreateStaffMembers: async (ctx, { body }) => {
    const { results, bulkActionMetadata } = await runBulkItems(ctx, body.wixUserIds, (inner, id) => connection.getOrCreateForUser(inner, id, body.fields), {
      idFrom: (id) => id,
      withItems: true,
    })
    return { results: results.map(({ itemMetadata, item }) => ({ itemMetadata, ...(item && { staffMember: item }) })), bulkActionMetadata }
  },
  bulkUpdateStaffMemberTags: async (ctx, { body }) => {
    assertTagsNamed(body)
    return runBulkItems(ctx, body.ids, (inner, id) => changeTags(inner, id, body), { idFrom: (id) => id })
  },
  bulkUpdateStaffMemberTagsByFilter: async (ctx, { body }) => {
    assertNoViolations(
      body.filter === undefined || body.filter === null ? [{ field: 'filter', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }] : [],
    )
    assertTagsNamed(body)
    for (const id of await store.listMatchingIds(ctx, body.filter)) await changeTags(ctx, id, body)
    return { jobId: ctx.newId() }
  },
  getStaffMemberSettings: async (ctx) => ({ staffMemberSettings: settingsToWire(await store.getSettings(ctx)) }),
  updateStaffMemberSettings: async (ctx, { body: { staffMemberSettings: input } }) => {
    const before = await store.getSettings(ctx)
    assertNoViolations(input.revision ? [] : [{ field: 'staffMemberSettings.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
    if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
    const row =
      (await store.saveSettings(ctx, before.revision, {
        contactIsPublic: input.contactInformation?.publiclyAccessible ?? before.contactIsPublic,
        extendedFields: json(input.extendedFields ?? before.extendedFields),
      })) ?? refuse('REVISION_MISMATCH', {})
    ctx.emit(settingsEvents.updated(settingsToWire(row), settingsToWire(before)))
    return { staffMemberSettings: settingsToWire(row) }
  },

  getStaffHours: (ctx, { params }) => getStaffHours(ctx, params.id),
  setStaffHours: async (ctx, { params, body }) => {
    await staff.assignHours(ctx, params.id, body.usesDefaultWorkingHours ? 'business' : 'own')
    if (!body.usesDefaultWorkingHours && body.periods) await replaceWeeklyHours(ctx, (await getStaffHours(ctx, params.id)).ownScheduleId, body.periods)
    return getStaffHours(ctx, params.id)
  },
  getStaffRank: async (ctx, { params }) => ({ rank: ((await store.staffById(ctx, params.id)) ?? refuseStandard('NOT_FOUND')).rank }),
  setStaffRank: (ctx, { params, body }) => staff.setRank(ctx, params.id, body.rank),
  getBusinessHours: (ctx) => getBusinessHours(ctx),
  setBusinessHours: async (ctx, { body }) => {
    await replaceWeeklyHours(ctx, await hours.businessScheduleId(ctx), body.periods)
    return getBusinessHours(ctx)
  },

  listSpecialDays: async (ctx, { query }) => ({ specialDays: await listSpecialDays(ctx, query) }),
  closeOnDays: (ctx, { body }) => holidays.closeOnDays(ctx, body),
  listHolidayCountries: (ctx) => holidays.listHolidayCountries(ctx),
  listHolidays: (ctx, { query }) => holidays.listHolidays(ctx, query),
  createSpecialDay: async (ctx, { body }) => ({ specialDay: await createSpecialDay(ctx, body.specialDay) }),
  updateSpecialDay: async (ctx, { params, body }) => ({ specialDay: await updateSpecialDay(ctx, params.id, body.specialDay) }),
  deleteSpecialDay: async (ctx, { params }) => {
    await deleteSpecialDay(ctx, params.id)
    return {}
  },

  listTeam: async (ctx, { query }) => ({ members: await team.listTeam(ctx, query.limit) }),
  getTeamMember: async (ctx, { params }) => ({ member: (await team.findTeamMember(ctx, params.slug)) ?? refuseStandard('NOT_FOUND') }),
  listMyTimeOff: (ctx) => timeOff.listMyTimeOff(ctx),
  requestTimeOff: (ctx, { body }) => timeOff.requestTimeOff(ctx, body),
  withdrawTimeOff: async (ctx, { params }) => (await timeOff.withdrawTimeOff(ctx, params.id), {}),
  listTimeOffRequests: (ctx) => timeOff.listTimeOffRequests(ctx),
  approveTimeOff: async (ctx, { params, body }) => (await timeOff.answerTimeOff(ctx, params.id, 'approve', body.note), {}),
  declineTimeOff: async (ctx, { params, body }) => (await timeOff.answerTimeOff(ctx, params.id, 'decline', body.note), {}),

  listLocations: async (ctx) => ({ locations: await locations.listLocations(ctx) }),
  createLocation: async (ctx, { body }) => ({ location: await locations.createLocation(ctx, body.location) }),
  updateLocation: async (ctx, { params, body }) => ({ location: await locations.updateLocation(ctx, params.id, body.location) }),

  createResourceType: async (ctx, { body }) => ({ resourceType: await resources.createResourceType(ctx, body.resourceType) }),
  getResourceType: async (ctx, { params }) => ({ resourceType: resourceTypeToWire(await resources.resourceTypeById(ctx, params.id)) }),
  updateResourceType: async (ctx, { params, body }) => ({ resourceType: await resources.updateResourceType(ctx, params.id, body.resourceType) }),
  deleteResourceType: async (ctx, { params }) => {
    await resources.deleteResourceType(ctx, params.id)
    return {}
  },
  queryResourceTypes: async (ctx, { body }) => {
    const { rows, meta } = await resourceStore.queryResourceTypes(ctx, body.query)
    return { resourceTypes: rows.map(resourceTypeToWire), pagingMetadata: meta }
  },
  countResourceTypes: async (ctx, { body }) => ({ count: await resourceStore.countResourceTypes(ctx, body.filter) }),
  createResource: async (ctx, { body }) => ({ resource: await resources.createResource(ctx, body.resource) }),
  getResource: async (ctx, { params }) => ({ resource: await resources.resourceById(ctx, params.id) }),
  updateResource: async (ctx, { params, body }) => ({ resource: await resources.updateResource(ctx, params.id, body.resource) }),
  deleteResource: async (ctx, { params }) => {
    await resources.deleteResource(ctx, params.id)
    return {}
  },
  getResourceHours: (ctx, { params }) => resources.getResourceHours(ctx, params.id),
  setResourceHours: (ctx, { params, body }) => resources.setResourceHours(ctx, params.id, body),
  queryResources: async (ctx, { body }) => {
    const { rows, meta } = await resourceStore.queryResources(ctx, body.query)
    return { resources: rows.map(resourceToWire), pagingMetadata: meta }
  },
  searchResources: async (ctx, { body }) => {
    const { rows, meta, aggregationData } = await resourceStore.searchResources(ctx, body.search)
    return { resources: rows.map(resourceToWire), pagingMetadata: meta, aggregationData }
  },
  countResources: async (ctx, { body }) => ({ count: await resourceStore.countResources(ctx, body.filter) }),
  bulkCreateResources: (ctx, { body }) => runBulkItems(ctx, body.resources, resources.createResourceInBulk, { withItems: body.returnEntity === true }),
  bulkUpdateResources: (ctx, { body }) =>
    runBulkItems(ctx, body.resources, (inner, { resource }) => resources.updateResource(inner, String(resource.id ?? ''), resource), {
      idFrom: ({ resource }) => (typeof resource.id === 'string' ? resource.id : undefined),
      withItems: body.returnEntity === true,
    }),
  bulkDeleteResources: (ctx, { body }) => runBulkItems(ctx, body.ids, resources.deleteResource, { idFrom: (id) => id }),
}
