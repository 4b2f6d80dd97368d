/**
 * No booking is paid twice at a time, whatever the code believes: a share is open while money may be on its way for it, or its
 * page can be paid on, and of each booking one share is open at most. The database follows the attempt by itself.
 */
export const up = /* sql */ `
alter table booking_payment add column is_open boolean not null default false;

create function is_attempt_open(attempt payment_attempt) returns boolean language sql immutable as $$
  select attempt.state in ('SENDING', 'UNKNOWN', 'PROCESSING') or (attempt.state = 'REQUIRES_ACTION' and attempt.page_url is not null)
$$;

update booking_payment p set is_open = true from payment_attempt a
where p.kind = 'ONLINE' and a.site_id = p.site_id and a.id = p.charge_id and is_attempt_open(a);
create unique index booking_payment_one_at_a_time on booking_payment (site_id, booking_id) where is_open;

create function open_share_with_attempt() returns trigger language plpgsql as $$
begin
  new.is_open := new.kind = 'ONLINE'
    and exists (select 1 from payment_attempt a where a.site_id = new.site_id and a.id = new.charge_id and is_attempt_open(a));
  return new;
end $$;
create trigger open_share_with_attempt before insert on booking_payment for each row execute function open_share_with_attempt();

create function follow_attempt_with_shares() returns trigger language plpgsql as $$
begin
  update booking_payment set is_open = is_attempt_open(new) where site_id = new.site_id and charge_id = new.id and kind = 'ONLINE';
  return null;
end $$;
create trigger follow_attempt_with_shares after update of state, page_url on payment_attempt
  for each row when (new.kind in ('BOOKING', 'VISIT') and is_attempt_open(old) <> is_attempt_open(new)) execute function follow_attempt_with_shares();
`
