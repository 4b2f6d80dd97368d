/** What must be true of the tables at any quiet moment, whatever happened before. Each query answers the rows that break it. */
import { sql } from 'kysely'
import type { Db } from '#kit/db/open.ts'

const invariants: Readonly<Record<string, string>> = {
  'a session counts the seats that are taken, and no more than it has': `
    select s.session_id, s.taken, s.capacity, coalesce(sum(u.people), 0) people
    from session_seat s left join seat_use u using (site_id, session_id)
    group by s.site_id, s.session_id, s.taken, s.capacity, s.overfilled_to
    having s.taken <> coalesce(sum(u.people), 0) or s.taken > greatest(s.capacity, s.overfilled_to)`,
  'every confirmed booking of a session has its seats, and no seat is taken without a booking': `
    select b.id, b.status, b.participants, u.people
    from (select * from booking where event_id is not null and service_type = 'CLASS') b
    full join seat_use u on u.site_id = b.site_id and u.booking_id = b.id
    where (b.status in ('CONFIRMED', 'PENDING') and u.people is distinct from b.participants)
       or (u.booking_id is not null and not u.offer and b.status in ('CANCELED', 'DECLINED'))`,
  'every booking of a course that stands has its seats': `
    select b.id, b.status, b.participants, u.people from booking b left join seat_use u on u.site_id = b.site_id and u.booking_id = b.id
    where b.service_type = 'COURSE' and b.status in ('CONFIRMED', 'PENDING') and b.end_at > b.updated_at and u.people is distinct from b.participants`,
  'a booking of a class has its session, at its time': `
    select b.id, b.status, b.event_id, b.start_at, e.status session_status, e.start_at session_start
    from booking b join site s on s.id = b.site_id
    cross join lateral (select substr(b.event_id, 38, 4) || '-' || substr(b.event_id, 42, 2) || '-' || substr(b.event_id, 44, 2) || 'T'
      || substr(b.event_id, 47, 2) || ':' || substr(b.event_id, 49, 2) as at) original
    left join calendar_event e on e.site_id = b.site_id and e.id = b.event_id
    left join calendar_event m on m.site_id = b.site_id and m.id = left(b.event_id, 36) and m.recurrence_type = 'MASTER' and m.status = 'CONFIRMED'
    where b.service_type = 'CLASS' and b.event_id is not null and b.updated_at < b.start_at
      /* A hold that had run out when its session changed may be without it; while there is one, it goes along. */
      and (b.status in ('PENDING', 'CONFIRMED') or (b.status = 'CREATED' and (b.hold_until > coalesce(e.updated_at, m.updated_at) or e.status = 'CONFIRMED')))
      and case when e.id is not null then e.status <> 'CONFIRMED' or e.start_at <> b.start_at or e.end_at <> b.end_at
        /* Not stored: an occurrence of its series. Occurrences in a former time zone are left to the tests of zones. */
        else m.id is null or (m.zones = '[]' and (original.at < m.local_start or original.at > coalesce(m.until_local, '9999') or original.at::timestamp at time zone s.time_zone <> b.start_at)) end`,
  'a booking of a class has the people and rooms of its session': `
    select b.id, b.event_id, b.resource_ids, coalesce(e.resource_ids, m.resource_ids) of_session
    from booking b left join calendar_event e on e.site_id = b.site_id and e.id = b.event_id
    left join calendar_event m on m.site_id = b.site_id and m.id = left(b.event_id, 36) and m.recurrence_type = 'MASTER'
    where b.service_type = 'CLASS' and b.status in ('PENDING', 'CONFIRMED') and b.updated_at < b.start_at
      and b.resource_ids <> coalesce(e.resource_ids, m.resource_ids)`,
  'a booking of a course lasts from its first session to its last': `
    with session as (
      select site_id, schedule_id, start_at, end_at from calendar_event where type = 'COURSE' and recurrence_type <> 'MASTER' and status = 'CONFIRMED'
      union all
      select m.site_id, m.schedule_id, at.start at time zone s.time_zone, (at.start + (m.local_end::timestamp - m.local_start::timestamp)) at time zone s.time_zone
      from calendar_event m join site s on s.id = m.site_id
      cross join lateral generate_series(m.local_start::timestamp, m.until_local::timestamp, make_interval(weeks => coalesce(m.interval_weeks, 1))) at (start)
      left join calendar_event stored on stored.site_id = m.site_id and stored.master_id = m.id and stored.original_local_start = to_char(at.start, 'YYYY-MM-DD"T"HH24:MI')
      where m.type = 'COURSE' and m.recurrence_type = 'MASTER' and m.status = 'CONFIRMED' and stored.id is null),
    course as (select site_id, schedule_id, min(start_at) first_start, max(end_at) last_end from session group by site_id, schedule_id),
    /* How far a series without an end reaches depends on the day. Occurrences in a former time zone are left to the tests of zones. */
    unknown as (select distinct site_id, schedule_id from calendar_event where type = 'COURSE' and recurrence_type = 'MASTER' and (until_local is null or zones <> '[]'))
    select b.id, b.status, b.start_at, b.end_at, c.first_start, c.last_end
    from booking b left join course c on c.site_id = b.site_id and c.schedule_id = b.schedule_id
    left join unknown n on n.site_id = b.site_id and n.schedule_id = b.schedule_id
    where b.service_type = 'COURSE' and b.end_at > b.updated_at and n.site_id is null
      and (b.status in ('PENDING', 'CONFIRMED') or (b.status = 'CREATED' and c.first_start is not null))
      and (c.first_start is distinct from b.start_at or c.last_end is distinct from b.end_at)`,
  'no two sessions share an id': `
    select e.id, e.master_id, e.original_local_start
    from calendar_event e
    cross join lateral (select substr(e.id, 38, 4) || '-' || substr(e.id, 42, 2) || '-' || substr(e.id, 44, 2) || 'T' || substr(e.id, 47, 2) || ':' || substr(e.id, 49, 2) as at) named
    join calendar_event m on m.site_id = e.site_id and m.id = left(e.id, 36) and m.recurrence_type = 'MASTER' and m.status = 'CONFIRMED'
    left join calendar_event held on held.site_id = e.site_id and held.master_id = m.id and held.original_local_start = named.at
    where length(e.id) = 50 and (e.master_id is distinct from m.id or e.original_local_start <> named.at) and held.id is null
      and named.at between m.local_start and coalesce(m.until_local, '9999')
      and extract(epoch from named.at::timestamp - m.local_start::timestamp)::bigint % (604800 * coalesce(m.interval_weeks, 1)) = 0`,
  'an appointment has its people and rooms for its time, and one that was cancelled has none': `
    select b.id, b.status, b.start_at, b.resource_ids, u.resource_id, u.during
    from (select b.*, r.id used_id from booking b cross join lateral unnest(b.resource_ids) r (id) where b.service_type = 'APPOINTMENT') b
    full join resource_use u on u.site_id = b.site_id and u.booking_id = b.id and u.resource_id = b.used_id
    where case when b.id is null or b.status in ('CANCELED', 'DECLINED') then u.booking_id is not null and u.holds
      when b.status = 'CONFIRMED' or (b.status = 'PENDING' and not b.allow_multiple_requests) then
        b.end_at > b.updated_at and u.during is distinct from tstzrange(b.start_at, b.end_at + make_interval(mins => b.buffer_minutes))
      else u.during <> tstzrange(b.start_at, b.end_at + make_interval(mins => b.buffer_minutes)) end`,
  'a person or room is used once at a time': `
    select a.booking_id, b.booking_id other, a.resource_id
    from resource_use a join resource_use b on b.site_id = a.site_id and b.resource_id = a.resource_id and b.during && a.during and b.booking_id > a.booking_id
    where a.holds and b.holds and not a.forced and not b.forced`,
  'a cycle of an order is invoiced once': `
    select order_id, cycle_index, count(*) from plan_invoice group by site_id, order_id, cycle_index having count(*) > 1`,
  'a cycle of an order is charged once': `
    select i.order_id, i.cycle_index, count(*) from plan_invoice i join payment_attempt a on a.site_id = i.site_id and a.invoice_id = i.id and a.state = 'SUCCEEDED'
    group by i.site_id, i.order_id, i.cycle_index having count(*) > 1`,
  'an invoice that was paid online has the charge that paid it': `
    select i.order_id, i.cycle_index from plan_invoice i join plan_order o on o.site_id = i.site_id and o.id = i.order_id
    where o.type = 'ONLINE' and i.state = 'PAID' and i.amount > 0 and i.paid_by is distinct from 'manual'
      and not exists (select 1 from payment_attempt a where a.site_id = i.site_id and a.invoice_id = i.id and a.state = 'SUCCEEDED')`,
  'a charge that went through pays its invoice': `
    select a.payable_id, i.state from payment_attempt a join plan_invoice i on i.site_id = a.site_id and i.id = a.invoice_id
    where a.state = 'SUCCEEDED' and i.state not in ('PAID', 'REFUNDED', 'PARTIALLY_REFUNDED')`,
  'the cash accounts hold what was paid, less what went back': `
    with cash as (
      select site_id, currency, sum(case when to_account like 'cash:%' then amount else 0 end - case when from_account like 'cash:%' then amount else 0 end) held,
             sum(case when from_account = 'unearned' then amount else 0 end) late
      from ledger_entry group by site_id, currency),
    paid as (select site_id, currency, sum(amount) paid from receipt where state = 'EARNED' group by site_id, currency),
    back as (select site_id, currency, sum(amount) back from refund where state = 'SUCCEEDED' and reason <> 'DISPUTE' group by site_id, currency),
    held_by_banks as (select site_id, currency, sum(amount) disputed from dispute where state <> 'WON' group by site_id, currency)
    select c.*, p.paid, b.back from cash c
    left join paid p using (site_id, currency) left join back b using (site_id, currency) left join held_by_banks d using (site_id, currency)
    where c.held <> coalesce(p.paid, 0) + c.late - coalesce(b.back, 0) - coalesce(d.disputed, 0)`,
  'an invoice that was paid has its receipt, and the receipt says the same': `
    select i.id, i.state, i.number, i.amount, i.refunded, r.number receipt_number, r.refunded receipt_refunded
    from plan_invoice i left join receipt r on r.site_id = i.site_id and r.id = i.id
    where i.number is not null and (r.id is null or r.number <> i.number or r.amount <> i.amount or r.refunded <> i.refunded)`,
  'every amount in the ledger stands on a receipt': `
    select e.id, e.receipt_id from ledger_entry e left join receipt r on r.site_id = e.site_id and r.id = e.receipt_id where r.id is null`,
  'the balance of credits is the sum of its ledger': `
    select o.id, o.credit_balance, sum(l.amount) ledger from plan_order o join benefit_ledger l on l.site_id = o.site_id and l.order_id = o.id
    group by o.site_id, o.id, o.credit_balance having (coalesce(o.credit_balance, 0) <> sum(l.amount) and not (o.credit_balance is null and bool_and(l.kind in ('SPEND', 'RETURN')))) or o.credit_balance < 0`,
  'a payment online takes no more for a booking than was left of its price': `
    select b.id, b.price->>'total' total, sum(p.amount::numeric - p.refunded::numeric) kept
    from booking_payment p join booking b on b.site_id = p.site_id and b.id = p.booking_id
    join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
    where a.state = 'SUCCEEDED' and p.refunded::numeric < p.amount::numeric and p.kind = 'ONLINE' and b.price->>'currency' in ('USD', 'EUR')
    group by b.site_id, b.id, b.price having count(*) > 1 and sum(p.amount::numeric - p.refunded::numeric) * 100 > (b.price->>'total')::numeric`,
  'money that came in for a booking has its receipt, and goes back no more than once': `
    select p.booking_id, p.kind, a.state, p.amount, p.refunded, l.amount line, l.refunded line_refunded
    from booking_payment p left join receipt_line l on l.site_id = p.site_id and l.receipt_id = p.charge_id and l.payable_id = p.booking_id
    left join receipt r on r.site_id = p.site_id and r.id = p.charge_id
    left join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
    where (p.kind = 'MANUAL' or a.state in ('SUCCEEDED', 'LATE')) and p.amount::numeric > 0
      and (l.amount is null or l.amount <> p.amount::numeric or (r.state = 'EARNED' and l.refunded <> p.refunded::numeric))`,
  'a receipt says what its refunds come to': `
    select r.id, r.refunded, sum(f.amount) from receipt r left join refund f on f.site_id = r.site_id and f.receipt_id = r.id and f.state <> 'FAILED'
    group by r.site_id, r.id, r.refunded having r.refunded <> coalesce(sum(f.amount), 0)`,
  'events of an entity are numbered without gaps': `
    select entity_id, max(sequence), count(*) from event group by site_id, entity_id having max(sequence) <> count(*)`,
  'what is kept as owed for a booking is what it owes': `
    select booking_id, kind, kept.amount kept, owed.amount owed
    from (select site_id, booking_id, kind, currency, amount from booking_owed) kept
    full join (select b.site_id, b.id booking_id, n.kind, n.currency, n.amount from booking b cross join lateral owed_of_booking(b.site_id, b.id) n) owed
      using (site_id, booking_id, kind)
    where kept.amount is distinct from owed.amount or kept.currency is distinct from owed.currency`,
  'what a site is owed is what its bookings owe': `
    select site_id, kind, currency, sum(kept) kept, sum(owed) owed
    from (
      select site_id, kind, currency, amount kept, 0 owed from owed_sum
      union all select site_id, kind, currency, amount, 0 from owed_change
      union all select site_id, kind, currency, 0, amount from booking_owed
    ) part
    group by site_id, kind, currency having sum(kept) <> sum(owed)`,
  'one plan at most is primary': `select site_id, count(*) from plan where is_primary group by site_id having count(*) > 1`,
}

