/** The second version of availability: appointments, alone or back to back. guide: services-and-availability 16.4, 16.6 */
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, localText, minuteMs, rulerFor, type Ruler } from '#kit/pure/zone.ts'
import { hasFlag, servicesByIds, type PolicyFlags, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { places, staffTypeId, type PlaceFacts } from '#domains/staff/public.ts'
import type { AvailableResources, Choices, ListAppointments, ListChains, LocationWish, Part, ResourceFilter, TimeSlot } from '../contract/time-slots.ts'
import { refuse } from '../errors.ts'
import { pageOf } from '../rules/page.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { findChains, freeAt, freeStarts, type SlotQuestion, type Start } from '../rules/slots.ts'
import { groundOf, placeOf, questionOf, type Ground } from './resource-time.ts'
import { broken, durationOf, earliestOf, flagsOf, isOpen, localMoment, localRange, minutesOf, offersDuration, readPage, writePage, zoneOf } from './scene.ts'

const noReasons = { noRemainingCapacity: false, violatesBookingPolicy: false, reservedForWaitingList: false, eventCancelled: false }

/** An appointment service of this site; anything else is refused. */
async function appointmentServices(ctx: Ctx, ids: readonly string[], field: (i: number) => string): Promise<ServiceFacts[]> {
  const found = await servicesByIds(ctx, ids)
  return ids.map((id, i) => {
    const service = found.find((known) => known.id === id) ?? refuse('SERVICE_NOT_FOUND', { serviceId: id })
    return service.type === 'APPOINTMENT' ? service : broken(field(i), 'must be an appointment')
  })
}
function mustNotAskGender(choices: Choices | undefined): void {
  if (choices?.requestedGender) refuse('REQUESTED_GENDER_NOT_ALLOWED')
}

const typeOf = (location: ServiceLocation): 'BUSINESS' | 'CUSTOM' | 'CUSTOMER' => (location.type ?? 'CUSTOM') as 'CUSTOM'
export function shownPlace(location: ServiceLocation, known: readonly PlaceFacts[]): TimeSlot['location'] {
  const place = known.find((p) => p.id === location.business?.id)
  const address = (location.custom?.address as { formattedAddress?: string } | undefined)?.formattedAddress
  return {
    ...(place ? { id: place.id, name: place.name, ...(place.address ? { formattedAddress: place.address } : {}) } : {}),
    ...(location.type === 'CUSTOM' && location.custom?.id ? { id: location.custom.id } : {}),
    ...(address ? { formattedAddress: address } : {}),
    locationType: typeOf(location),
  }
}
/** Whether a location of a service is one that was asked for. */
export function isAsked(location: ServiceLocation, wishes: readonly LocationWish[] | null | undefined): boolean {
  if (!wishes?.length) return true
  return wishes.some(
    (wish) =>
      (!wish.locationType || wish.locationType === typeOf(location) || wish.locationType === `OWNER_${typeOf(location)}`) &&
      (!wish.id || wish.id === location.business?.id || wish.id === location.custom?.id),
  )
}
const onlyOf = (filter: ResourceFilter | undefined): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map((filter ?? []).flatMap((one) => (one.resourceIds?.length ? [[one.resourceTypeId ?? staffTypeId, new Set(one.resourceIds)] as const] : [])))

/** Who and what is free at a start, by type. `limit` cuts long lists. */
function resourcesAt(
  ground: Ground,
  service: ServiceFacts,
  question: SlotQuestion,
  start: Start,
  include: readonly string[] | null | undefined,
  limit: number,
): AvailableResources[] {
  const byType = [
    { typeId: service.primaryResourceType ?? staffTypeId, ids: start.free },
    ...question.others.map((type, i) => ({ typeId: type.typeId, ids: start.others[i] ?? [] })),
  ]
  return byType
    .filter(({ typeId }) => include === null || include === undefined || include.includes(typeId))
    .map(({ typeId, ids }) => ({
      resourceTypeId: typeId,
      resources: ids.slice(0, limit).map((id) => ({ id, name: ground.resources.get(id)?.name ?? '' })),
      hasMoreAvailableResources: ids.length > limit,
    }))
}

const flagsToWire = (service: ServiceFacts, flags: PolicyFlags, start: number): TimeSlot['bookingPolicyViolations'] => {
  const earliest = flags.tooEarlyToBook ? earliestOf(service, start) : undefined
  return {
    ...flags,
    ...(earliest !== undefined ? { earliestBookingDate: Temporal.Instant.fromEpochMilliseconds(earliest).toString({ smallestUnit: 'millisecond' }) } : {}),
  }
}
export { flagsToWire }

interface Offer {
  start: number
  day: number
  bookable: boolean
  wire: TimeSlot
}
interface Show {
  ctx: Ctx
  ground: Ground
  known: readonly PlaceFacts[]
  display: Ruler
}

function offer(
  { ctx, known, display }: Show,
  service: ServiceFacts,
  location: ServiceLocation,
  time: Interval,
  availableResources: AvailableResources[],
): Offer {
  const flags = flagsOf(ctx, service, time.start, time.end)
  const bookable = !hasFlag(flags)
  return {
    start: time.start,
    day: Math.floor(display.local(time.start) / dayMs),
    bookable,
    wire: {
      serviceId: service.id,
      localStartDate: localText(display.local(time.start)),
      localEndDate: localText(display.local(time.end)),
      bookable,
      location: shownPlace(location, known),
      totalCapacity: 1,
      remainingCapacity: 1,
      bookableCapacity: 1,
      bookingPolicyViolations: flagsToWire(service, flags, time.start),
      availableResources,
      nestedTimeSlots: [],
      nonBookableReasons: { ...noReasons, violatesBookingPolicy: !bookable },
      scheduleId: service.scheduleId,
      allDay: false,
    },
  }
}

interface Wishes {
  bookable?: boolean | null | undefined
  bookingPolicyViolations?: { tooEarlyToBook?: boolean | null; tooLateToBook?: boolean | null; bookOnlineDisabled?: boolean | null } | null | undefined
}
/** Filters on what a slot says of itself; the date of an early limit is no filter. */
export const isWanted =
  ({ bookable, bookingPolicyViolations: wish }: Wishes) =>
  ({ wire }: { wire: TimeSlot }): boolean =>
    (bookable === undefined || bookable === null || wire.bookable === bookable) &&
    (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const).every(
      (name) => wish?.[name] === undefined || wish[name] === null || wire.bookingPolicyViolations[name] === wish[name],
    )

interface Paged {
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null | undefined
}
/** Reads the page, lets `list` answer the question, cuts the page. A cursor brings its own question back. */
export async function paged<Ask extends Paged, E extends { start: number; wire: TimeSlot }>(
  name: string,
  sent: Ask,
  list: (ask: Ask) => Promise<{ entries: E[]; timeZone: string }>,
) {
  const known = readPage<Ask>(name, sent.cursorPaging?.cursor, 'cursorPaging.cursor')
  const ask = known?.ask ?? sent
  const limit = sent.cursorPaging?.limit ?? ask.cursorPaging?.limit ?? 1000
  const { entries, timeZone } = await list(ask)
  const { page, next } = pageOf(entries, limit, { from: known?.from })
  const cursor = next && limit > 0 ? writePage(name, { ...ask, cursorPaging: { limit } }, next) : undefined
  return {
    timeSlots: page.map((entry) => entry.wire),
    timeZone,
    meta: { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined },
  }
}

export const listAppointments = (ctx: Ctx, sent: ListAppointments) =>
  paged('timeSlots.list', sent, async (ask) => {
    if (!ask.serviceId || !ask.fromLocalDate || !ask.toLocalDate) return refuse('MISSING_ARGUMENTS')
    mustNotAskGender(ask.customerChoices)
    const timeZone = await zoneOf(ctx, ask.timeZone)
    const { range, ruler: display } = localRange(ask.fromLocalDate, ask.toLocalDate, timeZone)
    const [service] = (await appointmentServices(ctx, [ask.serviceId], () => 'serviceId')) as [ServiceFacts]
    const durationMinutes = await durationOf(ctx, service, ask.customerChoices, 'customerChoices.durationInMinutes')
    const [ground, known] = await Promise.all([groundOf(ctx, [service], range), places(ctx)])
    const show = { ctx, ground, known, display }
    const offers = service.locations
      .filter((location) => isOpen(location, known) && isAsked(location, ask.locations))
      .flatMap((location) => {
        const question = questionOf(ground, service, { range, place: placeOf(location), durationMinutes, only: onlyOf(ask.resourceTypes) })
        return freeStarts(question)
          .filter((s) => !display.isSecondPass(s.at))
          .map((s) =>
            offer(
              show,
              service,
              location,
              { start: s.at, end: s.at + question.duration },
              ask.includeResourceTypeIds?.length ? resourcesAt(ground, service, question, s, ask.includeResourceTypeIds, 10) : [],
            ),
          )
      })
      .sort((a, b) => a.start - b.start)
      .filter(isWanted(ask))
    return { entries: ask.timeSlotsPerDay ? limitPerDay(offers, ask.timeSlotsPerDay) : offers, timeZone }
  })

interface OneAsk {
  serviceId: string
  localStartDate: string
  localEndDate: string
  timeZone?: string | null | undefined
  location?: LocationWish | null | undefined
  includeResourceTypeIds?: string[] | null | undefined
  resourceTypes?: ResourceFilter | undefined
  customerChoices?: Choices | undefined
}
/** The time between two local texts, in whole minutes of elapsed time. */
async function timeOf(ctx: Ctx, ask: Pick<OneAsk, 'localStartDate' | 'localEndDate' | 'timeZone'>) {
  const timeZone = await zoneOf(ctx, ask.timeZone)
  const ruler = rulerFor(timeZone)
  const time = { start: localMoment(ask.localStartDate, 'localStartDate', ruler), end: localMoment(ask.localEndDate, 'localEndDate', ruler) }
  if (time.end <= time.start) broken('localEndDate', 'must be after localStartDate')
  if (time.start % minuteMs !== 0 || time.end % minuteMs !== 0) broken('localStartDate', 'must be a whole minute')
  return { timeZone, ruler, time }
}
const locationOf = (service: ServiceFacts, known: readonly PlaceFacts[], wish: LocationWish | null | undefined): ServiceLocation =>
  service.locations.find((location) => isOpen(location, known) && isAsked(location, wish ? [wish] : null)) ?? refuse('SLOT_NOT_FOUND')

/**
 * One time, on the grid or not, with everybody who is free for it. Classes and courses answer without a slot: public clients ask
 * for any service and read what comes back. Source: guide services-and-availability §16.4.
 */
export async function getAppointment(ctx: Ctx, ask: OneAsk): Promise<{ timeSlot?: TimeSlot; timeZone: string }> {
  mustNotAskGender(ask.customerChoices)
  const { timeZone, ruler: display, time } = await timeOf(ctx, ask)
  const [asked] = await servicesByIds(ctx, [ask.serviceId])
  if (asked && asked.type !== 'APPOINTMENT') return { timeZone }
  const [service] = (await appointmentServices(ctx, [ask.serviceId], () => 'serviceId')) as [ServiceFacts]
  const minutes = minutesOf(time.end - time.start)
  if (!offersDuration(service, minutes)) await durationOf(ctx, service, { ...ask.customerChoices, durationInMinutes: minutes }, 'localEndDate')
  const [ground, known] = await Promise.all([groundOf(ctx, [service], time), places(ctx)])
  const location = locationOf(service, known, ask.location)
  const question = questionOf(ground, service, { range: time, place: placeOf(location), durationMinutes: minutes, only: onlyOf(ask.resourceTypes) })
  const [start] = freeAt(question, [time.start])
  if (!start || start.free.length === 0) return refuse('SLOT_NOT_FOUND')
  const include = ask.includeResourceTypeIds?.length ? ask.includeResourceTypeIds : null
  const { wire } = offer(
    { ctx, ground, known, display },
    service,
    location,
    time,
    resourcesAt(ground, service, question, start, include, Number.POSITIVE_INFINITY),
  )
  return { timeSlot: wire, timeZone }
}

interface EndAsk extends Omit<OneAsk, 'localEndDate'> {
  maxLocalEndDate?: string | null | undefined
}
/** Ends that a customer may choose for a start, as long as somebody is free. guide: 16.4 */
export async function endOptions(ctx: Ctx, ask: EndAsk) {
  const { timeZone, ruler: display, time } = await timeOf(ctx, { ...ask, localEndDate: ask.maxLocalEndDate ?? farEnd(ask.localStartDate) })
  const [service] = (await appointmentServices(ctx, [ask.serviceId], () => 'serviceId')) as [ServiceFacts]
  const lengths = service.durationRange ?? refuse('END_OPTIONS_NOT_SUPPORTED')
  // decision: only an end more than a day away is refused; a nearer one beyond the service's maximum is cut to it (guide 16.4).
  if (ask.maxLocalEndDate && minutesOf(time.end - time.start) > 1440) refuse('MAX_END_DATE_EXCEEDS_MAXIMUM')
  const last = ask.maxLocalEndDate ? Math.min(lengths.max, minutesOf(time.end - time.start)) : lengths.max
  const range = { start: time.start, end: time.start + lengths.max * minuteMs }
  const [ground, known] = await Promise.all([groundOf(ctx, [service], range), places(ctx)])
  const location = locationOf(service, known, ask.location)
  const step = ground.split.sameAsDuration ? lengths.min : ground.split.minutes
  const options: TimeSlot[] = []
  for (let minutes = lengths.min; minutes <= last; minutes += step) {
    const question = questionOf(ground, service, { range, place: placeOf(location), durationMinutes: minutes, only: onlyOf(ask.resourceTypes) })
    const [start] = freeAt(question, [time.start])
    if (!start || start.free.length === 0) break
    options.push(offer({ ctx, ground, known, display }, service, location, { start: time.start, end: time.start + minutes * minuteMs }, []).wire)
  }
  return { endOptions: options, timeZone }
}
/** The same clock reading two days on: a range for reading the start alone. */
const farEnd = (localStart: string): string => {
  const start = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(localStart) ? Temporal.PlainDateTime.from(localStart) : undefined
  return start ? start.add({ days: 2 }).toString({ smallestUnit: 'second' }) : localStart
}

// decision: two to eight parts (guide 16.6).
function mustBeSeveral(wishes: readonly Part[]): void {
  if (wishes.length < 2 || wishes.length > 8) refuse('INVALID_SERVICES_SIZE')
}

interface Chain {
  at: number
  end: number
  location: ServiceLocation
  parts: { service: ServiceFacts; question: SlotQuestion; start: Start; wish: Part }[]
}
/** Services back to back at one place. Each of them must be offered there. */
async function chainsOf(ctx: Ctx, wishes: readonly Part[], location: LocationWish, range: Interval, at?: number) {
  for (const wish of wishes) mustNotAskGender(wish.customerChoices)
  const services = await appointmentServices(
    ctx,
    wishes.map((wish) => wish.serviceId),
    (i) => `services[${i}].serviceId`,
  )
  const minutes: number[] = []
  for (const [i, service] of services.entries())
    minutes.push(await durationOf(ctx, service, wishes[i]?.customerChoices, `services[${i}].customerChoices.durationInMinutes`))
  const [ground, known] = await Promise.all([groundOf(ctx, [...new Set(services)], range), places(ctx)])
  const spots = services.map((service) => service.locations.find((one) => isOpen(one, known) && isAsked(one, [location])))
  const [spot] = spots
  if (!spot || spots.includes(undefined)) return { ground, known, chains: [] as Chain[] }
  const questions = services.map((service, i) =>
    questionOf(ground, service, { range, place: placeOf(spot), durationMinutes: minutes[i] as number, only: onlyOf(wishes[i]?.resourceTypes) }),
  )
  const found = at === undefined ? findChains(questions) : chainAt(questions, at)
  const chains = found.map(
    (chain): Chain => ({
      ...chain,
      location: spot,
      parts: chain.parts.map((start, i) => ({ service: services[i] as ServiceFacts, question: questions[i] as SlotQuestion, start, wish: wishes[i] as Part })),
    }),
  )
  return { ground, known, chains }
}
/** The same for one start, whether or not it lies on the grid. */
function chainAt(questions: readonly SlotQuestion[], at: number) {
  let from = at
  const parts = questions.flatMap((question) => {
    const start = freeAt(question, [from])[0]
    from += question.duration
    return start ?? []
  })
  return parts.every((start) => start.free.length > 0) ? [{ at, end: from, parts }] : []
}

function chainToWire({ ctx, ground, known, display }: Show, chain: Chain, limit: number): Offer {
  const flags = chain.parts.map(({ service, start, question }) => flagsOf(ctx, service, start.at, start.at + question.duration))
  const union: PolicyFlags = {
    tooEarlyToBook: flags.some((one) => one.tooEarlyToBook),
    tooLateToBook: flags.some((one) => one.tooLateToBook),
    bookOnlineDisabled: flags.some((one) => one.bookOnlineDisabled),
  }
  const bookable = !hasFlag(union)
  const text = (ms: number) => localText(display.local(ms))
  return {
    start: chain.at,
    day: Math.floor(display.local(chain.at) / dayMs),
    bookable,
    wire: {
      localStartDate: text(chain.at),
      localEndDate: text(chain.end),
      bookable,
      location: shownPlace(chain.location, known),
      totalCapacity: 1,
      remainingCapacity: 1,
      bookableCapacity: 1,
      bookingPolicyViolations: union,
      availableResources: [],
      nestedTimeSlots: chain.parts.map(({ service, question, start, wish }) => ({
        serviceId: service.id,
        localStartDate: text(start.at),
        localEndDate: text(start.at + question.duration),
        availableResources:
          limit === Number.POSITIVE_INFINITY || wish.includeResourceTypeIds?.length
            ? resourcesAt(ground, service, question, start, wish.includeResourceTypeIds?.length ? wish.includeResourceTypeIds : null, limit)
            : [],
        scheduleId: service.scheduleId,
      })),
      nonBookableReasons: { ...noReasons, violatesBookingPolicy: !bookable },
      allDay: false,
    },
  }
}

export const listChains = (ctx: Ctx, sent: ListChains) =>
  paged('timeSlots.chains', sent, async (ask) => {
    if (!ask.services || !ask.fromLocalDate || !ask.toLocalDate) return refuse('MISSING_ARGUMENTS')
    mustBeSeveral(ask.services)
    if (!ask.location || !ask.timeZone) broken(ask.location ? 'timeZone' : 'location', 'is required', 'REQUIRED_FIELD')
    const timeZone = await zoneOf(ctx, ask.timeZone)
    const { range, ruler: display } = localRange(ask.fromLocalDate, ask.toLocalDate, timeZone)
    const { ground, known, chains } = await chainsOf(ctx, ask.services, ask.location ?? {}, range)
    const offers = chains
      .filter((chain) => chain.end <= range.end && !display.isSecondPass(chain.at))
      .map((chain) => chainToWire({ ctx, ground, known, display }, chain, 10))
      .filter(isWanted(ask))
    return { entries: ask.timeSlotsPerDay ? limitPerDay(offers, ask.timeSlotsPerDay) : offers, timeZone }
  })

export async function getChain(ctx: Ctx, ask: Pick<OneAsk, 'localStartDate' | 'localEndDate' | 'timeZone'> & { services: Part[]; location: LocationWish }) {
  mustBeSeveral(ask.services)
  const { timeZone, ruler: display, time } = await timeOf(ctx, ask)
  const { ground, known, chains } = await chainsOf(ctx, ask.services, ask.location, time, time.start)
  const chain = chains.find((one) => one.end === time.end) ?? refuse('SLOT_NOT_FOUND')
  return { timeSlot: chainToWire({ ctx, ground, known, display }, chain, Number.POSITIVE_INFINITY).wire, timeZone }
}

/** For the older call of several services: chains in the business's own zone of the question. */
export async function chainsBetween(ctx: Ctx, wishes: readonly Part[], location: LocationWish, range: Interval) {
  const { ground, known, chains } = await chainsOf(ctx, wishes, location, range)
  return { ground, known, chains: chains.filter((chain) => chain.end <= range.end) }
}
