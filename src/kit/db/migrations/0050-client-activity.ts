/**
 * What lists of members are filtered by, one row per contact, kept by the writes that it counts: neither a list nor a count reads history.
 * Triggers keep it, so that no way of writing can forget it. Whoever is locked here is locked by one statement of one booking, attendance
 * or order; two transactions that meet in opposite order are repeated, like every deadlock.
 */
export const up = /* sql */ `
create table client_activity (
  site_id uuid not null references site (id) on delete cascade,
  contact_id uuid not null,
  /* Confirmed bookings, past and to come, and the end of the last of them. */
  bookings integer not null default 0,
  last_end_at timestamptz,
  no_shows integer not null default 0,
  /* Plans that are active or paused. */
  running_plans integer not null default 0,
  /* MM-DD. */
  birthday text,
  primary key (site_id, contact_id),
  foreign key (site_id, contact_id) references contact (site_id, id) on delete cascade
);
create index booking_of_client on booking (site_id, contact_id, end_at) where status = 'CONFIRMED';
create index booking_owed_by_client on booking (site_id, contact_id)
where status = 'CONFIRMED' and (payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE');

insert into client_activity (site_id, contact_id, birthday, bookings, last_end_at, no_shows, running_plans)
select c.site_id, c.id, to_char(c.birthdate, 'MM-DD'), coalesce(b.bookings, 0), b.last_end_at, coalesce(a.no_shows, 0), coalesce(o.running_plans, 0)
from contact c
left join (select site_id, contact_id, count(*) bookings, max(end_at) last_end_at from booking where status = 'CONFIRMED' group by 1, 2) b
  on b.site_id = c.site_id and b.contact_id = c.id
left join (select k.site_id, k.contact_id, count(*) no_shows from attendance t join booking k on k.site_id = t.site_id and k.id = t.booking_id
  where t.status = 'NOT_ATTENDED' group by 1, 2) a on a.site_id = c.site_id and a.contact_id = c.id
left join (select site_id, contact_id, count(*) running_plans from plan_order where status in ('ACTIVE', 'PAUSED') group by 1, 2) o
  on o.site_id = c.site_id and o.contact_id = c.id;

create index client_never_booked on client_activity (site_id, contact_id) where bookings = 0;
create index client_by_last_booking on client_activity (site_id, last_end_at, contact_id) where last_end_at is not null;
create index client_no_shows on client_activity (site_id, no_shows, contact_id) where no_shows > 0;
create index client_with_plan on client_activity (site_id, contact_id) where running_plans > 0;
create index client_birthdays on client_activity (site_id, birthday, contact_id) where birthday is not null;

create function contact_opens_activity() returns trigger language plpgsql as $$
begin
  insert into client_activity (site_id, contact_id, birthday) values (new.site_id, new.id, to_char(new.birthdate, 'MM-DD'))
    on conflict (site_id, contact_id) do update set birthday = excluded.birthday;
  return null;
end $$;
create trigger contact_opens_activity after insert on contact for each row execute function contact_opens_activity();
create trigger contact_moves_birthday after update of birthdate on contact for each row
  when (old.birthdate is distinct from new.birthdate) execute function contact_opens_activity();

create function booking_counts_for_client() returns trigger language plpgsql as $$
declare
  missed int;
begin
  if tg_op <> 'INSERT' and old.status = 'CONFIRMED' then
    /* Locked first: the statement after it sees what others committed meanwhile. */
    perform 1 from client_activity where site_id = old.site_id and contact_id = old.contact_id for update;
    update client_activity a set bookings = bookings - 1, last_end_at = case when a.last_end_at > old.end_at then a.last_end_at else
        (select max(b.end_at) from booking b where b.site_id = old.site_id and b.contact_id = old.contact_id and b.status = 'CONFIRMED') end
      where site_id = old.site_id and contact_id = old.contact_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'CONFIRMED' then
    update client_activity set bookings = bookings + 1, last_end_at = greatest(last_end_at, new.end_at)
      where site_id = new.site_id and contact_id = new.contact_id;
  end if;
  /* Two contacts were merged: what was missed goes along. */
  if tg_op = 'UPDATE' and old.contact_id is distinct from new.contact_id then
    select count(*) into missed from attendance where site_id = new.site_id and booking_id = new.id and status = 'NOT_ATTENDED';
    if missed > 0 then
      update client_activity set no_shows = no_shows + case contact_id when new.contact_id then missed else -missed end
        where site_id = new.site_id and contact_id in (old.contact_id, new.contact_id);
    end if;
  end if;
  return null;
end $$;
create trigger booking_is_made_by_client after insert on booking for each row when (new.status = 'CONFIRMED') execute function booking_counts_for_client();
create trigger booking_changes_for_client after update of status, contact_id, end_at on booking for each row
  when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED')
    and (old.status <> new.status or old.contact_id is distinct from new.contact_id or old.end_at <> new.end_at))
  execute function booking_counts_for_client();
create trigger booking_leaves_client after delete on booking for each row when (old.status = 'CONFIRMED') execute function booking_counts_for_client();

create function attendance_counts_for_client() returns trigger language plpgsql as $$
declare
  of_booking uuid := case tg_op when 'DELETE' then old.booking_id else new.booking_id end;
  of_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
  more int := 0;
begin
  if tg_op <> 'INSERT' and old.status = 'NOT_ATTENDED' then more := more - 1; end if;
  if tg_op <> 'DELETE' and new.status = 'NOT_ATTENDED' then more := more + 1; end if;
  if more <> 0 then
    update client_activity a set no_shows = a.no_shows + more from booking b
      where b.site_id = of_site and b.id = of_booking and a.site_id = b.site_id and a.contact_id = b.contact_id;
  end if;
  return null;
end $$;
create trigger attendance_counts_for_client after insert or update of status or delete on attendance for each row
  execute function attendance_counts_for_client();

create function order_counts_for_client() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status in ('ACTIVE', 'PAUSED') then
    update client_activity set running_plans = running_plans - 1 where site_id = old.site_id and contact_id = old.contact_id;
  end if;
  if tg_op <> 'DELETE' and new.status in ('ACTIVE', 'PAUSED') then
    update client_activity set running_plans = running_plans + 1 where site_id = new.site_id and contact_id = new.contact_id;
  end if;
  return null;
end $$;
create trigger order_begins_for_client after insert on plan_order for each row when (new.status in ('ACTIVE', 'PAUSED')) execute function order_counts_for_client();
create trigger order_changes_for_client after update of status, contact_id on plan_order for each row
  when (old.status <> new.status or old.contact_id is distinct from new.contact_id) execute function order_counts_for_client();
create trigger order_leaves_client after delete on plan_order for each row when (old.status in ('ACTIVE', 'PAUSED')) execute function order_counts_for_client();
`
