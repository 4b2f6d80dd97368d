/** Services that match a filter and can be booked in a window. Source: guide services-and-availability §16.10. */
import type { ReadContext } from '#kit/api/context.ts'
import { minuteMs, parseLocal } from '#kit/pure/zone.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { courseFlags, hasFlag, searchCatalog, type Service } from '#domains/services/public.ts'
import type { ServiceFilters } from '../contract/catalog-search.ts'
import { isWholeDays, type LocalTimes, matchesWindow } from '../rules/catalog-window.ts'
import { listEvents } from './event-slots.ts'
import { findCourse } from './sessions.ts'
import { parseLocalRange, resolveZone, throwViolation } from './slot-queries.ts'
import { findAppointments } from './time-slots.ts'

/** The window as it was asked for, and the whole local range that is looked through. */
interface Window {
  request: { fromLocalDate: string; toLocalDate: string; timeZone: string }
  local: LocalTimes & { isExact: boolean }
  toLocal: (instant: number) => number
}

/** Local text in minutes; unreadable text was refused before. */
const toMinutes = (local: string): number => Math.floor((parseLocal(local) ?? Number.NaN) / minuteMs)

async function readWindow(ctx: ReadContext, filters: ServiceFilters): Promise<Window | undefined> {
  const { localStartDate: from, localEndDate: to } = filters
  if (!from && !to) return undefined
  if (!from || !to) return throwViolation(`serviceFilters.${from ? 'localEndDate' : 'localStartDate'}`, 'is required', 'REQUIRED_FIELD')
  const timeZone = await resolveZone(ctx, filters.timeZone, 'serviceFilters.timeZone')
  const { offsets } = parseLocalRange(from, to, timeZone)
  return {
    request: { fromLocalDate: from, toLocalDate: to, timeZone },
    local: { start: toMinutes(from), end: toMinutes(to), isExact: filters.exactMatch ?? false },
    toLocal: (instant) => offsets.toLocal(instant) / minuteMs,
  }
}

/** Times of a course at which it takes place, none when it cannot be booked any more. */
async function listCourseTimes(ctx: ReadContext, scheduleId: string, { toLocal }: Window): Promise<LocalTimes[]> {
  const course = await findCourse(ctx, scheduleId)
  if (!course || course.remainingCapacity < 1) return []
  const { policy, onlineBooking } = course.service
  const sessions = course.sessions.filter(({ cancelled }) => !cancelled)
  const now = ctx.now.epochMilliseconds
  const flags = courseFlags({ rules: policy, onlineBookingEnabled: onlineBooking.enabled, now, sessionStarts: sessions.map((one) => one.start) })
  return hasFlag(flags) ? [] : sessions.map(({ start, end }) => ({ start: toLocal(start), end: toLocal(end) }))
}

/** One page of the free times of a service in the window. */
const listFreePage = async (ctx: ReadContext, service: Service, { request, local }: Window, cursor: string | undefined) => {
  const asked = { ...request, cursorPaging: { limit: 1000, ...(cursor && { cursor }) } }
  if (service.type === 'CLASS') return listEvents(ctx, { ...asked, serviceIds: [service.id], includeNonBookable: false })
  const { page, meta } = await findAppointments(ctx, { ...asked, serviceId: service.id, bookable: true, ...(isWholeDays(local) && { timeSlotsPerDay: 1 }) })
  return { timeSlots: page.map((candidate) => candidate.toWire()), meta }
}

/** All of them: days at the end of a long window count as those at its beginning. */
async function listFreeTimes(ctx: ReadContext, service: Service, window: Window): Promise<LocalTimes[]> {
  if (service.type === 'COURSE') return listCourseTimes(ctx, service.schedule.id, window)
  const times: LocalTimes[] = []
  let cursor: string | undefined
  do {
    const { timeSlots, meta } = await listFreePage(ctx, service, window, cursor)
    for (const { localStartDate, localEndDate } of timeSlots) times.push({ start: toMinutes(localStartDate ?? ''), end: toMinutes(localEndDate ?? '') })
    cursor = meta.cursors.next
  } while (cursor !== undefined)
  return times
}

/** What the service is made of. decision: places are those of the service, and there are no attributes, so that none of them matches. */
function hasWantedParts(service: Service, { locationIds, resourceTypes, attributes }: ServiceFilters): boolean {
  const places = service.locations.map(({ type, business }) => (type === 'BUSINESS' ? business?.id : undefined))
  const types = [...(service.staffMemberIds.length > 0 ? ['STAFF'] : []), ...service.serviceResources.map((one) => one.resourceType.name ?? '')]
  return (
    !attributes?.length &&
    (!locationIds?.length || places.some((id) => id !== undefined && locationIds.includes(id))) &&
    (!resourceTypes?.length || types.some((name) => resourceTypes.some((wanted) => wanted.toLowerCase() === name.toLowerCase())))
  )
}

/** A page of services; what cannot be booked in the window is left out unless it is asked for, so that a page may be short. */
export async function searchServicesByAvailability(ctx: ReadContext, query: WireQuery | null | undefined, filters: ServiceFilters) {
  const window = await readWindow(ctx, filters)
  const { services, meta } = await searchCatalog(ctx, query)
  const results: { service: Service; available: boolean }[] = []
  for (const service of services) {
    if (!hasWantedParts(service, filters)) continue
    const available = !window || matchesWindow(await listFreeTimes(ctx, service, window), window.local)
    if (available || filters.includeUnavailable) results.push({ service, available })
  }
  return { results, pagingMetadata: { ...meta, count: results.length } }
}
