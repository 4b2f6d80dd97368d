import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { Clocks } from '#kit/api/clock.ts'
import type { Ctx } from '#kit/api/context.ts'
import { json, type Db } from '#kit/db/open.ts'
import type { WebhookKey } from '#kit/webhooks/token.ts'

export const findEmail = (ctx: Ctx, id: string) =>
  ctx.tx.selectFrom('letter').selectAll().where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()

export const finishEmail = (
  ctx: Ctx,
  id: string,
  done: { state: 'SENT' | 'KEPT' | 'UNWANTED'; language: string; subject: string; html: string; text: string; variables: object },
) =>
  ctx.tx
    .updateTable('letter')
    .set({
      state: done.state,
      language: done.language,
      variables: json(done.variables),
      subject: done.subject,
      html: done.html,
      bodyText: done.text,
      sentAt: ctx.now,
    })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

/** Newest letters first, by recipient if given. */
export async function listEmails(ctx: Ctx, { to, limit, offset }: { to?: string | undefined; limit: number; offset: number }) {
  const base = ctx.tx
    .selectFrom('letter')
    .where('siteId', '=', ctx.siteId)
    .$if(to !== undefined, (q) => q.where((eb) => eb(eb.fn('lower', ['recipient']), 'like', `%${(to as string).toLowerCase()}%`)))
  const emails = await base.selectAll().orderBy('createdAt', 'desc').orderBy('id').limit(limit).offset(offset).execute()
  const { total } = await base.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  return { emails, total }
}

export const listEvents = (ctx: Ctx, entityId: string | undefined) =>
  ctx.tx
    .selectFrom('event')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .$if(entityId !== undefined, (q) => q.where('entityId', '=', entityId as string))
    .orderBy('happenedAt')
    .orderBy('sequence')
    .limit(5000)
    .execute()

export const findAnySite = (ctx: Ctx) =>
  ctx.tx.selectFrom('site').select('id').where('rehearsalOf', 'is', null).orderBy('createdAt').limit(1).executeTakeFirst()

/** Keeps moved clocks over a restart (test hooks only). */
export const saveClocks = (db: Db, clocks: Clocks) =>
  db
    .updateTable('systemClock')
    .set({ frozenAt: 'frozenAt' in clocks.business ? clocks.business.frozenAt : null, authOffsetMs: clocks.authOffsetMs })
    .where('id', '=', 1)
    .execute()

/** The clocks as a test left them before the server was started again. */
export async function loadClocks(db: Db): Promise<Clocks> {
  const row = await db.selectFrom('systemClock').select(['frozenAt', 'authOffsetMs']).where('id', '=', 1).executeTakeFirstOrThrow()
  const clocks = new Clocks()
  if (row.frozenAt) clocks.business = { frozenAt: row.frozenAt }
  clocks.authOffsetMs = row.authOffsetMs
  return clocks
}

export const lockSetup = (ctx: Ctx) => sql`select pg_advisory_xact_lock(7164202)`.execute(ctx.tx)

export interface WaitingCounts {
  approvals: number
  requests: number
  unpaid: number
  failedMails: number
  /** Money that belongs to nothing, refunds that did not work while money is left to give back, and open disputes of bookings. */
  money: number
}
/**
 * Reads over several domains' tables for the owner's first page. Reads only: whoever changes a row goes through its domain.
 */
export async function countWaiting(ctx: Ctx): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`
    select (select count(*) from member where site_id = ${ctx.siteId} and status = 'PENDING') approvals,
           (select count(*) from booking where site_id = ${ctx.siteId} and status = 'PENDING') requests,
           (select count(*) from booking where site_id = ${ctx.siteId} and status = 'CONFIRMED' and payment_status = 'NOT_PAID' and start_at < ${ctx.now}) unpaid,
           (select count(*) from letter where site_id = ${ctx.siteId} and state = 'FAILED') "failed_mails",
           (select count(*) from payable_receipt where site_id = ${ctx.siteId} and state = 'UNCLAIMED' and resolved_at is null)
             + (select count(*) from payable_dispute where site_id = ${ctx.siteId} and state = 'OPEN')
             + (select count(*) from payable_refund f where f.site_id = ${ctx.siteId} and f.state = 'FAILED'
                and not exists (select 1 from payable_refund n where n.site_id = f.site_id and n.receipt_id = f.receipt_id and n.created_at > f.created_at and n.state <> 'FAILED')) money`.execute(
    ctx.tx,
  )
  return rows[0] as (typeof rows)[number]
}

