/** SQL behind the owner's figures. Reads only; long tables are read in slices. */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { Ctx } from '#kit/ctx.ts'
import { modelOf, type WireModel } from '../rules/order.ts'
import type { Sold } from '../rules/insights.ts'
import type { PriceSpan } from '../rules/price.ts'

const slice = 5_000
export interface SoldOrder extends Sold {
  /** The first cycle after a trial was paid, costs nothing, or is paid outside. */
  isFirstPaid: boolean
}

const toSold = (row: Awaited<ReturnType<typeof slicesOf>>[number]): SoldOrder => ({
  memberId: row.memberId,
  planId: row.planId,
  currency: row.currency,
  spans: row.spans,
  endAt: row.endAt,
  isFirstPaid: row.isFirstPaid,
  schedule: {
    start: row.startAt,
    timeZone: row.timeZone,
    model: modelOf(row.model),
    trialDays: row.trialDays,
    pauses: (row.pauses as { from: string; to?: string }[]).map(({ from, to }) => ({
      from: Temporal.Instant.from(from),
      to: to === undefined ? undefined : Temporal.Instant.from(to),
    })),
    canceledAt: row.canceledAt ?? undefined,
  },
})
const slicesOf = (ctx: Ctx, after: string | undefined) =>
  ctx.tx
    .selectFrom('planOrder')
    .select([
      'id',
      'memberId',
      'planId',
      'startAt',
      'endAt',
      'timeZone',
      'trialDays',
      'pauses',
      'canceledAt',
      sql<string>`snapshot->>'currency'`.as('currency'),
      sql<PriceSpan[]>`snapshot->'spans'`.as('spans'),
      sql<WireModel>`snapshot->'model'`.as('model'),
      sql<boolean>`trial_days = 0 or exists (select 1 from plan_invoice i where i.site_id = plan_order.site_id and i.order_id = plan_order.id
        and i.cycle_index >= 1 and (plan_order.type = 'OFFLINE' or i.state in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED')))`.as('isFirstPaid'),
    ])
    .where('siteId', '=', ctx.siteId)
    .where('isRecurring', '=', true)
    .where('leftDraftAt', 'is not', null)
    .$if(after !== undefined, (query) => query.where('id', '>', after as string))
    .orderBy('id')
    .limit(slice)
    .execute()

/** Every recurring order that was ever bought, slice by slice. */
export async function* recurringOrders(ctx: Ctx): AsyncGenerator<SoldOrder> {
  let after: string | undefined
  for (;;) {
    // Each slice begins where the one before it ended.
    // oxlint-disable-next-line no-await-in-loop
    const rows = await slicesOf(ctx, after)
    for (const row of rows) yield toSold(row)
    if (rows.length < slice) return
    after = rows.at(-1)?.id
  }
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
export async function runningByPlan(ctx: Ctx): Promise<PlanCounts[]> {
  const { rows } = await sql<PlanCounts>`
    select plan_id "planId", (array_agg(snapshot->>'planName' order by created_at desc))[1] "planName",
      count(*) filter (where status = 'ACTIVE' and coalesce(cycle_index, 1) > 0)::int active,
      count(*) filter (where status = 'ACTIVE' and cycle_index = 0)::int "inTrial",
      count(*) filter (where status = 'PAUSED')::int paused,
      count(*) filter (where status = 'PENDING')::int "notStarted",
      count(*) filter (where auto_renew_canceled)::int ending
    from plan_order where site_id = ${ctx.siteId}::uuid and left_draft_at is not null and status in ('PENDING', 'ACTIVE', 'PAUSED')
    group by plan_id order by count(*) desc, plan_id`.execute(ctx.tx)
  return rows
}

export interface RevenueRow {
  month: string
  currency: string
  received: string
  givenBack: string
  tax: string
  net: string
  payments: number
}
/** Money that is ours, by the month in which it moved: what came in, what went back, the tax in it, and the rest. */
export async function revenueByMonth(ctx: Ctx, from: Temporal.Instant, timeZone: string): Promise<RevenueRow[]> {
  const ours = sql`('earned', 'tax')`
  const { rows } = await sql<RevenueRow>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM') as month, currency,
      coalesce(sum(amount) filter (where from_account in ${ours}), 0)::text received,
      coalesce(sum(amount) filter (where to_account in ${ours}), 0)::text "givenBack",
      coalesce(sum(case when from_account = 'tax' then amount when to_account = 'tax' then -amount end), 0)::text tax,
      coalesce(sum(case when from_account = 'earned' then amount when to_account = 'earned' then -amount end), 0)::text net,
      count(distinct invoice_id) filter (where from_account in ${ours})::int payments
    from money_move
    where site_id = ${ctx.siteId}::uuid and at >= ${from}::timestamptz and (from_account in ${ours} or to_account in ${ours})
    group by 1, 2 order by 2, 1`.execute(ctx.tx)
  return rows
}
