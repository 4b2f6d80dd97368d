/**
 * What is kept about debts follows what is open of a booking: what is paid in money (beside a plan the add-ons alone) less what came in, here or elsewhere.
 * What was given back of a booking that stands is not owed again. The rules are those of `calculateOwed`; of a fee what stayed of the payments still counts.
 */
const isUnpaid = (row: 'b' | 'new') =>
  `(${row}.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or ${row}.payment_status = 'UNDEFINED' and ${row}.payment_option = 'OFFLINE')`

export const up = /* sql */ `
/* In minor units, of a booking: its price, its plan, and how it is paid. */
create function money_of_price(of_price jsonb, of_plan uuid, of_option text) returns bigint language plpgsql immutable as $$
declare
  terms jsonb := of_price -> 'terms';
  tax jsonb := terms -> 'tax';
  amount bigint := (of_price ->> 'total')::bigint;
begin
  if of_plan is not null or of_option = 'MEMBERSHIP'
      or of_option = 'UNDEFINED' and (terms ->> 'pricingPlan')::boolean and not (terms ->> 'online')::boolean and not (terms ->> 'inPerson')::boolean then
    amount := coalesce((of_price ->> 'addOns')::bigint, 0);
    if not (tax ->> 'includedInPrice')::boolean then amount := amount + round(amount * (tax ->> 'rate')::numeric / 100); end if;
  end if;
  return amount - coalesce((of_price ->> 'paidElsewhere')::bigint, 0);
end $$;

create function booking_received(of_site uuid, of_booking uuid) returns bigint language plpgsql stable as $$
begin
  return (
    select coalesce(sum(replace(p.amount, '.', '')::bigint), 0)::bigint
    from booking_payment p left join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
    where p.site_id = of_site and p.booking_id = of_booking and p.kind <> 'FEE' and (p.kind = 'MANUAL' or a.state = 'SUCCEEDED'));
end $$;

create or replace function count_unpaid(of_site uuid, of_contact uuid) returns int language plpgsql stable as $$
declare
  unpaid int;
  one record;
begin
  unpaid := (select count(*) from plan_order o where o.site_id = of_site and o.contact_id = of_contact and o.left_draft_at is not null
    and o.status in ('ACTIVE', 'PAUSED', 'PENDING') and o.payment_status in ('UNPAID', 'FAILED'));
  for one in
    select b.id, money_of_price(b.price, b.plan_order_id, b.payment_option) as amount
    from booking b where b.site_id = of_site and b.contact_id = of_contact and b.status = 'CONFIRMED' and ${isUnpaid('b')}
  loop
    if one.amount > 0 and one.amount > booking_received(of_site, one.id) then unpaid := unpaid + 1; end if;
  end loop;
  for one in
    select f.booking_id, b.status, coalesce(f.applied, f.amount) - f.collected as open
    from booking b join booking_fee f on f.site_id = b.site_id and f.booking_id = b.id
    where b.site_id = of_site and b.contact_id = of_contact and f.status <> 'WAIVED' and f.collected < coalesce(f.applied, f.amount)
  loop
    if one.status = 'CONFIRMED' or booking_kept(of_site, one.booking_id) < one.open then unpaid := unpaid + 1; end if;
  end loop;
  return unpaid;
end $$;

create or replace function owed_of_booking(of_site uuid, of_booking uuid) returns table (kind text, currency text, amount bigint) language plpgsql stable as $$
declare
  kept bigint := booking_kept(of_site, of_booking);
  received bigint := booking_received(of_site, of_booking);
begin
  return query
    select 'BOOKING', b.price ->> 'currency', money_of_price(b.price, b.plan_order_id, b.payment_option) - received
    from booking b
    where b.site_id = of_site and b.id = of_booking and b.status = 'CONFIRMED' and ${isUnpaid('b')}
      and money_of_price(b.price, b.plan_order_id, b.payment_option) > received;
  return query
    select 'BOOKING_FEE', f.currency, coalesce(f.applied, f.amount) - f.collected - case b.status when 'CONFIRMED' then 0 else kept end
    from booking b join booking_fee f on f.site_id = b.site_id and f.booking_id = b.id
    where b.site_id = of_site and b.id = of_booking and f.status <> 'WAIVED'
      and f.collected + case b.status when 'CONFIRMED' then 0 else kept end < coalesce(f.applied, f.amount)
      and f.collected < coalesce(f.applied, f.amount);
end $$;

create or replace function booking_is_confirmed() returns trigger language plpgsql as $$
declare
  owed bigint := case when ${isUnpaid('new')} then money_of_price(new.price, new.plan_order_id, new.payment_option) else 0 end;
begin
  /* With money or a fee on it the sums are counted anew. */
  if tg_op = 'UPDATE' and (exists (select from booking_payment p where p.site_id = new.site_id and p.booking_id = new.id)
      or exists (select from booking_fee f where f.site_id = new.site_id and f.booking_id = new.id)) then
    update client_activity set bookings = bookings + 1, last_end_at = greatest(last_end_at, new.end_at)
      where site_id = new.site_id and contact_id = new.contact_id;
    perform recount_unpaid(new.site_id, new.contact_id);
    perform recount_owed(new.site_id, new.id);
    return null;
  end if;
  update client_activity set bookings = bookings + 1, last_end_at = greatest(last_end_at, new.end_at), unpaid = unpaid + (owed > 0)::int
    where site_id = new.site_id and contact_id = new.contact_id;
  if owed > 0 then
    insert into booking_owed (site_id, booking_id, kind, currency, amount) values (new.site_id, new.id, 'BOOKING', new.price ->> 'currency', owed);
  end if;
  return null;
end $$;

do $recount$
declare
  one record;
begin
  for one in
    select b.site_id, b.id, b.contact_id from booking b
    where b.status = 'CONFIRMED' and ${isUnpaid('b')}
      and (b.plan_order_id is not null or b.payment_option <> 'OFFLINE'
        or exists (select from booking_payment p where p.site_id = b.site_id and p.booking_id = b.id))
  loop
    perform recount_owed(one.site_id, one.id);
    perform recount_unpaid(one.site_id, one.contact_id);
  end loop;
end $recount$;
`
