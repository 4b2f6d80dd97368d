/**
 * Time: the calendar of sessions and time off, busy ranges of resources, seats of sessions.
 * Two decisions are made here and nowhere else: whether a resource is free (claim_time) and whether a party fits (take_seats).
 */
export const up = `
create table calendar_event (
  site_id uuid not null references site(id) on delete cascade,
  id text not null,
  schedule_id uuid not null,
  service_id uuid,
  type text not null check (type in ('EVENT', 'CLASS', 'COURSE')),
  title text not null default '',
  notes text,
  /* Wall-clock time of the business, YYYY-MM-DDThh:mm; the instants are derived from it and the site's zone. */
  local_start text not null,
  local_end text not null,
  start_at timestamptz not null,
  end_at timestamptz not null,
  resource_ids uuid[] not null default '{}',
  location jsonb,
  /* Absent: follows the service. */
  capacity int check (capacity between 1 and 1000),
  all_day boolean not null default false,
  extended_fields jsonb not null default '{}',
  transparency text not null default 'BUSY' check (transparency in ('BUSY', 'FREE')),
  status text not null default 'CONFIRMED' check (status in ('CONFIRMED', 'CANCELLED')),
  recurrence_type text not null check (recurrence_type in ('NONE', 'MASTER', 'INSTANCE', 'EXCEPTION')),
  interval_weeks int check (interval_weeks between 1 and 52),
  until_local text,
  master_id text,
  /* Which occurrence of the series an instance or exception stands for. */
  original_local_start text,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, service_id) references service (site_id, id) on delete cascade,
  foreign key (site_id, master_id) references calendar_event (site_id, id) on delete cascade,
  constraint calendar_event_ends_after_it_starts check (end_at > start_at)
);
create unique index calendar_event_exception_is_unique on calendar_event (site_id, master_id, original_local_start) where master_id is not null;
create index calendar_event_single_by_time on calendar_event (site_id, start_at, end_at) where recurrence_type <> 'MASTER';
create index calendar_event_masters on calendar_event (site_id, schedule_id) where recurrence_type = 'MASTER';
create index calendar_event_by_schedule on calendar_event (site_id, schedule_id, start_at);

/* How slots are cut and shown, one row per app. */
create table slot_config (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  app_id uuid not null,
  based_on text not null default 'BUSINESS_TIME_ZONE' check (based_on in ('BUSINESS_TIME_ZONE', 'CUSTOMER_TIME_ZONE')),
  customer_can_change boolean not null default true,
  staff_selection text not null default 'CUSTOMER_MAY_CHOOSE' check (staff_selection in ('CUSTOMER_MUST_CHOOSE', 'CUSTOMER_MAY_CHOOSE', 'CUSTOMER_CANNOT_CHOOSE')),
  same_as_duration boolean not null default false,
  split_minutes int not null default 30 check (split_minutes between 5 and 1440),
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint slot_config_is_one_per_app unique (site_id, app_id)
);

/* Time of a resource taken by a booking, buffer included. A forced row (the owner double booked on purpose) is not guarded but still blocks others. */
create table resource_use (
  site_id uuid not null references site(id) on delete cascade,
  booking_id uuid not null,
  resource_id uuid not null,
  during tstzrange not null,
  holds boolean not null default true,
  forced boolean not null default false,
  /* Set while the booking is only held; past it the row blocks nobody. */
  hold_until timestamptz,
  primary key (site_id, booking_id, resource_id),
  constraint resource_is_used_once_at_a_time exclude using gist (site_id with =, resource_id with =, during with &&) where (holds and not forced)
);
create index resource_use_by_time on resource_use using gist (site_id, resource_id, during);

/* Seats of a class session (its event id) or a course (its schedule id). The row is the lock target. */
create table session_seat (
  site_id uuid not null references site(id) on delete cascade,
  session_id text not null,
  capacity int not null check (capacity >= 0),
  /* The people of all rows in seat_use, holds that ran out and are not cleared away yet included. Kept by the functions below, so that a full house costs no more to ask than an empty one. */
  taken int not null default 0 check (taken >= 0),
  /* People on the waitlist without an offer: while there are any, a free place is not for newcomers. */
  waiting int not null default 0 check (waiting >= 0),
  /* The owner may overfill a session; this is how far it was allowed. */
  overfilled_to int not null default 0,
  primary key (site_id, session_id),
  constraint session_is_not_oversold check (taken <= greatest(capacity, overfilled_to))
);

create table seat_use (
  site_id uuid not null references site(id) on delete cascade,
  session_id text not null,
  /* The booking, or the waitlist entry of an offer. */
  booking_id uuid not null,
  people int not null check (people > 0),
  offer boolean not null default false,
  hold_until timestamptz,
  primary key (site_id, booking_id, session_id),
  foreign key (site_id, session_id) references session_seat (site_id, session_id) on delete cascade
);
create index seat_use_by_session on seat_use (site_id, session_id);
create index seat_use_holds on seat_use (site_id, session_id, hold_until) where hold_until is not null;
create index seat_use_offers on seat_use (site_id, session_id) where offer;

/* Takes the resources for a booking, all or none. What the booking held before is given back in the same step. */
create function claim_time(p_site uuid, p_booking uuid, p_resources uuid[], p_from timestamptz, p_to timestamptz, p_hold timestamptz, p_now timestamptz, p_forced boolean) returns boolean language plpgsql as $fn$
declare
  wanted tstzrange := tstzrange(p_from, p_to);
begin
  /* Two at once would each wait for the other's row in the exclusion check: who wants the same person's day takes turns. */
  perform pg_advisory_xact_lock(hashtextextended(format('%s %s %s', p_site, turn.resource, turn.day), 0))
    from (select r as resource, d::date as day from unnest(p_resources) r, generate_series(date_trunc('day', p_from at time zone 'UTC'), p_to at time zone 'UTC', interval '1 day') d order by 1, 2) turn;
  begin
    delete from resource_use where site_id = p_site and (booking_id = p_booking or (resource_id = any(p_resources) and hold_until <= p_now and during && wanted));
    if not p_forced and exists (select 1 from resource_use where site_id = p_site and resource_id = any(p_resources) and holds and forced and during && wanted) then
      raise exclusion_violation;
    end if;
    insert into resource_use (site_id, booking_id, resource_id, during, forced, hold_until)
      select p_site, p_booking, r, wanted, p_forced, p_hold from unnest(p_resources) r order by r;
    return true;
  exception when exclusion_violation then
    return false;
  end;
end $fn$;

/*
 * Takes seats for a booking under the lock of the session row. A second call of the same booking replaces the first.
 * Answers the seats left for newcomers after success, or -1 - left when refused (left >= 0).
 */
create function take_seats(p_site uuid, p_session text, p_capacity int, p_booking uuid, p_people int, p_hold timestamptz, p_now timestamptz, p_offer boolean, p_from_offer uuid, p_forced boolean) returns int language plpgsql as $fn$
declare
  seat session_seat;
  /* People who leave now: holds that ran out, what the booking had before, the offer it takes up. */
  gone int;
  mine int;
  handed int;
  used int;
  open int;
begin
  select * into seat from session_seat where site_id = p_site and session_id = p_session for update;
  if not found then
    insert into session_seat (site_id, session_id, capacity) values (p_site, p_session, p_capacity) on conflict do nothing;
    select * into seat from session_seat where site_id = p_site and session_id = p_session for update;
  end if;
  with cleared as (delete from seat_use where site_id = p_site and session_id = p_session and hold_until <= p_now returning people)
    select coalesce(sum(people), 0) into gone from cleared;
  select people into mine from seat_use where site_id = p_site and booking_id = p_booking and session_id = p_session;
  select people into handed from seat_use where site_id = p_site and booking_id = p_from_offer and session_id = p_session and booking_id <> p_booking;
  used := seat.taken - gone - coalesce(mine, 0) - coalesce(handed, 0);
  open := greatest(0, p_capacity - used);
  /* While others wait, only offers and those who hold one (or already sit here) get a seat. */
  if seat.waiting > 0 and not p_offer and p_from_offer is null and not p_forced
    and mine is null then
    open := 0;
  end if;
  if p_people > open and not p_forced then
    update session_seat set capacity = p_capacity, taken = seat.taken - gone,
      overfilled_to = greatest(overfilled_to, taken) where site_id = p_site and session_id = p_session;
    return -1 - open;
  end if;
  if handed is not null then
    delete from seat_use where site_id = p_site and session_id = p_session and booking_id = p_from_offer;
  end if;
  insert into seat_use (site_id, session_id, booking_id, people, offer, hold_until) values (p_site, p_session, p_booking, p_people, p_offer, p_hold)
    on conflict (site_id, booking_id, session_id) do update set people = excluded.people, offer = excluded.offer, hold_until = excluded.hold_until;
  update session_seat set capacity = p_capacity, taken = used + p_people,
    overfilled_to = case when p_forced or used > p_capacity then greatest(overfilled_to, used + p_people) else overfilled_to end
    where site_id = p_site and session_id = p_session;
  return greatest(0, open - p_people);
end $fn$;

/* The same for a booking that is written in the same breath: a party that does not fit fails the transaction, with what is left and whether it is kept for those who wait. */
create function must_take_seats(p_site uuid, p_session text, p_capacity int, p_booking uuid, p_people int, p_hold timestamptz, p_now timestamptz, p_forced boolean) returns void language plpgsql as $fn$
declare
  room int := take_seats(p_site, p_session, p_capacity, p_booking, p_people, p_hold, p_now, false, null, p_forced);
  remaining int;
begin
  if room < 0 then
    select p_capacity - s.taken + coalesce((select sum(people) from seat_use u where u.site_id = p_site and u.session_id = p_session and u.offer), 0) into remaining
      from session_seat s where s.site_id = p_site and s.session_id = p_session;
    raise exception using errcode = 'AT001', message = 'the party does not fit', detail = json_build_object('left', -1 - room, 'kept', remaining >= p_people)::text;
  end if;
end $fn$;

/* Gives back every seat of a booking or offer. */
create function release_seats(p_site uuid, p_booking uuid) returns int language plpgsql as $fn$
declare
  gone record;
  freed int := 0;
begin
  for gone in select session_id from seat_use where site_id = p_site and booking_id = p_booking order by session_id loop
    perform 1 from session_seat where site_id = p_site and session_id = gone.session_id for update;
    with left_seats as (delete from seat_use where site_id = p_site and session_id = gone.session_id and booking_id = p_booking returning people)
      update session_seat s set taken = s.taken - coalesce((select sum(people) from left_seats), 0)
      where s.site_id = p_site and s.session_id = gone.session_id;
    freed := freed + 1;
  end loop;
  return freed;
end $fn$;
`
