/**
 * A booking that is made adds itself to what its client owes. Until now everything the client owes was counted again, which took the longer the
 * more often the client had come.
 */
export const up = /* sql */ `
create function booking_adds_unpaid() returns trigger language plpgsql as $$
begin
  update client_activity set unpaid = unpaid + 1 where site_id = new.site_id and contact_id = new.contact_id;
  return null;
end $$;
drop trigger booking_is_owed on booking;
create trigger booking_is_owed after insert on booking for each row
  when (new.status = 'CONFIRMED'
    and (new.payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or new.payment_status = 'UNDEFINED' and new.payment_option = 'OFFLINE')
    and new.plan_order_id is null and new.payment_option <> 'MEMBERSHIP' and (new.price ->> 'total')::bigint > 0)
  execute function booking_adds_unpaid();
`
