/** Whether an attempt is open is told by its columns and no longer by its row: in a cluster each part of the table has a type of rows of its own. */
export const up = `
  create function is_attempt_open(of_state text, of_page_url text) returns boolean language sql immutable as $$
    select of_state in ('SENDING', 'UNKNOWN', 'PROCESSING') or (of_state = 'REQUIRES_ACTION' and of_page_url is not null)
  $$;
  create or replace function open_share_with_attempt() returns trigger language plpgsql as $$
  begin
    new.is_open := new.kind = 'ONLINE'
      and exists (select 1 from payment_attempt a where a.site_id = new.site_id and a.id = new.charge_id and is_attempt_open(a.state, a.page_url));
    return new;
  end $$;
  create or replace function follow_attempt_with_shares() returns trigger language plpgsql as $$
  begin
    update booking_payment set is_open = is_attempt_open(new.state, new.page_url) where site_id = new.site_id and charge_id = new.id and kind = 'ONLINE';
    return null;
  end $$;
  drop trigger follow_attempt_with_shares on payment_attempt;
  create trigger follow_attempt_with_shares after update of state, page_url on payment_attempt
    for each row when (new.kind in ('BOOKING', 'VISIT') and is_attempt_open(old.state, old.page_url) <> is_attempt_open(new.state, new.page_url))
    execute function follow_attempt_with_shares();
  drop function is_attempt_open(payment_attempt);
`
