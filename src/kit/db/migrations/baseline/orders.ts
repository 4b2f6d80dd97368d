/** Tables of orders: coupons, purchases, invoices, tries to charge, refunds, disputes, the books, saved cards, credits. */
export const up = `
create table coupon (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null,
  code text not null check (length(code) between 1 and 20),
  /* Exactly one kind: percent off, or an amount off, in the currency of the site. */
  percent_off numeric check (percent_off > 0 and percent_off <= 100),
  amount_off numeric check (amount_off > 0),
  /* Either a scope (all plans, or one) or a smallest price. */
  is_for_all_plans boolean not null,
  plan_id uuid,
  minimum_subtotal numeric check (minimum_subtotal >= 0),
  starts_at timestamptz not null,
  expires_at timestamptz,
  usage_limit int check (usage_limit >= 1),
  limit_per_customer int check (limit_per_customer >= 1),
  discounted_cycles int check (discounted_cycles between 1 and 999),
  applies_to_subscriptions boolean not null default false,
  active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  /* Uses stay traceable after the owner deletes the coupon. */
  deleted_at timestamptz,
  primary key (site_id, id),
  constraint coupon_has_one_kind check ((percent_off is null) <> (amount_off is null)),
  constraint coupon_has_scope_or_minimum check (is_for_all_plans or plan_id is not null or minimum_subtotal is not null)
);
create unique index coupon_code_is_unique on coupon (site_id, lower(code)) where deleted_at is null;
create index coupon_by_creation on coupon (site_id, created_at desc, id);

/* One per order: reserved while the order is a draft, counted when it is bought, gone when the draft expires. */
create table coupon_use (
  site_id uuid not null references site(id) on delete cascade,
  order_id uuid not null,
  coupon_id uuid not null,
  member_id uuid not null,
  state text not null check (state in ('RESERVED', 'COUNTED')),
  at timestamptz not null,
  primary key (site_id, order_id),
  foreign key (site_id, coupon_id) references coupon (site_id, id)
);
create index coupon_use_of_coupon on coupon_use (site_id, coupon_id, member_id);

/* Takes a use under the lock of the coupon, so that of two buyers for the last use one wins. Answers OK or the limit that is reached. */
create function reserve_coupon(site uuid, the_coupon uuid, the_order uuid, buyer uuid, at_instant timestamptz) returns text language plpgsql as $fn$
declare
  limits record;
begin
  select usage_limit, limit_per_customer into limits from coupon where site_id = site and id = the_coupon for update;
  if limits.usage_limit is not null and (select count(*) from coupon_use where site_id = site and coupon_id = the_coupon) >= limits.usage_limit then
    return 'ERROR_COUPON_USAGE_EXCEEDED';
  end if;
  if limits.limit_per_customer is not null
    and (select count(*) from coupon_use where site_id = site and coupon_id = the_coupon and member_id = buyer) >= limits.limit_per_customer then
    return 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED';
  end if;
  insert into coupon_use (site_id, order_id, coupon_id, member_id, state, at) values (site, the_order, the_coupon, buyer, 'RESERVED', at_instant);
  return 'OK';
end $fn$;

/* Answers to the form that a plan asks for at checkout. */
create table plan_submission (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  form_id uuid not null,
  member_id uuid not null,
  data jsonb not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);

/* The provider's name for a member. */
create table payment_customer (
  site_id uuid not null references site(id) on delete cascade,
  member_id uuid not null,
  provider text not null,
  ref text not null,
  primary key (site_id, member_id, provider)
);
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
create index payment_method_of_token on payment_method (site_id, token);

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
  trial_end_at timestamptz,
  payment_method_id uuid,
  /* Credits left in the current cycle; null means that nothing is counted. */
  credit_balance int constraint credits_are_never_negative check (credit_balance >= 0),
  submission_id uuid,
  coupon_id uuid,
  /* A dispute is open: nothing is renewed until the owner decides. */
  on_hold_since timestamptz,
  /* Pressing "pay" twice, two tabs or a reload give the same order. */
  checkout_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, plan_id) references plan (site_id, id)
);
create unique index order_of_a_payment on plan_order (site_id, pay_order_id) where pay_order_id is not null;
create unique index one_order_per_checkout on plan_order (site_id, member_id, checkout_key) where checkout_key is not null;
create index order_of_contact on plan_order (site_id, contact_id);
create index order_of_member on plan_order (site_id, member_id, created_at desc, id desc);
create index order_of_member_and_plan on plan_order (site_id, member_id, plan_id);
/*
 * Lists show orders that left DRAFT; each index gives a first page in either direction without a sort, and carries what
 * else orders are filtered by, so that looking for rare combinations reads no rows.
 */
create index order_by_creation on plan_order (site_id, created_at desc, id desc) include (status, payment_status, plan_id, auto_renew_canceled, is_recurring) where left_draft_at is not null;
create index order_by_status on plan_order (site_id, status, created_at desc, id desc) include (payment_status, plan_id, auto_renew_canceled, is_recurring) where left_draft_at is not null;
create index order_by_payment on plan_order (site_id, payment_status, created_at desc, id desc) include (status, plan_id, auto_renew_canceled, is_recurring) where left_draft_at is not null;
create index order_by_plan on plan_order (site_id, plan_id, created_at desc, id desc) include (status, payment_status, auto_renew_canceled, is_recurring, cycle_index) where left_draft_at is not null;
create index order_by_renewal on plan_order (site_id, auto_renew_canceled, created_at desc, id desc) include (status, payment_status, plan_id) where left_draft_at is not null and is_recurring;
create index order_by_end on plan_order (site_id, end_at, created_at, id) include (status, payment_status, plan_id, auto_renew_canceled, is_recurring) where left_draft_at is not null;
create index order_by_end_backwards on plan_order (site_id, end_at desc nulls last, created_at desc, id desc) include (status, payment_status, plan_id, auto_renew_canceled, is_recurring) where left_draft_at is not null;
create index order_drafts on plan_order (site_id, created_at desc, id desc) where status = 'DRAFT';
create index order_due on plan_order (site_id, next_due_at) where next_due_at is not null;
create index order_due_of_any_site on plan_order (next_due_at) where next_due_at is not null;
create index order_by_trial on plan_order (site_id, start_at) include (id, type, trial_end_at, end_at) where trial_end_at is not null and left_draft_at is not null;

/*
 * What a recurring order is worth per month, in stretches of time in which that is the same: a copy for the owner's
 * figures, made anew whenever dates of the order move. Minor units; without an end it goes on.
 */
create table order_worth (
  site_id uuid not null,
  order_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz,
  member_id uuid not null,
  plan_id uuid not null,
  currency text not null,
  per_month bigint not null,
  primary key (site_id, order_id, from_at),
  foreign key (site_id, order_id) references plan_order (site_id, id) on delete cascade
);
create index worth_by_member on order_worth (site_id, currency, member_id) include (from_at, to_at, per_month);
create index worth_by_plan on order_worth (site_id, plan_id, currency) include (from_at, to_at, per_month);

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
  /* Given without gaps when money is received. */
  number int,
  /* Who moved the money: a provider, or 'manual' for money received outside. */
  paid_by text,
  paid_attempt_id uuid,
  refunded numeric not null default 0,
  primary key (site_id, id),
  constraint refunds_stay_within_the_payment check (refunded >= 0 and refunded <= amount),
  foreign key (site_id, order_id) references plan_order (site_id, id) on delete cascade,
  constraint one_invoice_per_cycle unique (site_id, order_id, cycle_index)
);

create unique index invoice_number_is_unique on plan_invoice (site_id, number) where number is not null;
create index invoice_by_state on plan_invoice (site_id, state, due_at desc, id);
create index invoice_by_time on plan_invoice (site_id, due_at desc, id);

/* The last number given out, per site and kind of document. The row is locked by whoever numbers, so that no number is lost. */
create table document_counter (
  site_id uuid not null references site(id) on delete cascade,
  kind text not null check (kind in ('INVOICE', 'CREDIT_NOTE')),
  last int not null,
  primary key (site_id, kind)
);

create table payment_attempt (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  n int not null,
  key text not null,
  /* pay: the buyer is on the page; setup: the card is only kept; renew: the buyer is away. */
  mode text not null check (mode in ('pay', 'setup', 'renew')),
  provider text not null,
  /* Absent until the provider's own page has told which card was used. */
  payment_method_id uuid,
  /* The order whose card is replaced, without a payment: the answer changes the card of this one order or of all of the buyer. */
  card_for text check (card_for in ('ORDER', 'ALL')),
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
create index attempt_to_check on payment_attempt (check_at) where check_at is not null;
create index attempt_of_invoice on payment_attempt (site_id, invoice_id, n);
create index attempt_of_ref on payment_attempt (site_id, ref) where ref is not null;
create index declined_attempt_of_order on payment_attempt (site_id, order_id, at) where state = 'DECLINED';

create table refund (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  attempt_id uuid,
  provider text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  /* OWNER asked, LATE money for an order that is over or paid already, PROVIDER's own page, DISPUTE lost. */
  reason text not null check (reason in ('OWNER', 'LATE', 'PROVIDER', 'DISPUTE')),
  state text not null check (state in ('SENDING', 'SUCCEEDED', 'FAILED')),
  ref text,
  /* Credit notes are numbered without gaps when the money has gone back. */
  number int,
  problem text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, invoice_id) references plan_invoice (site_id, id) on delete cascade
);
create index refund_of_order on refund (site_id, order_id, created_at);
create index refund_by_time on refund (site_id, created_at desc, id);
create unique index refund_ref_is_known_once on refund (site_id, provider, ref) where ref is not null;
create unique index credit_note_number_is_unique on refund (site_id, number) where number is not null;

create table dispute (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  invoice_id uuid not null,
  order_id uuid not null,
  ref text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('OPEN', 'WON', 'LOST')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, invoice_id) references plan_invoice (site_id, id) on delete cascade
);
create unique index dispute_is_known_once on dispute (site_id, ref);
create index dispute_by_time on dispute (site_id, opened_at desc, id);

/* Events that a provider sent; the same one twice changes nothing. */
create table provider_event (
  site_id uuid not null references site(id) on delete cascade,
  provider text not null,
  event_id text not null,
  kind text not null,
  at timestamptz not null,
  primary key (site_id, provider, event_id)
);

/* The provider refused our key or request: charging stands still until it works again. */
create table payment_problem (
  site_id uuid not null references site(id) on delete cascade,
  provider text not null,
  problem text not null,
  since timestamptz not null,
  primary key (site_id, provider)
);

/*
 * The books. Every row moves an amount out of one account into another, so that all balances together are zero by
 * construction; what caused the move stands beside it. Nothing is ever changed or deleted.
 */
create table money_move (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  from_account text not null,
  to_account text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  order_id uuid not null,
  invoice_id uuid not null,
  refund_id uuid,
  /* What it stands for, once: the key makes a second booking impossible. */
  key text not null,
  at timestamptz not null,
  primary key (site_id, id),
  constraint money_moves_between_two_accounts check (from_account <> to_account),
  constraint money_moves_once unique (site_id, key)
);
create index money_move_by_time on money_move (site_id, at desc, id);
create index money_move_of_order on money_move (site_id, order_id, at);

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

/* The owner tries out what time will bring, on a copy of the site whose business clock can be moved. */
create table rehearsal (
  site_id uuid not null references site(id) on delete cascade,
  /* The copy. */
  id uuid not null references site(id) on delete cascade,
  /* Dashboard user or API key: nobody else sees it. */
  made_by text not null,
  /* Whether the saved cards pay, or no card does. */
  cards text not null check (cards in ('WORK', 'FAIL')),
  /* RUNNING while the clock is on its way to the target. */
  state text not null check (state in ('READY', 'RUNNING')),
  orders int not null,
  /* Business time: where the copy began, where its clock stands, where it goes. */
  started_at timestamptz not null,
  clock_at timestamptz not null,
  target_at timestamptz not null,
  /* Work that failed on the copy. */
  problems int not null default 0,
  /* System time: it is thrown away after a day. */
  created_at timestamptz not null,
  primary key (site_id, id)
);
create index rehearsal_by_age on rehearsal (site_id, created_at);

/* Every night the copies in the rows are compared with the rules, and the books with what they stand for. */
create table nightly_check (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  /* System time at which it began. */
  at timestamptz not null,
  state text not null check (state in ('RUNNING', 'DONE')),
  orders int not null default 0,
  /* The last order that was looked at. */
  looked_at uuid,
  /* A list of what does not fit, cut at a hundred. */
  findings jsonb not null default '[]',
  primary key (site_id, id)
);
create index nightly_check_by_time on nightly_check (site_id, at desc);
`
