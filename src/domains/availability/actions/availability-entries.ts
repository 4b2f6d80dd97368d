/** Slots of appointments and classes in a range, as the first version of availability lists them. Source: guide services-and-availability §16.1. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, minuteMs, formatWithOffset, type ZoneOffsets } from '#kit/pure/zone.ts'
import { hasFlag, type PolicyFlags, type ServiceDefinition, type ServiceLocation } from '#domains/services/public.ts'
import type { BusinessLocation, BookableResource } from '#domains/staff/public.ts'
import { createReplySerializer } from '#kit/api/reply-serializer.ts'
import { createTextTemplate, type ReplyBytes, type TextTemplate } from '#kit/api/written-reply.ts'
import { SlotEntry } from '../contract.ts'
import { createDayLimit, limitPerDay } from '../rules/per-day.ts'
import { computeSlots } from '../rules/slots.ts'
import { loadAvailabilityData, toSlotLocation, toSlotQuery, type AvailabilityData } from './availability-data.ts'
import { loadResources } from './cached-reads.ts'
import { computeFlags, isLocationActive } from './slot-queries.ts'
import { sessionsIn, attachSeats, type SessionWithSeats } from './sessions.ts'

const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const
export const entryLocationToWire = (location: ServiceLocation, known: readonly BusinessLocation[]) => {
  const businessLocation = known.find((p) => p.id === location.business?.id)
  const address = (location.custom?.address as { formattedAddress?: string } | undefined)?.formattedAddress
  return {
    ...(businessLocation
      ? { id: businessLocation.id, name: businessLocation.name, ...(businessLocation.address ? { formattedAddress: businessLocation.address } : {}) }
      : {}),
    ...(location.type === 'CUSTOM' && location.custom?.id ? { id: location.custom.id } : {}),
    ...(address ? { formattedAddress: address } : {}),
    locationType: locationTypes[(location.type ?? 'CUSTOM') as 'CUSTOM'],
  }
}

/** What entries of one person or room share: their order among those of one start (service, person, location), and how they look outside. */
interface EntryForm {
  sortKey: string
  toWire: (entry: Entry) => SlotEntry
  /** Writes its JSON. */
  write: (out: ReplyBytes, entry: Entry) => void
}
/** A slot, free or taken. Its wire form is built only for entries on the page: a month has thousands. */
export interface Entry {
  serviceId: string
  start: number
  day: number
  bookable: boolean
  openSpots: number
  flags: PolicyFlags
  form: EntryForm
}
/** The entry as the API shows it. */
export const entryToWire = (entry: Entry): SlotEntry => entry.form.toWire(entry)
/** The same as JSON. */
export const writeEntry = (out: ReplyBytes, entry: Entry): void => entry.form.write(out, entry)
const serializeEntry = createReplySerializer(SlotEntry)

/** What all entries of one query share. */
export interface ListingOptions {
  range: Interval
  display: ZoneOffsets
  locations: BusinessLocation[]
  resourceIds: string[] | undefined
  locationId: unknown
  /** Whether an entry matches the filter. */
  isMatch: (entry: Omit<Entry, 'form'>) => boolean
  perDay: number | undefined
  /** How many entries, the earliest, the caller reads at most; absent: all. */
  limit?: number | undefined
}

const toDay = (listing: ListingOptions, start: number) => Math.floor(listing.display.toLocal(start) / dayMs)

/** All entries that start in the window, in chronological order. */
export async function listEntries(ctx: ReadContext, services: readonly ServiceDefinition[], listing: ListingOptions, window: Interval): Promise<Entry[]> {
  const found = await Promise.all([
    listAppointmentEntries(
      ctx,
      services.filter((s) => s.type === 'APPOINTMENT'),
      listing,
      window,
    ),
    listClassEntries(
      ctx,
      services.filter((s) => s.type === 'CLASS'),
      listing,
      window,
    ),
  ])
  const all = found.flat().sort(compareEntries)
  return listing.perDay ? limitPerDay(all, listing.perDay) : all
}

const compareForms = (a: EntryForm, b: EntryForm): number => (a === b || a.sortKey === b.sortKey ? 0 : a.sortKey < b.sortKey ? -1 : 1)
/** Orders entries by start, service, person and location. */
export const compareEntries = (a: Entry, b: Entry): number => a.start - b.start || compareForms(a.form, b.form)

