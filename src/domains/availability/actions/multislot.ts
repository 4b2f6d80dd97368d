/** Several services back to back, as the first version of the call lists them. Source: guide services-and-availability §16.3. */
import type { BaseContext, ReadContext } from '#kit/api/context.ts'
import { dayMs, formatWithOffset, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { hasFlag } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { SlotEntry } from '../contract.ts'
import type { Part } from '../contract/time-slots.ts'
import { paginate } from '../rules/page.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { entryLocationToWire } from './availability-entries.ts'
import { parseMoment } from './query-availability.ts'
import { throwViolation, computeFlags, readPageCursor, writePageCursor, resolveZone } from './slot-queries.ts'
import { listChainsBetween, uniteFlags, type Chain } from './service-chains.ts'

type Flags = SlotEntry['bookingPolicyViolations']
type MultiSlotPart = Pick<Part, 'serviceId' | 'customerChoices'> & { resourcesFilter?: { resourceIds?: string[] | null } | null }
export interface MultiSlotInput {
  from?: string | null | undefined
  to?: string | null | undefined
  timeZone?: string | null | undefined
  bookable?: boolean | null | undefined
  bookingPolicyViolations?: { [Name in keyof Flags]?: boolean | null } | null | undefined
  location?: { id?: string | null; locationType?: string | null } | null | undefined
  slots?: MultiSlotPart[] | null | undefined
  slotsPerDay?: number | null | undefined
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null | undefined
}
const cursorName = 'availability.multislot'
const locationTypes: Readonly<Record<string, string>> = { OWNER_BUSINESS: 'BUSINESS', OWNER_CUSTOM: 'CUSTOM', CUSTOM: 'CUSTOMER' }

/** Times at which the services follow one another, with who could give each part. */
export async function listMultiSlots(ctx: ReadContext, request: MultiSlotInput) {
  const cursorState = readPageCursor<MultiSlotInput>(cursorName, request.cursorPaging?.cursor, 'cursorPaging.cursor')
  const input = cursorState?.input ?? request
  const limit = request.cursorPaging?.limit ?? input.cursorPaging?.limit ?? 100
  const { page, next } = paginate(await listMultiSlotEntries(ctx, input), limit, { from: cursorState?.from })
  const cursor = next && limit > 0 ? writePageCursor(cursorName, { ...input, cursorPaging: { limit } }, next) : undefined
  return {
    slots: page.map((entry) => entry.wire),
    cursorPagingMetadata: { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined },
  }
}

async function listMultiSlotEntries(ctx: ReadContext, input: MultiSlotInput) {
  const slots = input.slots ?? []
  if (slots.length < 1 || slots.length > 6) throwViolation('slots', 'needs 1 to 6 entries', slots.length < 1 ? 'MIN_SIZE' : 'MAX_SIZE')
  const locationType = locationTypes[input.location?.locationType ?? ''] ?? throwViolation('location.locationType', 'is required', 'REQUIRED_FIELD')
  if (locationType === 'BUSINESS' && !input.location?.id) throwViolation('location.id', 'is required', 'REQUIRED_FIELD')
  const zone = input.timeZone ? await resolveZone(ctx, input.timeZone) : undefined
  const { timeZone } = await getSite(ctx)
  const range = { start: parseMoment(input.from, 'from', zone, timeZone), end: parseMoment(input.to, 'to', zone, timeZone) }
  if (range.end <= range.start) throwViolation('to', 'must be after from')
  if (range.end - range.start > 366 * dayMs) throwViolation('to', 'must be at most 366 days after from')
  const parts = slots.map(({ serviceId, resourcesFilter, customerChoices }) => ({
    serviceId,
    customerChoices,
    ...(resourcesFilter?.resourceIds?.length ? { resourceTypes: [{ resourceIds: resourcesFilter.resourceIds }] } : {}),
  }))
  const found = await listChainsBetween(ctx, parts, { locationType, ...(input.location?.id ? { id: input.location.id } : {}) }, range)
  const display = zoneOffsets(zone ?? timeZone)
  const entries = found.chains
    .filter((chain) => !display.isSecondPass(chain.at))
    .map((chain) => chainToEntry(ctx, chain, found, display))
    .filter(({ bookable, wire }) => hasWantedFlags(input, bookable, wire.bookingPolicyViolations))
  return input.slotsPerDay ? limitPerDay(entries, input.slotsPerDay) : entries
}

const hasWantedFlags = ({ bookable: wantsBookable, bookingPolicyViolations }: MultiSlotInput, bookable: boolean, flags: Flags): boolean =>
  (wantsBookable === undefined || wantsBookable === null || bookable === wantsBookable) &&
  (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const).every((flag) => {
    const wanted = bookingPolicyViolations?.[flag]
    return wanted === undefined || wanted === null || flags[flag] === wanted
  })

function chainToEntry(
  ctx: BaseContext,
  chain: Chain,
  { data, known }: Pick<Awaited<ReturnType<typeof listChainsBetween>>, 'data' | 'known'>,
  display: ZoneOffsets,
) {
  const flags = uniteFlags(chain.parts.map(({ service, start, query }) => computeFlags(ctx, service, start.at, start.at + query.duration)))
  const bookable = !hasFlag(flags)
  const nestedSlots = chain.parts.map(({ service, start, query }) => {
    const resource = data.resources.get(start.free[0] ?? '')
    return {
      serviceId: service.id,
      start: formatWithOffset(start.at, display),
      end: formatWithOffset(start.at + query.duration, display),
      ...(resource ? { resource: { id: resource.id, name: resource.name, scheduleId: resource.eventsScheduleId } } : {}),
      scheduleId: service.scheduleId,
    }
  })
  const [first] = chain.parts
  const slot = {
    serviceId: first?.service.id ?? '',
    scheduleId: first?.service.scheduleId ?? '',
    startDate: formatWithOffset(chain.at, display),
    endDate: formatWithOffset(chain.end, display),
    timezone: display.zone,
    ...(nestedSlots[0]?.resource ? { resource: nestedSlots[0].resource } : {}),
    location: entryLocationToWire(chain.location, known),
  }
  const seats = { totalSpots: 1, openSpots: 1, waitingList: {} }
  const wire = { slot, nestedSlots, bookable, ...seats, bookingPolicyViolations: flags, locked: false, isFromV2: false, isFromV3: true }
  return { start: chain.at, day: Math.floor(display.toLocal(chain.at) / dayMs), bookable, wire }
}