/** Events of the last seven days and of the seven before, by kind. */
export async function countWeek(
  ctx: Ctx,
): Promise<Record<'members' | 'membersBefore' | 'bookings' | 'bookingsBefore' | 'orders' | 'ordersBefore' | 'signIns' | 'signInsBefore', number>> {
  const week = ctx.now.subtract({ hours: 168 })
  const before = ctx.now.subtract({ hours: 336 })
  const { rows } = await sql<{ type: string; recent: number; earlier: number }>`
    select type, count(*) filter (where happened_at > ${week}) recent, count(*) filter (where happened_at <= ${week}) earlier
    from event where site_id = ${ctx.siteId} and happened_at > ${before} and happened_at <= ${ctx.now}
      and type in ('wix.members.v1.member_created', 'wix.bookings.v2.booking_created', 'wix.pricing_plans.v2.order_purchased')
    group by type`.execute(ctx.tx)
  const countsFor = (type: string) => rows.find((row) => row.type === type) ?? { recent: 0, earlier: 0 }
  const signIns = await sql<{ recent: number; earlier: number }>`
    select count(*) filter (where last_login_at > ${week}) recent, count(*) filter (where last_login_at <= ${week} and last_login_at > ${before}) earlier from member where site_id = ${ctx.siteId}`.execute(
    ctx.tx,
  )
  const [members, bookings, orders] = [
    countsFor('wix.members.v1.member_created'),
    countsFor('wix.bookings.v2.booking_created'),
    countsFor('wix.pricing_plans.v2.order_purchased'),
  ]
  return {
    members: members.recent,
    membersBefore: members.earlier,
    bookings: bookings.recent,
    bookingsBefore: bookings.earlier,
    orders: orders.recent,
    ordersBefore: orders.earlier,
    signIns: signIns.rows[0]?.recent ?? 0,
    signInsBefore: signIns.rows[0]?.earlier ?? 0,
  }
}

export async function loadSetupSteps(ctx: Ctx): Promise<{ services: boolean; plans: boolean; staff: boolean; look: boolean }> {
  const { rows } = await sql<{ services: boolean; plans: boolean; staff: boolean; look: boolean }>`
    select exists(select 1 from service where site_id = ${ctx.siteId}) services, exists(select 1 from plan where site_id = ${ctx.siteId}) plans,
           exists(select 1 from staff_member where site_id = ${ctx.siteId}) staff, (select tagline <> '' from site where id = ${ctx.siteId}) look`.execute(
    ctx.tx,
  )
  return rows[0] as (typeof rows)[number]
}

/** The next sessions with people in them, by the bookings that hold. */
export async function listNextSessions(ctx: Ctx): Promise<{ id: string; title: string; start: string; end: string; people: number; capacity: number }[]> {
  const { rows } = await sql<{ id: string; title: string; start: string; end: string; people: number; capacity: number }>`
    select coalesce(b.event_id, b.id::text) id, max(b.title) title, min(b.start_at) "start", max(b.end_at) "end", sum(b.participants)::int people, coalesce(max(s.capacity), 1)::int capacity
    from booking b left join session_seat s on s.site_id = b.site_id and s.session_id = b.event_id
    where b.site_id = ${ctx.siteId} and b.status in ('CONFIRMED', 'PENDING') and b.start_at >= ${ctx.now}
    group by 1 order by 3, 1 limit 8`.execute(ctx.tx)
  return rows.map((row) => ({ ...row, start: row.start.toString(), end: row.end.toString() }))
}

// ---- webhooks

export const findWebhookKey = (ctx: Ctx): Promise<WebhookKey | undefined> =>
  ctx.tx.selectFrom('webhookKey').select(['kid', 'privateKey', 'publicKey']).where('siteId', '=', ctx.siteId).executeTakeFirst()
/** The first key stays, whoever else made one at the same moment. */
export const saveWebhookKey = (ctx: Ctx, key: WebhookKey) =>
  ctx.tx
    .insertInto('webhookKey')
    .values({ siteId: ctx.siteId, ...key, createdAt: ctx.authNow })
    .onConflict((oc) => oc.doNothing())
    .execute()

