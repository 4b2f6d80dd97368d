/** SQL on what providers report, and on their outages. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'
import { CLOCK_PROBLEM, isClockOff, maxDriftMs } from '../rules/clock.ts'

/** False when the event was here before. */
export async function insertProviderEvent(ctx: TransactionContext, provider: string, eventId: string, kind: string): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('providerEvent')
    .values({ siteId: ctx.siteId, provider, eventId, kind, at: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'provider', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  return row !== undefined
}

const KEPT_UNKNOWN_EVENTS = 1000
/** Keeps an event that belongs to no site; the oldest beyond a thousand are dropped. False when it was here before. */
export async function insertUnknownEvent(
  ctx: TransactionContext,
  event: { provider: string; eventId: string; kind: string; ref: string; namedSite: string | null },
): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('unknownProviderEvent')
    .values({ ...event, receivedAt: ctx.authNow })
    .onConflict((oc) => oc.columns(['provider', 'eventId']).doNothing())
    .returning('eventId')
    .executeTakeFirst()
  if (row)
    await sql`${writes('unknown_provider_event')} delete from unknown_provider_event where (provider, event_id) in (
      select provider, event_id from unknown_provider_event order by received_at desc, provider, event_id offset ${KEPT_UNKNOWN_EVENTS})`.execute(ctx.tx)
  return row !== undefined
}

/** True when the problem is new. */
export async function insertProblem(ctx: TransactionContext, provider: string, problem: string): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('paymentProblem')
    .values({ siteId: ctx.siteId, provider, problem, since: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'provider']).doNothing())
    .returning('provider')
    .executeTakeFirst()
  return row !== undefined
}
export const deleteProblem = (ctx: TransactionContext, provider: string): Promise<unknown> =>
  ctx.tx.deleteFrom('paymentProblem').where('siteId', '=', ctx.siteId).where('provider', '=', provider).execute()
/** Whether a problem is known: asked before every charge, and nearly never so. */
export const hasProblem = async (ctx: ReadContext, provider: string): Promise<boolean> =>
  (
    await ctx.cache(['payment_problem'], 'payment problems', () =>
      ctx.db.selectFrom('paymentProblem').select('provider').where('siteId', '=', ctx.siteId).execute(),
    )
  ).some((one) => one.provider === provider)
export const findProblem = (ctx: ReadContext, provider: string) =>
  ctx.db.selectFrom('paymentProblem').selectAll().where('siteId', '=', ctx.siteId).where('provider', '=', provider).executeTakeFirst()

/** Whether a site is on this server: webhooks name theirs. */
export const isKnownSite = async (ctx: ReadContext, siteId: string): Promise<boolean> =>
  (await ctx.db.selectFrom('site').select('id').where('id', '=', siteId).executeTakeFirst()) !== undefined

/** When the newest thing on this site happened. */
export async function newestEventAt(ctx: ReadContext): Promise<Temporal.Instant | undefined> {
  const row = await ctx.db.selectFrom('event').select('happenedAt').where('siteId', '=', ctx.siteId).orderBy('happenedAt', 'desc').limit(1).executeTakeFirst()
  return row?.happenedAt
}

/** The clock has a problem, or had one that is still noted: `checkClock` has something to say. */
export const hasClockProblem: SiteCondition = ({ now, isRealTime, driftMs }) =>
  isClockOff(driftMs)
    ? sql`true`
    : sql`
  exists (select from payment_problem as one where one.site_id = site.id and one.provider = ${CLOCK_PROBLEM})
  or ${isRealTime ? sql`exists (select from event as one where one.site_id = site.id and one.happened_at > ${now.add({ milliseconds: maxDriftMs })})` : sql`false`}`
