/** How many people asked for a spot in a full class, and how many got one. Source: guide bookings §18.5. */
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { lastMonths } from '../rules/months.ts'
import { countWaitlistEntries, type WaitlistCount } from '../store/waitlist-demand.ts'

const sumUp = (counts: readonly WaitlistCount[]) => ({
  joined: counts.reduce((sum, one) => sum + one.joined, 0),
  enrolled: counts.reduce((sum, one) => sum + one.enrolled, 0),
})

/** The last `count` months, the running one included. */
export async function loadWaitlistDemand(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getWaitlistDemand>> {
  const { timeZone } = await getSite(ctx)
  const { from, names } = lastMonths(ctx.now, timeZone, count)
  const counts = await countWaitlistEntries(ctx, from, timeZone)
  return {
    months: names.map((month, at) => ({ month, isOpen: at === names.length - 1, ...sumUp(counts.filter((one) => one.month === month)) })),
    services: [...new Map(counts.map(({ serviceId, name }) => [serviceId, name]))]
      .map(([serviceId, name]) => ({ serviceId, name, ...sumUp(counts.filter((one) => one.serviceId === serviceId)) }))
      .toSorted((a, b) => b.joined - a.joined || (a.name < b.name ? -1 : 1)),
  }
}
