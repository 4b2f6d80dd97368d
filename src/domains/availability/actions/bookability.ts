/** Whether customers can book each service, from when on, or why not. Source: guide services-and-availability §16.8. */
import { plansOfServices } from '#domains/plans/public.ts'
import { courseFlags, listServices, type ServiceDefinition } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { type BusinessLocation, listLocations } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { dayMs, formatWithOffset, zoneOffsets } from '#kit/pure/zone.ts'
import { type BookabilityInput, findBookabilityReasons } from '../rules/bookability.ts'
import type { BookabilityReason } from '../rules/reason-codes.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery } from './availability-data.ts'
import { entryToWire, listEntries, type ListingOptions } from './availability-entries.ts'
import { listNextEntries } from './next-times.ts'
import { findCourses } from './sessions.ts'
import { isLocationActive } from './slot-queries.ts'

/** As far ahead as the dashboard looks. */
const DAYS = 56
const MAX_SERVICES = 100

export interface Bookability {
  serviceId: string
  /** The next time that can be booked, with its offset, in the zone of the site; of a course its next session. */
  next?: string
  reasons: BookabilityReason[]
}
type SupplyInput = Pick<
  BookabilityInput,
  'providers' | 'providersWithHours' | 'missingResources' | 'sessions' | 'hasEnded' | 'openTimes' | 'tooEarly' | 'tooLate'
>
/** `nextSession`: of a course, in epoch milliseconds. */
interface Supply {
  input: SupplyInput
  nextSession?: number
}
const nothing: SupplyInput = { providers: 0, providersWithHours: 0, missingResources: 0, sessions: 0, hasEnded: false, openTimes: 0, tooEarly: 0, tooLate: 0 }

/** All services that are not deleted, at most 100, in their order. Only those without a next time are looked at closely. */
export async function listBookability(ctx: ReadContext): Promise<Bookability[]> {
  const services = await listServices(ctx, MAX_SERVICES)
  const [locations, { timeZone }] = [await listLocations(ctx), await getSite(ctx)]
  const plans = await plansOfServices(
    ctx,
    services.map(({ id }) => id),
  )
  // Hidden services and those that take no bookings online are looked at as if they did.
  const asOpen = services.map((service) => ({ ...service, onlineBooking: { ...service.onlineBooking, enabled: true } }))
  const next = new Map((await listNextEntries(ctx, asOpen, { perService: 1, days: DAYS })).map((entry) => [entry.serviceId, entryToWire(entry).slot.startDate]))
  const courses = await findCourses(
    ctx,
    asOpen.filter(({ type }) => type === 'COURSE'),
  )
  const hasProvider = (await getOnlineProvider(ctx)) !== undefined
  const found: Bookability[] = []
  for (const service of asOpen) {
    const isFound = next.has(service.id)
    const supply =
      service.type === 'COURSE'
        ? examineCourse(ctx, service, courses.get(service.scheduleId))
        : isFound
          ? foundTime
          : await examineTimes(ctx, service, locations)
    const own = services.find(({ id }) => id === service.id) as ServiceDefinition
    const reasons = findBookabilityReasons({ ...toInput(own, { locations, plans: plans.get(service.id)?.length ?? 0, hasProvider }), ...supply.input })
    const at = supply.nextSession === undefined ? next.get(service.id) : formatWithOffset(supply.nextSession, zoneOffsets(timeZone))
    found.push({ serviceId: service.id, ...(at !== undefined && { next: at }), reasons })
  }
  return found
}

/** A service with a bookable time lacks nothing that times need. */
const foundTime: Supply = {
  input: { ...nothing, providers: 1, providersWithHours: 1, sessions: 1, openTimes: 1 },
}

function toInput(
  service: ServiceDefinition,
  { locations, plans, hasProvider }: { locations: readonly BusinessLocation[]; plans: number; hasProvider: boolean },
): Omit<BookabilityInput, keyof SupplyInput> {
  const { rateType, options } = service.payment
  return {
    type: service.type,
    isHidden: service.hidden,
    isOnline: service.onlineBooking.enabled,
    // Sessions of classes and courses have places of their own.
    places: service.type === 'APPOINTMENT' ? service.locations.filter((location) => isLocationActive(location, locations)).length : 1,
    payment: {
      isFree: rateType === 'NO_FEE' && !options?.pricingPlan,
      online: options?.online ?? false,
      inPerson: options?.inPerson ?? false,
      withPlan: options?.pricingPlan ?? false,
      plans,
      hasProvider,
    },
  }
}

type Course = Awaited<ReturnType<typeof findCourses>> extends Map<string, infer One> ? One : never
function examineCourse(ctx: ReadContext, service: ServiceDefinition, course: Course | undefined): Supply {
  const now = ctx.now.epochMilliseconds
  const sessions = course?.sessions ?? []
  const flags = courseFlags({ rules: service.policy, onlineBookingEnabled: true, now, sessionStarts: sessions.map(({ start }) => start) })
  const nextSession = sessions.find(({ start }) => start > now)?.start
  const input = {
    ...nothing,
    sessions: sessions.length,
    hasEnded: sessions.length > 0 && sessions.every(({ end }) => end <= now),
    openTimes: (course?.remainingCapacity ?? 0) > 0 ? 1 : 0,
    tooEarly: flags.tooEarlyToBook ? 1 : 0,
    tooLate: flags.tooLateToBook && !flags.tooEarlyToBook ? 1 : 0,
  }
  return { input, ...(nextSession !== undefined && { nextSession }) }
}

/** An appointment or class of which no time can be booked: who could give it, and which times there would be. */
async function examineTimes(ctx: ReadContext, service: ServiceDefinition, locations: BusinessLocation[]): Promise<Supply> {
  const range = { start: ctx.now.epochMilliseconds, end: ctx.now.epochMilliseconds + DAYS * dayMs }
  const listing: ListingOptions = {
    range,
    display: zoneOffsets((await getSite(ctx)).timeZone),
    locations,
    resourceIds: undefined,
    locationId: undefined,
    isMatch: () => true,
    perDay: undefined,
  }
  const entries = await listEntries(ctx, [service], listing, range)
  const open = entries.filter(({ openSpots }) => openSpots > 0)
  const times = {
    sessions: entries.length,
    openTimes: open.length,
    tooEarly: open.filter(({ flags }) => flags.tooEarlyToBook).length,
    tooLate: open.filter(({ flags }) => flags.tooLateToBook && !flags.tooEarlyToBook).length,
  }
  if (service.type === 'CLASS') return { input: { ...nothing, ...times } }
  const data = await loadAvailabilityData(ctx, [service], range)
  const durationMinutes = service.durationRange?.min ?? service.sessionDurations[0] ?? 60
  const queries = service.locations
    .filter((location) => isLocationActive(location, locations))
    .map((location) => toSlotQuery(data, service, { range, location: toSlotLocation(location), durationMinutes }))
  const working = new Set(queries.flatMap(({ primaries }) => primaries.filter(({ instances }) => instances.length > 0).map(({ id }) => id)))
  const [first] = queries
  const missingResources = first?.others.filter(({ resources }) => resources.length === 0).length ?? 0
  return { input: { ...nothing, ...times, providers: first?.primaries.length ?? 0, providersWithHours: working.size, missingResources } }
}
