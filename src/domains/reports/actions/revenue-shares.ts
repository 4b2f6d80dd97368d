/** What came in by service, plan, staff member and location. Source: guide bookings §18.5. */
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { fromMinor, toMinor } from '#kit/pure/money.ts'
import type { reportsApi } from '../contract.ts'
import { lastMonths } from '../rules/months.ts'
import { sumRevenueShares, type Dimension } from '../store/revenue-shares.ts'

const nameless: Record<Dimension, string> = { SERVICE: 'Other', PLAN: 'Other', STAFF: 'No staff member', LOCATION: 'No location' }

/** The last `count` months, the running one included. */
export async function loadRevenueShares(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getRevenueShares>> {
  const { timeZone } = await getSite(ctx)
  const rows = await sumRevenueShares(ctx, lastMonths(ctx.now, timeZone, count).from)
  const listShares = (dimension: Dimension) =>
    rows
      .filter((row) => row.dimension === dimension)
      .map(({ id, name, currency, amount, payments }) => ({
        ...(id && { id }),
        name: name || nameless[dimension],
        amount: fromMinor(toMinor(amount, currency), currency),
        currency,
        payments,
      }))
  return { services: listShares('SERVICE'), plans: listShares('PLAN'), staff: listShares('STAFF'), locations: listShares('LOCATION') }
}
