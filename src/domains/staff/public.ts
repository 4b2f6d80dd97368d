/** What other domains may call: staff, resources, working hours and locations. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { staffTypeId } from './rules/ids.ts'
import * as hours from './store/hours.ts'
import * as locationStore from './store/locations.ts'
import * as store from './store/resources.ts'
import { staffById } from './store/staff.ts'

export { findTeamMember, listTeam } from './actions/team.ts'
export type { TeamMember } from './contract/team.ts'
export { staffTypeId, businessScheduleExternalId } from './rules/ids.ts'

export interface BookableResource {
  id: string
  name: string
  typeId: string
  eventsScheduleId: string
  /** The schedule of its working hours; null means always available. */
  hoursId: string | null
  /** Present for the resource of a staff member. */
  staff?: { id: string; serviceProvider: boolean; rank: number; mainMedia: unknown; email: string | null }
  locationIds: 'all' | string[]
}

/** Resources that are not deleted, with their staff members. */
export const resourcesByIds = async (ctx: ReadContext, ids: readonly string[]): Promise<BookableResource[]> =>
  (await store.resourcesWithStaff(ctx, [...new Set(ids)])).map(toBookable)
/** A resource that is not deleted; undefined otherwise. */
export const resourceById = (ctx: ReadContext, id: string): Promise<BookableResource | undefined> =>
  ctx.cache(['resource', 'staff_member'], `resource ${id}`, async () => (await resourcesByIds(ctx, [id]))[0])
/** Resources of a type that are not deleted. */
export const resourcesOfType = async (ctx: ReadContext, typeId: string): Promise<BookableResource[]> =>
  (await store.resourcesOfTypeWithStaff(ctx, typeId)).map(toBookable)

function toBookable({ staffId, serviceProvider, rank, mainMedia, email, ...row }: store.ResourceWithStaff): BookableResource {
  const options = row.locationOptions as {
    availableInAllLocations?: boolean
    specificLocationOptions?: { businessLocations?: { locationId: string }[] } | null
  }
  return {
    id: row.id,
    name: row.name,
    typeId: row.typeId,
    eventsScheduleId: row.eventsScheduleId,
    hoursId: row.hoursId,
    ...(staffId !== null && { staff: { id: staffId, serviceProvider: serviceProvider === true, rank: rank ?? 100, mainMedia, email } }),
    locationIds: options.availableInAllLocations === false ? (options.specificLocationOptions?.businessLocations ?? []).map((l) => l.locationId) : 'all',
  }
}
/** All resource types. */
export const resourceTypes = async (ctx: ReadContext): Promise<{ id: string; name: string }[]> =>
  (await store.listResourceTypes(ctx)).map(({ id, name }) => ({ id, name }))

export type WeeklyHours = hours.HoursRow
/** Working hours of schedules, ordered by weekday and time. */
export const listHours = (ctx: ReadContext, scheduleIds: readonly string[]): Promise<WeeklyHours[]> => hours.listHours(ctx, [...new Set(scheduleIds)])
/** It is made with the site and stays. */
export const businessScheduleId = (ctx: ReadContext): Promise<string> =>
  ctx.cache(['hours_schedule'], 'schedule of the business', () => hours.businessScheduleId(ctx))

export interface BusinessLocation {
  id: string
  name: string
  isDefault: boolean
  active: boolean
  address: string
}
/** Locations of the business, the default first. */
export const listLocations = (ctx: ReadContext): Promise<BusinessLocation[]> =>
  ctx.cache(['location'], 'places', async () =>
    (await locationStore.listLocations(ctx)).map((p) => ({
      id: p.id,
      name: p.name,
      isDefault: p.isDefault,
      active: p.status === 'ACTIVE',
      address: p.address,
    })),
  )

/** Seeds a new site: the staff type, business hours Monday to Friday 10:00–18:00, and one location. */
export async function seedSiteStaff(ctx: TransactionContext, siteName: string): Promise<void> {
  await store.insertResourceType(ctx, staffTypeId, 'Staff')
  const business = ctx.newId()
  await hours.insertSchedule(ctx, business, 'BUSINESS')
  await hours.replaceHours(
    ctx,
    business,
    [1, 2, 3, 4, 5].map((weekday) => ({ weekday, startMinute: 600, endMinute: 1080, intervalWeeks: 1, locationId: null })),
  )
  await locationStore.insertLocation(ctx, { siteId: ctx.siteId, id: ctx.newId(), name: siteName, isDefault: true, createdAt: ctx.now, updatedAt: ctx.now })
}

/** Who a schedule of working hours belongs to. The calendar edits its rules as events. */
export interface ScheduleOwner {
  owner: 'BUSINESS' | 'RESOURCE'
  /** The resource whose own schedule this is. */
  resourceId?: string
}
/** The owner of a schedule of hours; undefined for any other schedule. */
export async function findScheduleOwner(ctx: ReadContext, scheduleId: string): Promise<ScheduleOwner | undefined> {
  const schedule = await hours.scheduleById(ctx, scheduleId)
  if (!schedule) return undefined
  if (schedule.owner === 'BUSINESS') return { owner: 'BUSINESS' }
  const resource = await store.resourceOfSchedule(ctx, scheduleId)
  return resource ? { owner: 'RESOURCE', resourceId: resource.id } : undefined
}
export {
  findHoursException,
  hoursById,
  insertHours,
  deleteHours,
  lockSchedule as lockHoursSchedule,
  reassignHoursExceptions,
  updateHours,
  type NewHours,
} from './store/hours.ts'

/** A resource whose calendar others are connected to. */
export interface ResourceCalendar {
  resourceId: string
  scheduleId: string
  name: string
}
/** The calendar of a staff member who is not deleted. */
export async function resourceOfStaff(ctx: ReadContext, staffId: string): Promise<ResourceCalendar | undefined> {
  const person = await staffById(ctx, staffId)
  const resource = person && (await store.resourcesByIds(ctx, [person.resourceId]))[0]
  return resource && { resourceId: resource.id, scheduleId: resource.eventsScheduleId, name: resource.name }
}
/** The calendar of a staff member by the schedule of their events. */
export async function resourceOfSchedule(ctx: ReadContext, scheduleId: string): Promise<ResourceCalendar | undefined> {
  const resource = await store.resourceOfSchedule(ctx, scheduleId)
  return resource?.typeId === staffTypeId ? { resourceId: resource.id, scheduleId, name: resource.name } : undefined
}
export { findStaffOfCaller } from './actions/connection.ts'
export { findConnectedStaff } from './actions/own-work.ts'
