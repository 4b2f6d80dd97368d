/** What came in by service, plan, staff member and location. Days that are over come from their sums. Source: guide bookings §18.5. */
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { fromMinor } from '#kit/pure/money.ts'
import type { reportsApi } from '../contract.ts'
import { lastMonths } from '../rules/months.ts'
import { addShares, type RevenueShare } from '../rules/revenue-shares.ts'
import { countRevenue, findNames, readRevenue, type Dimension } from '../store/revenue-shares.ts'
import { splitTime } from './past-periods.ts'

const nameless: Record<Dimension, string> = { SERVICE: 'Other', PLAN: 'Other', STAFF: 'No staff member', LOCATION: 'No location' }

/** The last `count` months, the running one included: most first. Names are those of today, or those of the booking where the thing is gone. */
export async function loadRevenueShares(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getRevenueShares>> {
  const { timeZone } = await getSite(ctx)
  const { periods, open } = await splitTime(ctx, 'REVENUE', lastMonths(ctx.now, timeZone, count).from.epochMilliseconds)
  const sums = await readRevenue(ctx, periods)
  for (const range of open) sums.push(...(await countRevenue(ctx, range, [range.from])))
  const names = await findNames(ctx, sums)
  const shares = addShares(sums)
  const listShares = (dimension: Dimension) =>
    shares
      .filter((share) => share.dimension === dimension)
      .map(({ id, name, minor, currency, payments }: RevenueShare) => ({
        ...(id && { id }),
        name: names.get(`${dimension} ${id}`) || name || nameless[dimension],
        amount: fromMinor(minor, currency),
        currency,
        payments,
      }))
  return { services: listShares('SERVICE'), plans: listShares('PLAN'), staff: listShares('STAFF'), locations: listShares('LOCATION') }
}
