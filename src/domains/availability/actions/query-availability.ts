/** The first version of the availability question: appointments and classes of a range as one list. guide: services-and-availability 16.1 */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, isZone, minuteMs, offsetText, parseLocal, rulerFor, type Ruler } from '#kit/pure/zone.ts'
import { orViolate, Violations } from '#kit/refusal.ts'
import { hasFlag, policyFlags, servicesByIds, visibleServices, type PolicyFlags, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { places, resourcesByIds, type PlaceFacts } from '#domains/staff/public.ts'
import type { AvailabilityQuery, SlotEntry } from '../contract.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { findStarts } from '../rules/slots.ts'
import { groundOf, placeOf, questionOf } from './resource-time.ts'
import { sessionsIn, withSeats } from './sessions.ts'

const wrong = (field: string, description: string): never => {
  throw new Violations([{ field, description, violatedRule: 'VALIDATION' }])
}
/** Texts of a filter value: one or a list; operators are not known here. */
function texts(filter: Record<string, unknown>, name: string): string[] | undefined {
  const value = filter[name]
  if (value === undefined || value === null) return undefined
  const list = [value].flat()
  return list.every((text) => typeof text === 'string')
    ? list.map((text) => text.toLowerCase())
    : wrong('query.filter', `${name} takes a value or a list of values`)
}
/** A dotted filter name, also when it arrives nested. */
function at(filter: Record<string, unknown>, name: string): unknown {
  if (name in filter) return filter[name]
  return name
    .split('.')
    .reduce<unknown>((value, step) => (value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[step] : undefined), filter)
}

/** An instant of the filter. With a zone a numeric offset is ignored and the clock reading counts there; Z stays an instant. */
function momentOf(text: unknown, field: string, zone: string | undefined, businessZone: string): number {
  const match = typeof text === 'string' ? /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) : null
  if (!match) return wrong(`query.filter.${field}`, 'must be a date and time')
  const [, date, time = '00:00', seconds = ':00', offset] = match
  const local = parseLocal(`${date}T${time}${seconds.slice(0, 3)}`)
  if (local === undefined) return wrong(`query.filter.${field}`, 'is not a date of the calendar')
  if (offset === 'Z') return local
  if (offset && !zone) return Temporal.Instant.from(`${date}T${time}${seconds.slice(0, 3)}${offset}`).epochMilliseconds
  return rulerFor(zone ?? businessZone, local).instant(local)
}

const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const
const placeToWire = (location: ServiceLocation, known: readonly PlaceFacts[]) => {
  const place = known.find((p) => p.id === location.business?.id)
  return {
    ...(place ? { id: place.id, name: place.name, ...(place.address ? { formattedAddress: place.address } : {}) } : {}),
    locationType: locationTypes[(location.type ?? 'CUSTOM') as 'CUSTOM'],
  }
}

interface Entry {
  start: number
  day: number
  bookable: boolean
  order: string
  wire: SlotEntry
}