/** True once everything that was due has been done. */
const atRest: Readonly<Record<string, string>> = {
  'no email waits': `select id, template, state, error from email where state not in ('SENT', 'KEPT')`,
  'no job was given up': `select id, kind, state, last_error from job where state = 'DEAD'`,
  'no charge hangs': `select id, state from payment_attempt where state = 'SENDING'`,
  'no refund hangs': `select id, receipt_id, state, problem from refund where state <> 'SUCCEEDED'`,
  'no payment of a booking hangs': `
    select p.id, p.booking_id, b.status, a.state from booking_payment p join booking b on b.site_id = p.site_id and b.id = p.booking_id
    join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
    where a.state in ('SENDING', 'UNKNOWN', 'PROCESSING') or (a.state = 'REQUIRES_ACTION' and a.page_url is not null)`,
  'money taken for a booking is not forgotten': `
    select b.id, b.status, b.payment_status from booking_payment p join booking b on b.site_id = p.site_id and b.id = p.booking_id
    join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
    where a.state = 'SUCCEEDED' and p.refunded::numeric < p.amount::numeric and p.kind = 'ONLINE' and (b.status = 'CREATED' or (b.status in ('CONFIRMED', 'PENDING') and b.payment_status not in ('PAID', 'PARTIALLY_PAID')))`,
}

async function findBroken(db: Db, rules: Readonly<Record<string, string>>): Promise<string[]> {
  const found: string[] = []
  for (const [rule, text] of Object.entries(rules)) {
    const { rows } = await sql.raw(text).execute(db)
    if (rows.length > 0) found.push(`${rule}: broken by ${rows.length}, such as ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return found
}

/** How many rules `brokenInvariants` asks. */
export const countInvariants = (): number => Object.keys(invariants).length
/** Empty when all is well; else a sentence for each broken rule. */
export const brokenInvariants = (db: Db): Promise<string[]> => findBroken(db, invariants)
export const unfinishedWork = (db: Db): Promise<string[]> => findBroken(db, atRest)
