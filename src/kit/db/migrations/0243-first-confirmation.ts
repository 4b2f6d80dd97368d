/**
 * What is kept about clients and debts when a booking is confirmed for the first time: one trigger adds the booking, where three counted everything the
 * client had ever booked and owed. A change of a booking that is not confirmed, before and after, changes nothing that is kept.
 */
const isFirst = `old.status = 'CREATED' and new.status = 'CONFIRMED' and old.contact_id is not distinct from new.contact_id`
const isOwed = `(new.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or new.payment_status = 'UNDEFINED' and new.payment_option = 'OFFLINE')
    and new.plan_order_id is null and new.payment_option <> 'MEMBERSHIP' and (new.price ->> 'total')::bigint > 0`

export const up = /* sql */ `
create function booking_is_confirmed() returns trigger language plpgsql as $$
declare
  owed boolean := ${isOwed};
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
  update client_activity set bookings = bookings + 1, last_end_at = greatest(last_end_at, new.end_at), unpaid = unpaid + owed::int
    where site_id = new.site_id and contact_id = new.contact_id;
  if owed then
    insert into booking_owed (site_id, booking_id, kind, currency, amount)
      values (new.site_id, new.id, 'BOOKING', new.price ->> 'currency', (new.price ->> 'total')::bigint);
  end if;
  return null;
end $$;
drop trigger booking_is_made_by_client on booking;
drop trigger booking_is_owed on booking;
drop trigger amount_is_owed on booking;
drop function booking_adds_unpaid();
drop function booking_adds_owed();
create trigger booking_is_made_confirmed after insert on booking for each row
  when (new.status = 'CONFIRMED') execute function booking_is_confirmed();
create trigger booking_is_confirmed after update of status on booking for each row
  when (${isFirst}) execute function booking_is_confirmed();

drop trigger booking_changes_for_client on booking;
create trigger booking_changes_for_client after update of status, contact_id, end_at on booking for each row
  when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED') and not (${isFirst})
    and (old.status <> new.status or old.contact_id is distinct from new.contact_id or old.end_at <> new.end_at))
  execute function booking_counts_for_client();

drop trigger booking_is_owed_otherwise on booking;
create trigger booking_is_owed_otherwise after update of status, payment_status, payment_option, plan_order_id, contact_id, price on booking for each row
  when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED' or old.contact_id is distinct from new.contact_id) and not (${isFirst})
    and (old.status <> new.status or old.payment_status <> new.payment_status or old.payment_option <> new.payment_option
      or old.plan_order_id is distinct from new.plan_order_id or old.contact_id is distinct from new.contact_id or old.price is distinct from new.price))
  execute function unpaid_changes_for_client();

drop trigger amount_is_owed_otherwise on booking;
create trigger amount_is_owed_otherwise after update of status, payment_status, payment_option, plan_order_id, price on booking for each row
  when ((old.status = 'CONFIRMED' or new.status = 'CONFIRMED') and not (${isFirst})
    and (old.status <> new.status or old.payment_status <> new.payment_status or old.payment_option <> new.payment_option
      or old.plan_order_id is distinct from new.plan_order_id or old.price is distinct from new.price))
  execute function owed_changes_with_booking();
`
