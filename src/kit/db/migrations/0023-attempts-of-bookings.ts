/**
 * Attempts to charge bookings, visits and fees move in beside those of orders. What is left of them with the bookings is what they
 * paid for: one share per booking, and payments received on site. What became of the money says the attempt.
 */
export const up = /* sql */ `
with charge as (
  select p.site_id, p.charge_id as id, max(p.kind) as kind, count(*) as bookings, (array_agg(p.booking_id order by p.booking_id))[1] as booking_id,
    array_agg(p.booking_id) as booking_ids,
    case when count(distinct b.multi_service_booking->>'id') = 1 and count(b.multi_service_booking->>'id') = count(*)
      then (max(b.multi_service_booking->>'id'))::uuid end as visit_id,
    coalesce(nullif(max(p.provider), ''), 'sandbox') as provider, sum(p.amount::numeric) as amount, max(p.currency) as currency,
    (array_agg(nullif(p.card, '{}'::jsonb)))[1] as card, max(p.status) as status, nullif(max(p.provider_ref), '') as ref, max(p.pay_url) as pay_url,
    max(p.decline_code) as decline_code, min(p.created_at) as at
  from booking_payment p join booking b on b.site_id = p.site_id and b.id = p.booking_id
  where p.kind <> 'MANUAL' group by p.site_id, p.charge_id),
named as (
  select c.*, case when c.kind = 'FEE' then 'BOOKING_FEE' when c.bookings = 1 then 'BOOKING' else 'VISIT' end as of_kind,
    case when c.kind = 'FEE' then c.id when c.bookings = 1 then c.booking_id
      else coalesce(c.visit_id, (select k.id from booking_checkout k where k.site_id = c.site_id and k.booking_ids @> c.booking_ids order by k.created_at desc limit 1), c.id)
    end as payable_id,
    /* The page of the provider may still be open. */
    c.kind <> 'FEE' and c.provider = 'stripe' and c.ref is not null as on_page,
    exists (select 1 from receipt r where r.site_id = c.site_id and r.id = c.id and r.state = 'LATE') as late
  from charge c)
insert into payment_attempt (site_id, id, kind, payable_id, n, key, mode, provider, amount, currency, card, details, state, ref, page_url, decline_code, check_at, at)
select site_id, id, of_kind, payable_id, row_number() over (partition by site_id, of_kind, payable_id order by at, id),
  case when kind = 'FEE' then 'fee:' else 'booking:' end || id, case when kind = 'FEE' then 'off-session' when amount = 0 then 'setup' else 'pay' end,
  provider, amount, currency, card, jsonb_build_object('payable', of_kind, 'payableId', case when kind = 'FEE' then booking_id else payable_id end),
  case
    when status = 'STARTED' then case when ref is null then 'SENDING' when on_page then 'REQUIRES_ACTION' else 'PROCESSING' end
    when status = 'FAILED' then case when decline_code in ('abandoned', 'superseded', 'provider_unavailable', 'amount_mismatch') then 'EXPIRED' else 'DECLINED' end
    when late then 'LATE' else 'SUCCEEDED' end,
  ref, case when on_page then coalesce(pay_url, '') end, case when status = 'FAILED' then decline_code end,
  case when status = 'STARTED' then at + interval '2 minutes' end, at
from named;

drop index booking_payment_by_ref;
drop index booking_payment_open;
drop index booking_payment_one_at_a_time;
alter table booking_payment drop column status;
alter table booking_payment drop column provider;
alter table booking_payment drop column provider_ref;
alter table booking_payment drop column decline_code;
alter table booking_payment drop column card;
alter table booking_payment drop column settled_at;
alter table booking_payment drop column pay_url;
alter table booking_payment drop column checked_at;
`
