/** Availability query, first version: appointments and classes in a range as one list, in pages. Source: guide services-and-availability §16.1. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, isZone, parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { ServiceDefinition } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import { listLocations } from '#domains/staff/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import { createListWriter } from '#kit/api/written-reply.ts'
import { availabilityApi, type AvailabilityQuery } from '../contract.ts'
import { paginate } from '../rules/page.ts'
import { listEntries, writeEntry, type Entry, type ListingOptions } from './availability-entries.ts'
import { loadBasics, loadServices } from './cached-reads.ts'
import { readPageCursor, throwViolation, writePageCursor } from './slot-queries.ts'

/** Strings of a filter value: one or a list; operators are not supported. */
function filterTexts(filter: Record<string, unknown>, name: string): string[] | undefined {
  const value = filter[name]
  if (value === undefined || value === null) return undefined
  const list = [value].flat()
  return list.every((text) => typeof text === 'string')
    ? list.map((text) => text.toLowerCase())
    : throwViolation('query.filter', `${name} takes a value or a list of values`)
}
/** The value of a dotted filter name, also when it arrives nested. */
function filterValue(filter: Record<string, unknown>, name: string): unknown {
  if (name in filter) return filter[name]
  return name
    .split('.')
    .reduce<unknown>((value, step) => (value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[step] : undefined), filter)
}

/** Parses an instant of the query. With a zone, a numeric offset is ignored and the local time is read in that zone; Z remains UTC. */
export function parseMoment(text: unknown, field: string, zone: string | undefined, businessZone: string): number {
  const match = typeof text === 'string' ? /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) : null
  if (!match) return throwViolation(field, 'must be a date and time')
  const [, date, time = '00:00', seconds = ':00', offset] = match
  const local = parseLocal(`${date}T${time}${seconds.slice(0, 3)}`)
  if (local === undefined) return throwViolation(field, 'is not a date of the calendar')
  if (offset === 'Z') return local
  if (offset && !zone) return Temporal.Instant.from(`${date}T${time}${seconds.slice(0, 3)}${offset}`).epochMilliseconds
  return zoneOffsets(zone ?? businessZone).toInstant(local)
}

interface QueryAvailabilityInput {
  query: AvailabilityQuery
  timezone?: string | null | undefined
  slotsPerDay?: number | null | undefined
}
const cursorName = 'availability.query'
/** A long range is computed in windows of this many days until the page is full. */
const windowDays = 31

const writeEntries = createListWriter<Reply<typeof availabilityApi.queryAvailability>>(availabilityApi.queryAvailability.reply, 'availabilityEntries')

/** A page of entries as JSON. A cursor carries the input of the first request and the position after its page. */
export async function queryAvailability(ctx: ReadContext, request: QueryAvailabilityInput) {
  const paging = request.query.cursorPaging
  const cursorState = readPageCursor<QueryAvailabilityInput>(cursorName, paging?.cursor, 'query.cursorPaging.cursor')
  const input = cursorState?.input ?? request
  const descending = input.query.sort?.[0]?.order === 'DESC'
  // decision: without a limit up to 5000 entries. Source: guide services-and-availability §16.1.
  const limit = paging?.limit ?? input.query.cursorPaging?.limit ?? 5000
  const { services, listing } = await resolveListing(ctx, input)
  const entries: Entry[] = []
  // One more than the page tells whether there is a next page.
  const enough = (cursorState?.from.delivered ?? 0) + limit + 1
  const windows = splitRange(listing, descending, cursorState?.from.start)
  for (const window of windows) {
    if (entries.length >= enough) break
    const found = await listEntries(ctx, services, descending ? listing : { ...listing, limit: enough - entries.length }, window)
    entries.push(...(descending ? found.reverse() : found))
  }
  const { page, next } = paginate(entries, limit, { from: cursorState?.from, descending })
  const cursor = next && limit > 0 ? writePageCursor(cursorName, { ...input, query: { ...input.query, cursorPaging: { limit } } }, next) : undefined
  const pagingMetadata = { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined }
  return writeEntries({ availabilityEntries: [], pagingMetadata }, page, writeEntry)
}

