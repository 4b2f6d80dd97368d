/** What a visitor sees first: the next bookable times of every service, a few of each. */
import type { Ctx } from '#kit/ctx.ts'
import { currentSite } from '#domains/site/public.ts'
import type { SlotEntry } from '../contract.ts'
import { queryAvailability } from './query-availability.ts'

/** At most `perService` bookable times of each visible service, in order of time, in the zone of the site. */
export async function nextTimes(ctx: Ctx, { perService, days }: { perService: number; days: number }): Promise<SlotEntry[]> {
  const { timeZone } = await currentSite(ctx)
  const filter = { startDate: ctx.now.toString(), endDate: ctx.now.add({ hours: 24 * days }).toString(), bookable: true }
  const { availabilityEntries } = await queryAvailability(ctx, { query: { filter }, timezone: timeZone })
  const shown = new Map<string, number>()
  return availabilityEntries.filter(({ slot }) => {
    const before = shown.get(slot.serviceId) ?? 0
    shown.set(slot.serviceId, before + 1)
    return before < perService
  })
}