/** The form of the entries of each resource, made once. */
function createEntryForms(data: AvailabilityData, shared: Omit<AppointmentWireInput, 'resource'>, location: number): (resourceId: string) => EntryForm {
  const known = new Map<string, EntryForm>()
  return (id) => {
    const cached = known.get(id)
    if (cached) return cached
    const { name = '', eventsScheduleId } = data.resources.get(id) ?? {}
    const input = { ...shared, resource: { id, name, ...(eventsScheduleId ? { scheduleId: eventsScheduleId } : {}) } }
    const form: EntryForm = {
      sortKey: `${shared.service.name} ${name} ${location}`,
      toWire: (entry) => appointmentToWire(entry, input),
      write: createEntryWriter(input),
    }
    known.set(id, form)
    return form
  }
}

/** Writes instants in the display zone; those of one start come one after the other, once for each person. */
function createTimeFormatter(display: ZoneOffsets): (ms: number) => string {
  const written = new Map<number, string>()
  return (ms) => {
    const known = written.get(ms)
    if (known !== undefined) return known
    const text = formatWithOffset(ms, display)
    written.set(ms, text)
    return text
  }
}

async function listAppointmentEntries(ctx: ReadContext, services: readonly ServiceDefinition[], listing: ListingOptions, window: Interval): Promise<Entry[]> {
  if (services.length === 0) return []
  const data = await loadAvailabilityData(ctx, services, window)
  return services.flatMap((service) =>
    service.locations
      .filter((location) => (listing.locationId === undefined || location.business?.id === listing.locationId) && isLocationActive(location, listing.locations))
      .flatMap((location, l) => listEntriesAt(ctx, data, { service, location, position: l }, listing, window)),
  )
}

/** The entries of an appointment at one of its locations; `position` is that of the location in the service. */
function listEntriesAt(
  ctx: ReadContext,
  data: AvailabilityData,
  { service, location, position }: { service: ServiceDefinition; location: ServiceLocation; position: number },
  listing: ListingOptions,
  window: Interval,
): Entry[] {
  const minutes = service.durationRange?.min ?? service.sessionDurations[0] ?? 60
  const query = toSlotQuery(data, service, {
    range: window,
    location: toSlotLocation(location),
    durationMinutes: minutes,
    resourceIds: listing.resourceIds,
  })
  const shared = { service, minutes, location: entryLocationToWire(location, listing.locations), zone: listing.display.zone }
  const getForm = createEntryForms(data, { ...shared, formatTime: createTimeFormatter(listing.display) }, position)
  const allIds = query.primaries.map((resource) => resource.id)
  const limit = listing.perDay ? Number.POSITIVE_INFINITY : (listing.limit ?? Number.POSITIVE_INFINITY)
  // One service never contributes more than the whole reply takes of a day.
  const isKept = createDayLimit(listing.perDay)
  const found: Entry[] = []
  for (const { at: start, free } of computeSlots(query)) {
    // A start is listed whole: its people are put in order later.
    if (found.length >= limit) break
    const end = start + minutes * minuteMs
    const open = free.length > 0
    // When starts restart after busy time there is no fixed grid of which taken starts could be shown.
    if (end > listing.range.end || listing.display.isSecondPass(start) || (!open && query.restartAfterBusy)) continue
    const flags = computeFlags(ctx, service, start, end)
    const [day, bookable, openSpots] = [toDay(listing, start), open && !hasFlag(flags), open ? 1 : 0]
    if (!listing.isMatch({ serviceId: service.id, start, day, bookable, openSpots, flags })) continue
    for (const id of open ? free : allIds) {
      if (!isKept({ day, bookable })) break
      found.push({ serviceId: service.id, start, day, bookable, openSpots, flags, form: getForm(id) })
    }
  }
  return listing.perDay ? limitPerDay(found, listing.perDay) : found
}

