/** The older call for several services back to back. guide: services-and-availability 16.3 */
import type { Ctx } from '#kit/ctx.ts'
import { dayMs, offsetText, rulerFor } from '#kit/pure/zone.ts'
import { hasFlag } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { SlotEntry } from '../contract.ts'
import { pageOf } from '../rules/page.ts'
import { limitPerDay } from '../rules/per-day.ts'
import { placeToWire } from './availability-entries.ts'
import { momentOf } from './query-availability.ts'
import { broken, flagsOf, readPage, writePage, zoneOf } from './scene.ts'
import { chainsBetween } from './time-slots.ts'

type Flags = SlotEntry['bookingPolicyViolations']
export interface MultiAsk {
  from?: string | null | undefined
  to?: string | null | undefined
  timeZone?: string | null | undefined
  bookable?: boolean | null | undefined
  bookingPolicyViolations?: { [Name in keyof Flags]?: boolean | null } | null | undefined
  location?: { id?: string | null; locationType?: string | null } | null | undefined
  slots?: { serviceId: string; resourcesFilter?: { resourceIds?: string[] | null } | null }[] | null | undefined
  slotsPerDay?: number | null | undefined
  cursorPaging?: { limit?: number | null; cursor?: string | null } | null | undefined
}
const name = 'availability.multislot'
const locationTypes: Readonly<Record<string, string>> = { OWNER_BUSINESS: 'BUSINESS', OWNER_CUSTOM: 'CUSTOM', CUSTOM: 'CUSTOMER' }

export async function multislot(ctx: Ctx, sent: MultiAsk) {
  const known = readPage<MultiAsk>(name, sent.cursorPaging?.cursor, 'cursorPaging.cursor')
  const ask = known?.ask ?? sent
  const limit = sent.cursorPaging?.limit ?? ask.cursorPaging?.limit ?? 100
  const { page, next } = pageOf(await entriesOf(ctx, ask), limit, { from: known?.from })
  const cursor = next && limit > 0 ? writePage(name, { ...ask, cursorPaging: { limit } }, next) : undefined
  return {
    slots: page.map((entry) => entry.wire),
    cursorPagingMetadata: { count: page.length, cursors: cursor ? { next: cursor } : {}, hasNext: cursor !== undefined },
  }
}

async function entriesOf(ctx: Ctx, ask: MultiAsk) {
  const slots = ask.slots ?? []
  if (slots.length < 1 || slots.length > 6) broken('slots', 'needs 1 to 6 entries', slots.length < 1 ? 'MIN_SIZE' : 'MAX_SIZE')
  const locationType = locationTypes[ask.location?.locationType ?? ''] ?? broken('location.locationType', 'is required', 'REQUIRED_FIELD')
  if (locationType === 'BUSINESS' && !ask.location?.id) broken('location.id', 'is required', 'REQUIRED_FIELD')
  const zone = ask.timeZone ? await zoneOf(ctx, ask.timeZone) : undefined
  const { timeZone } = await currentSite(ctx)
  const range = { start: momentOf(ask.from, 'from', zone, timeZone), end: momentOf(ask.to, 'to', zone, timeZone) }
  if (range.end <= range.start) broken('to', 'must be after from')
  if (range.end - range.start > 366 * dayMs) broken('to', 'must be at most 366 days after from')
  const wishes = slots.map(({ serviceId, resourcesFilter }) => ({
    serviceId,
    ...(resourcesFilter?.resourceIds?.length ? { resourceTypes: [{ resourceIds: resourcesFilter.resourceIds }] } : {}),
  }))
  const found = await chainsBetween(ctx, wishes, { locationType, ...(ask.location?.id ? { id: ask.location.id } : {}) }, range)
  const display = rulerFor(zone ?? timeZone)
  const entries = found.chains
    .filter((chain) => !display.isSecondPass(chain.at))
    .map((chain) => {
      const flags = chain.parts.map(({ service, start, question }) => flagsOf(ctx, service, start.at, start.at + question.duration))
      const violations: Flags = {
        tooEarlyToBook: flags.some((one) => one.tooEarlyToBook),
        tooLateToBook: flags.some((one) => one.tooLateToBook),
        bookOnlineDisabled: flags.some((one) => one.bookOnlineDisabled),
      }
      const bookable = !hasFlag(violations)
      const nestedSlots = chain.parts.map(({ service, start, question }) => {
        const resource = found.ground.resources.get(start.free[0] ?? '')
        return {
          serviceId: service.id,
          start: offsetText(start.at, display),
          end: offsetText(start.at + question.duration, display),
          ...(resource ? { resource: { id: resource.id, name: resource.name, scheduleId: resource.eventsScheduleId } } : {}),
          scheduleId: service.scheduleId,
        }
      })
      const [first] = chain.parts
      const slot = {
        serviceId: first?.service.id ?? '',
        scheduleId: first?.service.scheduleId ?? '',
        startDate: offsetText(chain.at, display),
        endDate: offsetText(chain.end, display),
        timezone: display.zone,
        ...(nestedSlots[0]?.resource ? { resource: nestedSlots[0].resource } : {}),
        location: placeToWire(chain.location, found.known),
      }
      const wire = {
        slot,
        nestedSlots,
        bookable,
        totalSpots: 1,
        openSpots: 1,
        waitingList: {},
        bookingPolicyViolations: violations,
        locked: false,
        isFromV2: false,
        isFromV3: true,
      }
      return { start: chain.at, day: Math.floor(display.local(chain.at) / dayMs), bookable, wire }
    })
    .filter(
      ({ bookable, wire }) =>
        (ask.bookable === undefined || ask.bookable === null || bookable === ask.bookable) &&
        (['tooEarlyToBook', 'tooLateToBook', 'bookOnlineDisabled'] as const).every((flag) => {
          const wish = ask.bookingPolicyViolations?.[flag]
          return wish === undefined || wish === null || wire.bookingPolicyViolations[flag] === wish
        }),
    )
  return ask.slotsPerDay ? limitPerDay(entries, ask.slotsPerDay) : entries
}
