/**
 * Functions as a cluster can run them; what they answer is unchanged. It plans each statement of a function in the language SQL before it knows the
 * site, and refuses it: those that count what clients owe are PL/pgSQL. It copies rows that are selected and inserted, and a copy that breaks a
 * constraint does not say which: where that is asked, rows are inserted as values. And an update calls immutable functions alone on its columns: what
 * never differs, though a function of PostgreSQL may with other arguments, has a function of its own that says so.
 */
export const up = /* sql */ `
create or replace function booking_kept(of_site uuid, of_booking uuid) returns bigint language plpgsql stable as $$
begin
  return (
    select coalesce(sum(replace(p.amount, '.', '')::bigint - replace(p.refunded, '.', '')::bigint), 0)::bigint
    from booking_payment p left join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
    where p.site_id = of_site and p.booking_id = of_booking and p.kind <> 'FEE' and (p.kind = 'MANUAL' or a.state = 'SUCCEEDED'));
end $$;

create or replace function count_unpaid(of_site uuid, of_contact uuid) returns int language plpgsql stable as $$
declare
  unpaid int;
  fee record;
begin
  unpaid := (
    select count(*) from booking b where b.site_id = of_site and b.contact_id = of_contact and b.status = 'CONFIRMED'
      and (b.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or b.payment_status = 'UNDEFINED' and b.payment_option = 'OFFLINE')
      and b.plan_order_id is null and b.payment_option <> 'MEMBERSHIP' and (b.price ->> 'total')::bigint > 0)
    + (select count(*) from plan_order o where o.site_id = of_site and o.contact_id = of_contact and o.left_draft_at is not null
      and o.status in ('ACTIVE', 'PAUSED', 'PENDING') and o.payment_status in ('UNPAID', 'FAILED'));
  for fee in
    select f.booking_id, b.status, coalesce(f.applied, f.amount) - f.collected as open
    from booking b join booking_fee f on f.site_id = b.site_id and f.booking_id = b.id
    where b.site_id = of_site and b.contact_id = of_contact and f.status <> 'WAIVED' and f.collected < coalesce(f.applied, f.amount)
  loop
    if fee.status = 'CONFIRMED' or booking_kept(of_site, fee.booking_id) < fee.open then unpaid := unpaid + 1; end if;
  end loop;
  return unpaid;
end $$;

create or replace function owed_of_booking(of_site uuid, of_booking uuid) returns table (kind text, currency text, amount bigint) language plpgsql stable as $$
declare
  kept bigint;
begin
  kept := booking_kept(of_site, of_booking);
  return query
    select 'BOOKING', b.price ->> 'currency', (b.price ->> 'total')::bigint - kept
    from booking b
    where b.site_id = of_site and b.id = of_booking and b.status = 'CONFIRMED'
      and (b.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or b.payment_status = 'UNDEFINED' and b.payment_option = 'OFFLINE')
      and b.plan_order_id is null and b.payment_option <> 'MEMBERSHIP' and (b.price ->> 'total')::bigint > kept;
  return query
    select 'BOOKING_FEE', f.currency, coalesce(f.applied, f.amount) - f.collected - case b.status when 'CONFIRMED' then 0 else kept end
    from booking b join booking_fee f on f.site_id = b.site_id and f.booking_id = b.id
    where b.site_id = of_site and b.id = of_booking and f.status <> 'WAIVED'
      and f.collected + case b.status when 'CONFIRMED' then 0 else kept end < coalesce(f.applied, f.amount)
      and f.collected < coalesce(f.applied, f.amount);
end $$;

create or replace function recount_owed(of_site uuid, of_booking uuid) returns void language plpgsql as $$
declare
  kinds text[] := '{}';
  owed record;
begin
  /* Of a site that is deleted nothing is kept. */
  if not exists (select from site where id = of_site) then return; end if;
  /* Locked first: the statements after it see what others committed meanwhile. */
  perform 1 from booking where site_id = of_site and id = of_booking for no key update;
  for owed in select n.kind, n.currency, n.amount from owed_of_booking(of_site, of_booking) n loop
    kinds := kinds || owed.kind;
    insert into booking_owed as o (site_id, booking_id, kind, currency, amount)
      values (of_site, of_booking, owed.kind, owed.currency, owed.amount)
      on conflict (site_id, booking_id, kind) do update set currency = excluded.currency, amount = excluded.amount
      where o.currency <> excluded.currency or o.amount <> excluded.amount;
  end loop;
  delete from booking_owed o where o.site_id = of_site and o.booking_id = of_booking and o.kind <> all (kinds);
end $$;

create or replace function recount_unpaid(of_site uuid, of_contact uuid) returns void language plpgsql as $$
declare
  counted int;
begin
  if of_contact is null then return; end if;
  /* Locked first: the statements after it see what others committed meanwhile. */
  perform 1 from client_activity where site_id = of_site and contact_id = of_contact for update;
  counted := count_unpaid(of_site, of_contact);
  update client_activity set unpaid = counted where site_id = of_site and contact_id = of_contact and unpaid <> counted;
end $$;

create or replace function unpaid_changes_for_booking() returns trigger language plpgsql as $$
declare
  of_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
  of_booking uuid := case tg_op when 'DELETE' then old.booking_id else new.booking_id end;
  of_contact uuid;
begin
  select b.contact_id into of_contact from booking b where b.site_id = of_site and b.id = of_booking;
  perform recount_unpaid(of_site, of_contact);
  return null;
end $$;

create or replace function owed_changes_with_attempt() returns trigger language plpgsql as $$
declare
  share record;
begin
  for share in select booking_id from booking_payment where site_id = new.site_id and charge_id = new.id and kind <> 'FEE' order by booking_id loop
    perform recount_owed(new.site_id, share.booking_id);
  end loop;
  return null;
end $$;

create or replace function owed_sum_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.currency = new.currency then
    insert into owed_change (site_id, kind, currency, amount) values (new.site_id, new.kind, new.currency, new.amount - old.amount);
    return null;
  end if;
  /* A site that is deleted takes its rows along, and its sum. */
  if tg_op <> 'INSERT' and exists (select from site where id = old.site_id) then
    insert into owed_change (site_id, kind, currency, amount) values (old.site_id, old.kind, old.currency, -old.amount);
  end if;
  if tg_op <> 'DELETE' then insert into owed_change (site_id, kind, currency, amount) values (new.site_id, new.kind, new.currency, new.amount); end if;
  return null;
end $$;

create or replace function claim_time(p_site uuid, p_booking uuid, p_resources uuid[], p_from timestamptz, p_to timestamptz, p_hold timestamptz, p_now timestamptz, p_forced boolean)
returns boolean language plpgsql as $$
declare
  wanted tstzrange := tstzrange(p_from, p_to);
  one uuid;
begin
  /* Two at once would each wait for the other's row in the exclusion check: who wants the same person's day takes turns. */
  perform pg_advisory_xact_lock(hashtextextended(format('%s %s %s', p_site, turn.resource, turn.day), 0))
    from (select r as resource, d::date as day from unnest(p_resources) r, generate_series(date_trunc('day', p_from at time zone 'UTC'), p_to at time zone 'UTC', interval '1 day') d order by 1, 2) turn;
  begin
    delete from resource_use where site_id = p_site and (booking_id = p_booking or (resource_id = any(p_resources) and hold_until <= p_now and during && wanted));
    if not p_forced and exists (select 1 from resource_use where site_id = p_site and resource_id = any(p_resources) and holds and forced and during && wanted) then
      raise exclusion_violation;
    end if;
    for one in select r from unnest(p_resources) r order by r loop
      insert into resource_use (site_id, booking_id, resource_id, during, forced, hold_until) values (p_site, p_booking, one, wanted, p_forced, p_hold);
    end loop;
    return true;
  exception when exclusion_violation then
    return false;
  end;
end $$;

/* The clock of a time zone, to the minute. */
create function local_minute(moment timestamptz, zone text) returns text language sql immutable as $$
  select to_char(moment at time zone zone, 'YYYY-MM-DD"T"HH24:MI')
$$;
create function add_hours(moment timestamptz, hours int) returns timestamptz language sql immutable as $$
  select moment + make_interval(hours => hours)
$$;
/* What is kept of an event whose entity is erased: its kind, and of the entity its id. */
create function bare_event(payload jsonb, entity_id text) returns jsonb language sql immutable as $$
  select case
    when payload ? 'createdEvent' then jsonb_build_object('createdEvent', jsonb_build_object('entity', jsonb_build_object('id', entity_id)))
    when payload ? 'updatedEvent' then jsonb_build_object('updatedEvent', jsonb_build_object('currentEntity', jsonb_build_object('id', entity_id)))
    when payload ? 'deletedEvent' then jsonb_build_object('deletedEvent', '{}'::jsonb)
    else jsonb_build_object('actionEvent', jsonb_build_object('body', (
      select coalesce(jsonb_object_agg(said.key, said.value), '{}'::jsonb)
      from jsonb_each(payload -> 'actionEvent' -> 'body') said where jsonb_typeof(said.value) not in ('object', 'array')))) end
$$;

/* Tables with identity columns can be spread and not be brought back. */
alter table waitlist_entry alter column place drop identity;
create sequence waitlist_entry_place owned by waitlist_entry.place;
alter table waitlist_entry alter column place set default nextval('waitlist_entry_place');
select setval('waitlist_entry_place', coalesce(max(place), 0) + 1, false) from waitlist_entry;
alter table benefit_ledger alter column number drop identity;
create sequence benefit_ledger_number owned by benefit_ledger.number;
alter table benefit_ledger alter column number set default nextval('benefit_ledger_number');
select setval('benefit_ledger_number', coalesce(max(number), 0) + 1, false) from benefit_ledger;

/* Which sites have due jobs, asked site by site. */
create index job_due_of_site on job (site_id, due_at, id) where state = 'WAITING';
`
