/**
 * What bookings and their fees owe is kept: a row for each that owes something, and their sum for the site, so that asking for it costs the same
 * however many there are. Changes of the sum are rows of their own, folded into it by a schedule: bookings that are made at the same time do not
 * wait for each other. The rules are those of `calculateOwed` and `calculateOpenFee`; the nightly check compares the sum with the rows.
 */
export const up = /* sql */ `
create table booking_owed (
  site_id uuid not null references site (id) on delete cascade,
  booking_id uuid not null,
  kind text not null check (kind in ('BOOKING', 'BOOKING_FEE')),
  currency text not null,
  /* Minor units. */
  amount bigint not null check (amount > 0),
  primary key (site_id, booking_id, kind),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade
);
create table owed_sum (
  site_id uuid not null references site (id) on delete cascade,
  kind text not null,
  currency text not null,
  amount bigint not null,
  primary key (site_id, kind, currency)
);
create table owed_change (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  currency text not null,
  amount bigint not null,
  primary key (site_id, id)
);

create function owed_of_booking(of_site uuid, of_booking uuid) returns table (kind text, currency text, amount bigint) language sql stable as $$
  select 'BOOKING', b.price ->> 'currency', (b.price ->> 'total')::bigint - booking_kept(b.site_id, b.id)
  from booking b
  where b.site_id = of_site and b.id = of_booking and b.status = 'CONFIRMED'
    and (b.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or b.payment_status = 'UNDEFINED' and b.payment_option = 'OFFLINE')
    and b.plan_order_id is null and b.payment_option <> 'MEMBERSHIP' and (b.price ->> 'total')::bigint > booking_kept(b.site_id, b.id)
  union all
  select 'BOOKING_FEE', open.currency, open.amount
  from (
    select f.currency, coalesce(f.applied, f.amount) - f.collected - case b.status when 'CONFIRMED' then 0 else booking_kept(b.site_id, b.id) end as amount
    from booking b join booking_fee f on f.site_id = b.site_id and f.booking_id = b.id
    where b.site_id = of_site and b.id = of_booking and f.status <> 'WAIVED' and f.collected < coalesce(f.applied, f.amount)
  ) open
  where open.amount > 0
$$;

insert into booking_owed (site_id, booking_id, kind, currency, amount)
select b.site_id, b.id, o.kind, o.currency, o.amount
from booking b cross join lateral owed_of_booking(b.site_id, b.id) o
where b.status = 'CONFIRMED' and (b.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or b.payment_status = 'UNDEFINED' and b.payment_option = 'OFFLINE')
  or exists (select from booking_fee f where f.site_id = b.site_id and f.booking_id = b.id and f.status <> 'WAIVED' and f.collected < coalesce(f.applied, f.amount));
insert into owed_sum (site_id, kind, currency, amount) select site_id, kind, currency, sum(amount) from booking_owed group by site_id, kind, currency;

create function owed_sum_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.currency = new.currency then
    insert into owed_change (site_id, kind, currency, amount) values (new.site_id, new.kind, new.currency, new.amount - old.amount);
    return null;
  end if;
  /* A site that is deleted takes its rows along, and its sum. */
  if tg_op <> 'INSERT' then
    insert into owed_change (site_id, kind, currency, amount)
    select old.site_id, old.kind, old.currency, -old.amount from site where id = old.site_id;
  end if;
  if tg_op <> 'DELETE' then insert into owed_change (site_id, kind, currency, amount) values (new.site_id, new.kind, new.currency, new.amount); end if;
  return null;
end $$;
create trigger owed_sum_changes after insert or delete or update of currency, amount on booking_owed for each row execute function owed_sum_changes();

create function recount_owed(of_site uuid, of_booking uuid) returns void language plpgsql as $$
begin
  /* Of a site that is deleted nothing is kept. */
  if not exists (select from site where id = of_site) then return; end if;
  /* Locked first: the statements after it see what others committed meanwhile. */
  perform 1 from booking where site_id = of_site and id = of_booking for no key update;
  delete from booking_owed o where o.site_id = of_site and o.booking_id = of_booking
    and o.kind not in (select n.kind from owed_of_booking(of_site, of_booking) n);
  insert into booking_owed as o (site_id, booking_id, kind, currency, amount)
    select of_site, of_booking, n.kind, n.currency, n.amount from owed_of_booking(of_site, of_booking) n
    on conflict (site_id, booking_id, kind) do update set currency = excluded.currency, amount = excluded.amount
    where o.currency <> excluded.currency or o.amount <> excluded.amount;
end $$;

create function booking_adds_owed() returns trigger language plpgsql as $$
begin
  insert into booking_owed (site_id, booking_id, kind, currency, amount)
    values (new.site_id, new.id, 'BOOKING', new.price ->> 'currency', (new.price ->> 'total')::bigint);
  return null;
end $$;
create function owed_changes_with_booking() returns trigger language plpgsql as $$
begin
  perform recount_owed(new.site_id, new.id);
  return null;
end $$;
create function owed_changes_with_part() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then perform recount_owed(old.site_id, old.booking_id); else perform recount_owed(new.site_id, new.booking_id); end if;
  return null;
end $$;
create function owed_changes_with_attempt() returns trigger language plpgsql as $$
begin
  perform recount_owed(p.site_id, p.booking_id)
    from (select site_id, booking_id from booking_payment where site_id = new.site_id and charge_id = new.id and kind <> 'FEE' order by booking_id) p;
  return null;
end $$;

create trigger amount_is_owed after insert on booking for each row
  when (new.status = 'CONFIRMED'
    and (new.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or new.payment_status = 'UNDEFINED' and new.payment_option = 'OFFLINE')
    and new.plan_order_id is null and new.payment_option <> 'MEMBERSHIP' and (new.price ->> 'total')::bigint > 0)
  execute function booking_adds_owed();
create trigger amount_is_owed_otherwise after update of status, payment_status, payment_option, plan_order_id, price on booking for each row
  when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED')
    and (old.status <> new.status or old.payment_status <> new.payment_status or old.payment_option <> new.payment_option
      or old.plan_order_id is distinct from new.plan_order_id or old.price is distinct from new.price))
  execute function owed_changes_with_booking();
/* Before the triggers that lock the client: the booking is locked first everywhere. */
create trigger amount_of_fee_changes after insert or update of status, amount, applied, collected, currency or delete on booking_fee for each row
  execute function owed_changes_with_part();
create trigger amount_changes_with_payment after insert or update of amount, refunded, kind or delete on booking_payment for each row
  execute function owed_changes_with_part();
create trigger amount_changes_with_attempt after update of state on payment_attempt for each row
  when ((old.state = 'SUCCEEDED') <> (new.state = 'SUCCEEDED'))
  execute function owed_changes_with_attempt();
`