/** Splits the range into windows of whole local days in the order of the reply, without those of earlier pages. */
function splitRange({ range, display, perDay }: ListingOptions, descending: boolean, passed: number | undefined): Interval[] {
  const boundaries: number[] = []
  const firstDay = Math.floor(display.toLocal(range.start) / dayMs)
  for (let day = firstDay + windowDays; ; day += windowDays) {
    const at = display.toInstant(day * dayMs)
    if (at >= range.end) break
    boundaries.push(at)
  }
  const edges = [range.start, ...boundaries, range.end]
  const windows = edges.slice(1).map((end, i) => ({ start: edges[i] as number, end }))
  const ordered = descending ? windows.reverse() : windows
  if (passed === undefined) return ordered
  // With a limit per day, the day in which the last page ended is computed as a whole again.
  const day = Math.floor(display.toLocal(passed) / dayMs)
  const from = perDay ? display.toInstant(day * dayMs) : passed
  const until = perDay ? display.toInstant((day + 1) * dayMs) : passed + 1
  return ordered.flatMap(({ start, end }) => {
    const left = descending ? { start, end: Math.min(end, until) } : { start: Math.max(start, from), end }
    return left.start < left.end ? [left] : []
  })
}

async function resolveListing(ctx: ReadContext, input: QueryAvailabilityInput): Promise<{ services: ServiceDefinition[]; listing: ListingOptions }> {
  const filter = input.query.filter ?? {}
  const serviceIds = filterTexts(filter, 'serviceId')?.filter((id) => /^[0-9a-f-]{36}$/.test(id))
  await loadBasics(ctx, serviceIds)
  const site = await getSite(ctx)
  const zone = input.timezone ?? undefined
  assertNoViolations(
    zone !== undefined && !isZone(zone) ? [{ field: 'timezone', description: 'is not a time zone', violatedRule: 'VALIDATION', data: {} }] : [],
  )
  const range = {
    start: parseMoment(filter.startDate, 'query.filter.startDate', zone, site.timeZone),
    end: parseMoment(filter.endDate, 'query.filter.endDate', zone, site.timeZone),
  }
  if (range.end <= range.start) throwViolation('query.filter.endDate', 'must be after startDate')
  if (range.end - range.start > 366 * dayMs) throwViolation('query.filter.endDate', 'must be at most 366 days after startDate')
  const [services, known] = await Promise.all([loadServices(ctx, serviceIds), listLocations(ctx)])
  return {
    services,
    listing: {
      range,
      display: zoneOffsets(zone ?? site.timeZone),
      locations: known,
      resourceIds: filterTexts(filter, 'resourceId'),
      locationId: filterValue(filter, 'location.businessLocation.id'),
      isMatch: toEntryFilter(filter),
      perDay: input.slotsPerDay ?? undefined,
    },
  }
}

/** Whether an entry matches the filter. The filter is read once: a month of twenty people has thousands of entries. */
function toEntryFilter(filter: Record<string, unknown>): ListingOptions['isMatch'] {
  const bookable = plainFilterValue(filter, 'bookable', 'boolean')
  const openSpots = plainFilterValue(filter, 'openSpots', 'number') as number | undefined
  const flags = (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const)
    .map((name) => ({ name, wanted: plainFilterValue(filter, `bookingPolicyViolations.${name}`, 'boolean') }))
    .filter(({ wanted }) => wanted !== undefined)
  return (entry) =>
    (bookable === undefined || entry.bookable === bookable) &&
    (openSpots === undefined || entry.openSpots >= openSpots) &&
    flags.every(({ name, wanted }) => entry.flags[name] === wanted)
}
/** A plain filter value; operators are not supported. */
function plainFilterValue(filter: Record<string, unknown>, name: string, type: 'boolean' | 'number'): unknown {
  const value = filterValue(filter, name)
  if (value === undefined || value === null) return undefined
  return typeof value === type ? value : throwViolation('query.filter', `${name} takes a plain value`)
}
