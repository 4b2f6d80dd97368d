/** SQL behind the owner's figures: people and orders that stand alike are counted by the database, whatever their number. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { pipelineQuery } from '#kit/db/open.ts'
import type { RetentionGroup, TrialGroup, RevenuePeriod } from '../rules/insights.ts'
import { readSql } from '#kit/db/open.ts'

const instant = (milliseconds: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(milliseconds)

/** Puts what an order is worth in the place of what was written down before. */
export async function replaceMonthlyRevenue(ctx: TransactionContext, orderId: string, periods: readonly RevenuePeriod[]): Promise<void> {
  await pipelineQuery(ctx.tx, ctx.tx.deleteFrom('recurringRevenue').where('siteId', '=', ctx.siteId).where('orderId', '=', orderId))
  if (periods.length === 0) return
  const rows = periods.map(({ memberId, planId, currency, from, to, perMonth }) => ({
    siteId: ctx.siteId,
    orderId,
    memberId,
    planId,
    currency,
    fromAt: instant(from),
    toAt: to === Infinity ? null : instant(to),
    // At most 10^15 minor units: a number holds them exactly.
    perMonth: Number(perMonth),
  }))
  await pipelineQuery(ctx.tx, ctx.tx.insertInto('recurringRevenue').values(rows))
}

const boundsArray = (bounds: readonly number[]) => sql`array[${sql.join(bounds.map((at) => sql`${instant(at)}::timestamptz`))}]`

/**
 * How people stood at each bound, those who stood alike together; `inAll`: whatever the currency, where only more than nothing
 * counts. A stretch that begins after `f` bounds and ends after `t` of them holds at those between: people with the same
 * stretches are one row, however many they are.
 */
export async function listRetentionGroups(ctx: ReadContext, bounds: readonly number[], inAll = false): Promise<(RetentionGroup & { currency: string })[]> {
  const list = boundsArray(bounds)
  const { rows } = await readSql(
    ctx.db,
    sql<{ currency: string; stretches: string; people: number }>`
    select currency, stretches, count(*)::int people
    from (select ${inAll ? sql`''` : sql`currency`} currency,
        string_agg(width_bucket(from_at, ${list}) || ' ' || coalesce(width_bucket(to_at, ${list}), ${bounds.length}::int) || ' ' || per_month, ',') stretches
      from recurring_revenue where site_id = ${ctx.siteId}::uuid group by ${inAll ? sql`member_id` : sql`currency, member_id`}) as person
    group by currency, stretches`,
  )
  return rows.map(({ currency, stretches, people }) => {
    const values = bounds.map(() => 0n)
    let firstPaidAt = bounds.length
    for (const stretch of stretches.split(',')) {
      const [from, to, perMonth = '0'] = stretch.split(' ')
      firstPaidAt = Math.min(firstPaidAt, Number(from))
      for (let at = Number(from); at < Number(to); at++) values[at] = (values[at] ?? 0n) + BigInt(perMonth)
    }
    return { currency, began: firstPaidAt, values, people }
  })
}

export interface PlanMonthlyRevenue {
  planId: string
  currency: string
  minor: string
}
/** What the running orders of each plan are worth per month, minor units. */
export async function monthlyRevenueByPlan(ctx: ReadContext): Promise<PlanMonthlyRevenue[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<PlanMonthlyRevenue>`
    select plan_id "planId", currency, sum(per_month)::text minor from recurring_revenue
    where site_id = ${ctx.siteId}::uuid and from_at <= ${ctx.now}::timestamptz and (to_at is null or to_at > ${ctx.now}::timestamptz)
    group by plan_id, currency order by plan_id, currency`,
  )
  return rows
}

/** Trials that began between the bounds, those that stand alike together. */
export async function listTrialGroups(ctx: ReadContext, bounds: readonly number[]): Promise<TrialGroup[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<TrialGroup>`
    select width_bucket(start_at, ${boundsArray(bounds)}) - 1 as month, coalesce(end_at <= ${ctx.now}::timestamptz, false) "isOver",
      coalesce(end_at <= trial_end_at, false) "hasLeftInTrial", trial_end_at > ${ctx.now}::timestamptz "isRunning",
      exists (select from plan_invoice i where i.site_id = o.site_id and i.order_id = o.id and i.cycle_index >= 1
        and (o.type = 'OFFLINE' or i.state in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'))) "isPaid", count(*)::int count
    from plan_order o
    where site_id = ${ctx.siteId}::uuid and trial_end_at is not null and left_draft_at is not null
      and start_at >= ${instant(bounds[0] ?? 0)}::timestamptz and start_at < ${instant(bounds.at(-1) ?? 0)}::timestamptz
    group by 1, 2, 3, 4, 5`,
  )
  return rows
}

export interface PlanCounts {
  planId: string
  planName: string
  active: number
  inTrial: number
  paused: number
  notStarted: number
  ending: number
}
/** Orders that are not over, by plan; one-time purchases too. A plan has the name under which it was last sold. */
export async function runningByPlan(ctx: ReadContext): Promise<PlanCounts[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<PlanCounts>`
    select running.*, (select last.snapshot->>'planName' from plan_order last
      where last.site_id = ${ctx.siteId}::uuid and last.plan_id = running."planId" and last.left_draft_at is not null
      order by last.created_at desc, last.id desc limit 1) "planName"
    from (select plan_id "planId",
      count(*) filter (where status = 'ACTIVE' and coalesce(cycle_index, 1) > 0)::int active,
      count(*) filter (where status = 'ACTIVE' and cycle_index = 0)::int "inTrial",
      count(*) filter (where status = 'PAUSED')::int paused,
      count(*) filter (where status = 'PENDING')::int "notStarted",
      count(*) filter (where auto_renew_canceled)::int ending
    from plan_order where site_id = ${ctx.siteId}::uuid and left_draft_at is not null and status in ('PENDING', 'ACTIVE', 'PAUSED')
    group by plan_id) as running
    order by active + "inTrial" + paused + "notStarted" desc, "planId"`,
  )
  return rows
}
