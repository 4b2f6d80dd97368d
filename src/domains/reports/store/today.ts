/** Read model of the owner's start page. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { readSql } from '#kit/db/open.ts'
import type { DayFigures } from '../rules/week-figures.ts'
import { clientName } from './today-appointments.ts'

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
  /** Payments of subscriptions that failed and are tried again. */
  failedPayments: number
  /** People on waitlists of coming sessions who would fit in now, and have no offer. */
  waitlist: number
  /** Reported members with a report that is not reviewed yet. */
  reports: number
  /** People who come within a week and whose intake form is missing or no longer counts, as `isStillValid` of the forms has it. */
  intakes: number
}
/** Open tasks, counted over the tables of several domains. */
export async function countWaiting(ctx: ReadContext): Promise<WaitingCounts> {
  const { rows } = await readSql(
    ctx.db,
    sql<WaitingCounts>`
    select (select count(*) from member where site_id = ${ctx.siteId} and status = 'PENDING' and deleted_at is null) approvals,
           (select count(*) from booking where site_id = ${ctx.siteId} and status = 'PENDING') requests,
           (select count(*) from booking where site_id = ${ctx.siteId} and status = 'CONFIRMED' and end_at < ${ctx.now}
             and (payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE')) "unpaid_bookings",
           (select count(*) from plan_order where site_id = ${ctx.siteId} and status = 'ACTIVE' and payment_status = 'UNPAID' and left_draft_at is not null) "unpaid_orders",
           (select count(*) from plan_invoice i join plan_order o on o.site_id = i.site_id and o.id = i.order_id
             where i.site_id = ${ctx.siteId} and i.state = 'RETRYING' and i.amount > 0 and o.left_draft_at is not null and o.status in ('ACTIVE', 'PAUSED')
               and o.type = 'ONLINE') "failed_payments",
           (select count(*) from waitlist_entry e join waitlist w on w.site_id = e.site_id and w.session_id = e.session_id
             join session_seat s on s.site_id = e.site_id and s.session_id = e.session_id
             where e.site_id = ${ctx.siteId} and e.status in ('WAITING', 'EXPIRED') and not w.closed and w.starts_at > ${ctx.now}
               and s.capacity - s.taken - coalesce((select sum(o.people) from waitlist_entry o
                 where o.site_id = e.site_id and o.session_id = e.session_id and o.status = 'SUGGESTING'), 0) >= e.people) waitlist,
           (select count(distinct reported_id) from member_report where site_id = ${ctx.siteId} and not reviewed) reports,
           (select count(*) from time_off_request t join staff_member s on s.site_id = t.site_id and s.id = t.staff_id
             where t.site_id = ${ctx.siteId} and t.state = 'PENDING' and s.deleted_at is null) time_off,
           (select count(*) from calendar_connection where site_id = ${ctx.siteId} and (status = 'ERROR' or problem_code = 'NOT_CONFIGURED')) broken_calendars,
           (select count(distinct b.contact_id) from booking b join form f on f.site_id = b.site_id and f.id::text = b.policy ->> 'intakeFormId'
             where b.site_id = ${ctx.siteId} and b.status in ('PENDING', 'CONFIRMED') and b.start_at between ${ctx.now}::timestamptz and ${ctx.now.add({ hours: 24 * 7 })}::timestamptz
               and not exists (select 1 from form_submission a join site s on s.id = a.site_id
                 where a.site_id = b.site_id and a.contact_id = b.contact_id and a.form_id = f.id and a.kind = 'INTAKE'
                   and (f.validity_months is null or (a.created_at at time zone s.time_zone)::date + make_interval(months => f.validity_months)
                     > (${ctx.now}::timestamptz at time zone s.time_zone)::date))) intakes,
           (select count(*) from email where site_id = ${ctx.siteId} and state = 'FAILED') "failed_emails",
           (select count(*) from receipt where site_id = ${ctx.siteId} and state = 'UNCLAIMED' and resolved_at is null)
             + (select count(*) from dispute where site_id = ${ctx.siteId} and state = 'OPEN')
             + (select count(*) from refund f where f.site_id = ${ctx.siteId} and f.state = 'FAILED'
                and not exists (select 1 from refund n where n.site_id = f.site_id and n.receipt_id = f.receipt_id and n.created_at > f.created_at and n.state <> 'FAILED')) money`,
  )
  return rows[0] as (typeof rows)[number]
}

/**
 * Revenue, bookings made and new members by day of the business, from a day on. Revenue is what was earned that day in the currency of the site, minus what
 * was refunded of it since. Owners and collaborators are members too, and not what is counted.
 */
