/** Read model of what is new for the team, and the tables of what each of them has read. */
import { type RawBuilder, sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import { type FoundNotification, MAX_LISTED, type NotificationSource, type Reading, type WorkKind } from '../rules/notifications.ts'

export interface NotificationRow extends FoundNotification {
  /** Who and what, as far as they are noted there. */
  who: string | null
  what: string | null
  memberId: string | null
  /** When a booking takes place. */
  startDate: string | null
  amount: string | null
  currency: string | null
  /** Of work on many things: how many of them were done and refused. */
  done: number | null
  refused: number | null
  total: number | null
}

const bookingKinds = `case when e.type = 'wix.bookings.v2.booking_canceled' then 'CANCELLATION'
  when e.type = 'wix.bookings.v2.booking_markedAsPending' then 'BOOKING_REQUEST' when e.type = 'wix.bookings.v2.booking_rescheduled' then 'RESCHEDULED'
  when e.type = 'wix.bookings.v2.booking_confirmed' then 'BOOKING' when e.type = 'wix.bookings.v2.booking_created' then 'WAITLIST'
  when e.type = 'wix.pricing_plans.v2.order_purchased' then 'PLAN_SOLD' else 'MEMBER_REQUEST' end`
/** The same list as in the migration of its index. */
const eventTypes: Readonly<Record<'bookings' | 'orders' | 'members', string>> = {
  bookings:
    "'wix.bookings.v2.booking_created', 'wix.bookings.v2.booking_confirmed', 'wix.bookings.v2.booking_markedAsPending', 'wix.bookings.v2.booking_canceled', 'wix.bookings.v2.booking_rescheduled'",
  orders: "'wix.pricing_plans.v2.order_purchased'",
  members: "'wix.members.v1.member_created'",
}

/** What others did, not the reader: of bookings that were only begun nothing, of members those who wait for approval. */
const fromEvents = (ctx: ReadContext, source: keyof typeof eventTypes, since: Temporal.Instant) => sql`
  (select ${sql.raw(bookingKinds)} kind, e.entity_id, e.happened_at at,
     coalesce(b.entity->'contactDetails'->>'firstName', '') || ' ' || coalesce(b.entity->'contactDetails'->>'lastName', '') who,
     coalesce(b.entity->'bookedEntity'->>'title', b.entity->>'planName') what,
     coalesce(b.entity->'buyer'->>'memberId', case when e.entity_fqdn = 'wix.members.v1.member' then e.entity_id end) member_id,
     b.entity->>'startDate' start_date, null amount, null currency, null::int done, null::int refused, null::int total
   from event e cross join lateral (
     select coalesce(e.payload->'actionEvent'->'body'->'booking', e.payload->'actionEvent'->'body'->'order', e.payload->'createdEvent'->'entity') entity) b
   where e.site_id = ${ctx.siteId} and e.happened_at > ${since} and e.happened_at <= ${ctx.now}
     and e.type in (${sql.raw(eventTypes[source])})
     and e.identity->>'wixUserId' is distinct from ${ctx.caller.userId ?? null}
     and (e.type <> 'wix.bookings.v2.booking_created' or b.entity->>'status' = 'WAITING_LIST')
     and (e.type <> 'wix.members.v1.member_created' or b.entity->>'status' = 'PENDING')
   order by e.happened_at desc, e.id limit ${MAX_LISTED})`

type WorkSource = 'bookingJobs' | 'memberJobs' | 'imports'
/** Work on many things: of bookings, of members, and the rows of imports. */
const work: Readonly<Record<WorkSource, { columns: string; from: RawBuilder<unknown>; at: string; id: string; finished: string; running: string }>> = {
  bookingJobs: {
    columns: "'BOOKINGS_CHANGED' kind, j.kind what, j.done_count done, j.refused_count refused, j.item_count total",
    from: sql`from booking_job j`,
    at: 'j.updated_at',
    id: 'j.id',
    finished: "j.status = 'FINISHED'",
    running: "j.status = 'RUNNING'",
  },
  memberJobs: {
    columns: "'MEMBERS_CHANGED' kind, j.kind what, j.items_succeeded done, j.items_failed refused, j.items_to_process total",
    from: sql`from member_job j`,
    at: 'j.updated_at',
    id: 'j.id',
    finished: "j.status = 'FINISHED' and j.items_to_process > 0",
    running: "j.status in ('INITIALIZED', 'PROCESSING')",
  },
  imports: {
    columns: "'IMPORTED' kind, j.kind what, j.created_count + j.updated_count done, j.failed_count + j.skipped_count refused, j.row_count total",
    from: sql`from data_import j`,
    at: 'coalesce(j.finished_at, j.created_at)',
    id: 'j.id',
    finished: "j.status in ('FINISHED', 'CANCELED') and j.finished_at is not null",
    running: "j.status = 'RUNNING'",
  },
}
const workSources = Object.keys(work) as WorkSource[]
/** The index of each has when it last moved, of imports when they were made: they are deleted after a month. */
const selectWork = (ctx: ReadContext, source: WorkSource, state: 'finished' | 'running', since: Temporal.Instant) => {
  const { columns, from, at, id, [state]: condition } = work[source]
  const newest = source === 'imports' ? 'j.created_at' : at
  return sql`(select w.kind, w.id::text entity_id, w.at, null who, w.what, null member_id, null start_date, null amount, null currency, w.done, w.refused, w.total
   from (select ${sql.raw(`${id}, ${at} at, ${columns}`)} ${from}
     where j.site_id = ${ctx.siteId} and ${sql.raw(newest)} > ${since} and ${sql.raw(condition)} order by ${sql.raw(newest)} desc, j.id limit ${MAX_LISTED}) w)`
}
const finishedWork = Object.fromEntries(
  workSources.map((source) => [source, (ctx: ReadContext, since: Temporal.Instant) => selectWork(ctx, source, 'finished', since)]),
) as Record<WorkSource, (ctx: ReadContext, since: Temporal.Instant) => ReturnType<typeof sql>>

const parts: Readonly<Record<NotificationSource, (ctx: ReadContext, since: Temporal.Instant) => ReturnType<typeof sql>>> = {
  bookings: (ctx, since) => fromEvents(ctx, 'bookings', since),
  orders: (ctx, since) => fromEvents(ctx, 'orders', since),
  members: (ctx, since) => fromEvents(ctx, 'members', since),
  charges: (ctx, since) => sql`
  (select 'PAYMENT_FAILED', a.payable_id::text, a.at, null, a.kind, a.member_id::text, null, a.amount::text, a.currency, null, null, null from payment_attempt a
   where a.site_id = ${ctx.siteId} and a.state = 'DECLINED' and a.mode = 'off-session' and a.at > ${since} order by a.at desc, a.id limit ${MAX_LISTED})`,
  disputes: (ctx, since) => sql`
  (select 'DISPUTE', d.id::text, d.opened_at, null, d.state, null, null, d.amount::text, d.currency, null, null, null from dispute d
   where d.site_id = ${ctx.siteId} and d.opened_at > ${since} order by d.opened_at desc, d.id limit ${MAX_LISTED})`,
  emails: (ctx, since) => sql`
  (select 'EMAIL_FAILED', m.id::text, m.created_at, m.recipient, m.template, null, null, null, null, null, null, null from email m
   where m.site_id = ${ctx.siteId} and m.state = 'FAILED' and m.created_at > ${since} order by m.created_at desc, m.id limit ${MAX_LISTED})`,
  reports: (ctx, since) => sql`
  (select 'MEMBER_REPORTED', r.reported_id::text, r.created_at, null, r.category, r.reported_id::text, null, null, null, null, null, null from member_report r
   where r.site_id = ${ctx.siteId} and r.created_at > ${since} order by r.created_at desc, r.id limit ${MAX_LISTED})`,
  timeOff: (ctx, since) => sql`
  (select 'TIME_OFF', t.id::text, t.created_at, s.name, t.state, null, t.starts_on::text, null, null, null, null, null
   from time_off_request t join staff_member s on s.site_id = t.site_id and s.id = t.staff_id
   where t.site_id = ${ctx.siteId} and t.created_at > ${since} and t.user_id is distinct from ${ctx.caller.userId ?? null}
   order by t.created_at desc, t.id limit ${MAX_LISTED})`,
  ...finishedWork,
  heldChanges: (ctx, since) => sql`
  (select h.entity || '_CHANGE_FAILED', h.entity_id, h.refused_at, null, h.refusal, null, null, null, null, null, null, null from held_change h
   where h.site_id = ${ctx.siteId} and h.user_id = ${ctx.caller.userId ?? null} and h.refused_at > ${since}
   order by h.refused_at desc, h.id limit ${MAX_LISTED})`,
}

/** What is new since then from these sources, in no order. */
export async function listNotifications(ctx: ReadContext, sources: readonly NotificationSource[], since: Temporal.Instant): Promise<NotificationRow[]> {
  if (sources.length === 0) return []
  // The columns are named and typed once.
  const head = sql`select null::text kind, null::text entity_id, null::timestamptz at, null::text who, null::text what, null::text member_id,
    null::text start_date, null::text amount, null::text currency, null::int done, null::int refused, null::int total where false`
  const { rows } = await readSql(ctx.db, sql<NotificationRow>`${sql.join([head, ...sources.map((source) => parts[source](ctx, since))], sql` union all `)}`)
  return rows
}

export type RunningWork = NotificationRow & { kind: WorkKind }
/** Work on many things that goes on, the newest first. */
export async function listRunningWork(ctx: ReadContext, sources: readonly NotificationSource[], since: Temporal.Instant): Promise<RunningWork[]> {
  const selected = workSources.filter((source) => sources.includes(source))
  if (selected.length === 0) return []
  const all = sql.join(
    selected.map((source) => selectWork(ctx, source, 'running', since)),
    sql` union all `,
  )
  const { rows } = await readSql(ctx.db, sql<RunningWork>`select * from (${all}) running order by at desc, entity_id limit ${MAX_LISTED}`)
  return rows
}

export async function findReading(ctx: ReadContext, userId: string): Promise<Reading> {
  const reading = await ctx.db
    .selectFrom('notificationReading')
    .select('readUntil')
    .where('siteId', '=', ctx.siteId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  const marks = await ctx.db.selectFrom('notificationMark').select(['key', 'isRead']).where('siteId', '=', ctx.siteId).where('userId', '=', userId).execute()
  return { readUntil: reading?.readUntil, marks: new Map(marks.map((mark) => [mark.key, mark.isRead])) }
}

/** Everything until now is read. */
export async function markAllRead(ctx: TransactionContext, userId: string): Promise<void> {
  await ctx.tx
    .insertInto('notificationReading')
    .values({ siteId: ctx.siteId, userId, readUntil: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'userId']).doUpdateSet({ readUntil: ctx.now }))
    .execute()
  await ctx.tx.deleteFrom('notificationMark').where('siteId', '=', ctx.siteId).where('userId', '=', userId).execute()
}
/** Marks one, and forgets marks on what is listed no longer. */
export async function markNotification(ctx: TransactionContext, userId: string, mark: { key: string; isRead: boolean }, forgetBefore: Temporal.Instant) {
  await ctx.tx
    .insertInto('notificationMark')
    .values({ siteId: ctx.siteId, userId, ...mark, markedAt: ctx.now })
    .onConflict((oc) => oc.columns(['siteId', 'userId', 'key']).doUpdateSet({ isRead: mark.isRead, markedAt: ctx.now }))
    .execute()
  await ctx.tx.deleteFrom('notificationMark').where('siteId', '=', ctx.siteId).where('userId', '=', userId).where('markedAt', '<', forgetBefore).execute()
}
