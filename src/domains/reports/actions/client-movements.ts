/** Who came for the first time, who came again, and who stayed away. Months that are over come from their sums. Source: guide bookings §18.5. */
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { describeMovements } from '../rules/client-movements.ts'
import { lastMonths } from '../rules/months.ts'
import { countClients, readClients } from '../store/client-movements.ts'
import { splitTime, startOfMonthBefore } from './past-periods.ts'

/** The last `count` months, the running one included. */
export async function loadClientMovements(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getClientMovements>> {
  const { timeZone } = await getSite(ctx)
  // Who lapsed in the first month came in the one before.
  const { from, names, starts } = lastMonths(ctx.now, timeZone, count + 1)
  const bounds = starts.map((at) => at.epochMilliseconds)
  const { periods, open } = await splitTime(ctx, 'CLIENTS', from.epochMilliseconds)
  const sums = await readClients(ctx, periods, bounds)
  for (const range of open) {
    const months = bounds.filter((at) => at >= range.from && at < range.to)
    const counted = await countClients(ctx, range, await startOfMonthBefore(ctx, range.from), months)
    const first = bounds.findIndex((at) => at === months[0])
    sums.push(...counted.map((one) => ({ ...one, nr: first + one.nr })))
  }
  const [before = '', ...months] = names
  return {
    months: describeMovements(
      months,
      before,
      sums.map(({ nr, ...sum }) => ({ ...sum, month: names[nr - 1] ?? '' })),
    ),
  }
}
