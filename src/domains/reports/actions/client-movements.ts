/** Who came for the first time, who came again, and who stayed away. Source: guide bookings §18.5. */
import { getSite } from '#domains/site/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { reportsApi } from '../contract.ts'
import { describeMovements } from '../rules/client-movements.ts'
import { lastMonths } from '../rules/months.ts'
import { countClientsByMonth } from '../store/client-movements.ts'

/** The last `count` months, the running one included. */
export async function loadClientMovements(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getClientMovements>> {
  const { timeZone } = await getSite(ctx)
  // Who lapsed in the first month came in the one before.
  const { from, names } = lastMonths(ctx.now, timeZone, count + 1)
  const [before = '', ...months] = names
  return { months: describeMovements(months, before, await countClientsByMonth(ctx, from, timeZone)) }
}