export async function sumDays(
  ctx: ReadContext,
  { from, timeZone, currency }: { from: Temporal.Instant; timeZone: string; currency: string },
): Promise<Pick<DayFigures, 'day' | 'revenue' | 'bookings' | 'members'>[]> {
  const { rows } = await readSql(
    ctx.db,
    sql<Pick<DayFigures, 'day' | 'revenue' | 'bookings' | 'members'>>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') "day", sum(revenue)::float8 revenue, sum(bookings)::int bookings, sum(members)::int members
    from (
      select r.paid_at at, (l.amount - l.refunded) revenue, 0 bookings, 0 members
      from receipt r join receipt_line l on l.site_id = r.site_id and l.receipt_id = r.id
      where r.site_id = ${ctx.siteId}::uuid and r.state = 'EARNED' and r.currency = ${currency}
        and r.paid_at >= ${from}::timestamptz and r.paid_at <= ${ctx.now}::timestamptz
      union all
      select happened_at, 0, case when type = 'wix.bookings.v2.booking_created' then 1 else 0 end, case when type = 'wix.members.v1.member_created' then 1 else 0 end
      from event
      where site_id = ${ctx.siteId}::uuid and happened_at >= ${from}::timestamptz and happened_at <= ${ctx.now}::timestamptz
        and type in ('wix.members.v1.member_created', 'wix.bookings.v2.booking_created')
        and entity_id not in (
          select id::text from member where site_id = ${ctx.siteId}::uuid and community_role in ('OWNER', 'CONTRIBUTOR') and deleted_at is null
        )) figure
    group by 1`,
  )
  return rows
}

export type SetupSteps = Record<'hours' | 'services' | 'plans' | 'staff' | 'look' | 'booking', boolean>
export async function loadSetupSteps(ctx: ReadContext): Promise<SetupSteps> {
  const { rows } = await readSql(
    ctx.db,
    sql<SetupSteps>`
    select exists(select 1 from service where site_id = ${ctx.siteId}) services, exists(select 1 from plan where site_id = ${ctx.siteId}) plans,
           exists(select 1 from staff_member where site_id = ${ctx.siteId}) staff, (select tagline <> '' from site where id = ${ctx.siteId}) look,
           exists(select 1 from booking where site_id = ${ctx.siteId} and status <> 'CREATED') booking,
           exists(select 1 from hours_schedule h join working_hours w on w.site_id = h.site_id and w.schedule_id = h.id
             where h.site_id = ${ctx.siteId} and h.owner = 'BUSINESS') hours`,
  )
  return rows[0] as (typeof rows)[number]
}

const NEXT_SESSIONS = 8
export interface NextSessionRow {
  id: string
  title: string
  start: string
  end: string
  people: number
  capacity: number
  /** Of an appointment. */
  client: string | null
}
/** The next sessions with bookings from an instant on, found one after the other: a business may have tens of thousands of bookings ahead. */
export async function listNextSessions(ctx: ReadContext, from: Temporal.Instant): Promise<NextSessionRow[]> {
  // As the calendar names its entries.
  const key = sql`case when b.service_type = 'APPOINTMENT' then b.id::text else coalesce(b.event_id, b.id::text) end`
  const booked = sql`from booking b where b.site_id = ${ctx.siteId}::uuid and b.status in ('CONFIRMED', 'PENDING')`
  const { rows } = await readSql(
    ctx.db,
    sql<NextSessionRow>`
    with recursive next_session as (
      (select b.start_at, ${key} id, 1 nr ${booked} and b.start_at >= ${from}::timestamptz order by 1, 2 limit 1)
      union all
      select following.start_at, following.id, before.nr + 1
      from next_session before cross join lateral (
        select b.start_at, ${key} id ${booked} and b.start_at >= before.start_at and (b.start_at, ${key}) > (before.start_at, before.id) order by 1, 2 limit 1
      ) following
      where before.nr < ${NEXT_SESSIONS}
    )
    select n.id, max(b.title) title, n.start_at "start", max(b.end_at) "end", sum(b.participants)::int people, coalesce(max(s.capacity), 1)::int capacity,
      max(${clientName}) filter (where b.service_type = 'APPOINTMENT') client
    from next_session n cross join lateral (select b.* ${booked} and b.start_at = n.start_at and ${key} = n.id) b
      left join session_seat s on s.site_id = b.site_id and s.session_id = b.event_id
    group by n.id, n.start_at order by n.start_at, n.id`,
  )
  return rows.map((row) => ({ ...row, start: row.start.toString(), end: row.end.toString() }))
}
