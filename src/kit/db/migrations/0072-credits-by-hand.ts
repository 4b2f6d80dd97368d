/** Sessions of a plan that the business gives or takes by hand: who did, and why. SQL stays within PostgreSQL 15. */
export const up = /* sql */ `
alter table benefit_ledger drop constraint benefit_ledger_kind_check;
alter table benefit_ledger add constraint benefit_ledger_kind_check check (kind in ('GRANT', 'EXPIRE', 'SPEND', 'RETURN', 'ADJUST'));
alter table benefit_ledger drop constraint benefit_ledger_reason_check;
alter table benefit_ledger add constraint benefit_ledger_reason_check check (reason in (
  'CYCLE_STARTED', 'CYCLE_ENDED', 'ORDER_ENDED', 'BOOKED', 'REDEEMED', 'PARTICIPANTS_CHANGED',
  'CANCELED_BY_CUSTOMER', 'CANCELED_BY_BUSINESS', 'DECLINED', 'NOT_TAKEN_PLACE', 'GIVEN_BY_BUSINESS', 'TAKEN_BY_BUSINESS'));
/* Why, in the words of the business: for its team only. */
alter table benefit_ledger add column note text;
/* The dashboard user who did it; null for programs and for what no person did. */
alter table benefit_ledger add column actor_id uuid;
`
