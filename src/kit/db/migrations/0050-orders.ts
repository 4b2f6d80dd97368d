/** Tables of orders: purchases, invoices, tries to charge, saved cards, credits. */
export const up = `
create table payment_method (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  member_id uuid not null,
  provider text not null,
  /* The provider's name for the card; never a real card number. */
  token text not null,
  brand text not null,
  last4 text not null,
  exp_month int not null,
  exp_year int not null,
  created_at timestamptz not null,
  detached_at timestamptz,
  primary key (site_id, id)
);
create index payment_method_of_member on payment_method (site_id, member_id);

create table plan_order (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  plan_id uuid not null,
  subscription_id uuid not null,
  /* Names the payment; absent when there is nothing to pay. */
  pay_order_id uuid,
  member_id uuid not null,
  contact_id uuid not null,
  type text not null check (type in ('ONLINE', 'OFFLINE')),
  method text check (method in ('MOTO', 'POS')),
  status text not null check (status in ('DRAFT', 'PENDING', 'ACTIVE', 'PAUSED', 'ENDED', 'CANCELED')),
  payment_status text not null check (payment_status in ('UNPAID', 'PENDING', 'PAID', 'FAILED', 'NOT_APPLICABLE', 'REFUNDED')),
  /* Copied when the order is made and never changed: zone, model, names, prices, benefit. */
  time_zone text not null,
  snapshot jsonb not null,
  is_recurring boolean not null,
  trial_days int not null default 0,
  start_at timestamptz not null,
  is_start_given boolean not null,
  left_draft_at timestamptz,
  auto_renew_canceled boolean not null default false,
  cancel_after_cycle int,
  canceled_at timestamptz,
  cancellation jsonb,
  postponed jsonb,
  pauses jsonb not null default '[]',
  /* The cycle that the engine has entered last; 0 is the trial. */
  cycle_index int,
  retry_at timestamptz,
  grace_end_at timestamptz,
  /* Copies for lists and sweeps; the rest of the row is the truth. */
  end_at timestamptz,
  next_due_at timestamptz,
  payment_method_id uuid,
  /* Credits left in the current cycle; null means that nothing is counted. */
  credit_balance int constraint credits_are_never_negative check (credit_balance >= 0),
  submission_id uuid,
  /* Pressing "pay" twice, two tabs or a reload give the same order. */
  checkout_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, plan_id) references plan (site_id, id)
);
create unique index order_of_a_payment on plan_order (site_id, pay_order_id) where pay_order_id is not null;
create unique index one_order_per_checkout on plan_order (site_id, member_id, checkout_key) where checkout_key is not null;
create index order_of_member on plan_order (site_id, member_id, plan_id);
create index order_by_creation on plan_order (site_id, created_at desc, id);
create index order_due on plan_order (site_id, next_due_at) where next_due_at is not null;

create table plan_invoice (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  /* 0 is the set-up of a trial. */
  cycle_index int not null,
  amount numeric not null check (amount >= 0),
  currency text not null,
  price jsonb,
  due_at timestamptz not null,
  state text not null check (state in ('OPEN', 'PAID', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED')),
  paid_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, order_id) references plan_order (site_id, id) on delete cascade,
  constraint one_invoice_per_cycle unique (site_id, order_id, cycle_index)
);

create table payment_attempt (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  n int not null,
  key text not null,
  mode text not null check (mode in ('pay', 'setup', 'renew')),
  payment_method_id uuid not null,
  state text not null check (state in ('SENDING', 'UNKNOWN', 'PROCESSING', 'REQUIRES_ACTION', 'DECLINED', 'SUCCEEDED')),
  ref text,
  decline_code text,
  check_at timestamptz,
  at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, invoice_id) references plan_invoice (site_id, id) on delete cascade,
  constraint attempt_key_is_used_once unique (site_id, key)
);
create unique index one_attempt_in_flight on payment_attempt (site_id, invoice_id) where state in ('SENDING', 'UNKNOWN', 'PROCESSING');
create index attempt_to_check on payment_attempt (site_id, check_at) where check_at is not null;

/* Outcomes that a test ordered for the next charges of an order; only the sandbox reads them. */
create table sandbox_outcome (
  site_id uuid not null references site(id) on delete cascade,
  order_id uuid not null,
  outcome text not null,
  times_left int not null,
  primary key (site_id, order_id)
);

create table benefit_ledger (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  order_id uuid not null,
  kind text not null check (kind in ('GRANT', 'EXPIRE', 'SPEND', 'RETURN')),
  amount int not null,
  cycle_index int,
  booking_id uuid,
  key text not null,
  at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, order_id) references plan_order (site_id, id) on delete cascade,
  constraint ledger_row_once unique (site_id, key)
);
create index ledger_of_order on benefit_ledger (site_id, order_id, at);

/* Takes credits once per key: SPENT, DONE (it was taken before) or NOT_ENOUGH_BALANCE. Unlimited orders only keep the row. */
create function spend_credit(site uuid, row_id uuid, the_order uuid, booking uuid, people int, the_key text, at_instant timestamptz) returns text language plpgsql as $fn$
begin
  insert into benefit_ledger (site_id, id, order_id, kind, amount, booking_id, key, at)
    values (site, row_id, the_order, 'SPEND', -people, booking, the_key, at_instant) on conflict on constraint ledger_row_once do nothing;
  if not found then return 'DONE'; end if;
  update plan_order set credit_balance = credit_balance - people
    where site_id = site and id = the_order and (credit_balance is null or credit_balance >= people);
  if found then return 'SPENT'; end if;
  delete from benefit_ledger where site_id = site and key = the_key;
  return 'NOT_ENOUGH_BALANCE';
end $fn$;
`
