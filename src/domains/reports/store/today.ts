/** Read model of the owner's start page. */
import { sql } from 'kysely'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'

export interface WaitingCounts {
  approvals: number
  requests: number
  unpaidBookings: number
  unpaidOrders: number
  failedEmails: number
  /** Requests for time off that wait for an answer. */
  timeOff: number
  /** Other calendars of staff that cannot be read. */
  brokenCalendars: number
  /** Unclaimed payments, failed refunds with money left to refund, and open disputes of bookings. */
  money: number
  /** Reported members with a report that is not reviewed yet. */
  reports: number
}
/** Open tasks, counted over the tables of several domains. */
export async function countWaiting(ctx: ReadContext): Promise<WaitingCounts> {
  const { rows } = await readSql(
    ctx.db,
    sql<WaitingCounts>`
    select (select count(*) from member where site_id = ${ctx.siteId} and status = 'PENDING') approvals,
           (select count(*) from booking where site_id = ${ctx.siteId} and status = 'PENDING') requests,
           (select count(*) from booking where site_id = ${ctx.siteId} and status = 'CONFIRMED' and end_at < ${ctx.now}
             and (payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE')) "unpaid_bookings",
           (select count(*) from plan_order where site_id = ${ctx.siteId} and status = 'ACTIVE' and payment_status = 'UNPAID' and left_draft_at is not null) "unpaid_orders",
           (select count(distinct reported_id) from member_report where site_id = ${ctx.siteId} and not reviewed) reports,
           (select count(*) from time_off_request t join staff_member s on s.site_id = t.site_id and s.id = t.staff_id
             where t.site_id = ${ctx.siteId} and t.state = 'PENDING' and s.deleted_at is null) time_off,
           (select count(*) from calendar_connection where site_id = ${ctx.siteId} and status = 'ERROR') broken_calendars,
           (select count(*) from email where site_id = ${ctx.siteId} and state = 'FAILED') "failed_emails",
           (select count(*) from receipt where site_id = ${ctx.siteId} and state = 'UNCLAIMED' and resolved_at is null)
             + (select count(*) from dispute where site_id = ${ctx.siteId} and state = 'OPEN')
             + (select count(*) from refund f where f.site_id = ${ctx.siteId} and f.state = 'FAILED'
                and not exists (select 1 from refund n where n.site_id = f.site_id and n.receipt_id = f.receipt_id and n.created_at > f.created_at and n.state <> 'FAILED')) money`,
  )
  return rows[0] as (typeof rows)[number]
}

/** Events of the last seven days and of the seven before, by kind. Owners and collaborators are members too, and not what is counted. */
export async function countWeek(
  ctx: ReadContext,
): Promise<Record<'members' | 'membersBefore' | 'bookings' | 'bookingsBefore' | 'orders' | 'ordersBefore' | 'signIns' | 'signInsBefore', number>> {
  const week = ctx.now.subtract({ hours: 168 })
  const before = ctx.now.subtract({ hours: 336 })
  const { rows } = await readSql(
    ctx.db,
    sql<{ type: string; recent: number; earlier: number }>`
    select type, count(*) filter (where happened_at > ${week}) recent, count(*) filter (where happened_at <= ${week}) earlier
    from event where site_id = ${ctx.siteId} and happened_at > ${before} and happened_at <= ${ctx.now}
      and type in ('wix.members.v1.member_created', 'wix.bookings.v2.booking_created', 'wix.pricing_plans.v2.order_purchased')
      and entity_id not in (
        select id::text from member where site_id = ${ctx.siteId} and community_role in ('OWNER', 'CONTRIBUTOR') and deleted_at is null
      )
    group by type`,
  )
  const countsFor = (type: string) => rows.find((row) => row.type === type) ?? { recent: 0, earlier: 0 }
  const signIns = await readSql(
    ctx.db,
    sql<{ recent: number; earlier: number }>`
    select count(*) filter (where last_login_at > ${week}) recent, count(*) filter (where last_login_at <= ${week} and last_login_at > ${before}) earlier from member where site_id = ${ctx.siteId}`,
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

export async function loadSetupSteps(ctx: ReadContext): Promise<{ services: boolean; plans: boolean; staff: boolean; look: boolean }> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ services: boolean; plans: boolean; staff: boolean; look: boolean }>`
    select exists(select 1 from service where site_id = ${ctx.siteId}) services, exists(select 1 from plan where site_id = ${ctx.siteId}) plans,
           exists(select 1 from staff_member where site_id = ${ctx.siteId}) staff, (select tagline <> '' from site where id = ${ctx.siteId}) look`,
  )
  return rows[0] as (typeof rows)[number]
}

/** The next sessions with bookings. */
export async function listNextSessions(
  ctx: ReadContext,
): Promise<{ id: string; title: string; start: string; end: string; people: number; capacity: number }[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<{ id: string; title: string; start: string; end: string; people: number; capacity: number }>`
    select coalesce(b.event_id, b.id::text) id, max(b.title) title, min(b.start_at) "start", max(b.end_at) "end", sum(b.participants)::int people, coalesce(max(s.capacity), 1)::int capacity
    from booking b left join session_seat s on s.site_id = b.site_id and s.session_id = b.event_id
    where b.site_id = ${ctx.siteId} and b.status in ('CONFIRMED', 'PENDING') and b.start_at >= ${ctx.now}
    group by 1 order by 3, 1 limit 8`,
  )
  return rows.map((row) => ({ ...row, start: row.start.toString(), end: row.end.toString() }))
}
