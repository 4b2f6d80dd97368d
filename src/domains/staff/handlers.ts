/** Operations of staff, resources, hours and places. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { refuseStandard, Violations, type Violation } from '#kit/refusal.ts'
import { currentSite } from '#domains/site/public.ts'
import * as resources from './actions/resources.ts'
import * as staff from './actions/staff.ts'
import type { staffApi, HoursPeriod, PlaceWish } from './contract.ts'
import { pageAsk, pageMetadata, type PageAsk, type WireQuery } from './rules/paging.ts'
import * as store from './store.ts'
import { periodFromWire, periodToWire, placeToWire, resourceToWire, staffToWire, typeToWire } from './wire.ts'

const violate = (violation: Violation): never => {
  throw new Violations([violation])
}
const withResource = (fields: unknown): boolean => [fields].flat().includes('RESOURCE_DETAILS')

async function staffPage(ctx: Ctx, query: unknown, fields: unknown, onlyProviders: boolean) {
  const ask: PageAsk = pageAsk(query as WireQuery, { byDefault: onlyProviders ? 50 : 100, max: 100, kind: 'cursor' }, violate)
  if (ctx.caller.role !== 'owner' && store.asksForPrivateFields(ask.filter)) refuseStandard('PERMISSION_DENIED')
  const { rows, total } = await store.staffPage(ctx, ask, onlyProviders)
  const details = withResource(fields)
    ? await store.resourcesByIds(
        ctx,
        rows.map((row) => row.resourceId),
      )
    : []
  return {
    staffMembers: rows.map((row) =>
      staffToWire(
        row,
        ctx.caller,
        details.find((r) => r.id === row.resourceId),
      ),
    ),
    pagingMetadata: pageMetadata(ask, rows.length, total),
  }
}

async function hoursOfStaff(ctx: Ctx, id: string) {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const [resource] = await store.resourcesByIds(ctx, [row.resourceId])
  if (!resource?.hoursId) return refuseStandard('NOT_FOUND')
  return {
    usesDefaultWorkingHours: resource.hoursId !== resource.eventsScheduleId,
    periods: (await store.hoursOf(ctx, [resource.hoursId])).map(periodToWire),
    ownScheduleId: resource.eventsScheduleId,
  }
}
const businessHours = async (ctx: Ctx) => ({
  timeZone: (await currentSite(ctx)).timeZone,
  periods: (await store.hoursOf(ctx, [await store.businessScheduleId(ctx)])).map(periodToWire),
})
const replace = (ctx: Ctx, scheduleId: string, periods: HoursPeriod[]) => store.replaceHours(ctx, scheduleId, periods.map(periodFromWire))

const placeChange = (wish: PlaceWish) => ({
  ...(wish.name !== undefined ? { name: wish.name } : {}),
  ...(wish.address !== undefined ? { address: wish.address } : {}),
  ...(wish.email !== undefined ? { email: wish.email } : {}),
  ...(wish.phone !== undefined ? { phone: wish.phone } : {}),
})

export const staffHandlers: Handlers<typeof staffApi> = {
  createStaffMember: async (ctx, { body }) => ({ staffMember: await staff.createStaff(ctx, body.staffMember) }),
  getStaffMember: async (ctx, { params, query }) => ({ staffMember: await staff.staffById(ctx, params.id, withResource(query.fields)) }),
  updateStaffMember: async (ctx, { params, body }) => ({ staffMember: await staff.updateStaff(ctx, params.id, body.staffMember) }),
  deleteStaffMember: async (ctx, { params }) => {
    await staff.deleteStaff(ctx, params.id)
    return {}
  },
  queryStaffMembers: (ctx, { body }) => staffPage(ctx, body.query, body.fields, true),
  queryStaffMembersV2: (ctx, { body }) => staffPage(ctx, body.query, body.fields, false),
  countStaffMembers: async (ctx, { body }) => ({ count: await store.countStaff(ctx, body.filter) }),
  setServiceProvider: async (ctx, { params, body }) => ({ staffMember: await staff.setServiceProvider(ctx, params.id, body.serviceProvider) }),
  assignWorkingHoursSchedule: async (ctx, { params, body }) => ({ staffMember: await staff.assignHours(ctx, params.id, body.scheduleId) }),

  getStaffHours: (ctx, { params }) => hoursOfStaff(ctx, params.id),
  setStaffHours: async (ctx, { params, body }) => {
    await staff.assignHours(ctx, params.id, body.usesDefaultWorkingHours ? 'business' : 'own')
    if (!body.usesDefaultWorkingHours && body.periods) await replace(ctx, (await hoursOfStaff(ctx, params.id)).ownScheduleId, body.periods)
    return hoursOfStaff(ctx, params.id)
  },
  getBusinessHours: (ctx) => businessHours(ctx),
  setBusinessHours: async (ctx, { body }) => {
    await replace(ctx, await store.businessScheduleId(ctx), body.periods)
    return businessHours(ctx)
  },

  listLocations: async (ctx) => ({ locations: (await store.places(ctx)).map(placeToWire) }),
  createLocation: async (ctx, { body: { location } }) => {
    if (!location.name) violate({ field: 'location.name', description: 'is required', violatedRule: 'REQUIRED_FIELD' })
    if (location.default) await store.clearDefaultPlace(ctx)
    const row = await store.insertPlace(ctx, {
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
    const before = (await store.places(ctx)).find((place) => place.id === params.id) ?? refuseStandard('NOT_FOUND')
    if (before.isDefault && (location.status === 'INACTIVE' || location.default === false))
      violate({ field: 'location', description: 'the default place stays active', violatedRule: 'VALIDATION' })
    if (location.default && !before.isDefault) await store.clearDefaultPlace(ctx)
    const row =
      (await store.updatePlace(ctx, params.id, {
        ...placeChange(location),
        ...(location.default ? { isDefault: true } : {}),
        ...(location.status ? { status: location.status } : {}),
      })) ?? refuseStandard('NOT_FOUND')
    return { location: placeToWire(row) }
  },

  createResourceType: async (ctx, { body }) => ({ resourceType: await resources.createResourceType(ctx, body.resourceType.name) }),
  getResourceType: async (ctx, { params }) => ({
    resourceType: typeToWire((await store.allTypes(ctx)).find((type) => type.id === params.id) ?? refuseStandard('NOT_FOUND')),
  }),
  queryResourceTypes: async (ctx, { body }) => {
    const ask = pageAsk(body.query as WireQuery, { byDefault: 50, max: 100, kind: 'cursor' }, violate)
    const { rows, total } = await store.typePage(ctx, ask)
    return { resourceTypes: rows.map(typeToWire), pagingMetadata: pageMetadata(ask, rows.length, total) }
  },
  createResource: async (ctx, { body }) => ({ resource: await resources.createResource(ctx, body.resource) }),
  getResource: async (ctx, { params }) => ({ resource: await resources.resourceById(ctx, params.id) }),
  updateResource: async (ctx, { params, body }) => ({ resource: await resources.updateResource(ctx, params.id, body.resource) }),
  deleteResource: async (ctx, { params }) => {
    await resources.deleteResource(ctx, params.id)
    return {}
  },
  queryResources: async (ctx, { body }) => {
    const ask = pageAsk(body.query as WireQuery, { byDefault: 50, max: 100, kind: 'cursor' }, violate)
    const { rows, total } = await store.resourcePage(ctx, ask)
    return { resources: rows.map(resourceToWire), pagingMetadata: pageMetadata(ask, rows.length, total) }
  },
}
