/** SQL on what the bookings of a site owe in all. Triggers keep what each booking owes and note every change of the sum (migration 0220). */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql, writes } from '#kit/db/open.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** Of one kind and currency, in minor units. */
export interface OwedSum {
  kind: 'BOOKING' | 'BOOKING_FEE'
  currency: string
  amount: number
}

const keptSums = (ctx: ReadContext) => sql`
  select kind, currency, sum(amount)::bigint as amount
  from (
    select kind, currency, amount from owed_sum where site_id = ${ctx.siteId}
    union all
    select kind, currency, amount from owed_change where site_id = ${ctx.siteId}
  ) part
  group by kind, currency`

/** What is owed in all: the sum, and the changes that are not folded into it yet. */
export const findOwedSums = async (ctx: ReadContext): Promise<OwedSum[]> =>
  (await readSql(ctx.db, sql<OwedSum>`select kind, currency, amount from (${keptSums(ctx)}) kept where amount > 0 order by kind, currency`)).rows

/** Folds the changes into the sum; answers how many there were. */
export async function foldOwedChanges(ctx: TransactionContext): Promise<number> {
  const { rows } = await sql<{ changes: number }>`${writes('owed_change', 'owed_sum')}
    with gone as (delete from owed_change where site_id = ${ctx.siteId} returning kind, currency, amount),
    folded as (
      insert into owed_sum as s (site_id, kind, currency, amount)
      select ${ctx.siteId}::uuid, kind, currency, sum(amount) from gone group by kind, currency order by kind, currency
      on conflict (site_id, kind, currency) do update set amount = s.amount + excluded.amount
    )
    select count(*)::int as changes from gone`.execute(ctx.tx)
  return rows[0]?.changes ?? 0
}
/** A condition on a row of `site`. */
export const hasOwedChanges: SiteCondition = () => sql`exists (select from owed_change as one where one.site_id = site.id)`

/** Sums that differ from what the bookings owe; both in minor units. For the nightly check: it reads every booking that owes something. */
export const findWrongOwedSums = async (ctx: ReadContext): Promise<(Omit<OwedSum, 'amount'> & { kept: number; owed: number })[]> =>
  (
    await readSql(
      ctx.db,
      sql<Omit<OwedSum, 'amount'> & { kept: number; owed: number }>`
      select coalesce(k.kind, t.kind) as kind, coalesce(k.currency, t.currency) as currency, coalesce(k.amount, 0)::bigint as kept, coalesce(t.amount, 0)::bigint as owed
      from (${keptSums(ctx)}) k
      full join (
        select o.kind, o.currency, sum(o.amount)::bigint as amount
        from (
          select id from booking where site_id = ${ctx.siteId} and status = 'CONFIRMED'
            and (payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE')
          union
          select booking_id from booking_fee where site_id = ${ctx.siteId} and status <> 'WAIVED' and collected < coalesce(applied, amount)
        ) open cross join lateral owed_of_booking(${ctx.siteId}::uuid, open.id) o
        group by o.kind, o.currency
      ) t on t.kind = k.kind and t.currency = k.currency
      where coalesce(k.amount, 0) <> coalesce(t.amount, 0)
      order by 1, 2`,
    )
  ).rows
