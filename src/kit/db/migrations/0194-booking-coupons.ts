/** Coupons for bookings: what a coupon applies to, and its uses by customers who are no members. Coupons until now are for plans. */
export const up = /* sql */ `
alter table coupon add column applies_to text not null default 'PLANS' check (applies_to in ('PLANS', 'BOOKINGS', 'BOTH'));
alter table coupon add column service_id uuid;
alter table coupon drop constraint coupon_has_scope_or_minimum;
alter table coupon add constraint coupon_has_scope_or_minimum
  check (is_for_all_plans or plan_id is not null or service_id is not null or minimum_subtotal is not null or applies_to = 'BOOKINGS');
alter table coupon add constraint coupon_scope_fits
  check ((plan_id is null or applies_to = 'PLANS') and (service_id is null or applies_to = 'BOOKINGS'));

alter table coupon_use alter column member_id drop not null;
alter table coupon_use add column kind text not null default 'PLAN' check (kind in ('PLAN', 'BOOKING'));
alter table coupon_use add column contact_id uuid;
alter table coupon_use add constraint coupon_use_of_plan_has_member check (member_id is not null or kind = 'BOOKING');
create index coupon_use_of_contact on coupon_use (site_id, coupon_id, contact_id) where contact_id is not null;
create index coupon_use_reserved on coupon_use (site_id, at) where state = 'RESERVED' and kind = 'BOOKING';
create index booking_by_coupon_use on booking (site_id, (price #>> '{coupon,useId}')) where price -> 'coupon' is not null;

drop function reserve_coupon(uuid, uuid, uuid, uuid, timestamptz);
/* Who pays again after a failed attempt keeps the use. A customer is known as a member, as a contact, or as both. */
create function reserve_coupon(site uuid, the_coupon uuid, the_order uuid, the_kind text, buyer uuid, the_contact uuid, at_instant timestamptz) returns text
language plpgsql as $function$
declare
  limits record;
begin
  select usage_limit, limit_per_customer into limits from coupon where site_id = site and id = the_coupon for update;
  if exists (select 1 from coupon_use where site_id = site and order_id = the_order) then
    return 'OK';
  end if;
  if limits.usage_limit is not null and (select count(*) from coupon_use where site_id = site and coupon_id = the_coupon) >= limits.usage_limit then
    return 'ERROR_COUPON_USAGE_EXCEEDED';
  end if;
  if limits.limit_per_customer is not null
    and (select count(*) from coupon_use where site_id = site and coupon_id = the_coupon and (member_id = buyer or contact_id = the_contact)) >= limits.limit_per_customer then
    return 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED';
  end if;
  insert into coupon_use (site_id, order_id, coupon_id, kind, member_id, contact_id, state, at)
  values (site, the_order, the_coupon, the_kind, buyer, the_contact, 'RESERVED', at_instant);
  return 'OK';
end $function$;
`
