/** SQL on which days and months are summed, and which of them changed since. Triggers note the changes (migration 0288). */
import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql, writes } from '#kit/db/open.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'
import { formatLocal } from '#kit/pure/zone.ts'
import type { Period } from '../rules/periods.ts'

/** Sessions and revenue by day, clients by month. */
export type SumKind = 'SESSIONS' | 'REVENUE' | 'CLIENTS'

/** In milliseconds, as a parameter. */
export const toInstant = (at: number): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(at)
/** Whole seconds, as a day begins, as text. */
export const formatStart = (at: number): string => `${formatLocal(at)}Z`
/** A list of starts as a parameter. */
export const toInstants = (starts: readonly number[]) => sql`${starts.map(formatStart)}::timestamptz[]`
const DAYS_LEFT_ALONE = 2

/** What lies before this is summed: the end of the day before yesterday, by the clock of the business and by that of the database, whichever is earlier. */
export async function findSumBound(ctx: ReadContext): Promise<number> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ bound: Temporal.Instant }>`select least(${ctx.now}::timestamptz, now()) - ${DAYS_LEFT_ALONE} * interval '1 day' as bound`,
  )
  return rows[0]?.bound.epochMilliseconds ?? 0
}

/** Those of the periods, in order, whose sums are as their rows are now. */
export async function listSummedPeriods(ctx: ReadContext, kind: SumKind, periods: readonly Period[]): Promise<Period[]> {
  const starts = toInstants(periods.map(({ startsAt }) => startsAt))
  const summed = await readSql(
    ctx.db,
    sql<{ startsAt: Temporal.Instant; endsAt: Temporal.Instant }>`
    select starts_at "startsAt", ends_at "endsAt" from summed_period where site_id = ${ctx.siteId}::uuid and kind = ${kind} and starts_at = any(${starts})`,
  )
  const ends = new Map(summed.rows.map(({ startsAt, endsAt }) => [startsAt.epochMilliseconds, endsAt.epochMilliseconds]))
  const changes = await readSql(
    ctx.db,
    sql<{ first: number; last: number }>`
    select distinct width_bucket(from_at, ${starts}) "first", width_bucket(to_at, ${starts}) "last" from summed_period_change
    where site_id = ${ctx.siteId}::uuid and kind = ${kind}`,
  )
  const isChanged = (nr: number) => changes.rows.some(({ first, last }) => first <= nr && nr <= last)
  return periods.filter(({ startsAt, endsAt }, at) => ends.get(startsAt) === endsAt && !isChanged(at + 1))
}

/** Notes of changes, as they stand before their periods are summed anew. */
export async function listChanges(ctx: ReadContext, kind: SumKind): Promise<string[]> {
  const { rows } = await readSql(ctx.db, sql<{ id: string }>`select id from summed_period_change where site_id = ${ctx.siteId}::uuid and kind = ${kind}`)
  return rows.map(({ id }) => id)
}
/** Removes the notes, and the sums of what they touch. */
export const deleteChanged = (ctx: TransactionContext, ids: readonly string[]): Promise<unknown> =>
  sql`${writes('summed_period_change', 'summed_period')}
    with gone as (delete from summed_period_change where site_id = ${ctx.siteId}::uuid and id = any(${ids}::uuid[]) returning kind, from_at, to_at)
    delete from summed_period d where d.site_id = ${ctx.siteId}::uuid
      and exists (select from gone g where g.kind = d.kind and g.from_at < d.ends_at and g.to_at >= d.starts_at)`.execute(ctx.tx)
/**
 * Removes the sums of all other periods of the kind: what no report looks back on, and what is no day or month on the clock any more.
 * `not in` looks them up in a hash, whatever the planner believes of the table; `not exists` compared each with each: thousands with thousands.
 */
export const deleteOtherPeriods = (ctx: TransactionContext, kind: SumKind, periods: readonly Period[]): Promise<unknown> =>
  sql`${writes('summed_period')} delete from summed_period d where d.site_id = ${ctx.siteId}::uuid and d.kind = ${kind} and (d.starts_at, d.ends_at) not in (
    select one.* from unnest(${toInstants(periods.map(({ startsAt }) => startsAt))}, ${toInstants(periods.map(({ endsAt }) => endsAt))}) as one (starts_at, ends_at))`.execute(
    ctx.tx,
  )
/** Marks periods as summed; answers the starts of those that no one else has marked meanwhile: their sums are to follow. */
export async function insertSummedPeriods(ctx: TransactionContext, kind: SumKind, periods: readonly Period[]): Promise<Set<number>> {
  if (periods.length === 0) return new Set()
  const rows = await ctx.tx
    .insertInto('summedPeriod')
    .values(periods.map(({ startsAt, endsAt }) => ({ siteId: ctx.siteId, kind, startsAt: toInstant(startsAt), endsAt: toInstant(endsAt) })))
    .onConflict((oc) => oc.doNothing())
    .returning('startsAt')
    .execute()
  return new Set(rows.map(({ startsAt }) => startsAt.epochMilliseconds))
}

/** Sites with changes of what is summed, and those whose last days or months are not summed yet. */
export const hasChangedPeriods: SiteCondition = () => sql`exists (select from summed_period_change as one where one.site_id = site.id)`
/** The last day that can be summed began less than four days ago, in autumn an hour more; the last month less than 65. */
const isBehind = (kind: SumKind, now: Temporal.Instant) => sql`not exists (
  select from summed_period as one where one.site_id = site.id and one.kind = ${sql.lit(kind)}
    and one.starts_at >= least(${now}::timestamptz, now()) - ${sql.lit(kind === 'CLIENTS' ? 65 * 24 : 98)} * interval '1 hour')`
const before = (now: Temporal.Instant) => sql`least(${now}::timestamptz, now()) - interval '3 days'`
export const hasBookingsToSum: SiteCondition = ({ now }) =>
  sql`(${isBehind('SESSIONS', now)} or ${isBehind('CLIENTS', now)}) and exists (select from booking as one where one.site_id = site.id and one.start_at < ${before(now)})`
export const hasReceiptsToSum: SiteCondition = ({ now }) =>
  sql`${isBehind('REVENUE', now)} and exists (select from receipt as one where one.site_id = site.id and one.paid_at < ${before(now)})`
