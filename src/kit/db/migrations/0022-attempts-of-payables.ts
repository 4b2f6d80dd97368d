/**
 * An attempt to charge is about a payable: a kind and an id. It says itself what it asks for and what the provider is told,
 * so that it can be sent, looked up and settled without knowing what it pays for.
 */
export const up = /* sql */ `
alter table payment_attempt rename column order_id to payable_id;
alter table payment_attempt alter column invoice_id drop not null;
alter table payment_attempt add column kind text not null default 'ORDER' constraint payment_attempt_kind_check check (kind in ('ORDER', 'BOOKING', 'VISIT', 'BOOKING_FEE'));
alter table payment_attempt alter column kind drop default;
alter table payment_attempt add column amount numeric;
alter table payment_attempt add column currency text;
/* Whose saved cards it uses and adds to; null for bookings. */
alter table payment_attempt add column member_id uuid;
/* Brand and last digits of a card that is not saved. */
alter table payment_attempt add column card jsonb;
/* What the provider is told beside the site and the attempt. */
alter table payment_attempt add column details jsonb not null default '{}';
/* The page of the provider on which it is paid. */
alter table payment_attempt add column page_url text;

update payment_attempt a set amount = i.amount, currency = i.currency, member_id = o.member_id,
  details = jsonb_build_object('orderId', o.id, 'cycleIndex', i.cycle_index::text, 'invoiceId', i.id, 'attempt', a.n::text)
from plan_invoice i join plan_order o on o.site_id = i.site_id and o.id = i.order_id
where i.site_id = a.site_id and i.id = a.invoice_id;
alter table payment_attempt alter column amount set not null;
alter table payment_attempt alter column currency set not null;

alter table payment_attempt drop constraint payment_attempt_mode_check;
update payment_attempt set mode = 'off-session' where mode = 'renew';
alter table payment_attempt add constraint payment_attempt_mode_check check (mode in ('pay', 'setup', 'off-session'));
alter table payment_attempt drop constraint payment_attempt_state_check;
update payment_attempt set state = 'EXPIRED' where state = 'DECLINED' and decline_code = 'abandoned';
update payment_attempt a set state = 'LATE' from receipt r
where r.site_id = a.site_id and r.id = a.id and r.state = 'LATE' and a.state = 'SUCCEEDED';
alter table payment_attempt add constraint payment_attempt_state_check
  check (state in ('SENDING', 'UNKNOWN', 'PROCESSING', 'REQUIRES_ACTION', 'DECLINED', 'EXPIRED', 'SUCCEEDED', 'LATE'));

drop index attempt_of_ref;
drop index attempt_to_check;
drop index declined_attempt_of_order;
drop index one_attempt_in_flight;
create index attempt_of_payable on payment_attempt (site_id, payable_id, kind, n);
create index attempt_of_ref on payment_attempt (site_id, provider, ref) where ref is not null;
create index attempt_to_check on payment_attempt (site_id, check_at) where check_at is not null;
create index declined_attempt_of_member on payment_attempt (site_id, member_id, at) where state = 'DECLINED';
/* Of an order each invoice is paid by itself. */
create unique index one_attempt_in_flight on payment_attempt (site_id, kind, payable_id, coalesce(invoice_id, payable_id))
  where state in ('SENDING', 'UNKNOWN', 'PROCESSING');

update job set kind = 'payments.charge' where kind = 'orders.charge';
`
