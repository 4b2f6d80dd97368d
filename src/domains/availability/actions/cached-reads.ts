/**
 * What every question about times reads and hardly any call changes: services, people and rooms, weekly hours. The process keeps them until one of
 * their tables is written. Busy times, sessions and seats are read each time.
 */
import { createHash } from 'node:crypto'
import type { ReadContext } from '#kit/api/context.ts'
import { loadVisibleServices, servicesByIds, type ServiceDefinition } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { listHours, listLocations, resourcesByIds, type BookableResource, type WeeklyHours } from '#domains/staff/public.ts'

/** A short name of a list, whatever its order. */
const toListKey = (ids: readonly string[]): string =>
  createHash('sha256')
    .update([...new Set(ids)].toSorted().join())
    .digest('base64url')

/** Services that are not deleted, by id; all visible ones when no ids are given. */
export const loadServices = (ctx: ReadContext, ids?: readonly string[]): Promise<ServiceDefinition[]> =>
  ctx.cache(['service', 'booking_policy'], ids ? `services ${toListKey(ids)}` : 'visible services', () =>
    ids ? servicesByIds(ctx, ids) : loadVisibleServices(ctx),
  )
/** People and rooms that are not deleted, by id. */
export const loadResources = (ctx: ReadContext, ids: readonly string[]): Promise<BookableResource[]> =>
  ids.length === 0 ? Promise.resolve([]) : ctx.cache(['resource', 'staff_member'], `resources ${toListKey(ids)}`, () => resourcesByIds(ctx, ids))
/** Weekly hours, single and special days of schedules. */
export const loadHours = (ctx: ReadContext, scheduleIds: readonly string[]): Promise<WeeklyHours[]> =>
  ctx.cache(['working_hours'], `hours ${toListKey(scheduleIds)}`, () => listHours(ctx, scheduleIds))

/**
 * Asks at once for what every question about times begins with, so that none of it waits for another where nothing is kept yet; a caller that needs a part of it
 * afterwards finds it in the cache. Refuses nothing.
 */
export async function loadBasics(ctx: ReadContext, serviceIds: readonly string[] | undefined): Promise<void> {
  await Promise.all([getSite(ctx), listLocations(ctx), loadServices(ctx, serviceIds)])
}
