/** The next bookable times of every service, for the first page that a visitor sees. */
import type { ReadContext } from '#kit/api/context.ts'
import { dayMs, zoneOffsets } from '#kit/pure/zone.ts'
import { getSite } from '#domains/site/public.ts'
import type { ServiceDefinition } from '#domains/services/public.ts'
import { listLocations } from '#domains/staff/public.ts'
import type { SlotEntry } from '../contract.ts'
import { loadServices } from './cached-reads.ts'
import { compareEntries, entryToWire, listEntries, type Entry, type ListingOptions } from './availability-entries.ts'

/** At most `perService` different bookable times of each visible service within `days` days, in order of time, in the zone of the site. */
export const listNextTimes = async (ctx: ReadContext, options: { perService: number; days: number }): Promise<SlotEntry[]> =>
  (await listNextEntries(ctx, await loadServices(ctx), options)).map(entryToWire)

/** The same for these services; courses have none. */
export async function listNextEntries(
  ctx: ReadContext,
  ofServices: readonly ServiceDefinition[],
  { perService, days: daysAhead }: { perService: number; days: number },
): Promise<Entry[]> {
  const { timeZone } = await getSite(ctx)
  const services = ofServices.filter((service) => service.type !== 'COURSE')
  const until = ctx.now.epochMilliseconds + daysAhead * dayMs
  const now = ctx.now.epochMilliseconds
  const listing: ListingOptions = {
    range: { start: now, end: until },
    display: zoneOffsets(timeZone),
    locations: await listLocations(ctx),
    resourceIds: undefined,
    locationId: undefined,
    isMatch: ({ bookable }) => bookable,
    perDay: undefined,
  }
  const found = new Map<string, Entry[]>(services.map((service) => [service.id, []]))
  const listUnfilled = () => services.filter((service) => (found.get(service.id)?.length ?? 0) < perService)
  // Most services have a slot within days: the window doubles for those that have none yet.
  for (let start = now, days = 2; start < until && listUnfilled().length > 0; days *= 2) {
    const end = Math.min(until, start + days * dayMs)
    for (const entry of await listEntries(ctx, listUnfilled(), listing, { start, end })) {
      const list = found.get(entry.serviceId) as Entry[]
      if (list.length < perService && list.at(-1)?.start !== entry.start) list.push(entry)
    }
    start = end
  }
  return [...found.values()].flat().sort(compareEntries)
}
