/**
 * The nightly check compares payments with their provider, and reads what came since the last one instead of everything: balances are closed
 * every night, numbers of documents are counted on from where they were counted last. A refund that was made elsewhere may be recorded in
 * two parts, when a refund of ours was on its way meanwhile.
 */
export const up = `
alter table nightly_check add column phase text not null default 'ROWS';
alter table nightly_check add constraint nightly_check_phase_check check (phase in ('ROWS', 'PROVIDER'));
alter table document_counter add column counted_to integer not null default 0;
alter table document_counter add column counted integer not null default 0;
create table ledger_balance (
  site_id uuid not null,
  until timestamptz not null,
  account text not null,
  currency text not null,
  came numeric not null,
  went numeric not null,
  primary key (site_id, until, account, currency)
);
create index refund_by_settlement on refund (site_id, settled_at) where settled_at is not null;
create index invoice_by_payment on plan_invoice (site_id, paid_at) where paid_at is not null;
create index booking_payment_by_time on booking_payment (site_id, created_at);
drop index refund_ref_is_known_once;
`
