/** Rate limits of links, against guessing. Source: guide bookings §17. */
import { createHash } from 'node:crypto'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { Refusal, refuseStandard } from '#kit/api/refusal.ts'
import { countUse, getUses } from '../../store/link-uses.ts'

const CALLS_PER_MINUTE = 30
const WRONG_PER_HOUR = 60

/** Runs the work of a link in one transaction, within the limits per token; invalid tokens count per address. */
export async function runWithLinkLimits<T>(ctx: OwnTransactionContext, token: string, work: (inner: TransactionContext) => Promise<T>): Promise<T> {
  const key = `token:${createHash('sha256').update(token).digest('base64url')}`
  const address = `wrong:${ctx.ip}`
  await ctx.transaction(async (inner) => {
    if ((await getUses(inner, address, 3600)) >= WRONG_PER_HOUR) refuseStandard('RESOURCE_EXHAUSTED')
  })
  if ((await ctx.transaction((inner) => countUse(inner, key, 60))) > CALLS_PER_MINUTE) refuseStandard('RESOURCE_EXHAUSTED')
  try {
    return await ctx.transaction(work)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'INVALID_TOKEN') await ctx.transaction((inner) => countUse(inner, address, 3600))
    throw error
  }
}
