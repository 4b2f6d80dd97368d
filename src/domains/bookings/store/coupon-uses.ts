/** SQL on the uses of coupons that the prices of bookings name. */
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { bookings } from './bookings.ts'
import { isBeingPaid } from './payments.ts'

const useId = sql<string>`(price #>> '{coupon,useId}')`

/** Whether another booking of the same purchase is booked or requested. */
export const hasBookedWithUse = async (ctx: ReadContext, use: string, exceptId: string): Promise<boolean> =>
  (await bookings(ctx)
    .select('id')
    .where(sql<boolean>`price -> 'coupon' is not null`)
    .where(useId, '=', use)
    .where('status', 'in', ['CONFIRMED', 'PENDING'])
    .where('id', '!=', exceptId)
    .executeTakeFirst()) !== undefined

/** Of these uses those whose bookings are booked, held or being paid. */
export async function findLiveCouponUses(ctx: ReadContext, uses: readonly string[]): Promise<Set<string>> {
  if (uses.length === 0) return new Set()
  const rows = await bookings(ctx)
    .select(useId.as('use'))
    .where(sql<boolean>`price -> 'coupon' is not null`)
    .where(useId, 'in', uses)
    .where((eb) =>
      eb.or([eb('status', 'in', ['CONFIRMED', 'PENDING']), eb.and([eb('status', '=', 'CREATED'), eb.or([eb('holdUntil', '>', ctx.now), isBeingPaid])])]),
    )
    .execute()
  return new Set(rows.map(({ use }) => use))
}