export async function queryAvailability(
  ctx: Ctx,
  ask: { query: AvailabilityQuery; timezone?: string | null | undefined; slotsPerDay?: number | null | undefined },
) {
  const { filter, sort, cursorPaging } = ask.query
  const site = await currentSite(ctx)
  const zone = ask.timezone ?? undefined
  orViolate(zone !== undefined && !isZone(zone) ? [{ field: 'timezone', description: 'is not a time zone', violatedRule: 'VALIDATION' }] : [])
  const range = { start: momentOf(filter.startDate, 'startDate', zone, site.timeZone), end: momentOf(filter.endDate, 'endDate', zone, site.timeZone) }
  orViolate(
    range.end <= range.start
      ? [{ field: 'query.filter.endDate', description: 'must be after startDate', violatedRule: 'VALIDATION' }]
      : range.end - range.start > 366 * dayMs
        ? [{ field: 'query.filter.endDate', description: 'must be at most 366 days after startDate', violatedRule: 'VALIDATION' }]
        : [],
  )
  const serviceIds = texts(filter, 'serviceId')
  const services = serviceIds
    ? await servicesByIds(
        ctx,
        serviceIds.filter((id) => /^[0-9a-f-]{36}$/.test(id)),
      )
    : await visibleServices(ctx)
  const display = rulerFor(zone ?? site.timeZone, range.start)
  const scene: Scene = {
    range,
    display,
    now: ctx.now.epochMilliseconds,
    places: await places(ctx),
    resourceIds: texts(filter, 'resourceId'),
    locationId: at(filter, 'location.businessLocation.id'),
  }
  const all = [
    ...(await appointments(
      ctx,
      services.filter((s) => s.type === 'APPOINTMENT'),
      scene,
    )),
    ...(await classes(
      ctx,
      services.filter((s) => s.type === 'CLASS'),
      scene,
    )),
  ].sort((a, b) => a.start - b.start || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  const wanted = all.filter(({ wire }) => matches(wire, filter))
  const limited = ask.slotsPerDay ? limitPerDay(wanted, ask.slotsPerDay) : wanted
  const sorted = sort?.[0]?.order === 'DESC' ? limited.toReversed() : limited
  const offset = cursorPaging?.cursor ? Number(Buffer.from(cursorPaging.cursor, 'base64url').toString()) : 0
  if (!Number.isInteger(offset) || offset < 0) wrong('query.cursorPaging.cursor', 'is not a cursor of this list')
  const limit = cursorPaging?.limit ?? 5000
  const page = sorted.slice(offset, offset + limit)
  const hasNext = limit > 0 && offset + limit < sorted.length
  return {
    availabilityEntries: page.map((entry) => entry.wire),
    pagingMetadata: { count: page.length, cursors: hasNext ? { next: Buffer.from(String(offset + limit)).toString('base64url') } : {}, hasNext },
  }
}

interface Scene {
  range: Interval
  display: Ruler
  now: number
  places: PlaceFacts[]
  resourceIds: string[] | undefined
  locationId: unknown
}

function matches(entry: SlotEntry, filter: Record<string, unknown>): boolean {
  const bookable = at(filter, 'bookable')
  const openSpots = at(filter, 'openSpots')
  if (typeof bookable === 'boolean' && entry.bookable !== bookable) return false
  if (typeof openSpots === 'number' && entry.openSpots < openSpots) return false
  return (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const).every((name) => {
    const wish = at(filter, `bookingPolicyViolations.${name}`)
    return typeof wish !== 'boolean' || entry.bookingPolicyViolations[name] === wish
  })
}

const flagsOf = (service: ServiceFacts, { now }: Scene, start: number, end: number): PolicyFlags =>
  policyFlags({ type: service.type, rules: service.policy, onlineBookingEnabled: service.onlineBooking.enabled, now, start, end })
const dayOf = (scene: Scene, start: number) => Math.floor(scene.display.local(start) / dayMs)

async function appointments(ctx: Ctx, services: readonly ServiceFacts[], scene: Scene): Promise<Entry[]> {
  if (services.length === 0) return []
  const ground = await groundOf(ctx, services, scene.range)
  return services.flatMap((service) =>
    service.locations
      .filter((location) => scene.locationId === undefined || location.business?.id === scene.locationId)
      .flatMap((location, l) => {
        const place = scene.places.find((p) => p.id === location.business?.id)
        if (place && !place.active) return []
        const duration = service.sessionDurations[0] ?? 60
        const question = questionOf(ground, service, {
          range: scene.range,
          place: placeOf(location),
          durationMinutes: duration,
          resourceIds: scene.resourceIds,
          split: { sameAsDuration: false, minutes: 30 },
        })
        return findStarts(question)
          .filter((s) => s.at + duration * minuteMs <= scene.range.end && !scene.display.isSecondPass(s.at))
          .flatMap((s): Entry[] => {
            const end = s.at + duration * minuteMs
            const bookingPolicyViolations = flagsOf(service, scene, s.at, end)
            const open = s.free.length > 0
            return (open ? s.free : question.primaries.map((r) => r.id)).map((id) => {
              const resource = ground.resources.get(id)
              const bookable = open && !hasFlag(bookingPolicyViolations)
              const slot = {
                serviceId: service.id,
                scheduleId: service.scheduleId,
                startDate: offsetText(s.at, scene.display),
                endDate: offsetText(end, scene.display),
                timezone: scene.display.zone,
                resource: { id, name: resource?.name ?? '', ...(resource ? { scheduleId: resource.eventsScheduleId } : {}) },
                location: placeToWire(location, scene.places),
              }
              return {
                start: s.at,
                day: dayOf(scene, s.at),
                bookable,
                order: `${service.name} ${resource?.name ?? ''} ${l}`,
                wire: {
                  slot,
                  bookable,
                  totalSpots: 1,
                  openSpots: open ? 1 : 0,
                  waitingList: {},
                  bookingPolicyViolations,
                  locked: false,
                  isFromV2: false,
                  isFromV3: true,
                },
              }
            })
          })
      }),
  )
}

async function classes(ctx: Ctx, services: readonly ServiceFacts[], scene: Scene): Promise<Entry[]> {
  if (services.length === 0) return []
  const sessions = (await sessionsIn(ctx, { scheduleIds: services.map((s) => s.scheduleId) }, scene.range)).filter(
    (s) => s.start >= scene.range.start && s.end <= scene.range.end && (!scene.resourceIds || s.resourceIds.some((id) => scene.resourceIds?.includes(id))),
  )
  const facts = await withSeats(ctx, sessions, new Map(services.map((s) => [s.scheduleId, s.capacity])))
  const names = new Map(
    (
      await resourcesByIds(
        ctx,
        sessions.flatMap((s) => s.resourceIds),
      )
    ).map((r) => [r.id, r]),
  )
  return facts.flatMap((session): Entry[] => {
    const service = services.find((s) => s.scheduleId === session.scheduleId) as ServiceFacts
    const location: ServiceLocation = session.location
      ? { type: session.location.type, ...(session.location.id ? { business: { id: session.location.id } } : {}) }
      : (service.locations[0] ?? { type: 'CUSTOM' })
    if (scene.locationId !== undefined && location.business?.id !== scene.locationId) return []
    const bookingPolicyViolations = flagsOf(service, scene, session.start, session.end)
    const resource = names.get(session.resourceIds[0] ?? '')
    const bookable = session.remainingCapacity > 0 && !hasFlag(bookingPolicyViolations)
    const list = service.policy.waitlistPolicy
    const slot = {
      sessionId: session.id,
      eventId: session.id,
      serviceId: service.id,
      scheduleId: service.scheduleId,
      startDate: offsetText(session.start, scene.display),
      endDate: offsetText(session.end, scene.display),
      timezone: scene.display.zone,
      ...(resource ? { resource: { id: resource.id, name: resource.name, scheduleId: resource.eventsScheduleId } } : {}),
      location: placeToWire(location, scene.places),
    }
    return [
      {
        start: session.start,
        day: dayOf(scene, session.start),
        bookable,
        order: `${service.name} ${resource?.name ?? ''}`,
        wire: {
          slot,
          bookable,
          totalSpots: session.totalCapacity,
          openSpots: session.remainingCapacity,
          waitingList: list.enabled ? { totalSpots: list.capacity, openSpots: Math.max(0, list.capacity - session.waiting) } : {},
          bookingPolicyViolations,
          locked: session.reservedForWaitingList,
          isFromV2: false,
          isFromV3: true,
        },
      },
    ]
  })
}
