/** The ledger of plan credits says why each row is there, and whether a plan may be redeemed at the desk is a setting. SQL stays within PostgreSQL 15. */
export const up = `
/* Null: a row from before reasons were kept. */
alter table benefit_ledger add column reason text;
alter table benefit_ledger add constraint benefit_ledger_reason_check check (reason in (
  'CYCLE_STARTED', 'CYCLE_ENDED', 'ORDER_ENDED', 'BOOKED', 'REDEEMED', 'PARTICIPANTS_CHANGED',
  'CANCELED_BY_CUSTOMER', 'CANCELED_BY_BUSINESS', 'DECLINED', 'NOT_TAKEN_PLACE'));
update benefit_ledger set reason = case
  when kind = 'GRANT' then 'CYCLE_STARTED'
  when kind = 'EXPIRE' and key like 'expire:%:over' then 'ORDER_ENDED'
  when kind = 'EXPIRE' then 'CYCLE_ENDED'
  when kind = 'SPEND' and key = 'booking:' || booking_id then 'BOOKED'
  end;

drop function spend_credit(uuid, uuid, uuid, uuid, int, text, timestamptz);
/* Takes credits once per key: SPENT, DONE (it was taken before) or NOT_ENOUGH_BALANCE. Unlimited orders only keep the row. */
create function spend_credit(site uuid, row_id uuid, the_order uuid, booking uuid, people int, the_key text, at_instant timestamptz, why text) returns text language plpgsql as $fn$
begin
  insert into benefit_ledger (site_id, id, order_id, kind, amount, booking_id, key, at, reason)
    values (site, row_id, the_order, 'SPEND', -people, booking, the_key, at_instant, why) on conflict on constraint ledger_row_once do nothing;
  if not found then return 'DONE'; end if;
  update plan_order set credit_balance = credit_balance - people
    where site_id = site and id = the_order and (credit_balance is null or credit_balance >= people);
  if found then return 'SPENT'; end if;
  delete from benefit_ledger where site_id = site and key = the_key;
  return 'NOT_ENOUGH_BALANCE';
end $fn$;

/* Sites that take bookings to be redeemed at the desk go on doing so. */
insert into site_setting (site_id, key, value)
  select distinct site_id, 'plans.redeemAtDesk', 'true'::jsonb from booking where payment_option = 'MEMBERSHIP_OFFLINE'
  on conflict do nothing;
`
