/** Schedules, the containers of events: of the business, of services and of resources. Source: guide services-and-availability §13.1. */
import type { ReadContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import { bookingsAppId, servicesBySchedules } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { businessScheduleExternalId, businessScheduleId, findScheduleOwner, resourcesByIds } from '#domains/staff/public.ts'
import type { Schedule } from '../contract.ts'

export async function scheduleById(ctx: ReadContext, id: string): Promise<Schedule | undefined> {
  const { timeZone, name } = await getSite(ctx)
  const common = { id, appId: bookingsAppId, timeZone, status: 'ACTIVE' as const }
  const [service] = await servicesBySchedules(ctx, [id])
  if (service) return { ...common, name: service.name, externalId: service.id }
  const owner = await findScheduleOwner(ctx, id)
  if (owner?.owner === 'BUSINESS') return { ...common, name, externalId: businessScheduleExternalId }
  const [resource] = owner?.resourceId ? await resourcesByIds(ctx, [owner.resourceId]) : []
  return resource && { ...common, name: resource.name, externalId: resource.id }
}

/** Schedules by id or by the id of their owner; that of the business when neither is given. */
export async function querySchedules(
  ctx: ReadContext,
  filter: { ids?: string[] | undefined; externalIds?: string[] | undefined; appIds?: string[] | undefined },
): Promise<Schedule[]> {
  if (filter.appIds && !filter.appIds.includes(bookingsAppId)) return []
  const business = await businessScheduleId(ctx)
  const wanted = new Set((filter.ids ?? (filter.externalIds ? [] : [business])).filter(isGuid))
  if (filter.externalIds?.includes(businessScheduleExternalId)) wanted.add(business)
  for (const resource of await resourcesByIds(ctx, (filter.externalIds ?? []).filter(isGuid))) wanted.add(resource.eventsScheduleId)
  const found: Schedule[] = []
  for (const id of wanted) {
    const schedule = await scheduleById(ctx, id)
    if (schedule && (!filter.externalIds || filter.externalIds.includes(schedule.externalId))) found.push(schedule)
  }
  return found
}
