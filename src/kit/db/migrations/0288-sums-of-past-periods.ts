/**
 * Insights look back over two years. What came of a day or month that is over is summed once and kept, so that an answer costs the same however many bookings
 * there are. A period counts as summed while its row of `summed_period` has no change beside it: triggers note which time a late change touches, and a schedule
 * sums it anew. Notes are rows of their own, so that changes of the same day do not wait for each other.
 *
 * Only what ended two days ago by the clock of the database is summed, and changes are noted from one day back on: a transaction that began before its day was
 * summed has noted what it changes, and one of today costs nothing.
 */
export const up = /* sql */ `
create table summed_period (
  site_id uuid not null references site (id) on delete cascade,
  kind text not null check (kind in ('SESSIONS', 'REVENUE', 'CLIENTS')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (site_id, kind, starts_at)
);
create table summed_period_change (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null check (kind in ('SESSIONS', 'REVENUE', 'CLIENTS')),
  from_at timestamptz not null,
  to_at timestamptz not null,
  primary key (site_id, id)
);
create table visits_of_day (
  site_id uuid not null,
  kind text not null default 'SESSIONS' check (kind = 'SESSIONS'),
  starts_at timestamptz not null,
  service_id uuid not null,
  booked integer not null,
  cancelled integer not null,
  attended integer not null,
  missed integer not null,
  primary key (site_id, starts_at, service_id),
  foreign key (site_id, kind, starts_at) references summed_period (site_id, kind, starts_at) on delete cascade
);
create table sessions_of_day (
  site_id uuid not null,
  kind text not null default 'SESSIONS' check (kind = 'SESSIONS'),
  starts_at timestamptz not null,
  schedule_id uuid not null,
  is_course boolean not null,
  weekday smallint not null check (weekday between 0 and 6),
  hour smallint not null check (hour between 0 and 23),
  sessions integer not null,
  /* Places of sessions with a number of their own; the others have as many as their service. */
  places integer not null,
  without_places integer not null,
  /* People in classes alone: who booked a course is on all of its sessions. */
  taken integer not null,
  primary key (site_id, starts_at, schedule_id, is_course, hour),
  foreign key (site_id, kind, starts_at) references summed_period (site_id, kind, starts_at) on delete cascade
);
create table revenue_of_day (
  site_id uuid not null,
  id uuid not null default gen_random_uuid(),
  kind text not null default 'REVENUE' check (kind = 'REVENUE'),
  starts_at timestamptz not null,
  dimension text not null check (dimension in ('SERVICE', 'PLAN', 'STAFF', 'LOCATION')),
  subject_id text,
  name text,
  currency text not null,
  amount numeric not null,
  payments integer not null,
  primary key (site_id, id),
  foreign key (site_id, kind, starts_at) references summed_period (site_id, kind, starts_at) on delete cascade
);
create index revenue_of_day_by_start on revenue_of_day (site_id, starts_at);
/* Clients who came, of these those who came for the first time, and those who came in the month before, too. */
create table clients_of_month (
  site_id uuid not null,
  kind text not null default 'CLIENTS' check (kind = 'CLIENTS'),
  starts_at timestamptz not null,
  active integer not null,
  first integer not null,
  stayed integer not null,
  primary key (site_id, starts_at),
  foreign key (site_id, kind, starts_at) references summed_period (site_id, kind, starts_at) on delete cascade
);
create function note_past(of_site uuid, of_kind text, first_at timestamptz, last_at timestamptz) returns void language plpgsql as $$
begin
  /* A site that is deleted takes its sums along. */
  if first_at < now() - interval '1 day' and exists (select from site where id = of_site) then
    insert into summed_period_change (site_id, kind, from_at, to_at) values (of_site, of_kind, first_at, last_at);
  end if;
end $$;

/* Whether a client is new or stayed is a matter of what came before: all months since are touched. */
create function note_past_booking() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform note_past(old.site_id, 'SESSIONS', old.start_at, old.start_at);
    perform note_past(old.site_id, 'CLIENTS', old.start_at, 'infinity');
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.start_at <> old.start_at then
    perform note_past(new.site_id, 'SESSIONS', new.start_at, new.start_at);
    perform note_past(new.site_id, 'CLIENTS', new.start_at, 'infinity');
  end if;
  return null;
end $$;
create trigger past_booking_is_made after insert on booking for each row
  when (new.start_at < now() - interval '1 day') execute function note_past_booking();
create trigger past_booking_changes after update of status, participants, start_at, service_id, service_type, event_id, contact_id on booking for each row
  when ((old.start_at < now() - interval '1 day' or new.start_at < now() - interval '1 day') and (old.status <> new.status or old.participants <> new.participants
    or old.start_at <> new.start_at or old.service_id <> new.service_id or old.service_type <> new.service_type or old.event_id is distinct from new.event_id
    or old.contact_id is distinct from new.contact_id))
  execute function note_past_booking();
create trigger past_booking_is_deleted after delete on booking for each row
  when (old.start_at < now() - interval '1 day') execute function note_past_booking();

create function note_past_attendance() returns trigger language plpgsql as $$
declare
  of_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
  of_booking uuid := case tg_op when 'DELETE' then old.booking_id else new.booking_id end;
  began timestamptz;
begin
  select start_at into began from booking where site_id = of_site and id = of_booking;
  if found then perform note_past(of_site, 'SESSIONS', began, began); end if;
  return null;
end $$;
create trigger past_attendance_changes after insert or delete or update of status, attendees on attendance for each row execute function note_past_attendance();

/* A series is noted from its first day to its last; an occurrence with its own row on the day that it replaces, too. Local times may be of any zone. */
create function note_days_of_session(of_site uuid, recurrence text, start_at timestamptz, until_local text, replaced_local text) returns void language plpgsql as $$
declare
  replaced timestamptz := replaced_local::timestamp at time zone 'UTC';
  wide interval := interval '2 days';
begin
  if recurrence = 'MASTER' then
    perform note_past(of_site, 'SESSIONS', start_at - wide, coalesce(until_local::timestamp at time zone 'UTC', 'infinity') + wide);
  else
    perform note_past(of_site, 'SESSIONS', least(start_at, replaced - wide), greatest(start_at, replaced + wide));
  end if;
end $$;

create function note_past_session() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.recurrence_type = 'MASTER' and old.until_local is distinct from new.until_local
      and (old.recurrence_type, old.type, old.schedule_id, old.start_at, old.end_at, old.local_start, old.local_end, old.capacity, old.status, old.interval_weeks, old.zones)
        is not distinct from (new.recurrence_type, new.type, new.schedule_id, new.start_at, new.end_at, new.local_start, new.local_end, new.capacity, new.status, new.interval_weeks, new.zones) then
    /* It only ends otherwise. */
    perform note_past(new.site_id, 'SESSIONS', least(coalesce(old.until_local::timestamp at time zone 'UTC', 'infinity'),
      coalesce(new.until_local::timestamp at time zone 'UTC', 'infinity')) - interval '2 days', 'infinity');
    return null;
  end if;
  if tg_op <> 'INSERT' then perform note_days_of_session(old.site_id, old.recurrence_type, old.start_at, old.until_local, old.original_local_start); end if;
  if tg_op <> 'DELETE' then perform note_days_of_session(new.site_id, new.recurrence_type, new.start_at, new.until_local, new.original_local_start); end if;
  return null;
end $$;
create trigger past_session_is_made after insert on calendar_event for each row
  when (new.type <> 'EVENT' and (new.start_at < now() - interval '1 day' or new.original_local_start is not null)) execute function note_past_session();
create trigger past_session_changes
  after update of type, schedule_id, start_at, end_at, local_start, local_end, capacity, status, recurrence_type, interval_weeks, until_local, zones, original_local_start on calendar_event
  for each row when ((old.type <> 'EVENT' or new.type <> 'EVENT') and (old.start_at < now() - interval '1 day' or new.start_at < now() - interval '1 day'
    or new.original_local_start is not null) and old is distinct from new) execute function note_past_session();
create trigger past_session_is_deleted after delete on calendar_event for each row
  when (old.type <> 'EVENT' and (old.start_at < now() - interval '1 day' or old.original_local_start is not null)) execute function note_past_session();

create function note_past_receipt() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform note_past(old.site_id, 'REVENUE', old.paid_at, old.paid_at); end if;
  if tg_op <> 'DELETE' then perform note_past(new.site_id, 'REVENUE', new.paid_at, new.paid_at); end if;
  return null;
end $$;
create trigger past_receipt_is_made after insert on receipt for each row
  when (new.paid_at < now() - interval '1 day') execute function note_past_receipt();
create trigger past_receipt_changes after update of state, paid_at, currency on receipt for each row
  when (old.state <> new.state or old.paid_at <> new.paid_at or old.currency <> new.currency) execute function note_past_receipt();
create trigger past_receipt_is_deleted after delete on receipt for each row
  when (old.paid_at < now() - interval '1 day') execute function note_past_receipt();

create function note_past_receipt_line() returns trigger language plpgsql as $$
declare
  of_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
  of_receipt uuid := case tg_op when 'DELETE' then old.receipt_id else new.receipt_id end;
  paid timestamptz;
begin
  select paid_at into paid from receipt where site_id = of_site and id = of_receipt;
  if found then perform note_past(of_site, 'REVENUE', paid, paid); end if;
  return null;
end $$;
create trigger past_receipt_line_changes after insert or delete or update of kind, payable_id, amount, refunded on receipt_line
  for each row execute function note_past_receipt_line();

/* What was paid for belongs to another service, person or place, or is gone. */
create function note_paid_otherwise() returns trigger language plpgsql as $$
declare
  paid timestamptz;
begin
  for paid in select distinct r.paid_at from receipt_line l join receipt r on r.site_id = l.site_id and r.id = l.receipt_id
    where l.site_id = old.site_id and l.payable_id = old.id
  loop
    perform note_past(old.site_id, 'REVENUE', paid, paid);
  end loop;
  return null;
end $$;
create trigger paid_booking_changes after update of service_id, title, resource_id, resource, location on booking for each row
  when (old.service_id <> new.service_id or old.title <> new.title or old.resource_id is distinct from new.resource_id
    or old.resource is distinct from new.resource or old.location is distinct from new.location) execute function note_paid_otherwise();
create trigger paid_booking_is_deleted after delete on booking for each row execute function note_paid_otherwise();
create trigger paid_order_changes after update of plan_id, snapshot on plan_order for each row
  when (old.plan_id <> new.plan_id or old.snapshot ->> 'planName' is distinct from new.snapshot ->> 'planName') execute function note_paid_otherwise();
create trigger paid_order_is_deleted after delete on plan_order for each row execute function note_paid_otherwise();
`
