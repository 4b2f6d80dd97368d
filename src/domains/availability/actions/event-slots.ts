/** Time slots of classes (second version of availability). Source: guide services-and-availability §16.5. */
import type { ReadContext } from '#kit/api/context.ts'
import { dayMs, formatLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { hasFlag, servicesBySchedules, type ServiceDefinition } from '#domains/services/public.ts'
import { listLocations, staffTypeId, type BusinessLocation, type BookableResource } from '#domains/staff/public.ts'
import type { ListEvents, TimeSlot } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { throwViolation, computeFlags, parseLocalRange, resolveZone } from './slot-queries.ts'
import { sessionById, sessionsIn, attachSeats, type Session, type SessionWithSeats } from './sessions.ts'
import { loadBasics, loadResources, loadServices } from './cached-reads.ts'
import { flagsToWire, toSlotFilter, listSlotPage, slotLocationToWire } from './slot-candidates.ts'

/** Parses a filter on events: fields with a value or a list of values. */
function parseEventFilter(filter: unknown): (session: Session) => boolean {
  if (filter === undefined || filter === null) return () => true
  if (typeof filter !== 'object' || Array.isArray(filter)) return throwViolation('eventFilter', 'must be an object')
  const tests = Object.entries(filter).map(([name, value]): ((session: Session) => boolean) => {
    if (name === '$and' && Array.isArray(value)) {
      const all = value.map(parseEventFilter)
      return (session) => all.every((test) => test(session))
    }
    const wanted = filterValues(value)
    switch (name) {
      case 'location.id':
        return (session) => wanted.includes(session.location?.id ?? '')
      case 'resources.id':
      case 'resourceId':
        return (session) => session.resourceIds.some((id) => wanted.includes(id))
      case 'scheduleId':
        return (session) => wanted.includes(session.scheduleId)
      case 'id':
        return (session) => wanted.includes(session.id)
      default:
        return throwViolation('eventFilter', `${name} can't be filtered by`)
    }
  })
  return (session) => tests.every((test) => test(session))
}
function filterValues(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const [op, operand] = Object.entries((value ?? {}) as Record<string, unknown>)[0] ?? []
  if (op === '$eq' && typeof operand === 'string') return [operand]
  if ((op === '$in' || op === '$hasSome') && Array.isArray(operand)) return operand.map(String)
  return throwViolation('eventFilter', 'takes a value, $eq, $in or $hasSome')
}

interface EventSlotContext {
  ctx: ReadContext
  known: readonly BusinessLocation[]
  names: ReadonlyMap<string, BookableResource>
  display: ZoneOffsets
}
function sessionToSlot({ ctx, known, names, display }: EventSlotContext, service: ServiceDefinition, session: SessionWithSeats) {
  const flags = computeFlags(ctx, service, session.start, session.end)
  const bookable = !session.cancelled && session.bookableCapacity >= 1 && !hasFlag(flags)
  const list = service.policy.waitlistPolicy
  const own = session.location
  const businessLocation = own?.type === 'BUSINESS' ? known.find((one) => one.id === own.id) : undefined
  const [name, address] = [own?.name ?? businessLocation?.name, own?.formattedAddress ?? businessLocation?.address]
  const location = own
    ? { ...(own.id ? { id: own.id } : {}), ...(name ? { name } : {}), ...(address ? { formattedAddress: address } : {}), locationType: own.type }
    : slotLocationToWire(service.locations[0] ?? { type: 'CUSTOM' }, known)
  const people = session.resourceIds.flatMap((id) => names.get(id) ?? [])
  const types = [...new Set(people.map((one) => one.typeId))].toSorted((a, b) => Number(b === staffTypeId) - Number(a === staffTypeId))
  const toWire = (): TimeSlot => ({
    serviceId: service.id,
    localStartDate: formatLocal(display.toLocal(session.start)),
    localEndDate: formatLocal(display.toLocal(session.end)),
    bookable,
    ...(location ? { location } : {}),
    eventInfo: {
      eventId: session.id,
      ...(session.title ? { eventTitle: session.title.slice(0, 200) } : {}),
      ...(list.enabled ? { waitingList: { totalCapacity: list.capacity, remainingCapacity: Math.max(0, list.capacity - session.waiting) } } : {}),
    },
    totalCapacity: session.totalCapacity,
    remainingCapacity: session.remainingCapacity,
    bookableCapacity: session.bookableCapacity,
    bookingPolicyViolations: flagsToWire(service, flags, session.start),
    availableResources: types.map((resourceTypeId) => ({
      resourceTypeId,
      resources: people.filter((one) => one.typeId === resourceTypeId).map(({ id, name }) => ({ id, name })),
      hasMoreAvailableResources: false,
    })),
    nestedTimeSlots: [],
    nonBookableReasons: {
      noRemainingCapacity: session.remainingCapacity === 0,
      violatesBookingPolicy: hasFlag(flags),
      reservedForWaitingList: session.reservedForWaitingList,
      eventCancelled: session.cancelled,
    },
    scheduleId: service.scheduleId,
    allDay: false,
  })
  const { start, bookableCapacity } = session
  return { start, day: Math.floor(display.toLocal(start) / dayMs), bookable, bookableCapacity, flags, toWire }
}

const resourcesOfSessions = async (ctx: ReadContext, sessions: readonly Session[]): Promise<Map<string, BookableResource>> =>
  new Map(
    (
      await loadResources(
        ctx,
        sessions.flatMap((session) => session.resourceIds),
      )
    ).map((resource) => [resource.id, resource]),
  )

/** A page of class sessions in a local range. Refuses with MISSING_ARGUMENTS a request without range and without cursor. */
export const listEvents = (ctx: ReadContext, request: ListEvents) =>
  listSlotPage('timeSlots.events', request, async (input) => {
    if (!input.fromLocalDate || !input.toLocalDate) return refuse('MISSING_ARGUMENTS')
    const serviceIds = input.serviceIds?.length ? input.serviceIds : undefined
    await loadBasics(ctx, serviceIds)
    const timeZone = await resolveZone(ctx, input.timeZone)
    const { range, offsets: display } = parseLocalRange(input.fromLocalDate, input.toLocalDate, timeZone)
    if (input.maxSlotsPerDay && range.end - range.start > 31 * dayMs + 3_600_000) throwViolation('maxSlotsPerDay', 'needs a range of at most one month')
    const isMatch = parseEventFilter(input.eventFilter)
    const services = (await loadServices(ctx, serviceIds)).filter((one) => one.type === 'CLASS')
    const scope = { scheduleIds: services.map((one) => one.scheduleId) }
    const sessions = (await sessionsIn(ctx, scope, range)).filter((session) => session.start >= range.start && isMatch(session))
    const [withSeats, known, names] = await Promise.all([
      attachSeats(ctx, sessions, new Map(services.map((one) => [one.scheduleId, one.capacity]))),
      listLocations(ctx),
      resourcesOfSessions(ctx, sessions),
    ])
    const context = { ctx, known, names, display }
    const isWanted = toSlotFilter({ bookingPolicyViolations: input.bookingPolicyViolations })
    const slots = withSeats
      .flatMap((session) => {
        const service = services.find((one) => one.scheduleId === session.scheduleId)
        return service ? [sessionToSlot(context, service, session)] : []
      })
      .filter(
        (slot) =>
          (input.includeNonBookable !== false || slot.bookable) &&
          (!input.minBookableCapacity || slot.bookableCapacity >= input.minBookableCapacity) &&
          isWanted(slot),
      )
    return { entries: input.maxSlotsPerDay ? limitPerDay(slots, input.maxSlotsPerDay) : slots, timeZone }
  })

/** One session of a class, including a cancelled one. */
export async function getEvent(ctx: ReadContext, eventId: string, requestedZone: string | null | undefined) {
  const timeZone = await resolveZone(ctx, requestedZone)
  const session = await sessionById(ctx, eventId)
  const [service] = session ? await servicesBySchedules(ctx, [session.scheduleId]) : []
  if (!session || service?.type !== 'CLASS') return refuseStandard('NOT_FOUND')
  const [withSeats] = await attachSeats(ctx, [session], new Map([[service.scheduleId, service.capacity]]))
  const context = { ctx, known: await listLocations(ctx), names: await resourcesOfSessions(ctx, [session]), display: zoneOffsets(timeZone) }
  return { timeSlot: sessionToSlot(context, service, withSeats as SessionWithSeats).toWire(), timeZone }
}
