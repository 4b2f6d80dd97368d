/** The first version of the availability question: appointments and classes of a range as one list. guide: services-and-availability 16.1 */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, isZone, minuteMs, offsetText, parseLocal, rulerFor, type Ruler } from '#kit/pure/zone.ts'
import { orViolate, Violations } from '#kit/refusal.ts'
import { hasFlag, servicesByIds, visibleServices, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { places, resourcesByIds, type PlaceFacts } from '#domains/staff/public.ts'
import type { AvailabilityQuery, SlotEntry } from '../contract.ts'
import { pageOf } from '../rules/page.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { findStarts } from '../rules/slots.ts'
import { groundOf, placeOf, questionOf } from './resource-time.ts'
import { flagsOf, isOpen, readPage, writePage } from './scene.ts'
import { sessionsIn, withSeats } from './sessions.ts'

const wrong = (field: string, description: string): never => {
  throw new Violations([{ field, description, violatedRule: 'VALIDATION', data: {} }])
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

/** An instant of the question. With a zone a numeric offset is ignored and the clock reading counts there; Z stays an instant. */
export function momentOf(text: unknown, field: string, zone: string | undefined, businessZone: string): number {
  const match = typeof text === 'string' ? /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) : null
  if (!match) return wrong(field, 'must be a date and time')
  const [, date, time = '00:00', seconds = ':00', offset] = match
  const local = parseLocal(`${date}T${time}${seconds.slice(0, 3)}`)
  if (local === undefined) return wrong(field, 'is not a date of the calendar')
  if (offset === 'Z') return local
  if (offset && !zone) return Temporal.Instant.from(`${date}T${time}${seconds.slice(0, 3)}${offset}`).epochMilliseconds
  return rulerFor(zone ?? businessZone).instant(local)
}

const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const
export const placeToWire = (location: ServiceLocation, known: readonly PlaceFacts[]) => {
  const place = known.find((p) => p.id === location.business?.id)
  const address = (location.custom?.address as { formattedAddress?: string } | undefined)?.formattedAddress
  return {
    ...(place ? { id: place.id, name: place.name, ...(place.address ? { formattedAddress: place.address } : {}) } : {}),
    ...(location.type === 'CUSTOM' && location.custom?.id ? { id: location.custom.id } : {}),
    ...(address ? { formattedAddress: address } : {}),
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
interface Ask {
  query: AvailabilityQuery
  timezone?: string | null | undefined
  slotsPerDay?: number | null | undefined
}
const cursorName = 'availability.query'

/** A page of entries; a cursor brings its own question back. */
export async function queryAvailability(ctx: Ctx, sent: Ask) {
  const paging = sent.query.cursorPaging
  const known = readPage<Ask>(cursorName, paging?.cursor, 'query.cursorPaging.cursor')
  const ask = known?.ask ?? sent
  const all = await entriesOf(ctx, ask)
  const descending = ask.query.sort?.[0]?.order === 'DESC'
  const sorted = descending ? all.toReversed() : all
  // decision: without a limit up to 5000 entries (guide 16.1).
  const limit = paging?.limit ?? ask.query.cursorPaging?.limit ?? 5000
  const { page, next } = pageOf(sorted, limit, { from: known?.from, descending })
  const cursor = next && limit > 0 ? writePage(cursorName, { ...ask, query: { ...ask.query, cursorPaging: { limit } } }, next) : undefined
  return {
    availabilityEntries: page.map((entry) => entry.wire),
    pagingMetadata: { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined },
  }
}

async function entriesOf(ctx: Ctx, ask: Ask): Promise<Entry[]> {
  const filter = ask.query.filter ?? {}
  const site = await currentSite(ctx)
  const zone = ask.timezone ?? undefined
  orViolate(zone !== undefined && !isZone(zone) ? [{ field: 'timezone', description: 'is not a time zone', violatedRule: 'VALIDATION', data: {} }] : [])
  const range = {
    start: momentOf(filter.startDate, 'query.filter.startDate', zone, site.timeZone),
    end: momentOf(filter.endDate, 'query.filter.endDate', zone, site.timeZone),
  }
  if (range.end <= range.start) wrong('query.filter.endDate', 'must be after startDate')
  if (range.end - range.start > 366 * dayMs) wrong('query.filter.endDate', 'must be at most 366 days after startDate')
  const serviceIds = texts(filter, 'serviceId')
  const [services, known] = await Promise.all([
    serviceIds
      ? servicesByIds(
          ctx,
          serviceIds.filter((id) => /^[0-9a-f-]{36}$/.test(id)),
        )
      : visibleServices(ctx),
    places(ctx),
  ])
  const scene: Scene = {
    range,
    display: rulerFor(zone ?? site.timeZone),
    places: known,
    resourceIds: texts(filter, 'resourceId'),
    locationId: at(filter, 'location.businessLocation.id'),
  }
  const found = await Promise.all([
    appointments(
      ctx,
      services.filter((s) => s.type === 'APPOINTMENT'),
      scene,
    ),
    classes(
      ctx,
      services.filter((s) => s.type === 'CLASS'),
      scene,
    ),
  ])
  const all = found.flat().sort((a, b) => a.start - b.start || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  const fits = matcherOf(filter)
  const wanted = all.filter(({ wire }) => fits(wire))
  return ask.slotsPerDay ? limitPerDay(wanted, ask.slotsPerDay) : wanted
}

interface Scene {
  range: Interval
  display: Ruler
  places: PlaceFacts[]
  resourceIds: string[] | undefined
  locationId: unknown
}

/** Whether an entry is as the filter wants it. The filter is read once: a month of twenty people has thousands of entries. */
function matcherOf(filter: Record<string, unknown>): (entry: SlotEntry) => boolean {
  const bookable = equality(filter, 'bookable', 'boolean')
  const openSpots = equality(filter, 'openSpots', 'number') as number | undefined
  const flags = (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const)
    .map((name) => ({ name, wish: equality(filter, `bookingPolicyViolations.${name}`, 'boolean') }))
    .filter(({ wish }) => wish !== undefined)
  return (entry) =>
    (bookable === undefined || entry.bookable === bookable) &&
    (openSpots === undefined || entry.openSpots >= openSpots) &&
    flags.every(({ name, wish }) => entry.bookingPolicyViolations[name] === wish)
}
/** A plain value; operators are not known here. */
function equality(filter: Record<string, unknown>, name: string, type: 'boolean' | 'number'): unknown {
  const value = at(filter, name)
  if (value === undefined || value === null) return undefined
  return typeof value === type ? value : wrong('query.filter', `${name} takes a plain value`)
}
const dayOf = (scene: Scene, start: number) => Math.floor(scene.display.local(start) / dayMs)

async function appointments(ctx: Ctx, services: readonly ServiceFacts[], scene: Scene): Promise<Entry[]> {
  if (services.length === 0) return []
  const ground = await groundOf(ctx, services, scene.range)
  return services.flatMap((service) =>
    service.locations
      .filter((location) => (scene.locationId === undefined || location.business?.id === scene.locationId) && isOpen(location, scene.places))
      .flatMap((location, l) => {
        const duration = service.durationRange?.min ?? service.sessionDurations[0] ?? 60
        const question = questionOf(ground, service, {
          range: scene.range,
          place: placeOf(location),
          durationMinutes: duration,
          resourceIds: scene.resourceIds,
        })
        const place = placeToWire(location, scene.places)
        return findStarts(question)
          .filter((s) => s.at + duration * minuteMs <= scene.range.end && !scene.display.isSecondPass(s.at))
          .flatMap((s): Entry[] => {
            const end = s.at + duration * minuteMs
            const bookingPolicyViolations = flagsOf(ctx, service, s.at, end)
            const open = s.free.length > 0
            // Where the count restarts after busy time there is no fixed grid whose taken starts could be shown.
            if (!open && question.restartAfterBusy) return []
            const bookable = open && !hasFlag(bookingPolicyViolations)
            const [startDate, endDate] = [offsetText(s.at, scene.display), offsetText(end, scene.display)]
            const day = dayOf(scene, s.at)
            return (open ? s.free : question.primaries.map((r) => r.id)).map((id) => {
              const resource = ground.resources.get(id)
              return {
                start: s.at,
                day,
                bookable,
                order: `${service.name} ${resource?.name ?? ''} ${l}`,
                wire: {
                  slot: {
                    serviceId: service.id,
                    scheduleId: service.scheduleId,
                    startDate,
                    endDate,
                    timezone: scene.display.zone,
                    resource: { id, name: resource?.name ?? '', ...(resource ? { scheduleId: resource.eventsScheduleId } : {}) },
                    location: place,
                  },
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
    const bookingPolicyViolations = flagsOf(ctx, service, session.start, session.end)
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
