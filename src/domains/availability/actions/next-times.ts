/** What a visitor sees first: the next bookable times of every service, a few of each. */
import type { Ctx } from '#kit/ctx.ts'
import { dayMs, rulerFor } from '#kit/pure/zone.ts'
import { currentSite } from '#domains/site/public.ts'
import { visibleServices } from '#domains/services/public.ts'
import { places } from '#domains/staff/public.ts'
import type { SlotEntry } from '../contract.ts'
import { entriesIn, type Entry, type Scene } from './availability-entries.ts'

/** At most `perService` different bookable times of each visible service within `days` days, in order of time, in the zone of the site. */
export async function nextTimes(ctx: Ctx, { perService, days: daysAhead }: { perService: number; days: number }): Promise<SlotEntry[]> {
  const { timeZone } = await currentSite(ctx)
  const services = (await visibleServices(ctx)).filter((service) => service.type !== 'COURSE')
  const until = ctx.now.epochMilliseconds + daysAhead * dayMs
  const now = ctx.now.epochMilliseconds
  const scene: Scene = {
    range: { start: now, end: until },
    display: rulerFor(timeZone),
    places: await places(ctx),
    resourceIds: undefined,
    locationId: undefined,
    fits: ({ bookable }) => bookable,
    perDay: undefined,
  }
  const shown = new Map<string, Entry[]>(services.map((service) => [service.id, []]))
  const lacking = () => services.filter((service) => (shown.get(service.id)?.length ?? 0) < perService)
  // Most have a time within days: longer and longer looks ahead, for those that have none yet.
  for (let start = now, days = 2; start < until && lacking().length > 0; days *= 2) {
    const end = Math.min(until, start + days * dayMs)
    for (const entry of await entriesIn(ctx, lacking(), scene, { start, end })) {
      const list = shown.get(entry.serviceId) as Entry[]
      if (list.length < perService && list.at(-1)?.start !== entry.start) list.push(entry)
    }
    start = end
  }
  return [...shown.values()]
    .flat()
    .sort((a, b) => a.start - b.start || (a.order < b.order ? -1 : 1))
    .map((entry) => entry.shape())
}
