/**
 * Money of payables: whatever is paid for beside a cycle of a plan, named by its kind and id (today bookings). Receipts with
 * their lines, refunds and disputes; the ledger takes them; attempts of bookings know the page on which they are paid.
 */
export const up = `
/* Money that came in with one charge, or at the desk: the receipt, as it was then. */
create table payable_receipt (
  site_id uuid not null references site(id) on delete cascade,
  /* The id of the charge. */
  id uuid not null,
  /* Given without gaps, of the sequence of all receipts; absent for money that was never earned and goes back. */
  number int,
  /* EARNED pays for something; LATE came when nothing was to be paid any more; UNCLAIMED belongs to nothing that is known here. */
  state text not null check (state in ('EARNED', 'LATE', 'UNCLAIMED')),
  /* Who moved the money: a provider, or 'manual' for money received outside. */
  provider text not null,
  /* The name of the charge at the provider. */
  ref text,
  amount numeric not null check (amount > 0),
  refunded numeric not null default 0,
  currency text not null,
  member_id uuid,
  contact_id uuid,
  buyer_name text not null default '',
  buyer_email text not null default '',
  language text not null,
  /* Brand and last digits. */
  card jsonb,
  title text not null,
  paid_at timestamptz not null,
  /* The owner has seen to money that belongs to nothing. */
  resolved_at timestamptz,
  primary key (site_id, id),
  constraint payable_refunds_stay_within_the_payment check (refunded >= 0 and refunded <= amount),
  constraint only_earned_money_is_numbered check ((number is not null) = (state = 'EARNED'))
);
create unique index payable_receipt_number_is_unique on payable_receipt (site_id, number) where number is not null;
create unique index payable_receipt_of_charge on payable_receipt (site_id, provider, ref) where ref is not null;
create index payable_receipt_by_time on payable_receipt (site_id, paid_at desc, id);
create index payable_receipt_unclaimed on payable_receipt (site_id, paid_at) where state = 'UNCLAIMED' and resolved_at is null;

/* What the money was for, one row per thing that was paid together. */
create table payable_line (
  site_id uuid not null references site(id) on delete cascade,
  receipt_id uuid not null,
  n int not null,
  kind text not null check (kind in ('BOOKING', 'BOOKING_FEE', 'UNKNOWN')),
  payable_id uuid not null,
  label text not null,
  amount numeric not null check (amount > 0),
  refunded numeric not null default 0,
  primary key (site_id, receipt_id, n),
  foreign key (site_id, receipt_id) references payable_receipt (site_id, id) on delete cascade,
  constraint line_refunds_stay_within_the_line check (refunded >= 0 and refunded <= amount)
);
create index payable_line_of_payable on payable_line (site_id, payable_id);

create table payable_refund (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  receipt_id uuid not null,
  /* The line it is taken from. */
  n int not null,
  kind text not null,
  payable_id uuid not null,
  provider text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  /* OWNER asked; DECLINED and CANCELED follow the end of what was paid; LATE money; PROVIDER's own page; DISPUTE lost. */
  reason text not null check (reason in ('OWNER', 'DECLINED', 'CANCELED', 'LATE', 'PROVIDER', 'DISPUTE')),
  state text not null check (state in ('SENDING', 'SUCCEEDED', 'FAILED')),
  ref text,
  number int,
  problem text,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, receipt_id) references payable_receipt (site_id, id) on delete cascade
);
create index payable_refund_of_receipt on payable_refund (site_id, receipt_id);
create index payable_refund_by_time on payable_refund (site_id, created_at desc, id);
create index payable_refund_on_its_way on payable_refund (site_id, created_at) where state = 'SENDING';
/* One refund over there may be spread over several lines. */
create unique index payable_refund_ref_is_known_once on payable_refund (site_id, provider, ref, receipt_id, n) where ref is not null;
create unique index payable_credit_note_is_unique on payable_refund (site_id, number) where number is not null;

create table payable_dispute (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  receipt_id uuid not null,
  ref text not null,
  amount numeric not null check (amount > 0),
  currency text not null,
  state text not null check (state in ('OPEN', 'WON', 'LOST')),
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, receipt_id) references payable_receipt (site_id, id) on delete cascade
);
create unique index payable_dispute_is_known_once on payable_dispute (site_id, ref);
create index payable_dispute_of_receipt on payable_dispute (site_id, receipt_id);
create index payable_dispute_by_time on payable_dispute (site_id, opened_at desc, id);

/* A move of money is about an invoice of an order, or about a receipt of something else. */
alter table money_move alter column order_id drop not null;
alter table money_move alter column invoice_id drop not null;
alter table money_move add column receipt_id uuid;
alter table money_move add constraint money_moves_about_one_paper check ((invoice_id is null) = (order_id is null) and (invoice_id is null) <> (receipt_id is null));
create index money_move_of_receipt on money_move (site_id, receipt_id) where receipt_id is not null;

/* The page of the provider on which it is paid. */
alter table booking_payment add column pay_url text;
alter table booking_payment add column checked_at timestamptz;
create index booking_payment_by_ref on booking_payment (site_id, provider_ref) where provider_ref is not null;
create unique index booking_payment_share_is_written_once on booking_payment (site_id, charge_id, booking_id);
alter table booking_card add column provider text;
alter table booking_card add column customer text;
/* When the business said yes for the first time: from then on money goes back by the rules of cancelling. */
alter table booking add column accepted_at timestamptz;
update booking set accepted_at = updated_at where status = 'CONFIRMED';

/* What was paid for bookings before: receipts by the time of payment, after all numbers that were given; what went back, and the books. */
insert into payable_receipt (site_id, id, number, state, provider, ref, amount, refunded, currency, member_id, contact_id, buyer_name, buyer_email, language, card, title, paid_at)
select p.site_id, p.charge_id,
  coalesce((select c.last from document_counter c where c.site_id = p.site_id and c.kind = 'INVOICE'), 0)
    + row_number() over (partition by p.site_id order by max(coalesce(p.settled_at, p.created_at)), p.charge_id),
  'EARNED', coalesce(max(p.provider), case when max(p.kind) = 'MANUAL' then 'manual' else 'sandbox' end), nullif(max(p.provider_ref), ''),
  sum(p.amount::numeric), sum(p.refunded::numeric), max(p.currency), (array_agg(b.created_by_member_id))[1], (array_agg(b.contact_id))[1],
  coalesce(max(trim(concat_ws(' ', b.contact_details->>'firstName', b.contact_details->>'lastName'))), ''), coalesce(max(b.contact_details->>'email'), ''),
  coalesce(max(b.language), 'en'), (array_agg(nullif(p.card, '{}'::jsonb)))[1], string_agg(b.title, ', ' order by b.id), max(coalesce(p.settled_at, p.created_at))
from booking_payment p join booking b on b.site_id = p.site_id and b.id = p.booking_id
where p.status in ('SUCCEEDED', 'REFUNDED') and p.amount::numeric > 0 group by p.site_id, p.charge_id;
insert into payable_line (site_id, receipt_id, n, kind, payable_id, label, amount, refunded)
select p.site_id, p.charge_id, row_number() over (partition by p.site_id, p.charge_id order by p.booking_id),
  case when p.kind = 'FEE' then 'BOOKING_FEE' else 'BOOKING' end, p.booking_id, b.title, p.amount::numeric, p.refunded::numeric
from booking_payment p join booking b on b.site_id = p.site_id and b.id = p.booking_id
where p.status in ('SUCCEEDED', 'REFUNDED') and p.amount::numeric > 0;
insert into document_counter (site_id, kind, last) select site_id, 'INVOICE', max(number) from payable_receipt group by site_id
on conflict (site_id, kind) do update set last = excluded.last;
insert into payable_refund (site_id, id, receipt_id, n, kind, payable_id, provider, amount, currency, reason, state, ref, number, created_at, settled_at)
select p.site_id, p.id, p.charge_id, l.n, l.kind, p.booking_id, r.provider, l.refunded, p.currency, 'DECLINED',
  case when p.refund_due then 'SENDING' else 'SUCCEEDED' end, null,
  case when not p.refund_due then coalesce((select c.last from document_counter c where c.site_id = p.site_id and c.kind = 'CREDIT_NOTE'), 0)
    + row_number() over (partition by p.site_id, p.refund_due order by p.settled_at, p.id) end,
  coalesce(p.settled_at, p.created_at), case when not p.refund_due then coalesce(p.settled_at, p.created_at) end
from booking_payment p
join payable_receipt r on r.site_id = p.site_id and r.id = p.charge_id
join payable_line l on l.site_id = p.site_id and l.receipt_id = p.charge_id and l.payable_id = p.booking_id
where l.refunded > 0;
insert into document_counter (site_id, kind, last) select site_id, 'CREDIT_NOTE', max(number) from payable_refund where number is not null group by site_id
on conflict (site_id, kind) do update set last = excluded.last;
insert into money_move (site_id, id, from_account, to_account, amount, currency, receipt_id, key, at)
select site_id, gen_random_uuid(), 'earned', 'till:' || provider, amount, currency, id, 'receipt:' || id, paid_at from payable_receipt;
insert into money_move (site_id, id, from_account, to_account, amount, currency, receipt_id, refund_id, key, at)
select site_id, gen_random_uuid(), 'till:' || provider, 'earned', amount, currency, receipt_id, id, 'refund:' || id, settled_at from payable_refund where state = 'SUCCEEDED';
delete from job where kind = 'bookings.refund';
alter table booking_payment drop column refund_due;
`