interface AppointmentWireInput {
  service: ServiceDefinition
  minutes: number
  resource: { id: string; name: string; scheduleId?: string }
  location: ReturnType<typeof entryLocationToWire>
  zone: string
  formatTime: (ms: number) => string
}
/** Entries of one person or room that are equally free differ in their times alone. */
function createEntryWriter(input: AppointmentWireInput): EntryForm['write'] {
  const templates = new Map<string, TextTemplate>()
  return (out, entry) => {
    const { bookable, openSpots, flags } = entry
    const key = `${bookable} ${openSpots} ${flags.tooEarlyToBook} ${flags.tooLateToBook} ${flags.bookOnlineDisabled}`
    const template = templates.get(key) ?? createTextTemplate(serializeEntry, 2, ([from, to]) => appointmentToWire(entry, input, { from, to }))
    templates.set(key, template)
    template(out, [input.formatTime(entry.start), input.formatTime(entry.start + input.minutes * minuteMs)])
  }
}
const appointmentToWire = (
  entry: Entry,
  { service, minutes, resource, location, zone, formatTime }: AppointmentWireInput,
  { from = formatTime(entry.start), to = formatTime(entry.start + minutes * minuteMs) }: { from?: string | undefined; to?: string | undefined } = {},
): SlotEntry => ({
  slot: {
    serviceId: service.id,
    scheduleId: service.scheduleId,
    startDate: from,
    endDate: to,
    timezone: zone,
    resource,
    location,
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

async function listClassEntries(ctx: ReadContext, services: readonly ServiceDefinition[], listing: ListingOptions, window: Interval): Promise<Entry[]> {
  if (services.length === 0) return []
  const sessions = (await sessionsIn(ctx, { scheduleIds: services.map((s) => s.scheduleId) }, window)).filter(
    (s) =>
      s.start >= window.start &&
      s.start < window.end &&
      s.end <= listing.range.end &&
      (!listing.resourceIds || s.resourceIds.some((id) => listing.resourceIds?.includes(id))),
  )
  const withCounts = await attachSeats(ctx, sessions, new Map(services.map((s) => [s.scheduleId, s.capacity])))
  const names = new Map(
    (
      await loadResources(
        ctx,
        sessions.flatMap((s) => s.resourceIds),
      )
    ).map((r) => [r.id, r]),
  )
  return withCounts.flatMap((session): Entry[] => {
    const service = services.find((s) => s.scheduleId === session.scheduleId) as ServiceDefinition
    const location: ServiceLocation = session.location
      ? { type: session.location.type, ...(session.location.id ? { business: { id: session.location.id } } : {}) }
      : (service.locations[0] ?? { type: 'CUSTOM' })
    if (listing.locationId !== undefined && location.business?.id !== listing.locationId) return []
    const flags = computeFlags(ctx, service, session.start, session.end)
    const resource = names.get(session.resourceIds[0] ?? '')
    const bookable = session.remainingCapacity > 0 && !hasFlag(flags)
    const toWire = () => classToWire(session, { service, location, flags, resource, bookable, listing })
    const entry: Entry = {
      serviceId: service.id,
      start: session.start,
      day: toDay(listing, session.start),
      bookable,
      openSpots: session.remainingCapacity,
      flags,
      form: {
        sortKey: `${service.name} ${resource?.name ?? ''}`,
        toWire,
        write: (out) => out.appendText(serializeEntry(toWire())),
      },
    }
    return listing.isMatch(entry) ? [entry] : []
  })
}

interface ClassWireInput {
  service: ServiceDefinition
  location: ServiceLocation
  flags: PolicyFlags
  resource: BookableResource | undefined
  bookable: boolean
  listing: ListingOptions
}
function classToWire(session: SessionWithSeats, { service, location, flags, resource, bookable, listing }: ClassWireInput): SlotEntry {
  const list = service.policy.waitlistPolicy
  return {
    slot: {
      sessionId: session.id,
      eventId: session.id,
      serviceId: service.id,
      scheduleId: service.scheduleId,
      startDate: formatWithOffset(session.start, listing.display),
      endDate: formatWithOffset(session.end, listing.display),
      timezone: listing.display.zone,
      ...(resource ? { resource: { id: resource.id, name: resource.name, scheduleId: resource.eventsScheduleId } } : {}),
      location: entryLocationToWire(location, listing.locations),
    },
    bookable,
    totalSpots: session.totalCapacity,
    openSpots: session.remainingCapacity,
    waitingList: list.enabled ? { totalSpots: list.capacity, openSpots: Math.max(0, list.capacity - session.waiting) } : {},
    bookingPolicyViolations: flags,
    locked: session.reservedForWaitingList,
    isFromV2: false,
    isFromV3: true,
  }
}