const subscriptions = (ctx: Ctx) => ctx.tx.selectFrom('webhookSubscription').where('siteId', '=', ctx.siteId)
export const findWebhook = (ctx: Ctx, id: string) => subscriptions(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const listWebhooks = (ctx: Ctx) => subscriptions(ctx).selectAll().orderBy('createdAt').orderBy('id').limit(100).execute()
export const insertWebhook = (ctx: Ctx, webhook: { id: string; name: string; url: string; types: string[] }) =>
  ctx.tx
    .insertInto('webhookSubscription')
    .values({ siteId: ctx.siteId, ...webhook, createdAt: ctx.authNow, updatedAt: ctx.authNow })
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateWebhook = (
  ctx: Ctx,
  id: string,
  change: { name?: string | undefined; url?: string | undefined; types?: string[] | undefined; isActive?: boolean | undefined },
) =>
  ctx.tx
    .updateTable('webhookSubscription')
    .set({ ...change, updatedAt: ctx.authNow })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
export const deleteWebhook = (ctx: Ctx, id: string) =>
  ctx.tx.deleteFrom('webhookSubscription').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()

const deliveries = (ctx: Ctx) => ctx.tx.selectFrom('webhookDelivery').where('webhookDelivery.siteId', '=', ctx.siteId)
export const listDeliveries = (ctx: Ctx, webhookId: string, limit: number, offset: number) =>
  deliveries(ctx)
    .innerJoin('event', (join) => join.onRef('event.siteId', '=', 'webhookDelivery.siteId').onRef('event.id', '=', 'webhookDelivery.eventId'))
    .selectAll('webhookDelivery')
    .select('event.type')
    .where('webhookDelivery.subscriptionId', '=', webhookId)
    .orderBy('webhookDelivery.createdAt', 'desc')
    .orderBy('webhookDelivery.id')
    .limit(limit)
    .offset(offset)
    .execute()
export const findDelivery = (ctx: Ctx, id: string) => deliveries(ctx).selectAll('webhookDelivery').where('id', '=', id).executeTakeFirst()

/** The earliest delivery of the entity that waits, leased to the caller; undefined when there is none, it is not due yet, or somebody else has it. */
export const leaseNextDelivery = async (ctx: Ctx, target: { subscriptionId: string; entityId: string; leaseSeconds: number }) => {
  const next = await deliveries(ctx)
    .selectAll('webhookDelivery')
    .where('subscriptionId', '=', target.subscriptionId)
    .where('entityId', '=', target.entityId)
    .where('state', '=', 'WAITING')
    .orderBy('sequence')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!next || isAfter(next.dueAt, ctx.now) || (next.leasedUntil && isAfter(next.leasedUntil, ctx.authNow))) return undefined
  await ctx.tx
    .updateTable('webhookDelivery')
    .set({ leasedUntil: ctx.authNow.add({ seconds: target.leaseSeconds }), attempts: next.attempts + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', next.id)
    .execute()
  return { ...next, attempts: next.attempts + 1 }
}
export const finishDelivery = (
  ctx: Ctx,
  id: string,
  end: { state: 'DONE' | 'GIVEN_UP' | 'WAITING'; lastStatus: number | null; lastError: string | null; dueAt?: Temporal.Instant; attempts?: number },
) =>
  ctx.tx
    .updateTable('webhookDelivery')
    .set({ ...end, leasedUntil: null, ...(end.state !== 'WAITING' && { doneAt: ctx.now }) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

const isAfter = (a: Temporal.Instant, b: Temporal.Instant): boolean => a.epochMilliseconds > b.epochMilliseconds

/** The next instant after `now` at which work that was put off is due on any site. */
export async function findNextJobTime(db: Db, now: Temporal.Instant): Promise<Temporal.Instant | undefined> {
  const row = await db
    .selectFrom('job')
    .select((eb) => eb.fn.min('dueAt').as('at'))
    .where('state', '=', 'WAITING')
    .where('dueAt', '>', now)
    .executeTakeFirst()
  return row?.at ?? undefined
}

/** Whether somebody else carries out a job that is due. One that failed waits for its next try and is nobody's work; so are those of rehearsals. */
export async function hasLeasedJobs(db: Db, clocks: Clocks): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select 1 from job where state = 'WAITING' and due_at <= ${clocks.now()} and leased_until > ${clocks.authNow()} and last_error is null
        and site_id not in (select id from site where rehearsal_of is not null)) as held`.execute(db)
  return rows[0]?.held ?? false
}
