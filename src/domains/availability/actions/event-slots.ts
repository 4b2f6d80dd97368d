/** The second version of availability: sessions of classes. guide: services-and-availability 16.5 */
import type { Ctx } from '#kit/ctx.ts'
import { dayMs, localText, rulerFor, type Ruler } from '#kit/pure/zone.ts'
import { refuseStandard } from '#kit/refusal.ts'
import { hasFlag, servicesByIds, servicesBySchedules, visibleServices, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { places, resourcesByIds, staffTypeId, type PlaceFacts, type ResourceFacts } from '#domains/staff/public.ts'
import type { ListEvents, TimeSlot } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { broken, flagsOf, localRange, zoneOf } from './scene.ts'
import { sessionById, sessionsIn, withSeats, type Session, type SessionFacts } from './sessions.ts'
import { flagsToWire, isWanted, paged, shownPlace } from './time-slots.ts'

/** What a filter on events may name; the value of each, or any of a list. */
function eventFilter(filter: unknown): (session: Session) => boolean {
  if (filter === undefined || filter === null) return () => true
  if (typeof filter !== 'object' || Array.isArray(filter)) return broken('eventFilter', 'must be an object')
  const tests = Object.entries(filter).map(([name, value]): ((session: Session) => boolean) => {
    if (name === '$and' && Array.isArray(value)) {
      const all = value.map(eventFilter)
      return (session) => all.every((test) => test(session))
    }
    const wanted = valuesOf(value)
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
        return broken('eventFilter', `${name} can't be filtered by`)
    }
  })
  return (session) => tests.every((test) => test(session))
}
function valuesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  const [op, operand] = Object.entries((value ?? {}) as Record<string, unknown>)[0] ?? []
  if (op === '$eq' && typeof operand === 'string') return [operand]
  if ((op === '$in' || op === '$hasSome') && Array.isArray(operand)) return operand.map(String)
  return broken('eventFilter', 'takes a value, $eq, $in or $hasSome')
}

interface Around {
  ctx: Ctx
  known: readonly PlaceFacts[]
  names: ReadonlyMap<string, ResourceFacts>
  display: Ruler
}
function toSlot({ ctx, known, names, display }: Around, service: ServiceFacts, session: SessionFacts) {
  const flags = flagsOf(ctx, service, session.start, session.end)
  const bookable = !session.cancelled && session.bookableCapacity >= 1 && !hasFlag(flags)
  const list = service.policy.waitlistPolicy
  const fallback: ServiceLocation = service.locations[0] ?? { type: 'CUSTOM' }
  const own = session.location
  const place = own?.type === 'BUSINESS' ? known.find((one) => one.id === own.id) : undefined
  const [name, address] = [own?.name ?? place?.name, own?.formattedAddress ?? place?.address]
  const location = own
    ? { ...(own.id ? { id: own.id } : {}), ...(name ? { name } : {}), ...(address ? { formattedAddress: address } : {}), locationType: own.type }
    : shownPlace(fallback, known)
  const people = session.resourceIds.flatMap((id) => names.get(id) ?? [])
  const types = [...new Set(people.map((one) => one.typeId))].toSorted((a, b) => Number(b === staffTypeId) - Number(a === staffTypeId))
  const wire: TimeSlot = {
    serviceId: service.id,
    localStartDate: localText(display.local(session.start)),
    localEndDate: localText(display.local(session.end)),
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
  }
  return { start: session.start, day: Math.floor(display.local(session.start) / dayMs), bookable, wire }
}

const namesOf = async (ctx: Ctx, sessions: readonly Session[]): Promise<Map<string, ResourceFacts>> =>
  new Map(
    (
      await resourcesByIds(
        ctx,
        sessions.flatMap((session) => session.resourceIds),
      )
    ).map((resource) => [resource.id, resource]),
  )

export const listEvents = (ctx: Ctx, sent: ListEvents) =>
  paged('timeSlots.events', sent, async (ask) => {
    if (!ask.fromLocalDate || !ask.toLocalDate) return refuse('MISSING_ARGUMENTS')
    const timeZone = await zoneOf(ctx, ask.timeZone)
    const { range, ruler: display } = localRange(ask.fromLocalDate, ask.toLocalDate, timeZone)
    if (ask.maxSlotsPerDay && range.end - range.start > 31 * dayMs + 3_600_000) broken('maxSlotsPerDay', 'needs a range of at most one month')
    const keep = eventFilter(ask.eventFilter)
    const services = (ask.serviceIds?.length ? await servicesByIds(ctx, ask.serviceIds) : await visibleServices(ctx)).filter((one) => one.type === 'CLASS')
    const scope = { scheduleIds: services.map((one) => one.scheduleId) }
    const sessions = (await sessionsIn(ctx, scope, range)).filter((session) => session.start >= range.start && keep(session))
    const [facts, known, names] = await Promise.all([
      withSeats(ctx, sessions, new Map(services.map((one) => [one.scheduleId, one.capacity]))),
      places(ctx),
      namesOf(ctx, sessions),
    ])
    const around = { ctx, known, names, display }
    const slots = facts
      .flatMap((session) => {
        const service = services.find((one) => one.scheduleId === session.scheduleId)
        return service ? [toSlot(around, service, session)] : []
      })
      .filter(
        (slot) =>
          (ask.includeNonBookable !== false || slot.bookable) &&
          (!ask.minBookableCapacity || slot.wire.bookableCapacity >= ask.minBookableCapacity) &&
          isWanted({ bookingPolicyViolations: ask.bookingPolicyViolations })(slot),
      )
    return { entries: ask.maxSlotsPerDay ? limitPerDay(slots, ask.maxSlotsPerDay) : slots, timeZone }
  })

/** One session; a cancelled one says so. */
export async function getEvent(ctx: Ctx, eventId: string, wishedZone: string | null | undefined) {
  const timeZone = await zoneOf(ctx, wishedZone)
  const session = await sessionById(ctx, eventId)
  const [service] = session ? await servicesBySchedules(ctx, [session.scheduleId]) : []
  if (!session || service?.type !== 'CLASS') return refuseStandard('NOT_FOUND')
  const [facts] = await withSeats(ctx, [session], new Map([[service.scheduleId, service.capacity]]))
  const around = { ctx, known: await places(ctx), names: await namesOf(ctx, [session]), display: rulerFor(timeZone) }
  return { timeSlot: toSlot(around, service, facts as SessionFacts).wire, timeZone }
}
