/** Times of appointments and classes in a range, as the first version of availability lists them. guide: services-and-availability 16.1 */
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, minuteMs, offsetText, type Ruler } from '#kit/pure/zone.ts'
import { hasFlag, type PolicyFlags, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { resourcesByIds, type PlaceFacts, type ResourceFacts } from '#domains/staff/public.ts'
import type { SlotEntry } from '../contract.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { findStarts } from '../rules/slots.ts'
import { groundOf, placeOf, questionOf } from './resource-time.ts'
import { flagsOf, isOpen } from './scene.ts'
import { sessionsIn, withSeats } from './sessions.ts'

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

/** A time that is offered, or shown as taken. Its wire form is made for those that are delivered. */
export interface Entry {
  serviceId: string
  start: number
  day: number
  bookable: boolean
  openSpots: number
  flags: PolicyFlags
  order: string
  shape: () => SlotEntry
}
/** What all entries of a question share. */
export interface Scene {
  range: Interval
  display: Ruler
  places: PlaceFacts[]
  resourceIds: string[] | undefined
  locationId: unknown
  /** Whether an entry is as the filter wants it. */
  fits: (entry: Entry) => boolean
  perDay: number | undefined
}

const dayOf = (scene: Scene, start: number) => Math.floor(scene.display.local(start) / dayMs)

/** All entries that start in the window, in order. */
export async function entriesIn(ctx: Ctx, services: readonly ServiceFacts[], scene: Scene, window: Interval): Promise<Entry[]> {
  const found = await Promise.all([
    appointments(
      ctx,
      services.filter((s) => s.type === 'APPOINTMENT'),
      scene,
      window,
    ),
    classes(
      ctx,
      services.filter((s) => s.type === 'CLASS'),
      scene,
      window,
    ),
  ])
  const all = found.flat().sort((a, b) => a.start - b.start || (a.order < b.order ? -1 : a.order > b.order ? 1 : 0))
  return scene.perDay ? limitPerDay(all, scene.perDay) : all
}

async function appointments(ctx: Ctx, services: readonly ServiceFacts[], scene: Scene, window: Interval): Promise<Entry[]> {
  if (services.length === 0) return []
  const ground = await groundOf(ctx, services, window)
  const orders = (service: ServiceFacts, l: number) => {
    const known = new Map<string, string>()
    return (id: string): string => {
      const order = known.get(id) ?? `${service.name} ${ground.resources.get(id)?.name ?? ''} ${l}`
      known.set(id, order)
      return order
    }
  }
  return services.flatMap((service) =>
    service.locations
      .filter((location) => (scene.locationId === undefined || location.business?.id === scene.locationId) && isOpen(location, scene.places))
      .flatMap((location, l) => {
        const duration = service.durationRange?.min ?? service.sessionDurations[0] ?? 60
        const question = questionOf(ground, service, { range: window, place: placeOf(location), durationMinutes: duration, resourceIds: scene.resourceIds })
        const place = placeToWire(location, scene.places)
        const orderOf = orders(service, l)
        const found: Entry[] = []
        for (const { at: start, free } of findStarts(question)) {
          const end = start + duration * minuteMs
          const open = free.length > 0
          // Where the count restarts after busy time there is no fixed grid whose taken starts could be shown.
          if (end > scene.range.end || scene.display.isSecondPass(start) || (!open && question.restartAfterBusy)) continue
          const flags = flagsOf(ctx, service, start, end)
          const common = { serviceId: service.id, start, day: dayOf(scene, start), bookable: open && !hasFlag(flags), openSpots: open ? 1 : 0, flags }
          if (!scene.fits({ ...common, order: '', shape: never })) continue
          for (const id of open ? free : question.primaries.map((r) => r.id))
            found.push({
              ...common,
              order: orderOf(id),
              shape: () => shapeAppointment(common, { service, end, resource: ground.resources.get(id), id, place, scene }),
            })
        }
        // Of each service no more than the whole answer takes of a day.
        return scene.perDay ? limitPerDay(found, scene.perDay) : found
      }),
  )
}
const never = (): never => {
  throw new Error('an entry that is only looked at has no wire form')
}

interface AppointmentShape {
  service: ServiceFacts
  end: number
  id: string
  resource: ResourceFacts | undefined
  place: ReturnType<typeof placeToWire>
  scene: Scene
}
const shapeAppointment = (entry: Omit<Entry, 'order' | 'shape'>, { service, end, id, resource, place, scene }: AppointmentShape): SlotEntry => ({
  slot: {
    serviceId: service.id,
    scheduleId: service.scheduleId,
    startDate: offsetText(entry.start, scene.display),
    endDate: offsetText(end, scene.display),
    timezone: scene.display.zone,
    resource: { id, name: resource?.name ?? '', ...(resource ? { scheduleId: resource.eventsScheduleId } : {}) },
    location: place,
  },
  bookable: entry.bookable,
  totalSpots: 1,
  openSpots: entry.openSpots,
  waitingList: {},
  bookingPolicyViolations: entry.flags,
  locked: false,
  isFromV2: false,
  isFromV3: true,
})

async function classes(ctx: Ctx, services: readonly ServiceFacts[], scene: Scene, window: Interval): Promise<Entry[]> {
  if (services.length === 0) return []
  const sessions = (await sessionsIn(ctx, { scheduleIds: services.map((s) => s.scheduleId) }, window)).filter(
    (s) =>
      s.start >= window.start &&
      s.start < window.end &&
      s.end <= scene.range.end &&
      (!scene.resourceIds || s.resourceIds.some((id) => scene.resourceIds?.includes(id))),
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
    const flags = flagsOf(ctx, service, session.start, session.end)
    const resource = names.get(session.resourceIds[0] ?? '')
    const bookable = session.remainingCapacity > 0 && !hasFlag(flags)
    const list = service.policy.waitlistPolicy
    const shape = (): SlotEntry => ({
      slot: {
        sessionId: session.id,
        eventId: session.id,
        serviceId: service.id,
        scheduleId: service.scheduleId,
        startDate: offsetText(session.start, scene.display),
        endDate: offsetText(session.end, scene.display),
        timezone: scene.display.zone,
        ...(resource ? { resource: { id: resource.id, name: resource.name, scheduleId: resource.eventsScheduleId } } : {}),
        location: placeToWire(location, scene.places),
      },
      bookable,
      totalSpots: session.totalCapacity,
      openSpots: session.remainingCapacity,
      waitingList: list.enabled ? { totalSpots: list.capacity, openSpots: Math.max(0, list.capacity - session.waiting) } : {},
      bookingPolicyViolations: flags,
      locked: session.reservedForWaitingList,
      isFromV2: false,
      isFromV3: true,
    })
    const day = dayOf(scene, session.start)
    const order = `${service.name} ${resource?.name ?? ''}`
    const entry: Entry = { serviceId: service.id, start: session.start, day, bookable, openSpots: session.remainingCapacity, flags, order, shape }
    return scene.fits(entry) ? [entry] : []
  })
}
