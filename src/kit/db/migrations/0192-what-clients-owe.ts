/**
 * How many things of a client are not paid: confirmed bookings with a price, fees, plans. Lists of members are filtered by it. The rules are those of
 * `calculateOwed`, `calculateOpenFee` and `findOwedOnPlans`; a test holds the count to them. Triggers keep it, as they keep the rest of the row.
 */
export const up = /* sql */ `
alter table client_activity add column unpaid integer not null default 0;
create index client_owes on client_activity (site_id, contact_id) where unpaid > 0;
create index booking_fee_open on booking_fee (site_id, booking_id) where status <> 'WAIVED' and collected < coalesce(applied, amount);
create index order_to_be_paid on plan_order (site_id, contact_id)
where left_draft_at is not null and status in ('ACTIVE', 'PAUSED', 'PENDING') and payment_status in ('UNPAID', 'FAILED');

/* Amounts of payments are decimal strings with the digits of their currency: without the point they are minor units. */
create function booking_kept(of_site uuid, of_booking uuid) returns bigint language sql stable as $$
  select coalesce(sum(replace(p.amount, '.', '')::bigint - replace(p.refunded, '.', '')::bigint), 0)::bigint
  from booking_payment p left join payment_attempt a on a.site_id = p.site_id and a.id = p.charge_id
  where p.site_id = of_site and p.booking_id = of_booking and p.kind <> 'FEE' and (p.kind = 'MANUAL' or a.state = 'SUCCEEDED')
$$;

create function count_unpaid(of_site uuid, of_contact uuid) returns integer language sql stable as $$
  select (
    (select count(*) from booking b where b.site_id = of_site and b.contact_id = of_contact and b.status = 'CONFIRMED'
      and (b.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or b.payment_status = 'UNDEFINED' and b.payment_option = 'OFFLINE')
      and b.plan_order_id is null and b.payment_option <> 'MEMBERSHIP' and (b.price ->> 'total')::bigint > 0)
    + (select count(*) from booking b join booking_fee f on f.site_id = b.site_id and f.booking_id = b.id
      where b.site_id = of_site and b.contact_id = of_contact and f.status <> 'WAIVED' and f.collected < coalesce(f.applied, f.amount)
      and (b.status = 'CONFIRMED' or f.collected + booking_kept(b.site_id, b.id) < coalesce(f.applied, f.amount)))
    + (select count(*) from plan_order o where o.site_id = of_site and o.contact_id = of_contact and o.left_draft_at is not null
      and o.status in ('ACTIVE', 'PAUSED', 'PENDING') and o.payment_status in ('UNPAID', 'FAILED'))
  )::int
$$;

create function recount_unpaid(of_site uuid, of_contact uuid) returns void language plpgsql as $$
begin
  if of_contact is null then return; end if;
  /* Locked first: the statement after it sees what others committed meanwhile. */
  perform 1 from client_activity where site_id = of_site and contact_id = of_contact for update;
  update client_activity set unpaid = count_unpaid(of_site, of_contact)
    where site_id = of_site and contact_id = of_contact and unpaid <> count_unpaid(of_site, of_contact);
end $$;

/* Of a booking or an order. */
create function unpaid_changes_for_client() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then perform recount_unpaid(old.site_id, old.contact_id); end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.contact_id is distinct from old.contact_id then perform recount_unpaid(new.site_id, new.contact_id); end if;
  return null;
end $$;
/* Of a fee, or of money that came for a booking. */
create function unpaid_changes_for_booking() returns trigger language plpgsql as $$
declare
  of_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
  of_booking uuid := case tg_op when 'DELETE' then old.booking_id else new.booking_id end;
begin
  perform recount_unpaid(b.site_id, b.contact_id) from booking b where b.site_id = of_site and b.id = of_booking;
  return null;
end $$;

create trigger booking_is_owed after insert on booking for each row when (new.status = 'CONFIRMED') execute function unpaid_changes_for_client();
create trigger booking_is_owed_otherwise after update of status, payment_status, payment_option, plan_order_id, contact_id, price on booking for each row
  when (old.status <> new.status or old.payment_status <> new.payment_status or old.payment_option <> new.payment_option
    or old.plan_order_id is distinct from new.plan_order_id or old.contact_id is distinct from new.contact_id or old.price is distinct from new.price)
  execute function unpaid_changes_for_client();
create trigger booking_is_owed_no_more after delete on booking for each row when (old.status in ('CONFIRMED', 'CANCELED')) execute function unpaid_changes_for_client();
create trigger fee_is_owed after insert or update of status, applied, collected or delete on booking_fee for each row execute function unpaid_changes_for_booking();
create trigger kept_money_changes after update of refunded on booking_payment for each row when (old.refunded <> new.refunded) execute function unpaid_changes_for_booking();
create trigger order_is_owed after insert on plan_order for each row when (new.payment_status in ('UNPAID', 'FAILED')) execute function unpaid_changes_for_client();
create trigger order_is_owed_otherwise after update of status, payment_status, contact_id, left_draft_at on plan_order for each row
  when (old.status <> new.status or old.payment_status <> new.payment_status or old.contact_id is distinct from new.contact_id
    or old.left_draft_at is distinct from new.left_draft_at)
  execute function unpaid_changes_for_client();
create trigger order_is_owed_no_more after delete on plan_order for each row when (old.payment_status in ('UNPAID', 'FAILED')) execute function unpaid_changes_for_client();

update client_activity a set unpaid = count_unpaid(a.site_id, a.contact_id)
where exists (select from booking b where b.site_id = a.site_id and b.contact_id = a.contact_id and b.status = 'CONFIRMED'
    and (b.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or b.payment_status = 'UNDEFINED' and b.payment_option = 'OFFLINE'))
  or exists (select from plan_order o where o.site_id = a.site_id and o.contact_id = a.contact_id and o.left_draft_at is not null
    and o.status in ('ACTIVE', 'PAUSED', 'PENDING') and o.payment_status in ('UNPAID', 'FAILED'))
  or exists (select from booking_fee f join booking b on b.site_id = f.site_id and b.id = f.booking_id
    where b.site_id = a.site_id and b.contact_id = a.contact_id and f.status <> 'WAIVED' and f.collected < coalesce(f.applied, f.amount));
`
