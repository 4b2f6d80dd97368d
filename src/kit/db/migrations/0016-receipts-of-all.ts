/**
 * One ledger, one table of receipts, refunds and disputes for everything that is paid: cycles of plans move in beside bookings.
 * A payment of a plan keeps the id of its invoice; money that came too late keeps the id of its attempt.
 */
export const up = `
alter table payable_receipt add column due_at timestamptz;
/* {name, rate, includedInPrice, amount}: the tax that is part of the amount. */
alter table payable_receipt add column tax jsonb;
update payable_receipt set due_at = paid_at;
alter table payable_line drop constraint payable_line_kind_check;
alter table payable_line add constraint receipt_line_kind_is_known check (kind in ('ORDER', 'BOOKING', 'BOOKING_FEE', 'UNKNOWN'));

/* Payments of plans; the buyer is named by the member when the document is read. A charge is named by one receipt only. */
insert into payable_receipt (site_id, id, number, state, provider, ref, amount, refunded, currency, member_id, contact_id, buyer_name, buyer_email, language, card, title, tax, due_at, paid_at)
select i.site_id, i.id, i.number, 'EARNED', coalesce(i.paid_by, 'manual'),
  case when row_number() over (partition by i.site_id, i.paid_by, a.ref order by i.paid_at, i.id) = 1 then a.ref end,
  i.amount, i.refunded, i.currency, o.member_id, o.contact_id,
  '', '', s.language,
  case when p.id is not null and i.paid_by is distinct from 'manual' then jsonb_build_object('brand', p.brand, 'last4', p.last4) end,
  coalesce(o.snapshot->>'planName', ''), i.price->'tax', i.due_at, coalesce(i.paid_at, i.due_at)
from plan_invoice i
join plan_order o on o.site_id = i.site_id and o.id = i.order_id
join site s on s.id = i.site_id
left join payment_attempt a on a.site_id = i.site_id and a.id = i.paid_attempt_id
left join payment_method p on p.site_id = i.site_id and p.id = a.payment_method_id
where i.number is not null and i.amount > 0;
insert into payable_receipt (site_id, id, state, provider, ref, amount, refunded, currency, member_id, contact_id, buyer_name, buyer_email, language, title, due_at, paid_at)
select r.site_id, a.id, 'LATE', a.provider, case when not exists (select 1 from payable_receipt known where known.site_id = a.site_id and known.provider = a.provider and known.ref = a.ref) then a.ref end,
  max(r.amount), coalesce(sum(r.amount) filter (where r.state <> 'FAILED'), 0), max(r.currency), (array_agg(o.member_id))[1], (array_agg(o.contact_id))[1],
  '', '', max(s.language), coalesce(max(o.snapshot->>'planName'), ''), min(r.created_at), min(r.created_at)
from refund r
join payment_attempt a on a.site_id = r.site_id and a.id = r.attempt_id
join plan_order o on o.site_id = r.site_id and o.id = r.order_id
join site s on s.id = r.site_id
where r.reason = 'LATE' group by r.site_id, a.site_id, a.id, a.provider, a.ref;
insert into payable_line (site_id, receipt_id, n, kind, payable_id, label, amount, refunded)
select r.site_id, r.id, 1, 'ORDER', coalesce(i.order_id, a.order_id), r.title, r.amount, r.refunded
from payable_receipt r
left join plan_invoice i on i.site_id = r.site_id and i.id = r.id
left join payment_attempt a on a.site_id = r.site_id and a.id = r.id
where coalesce(i.order_id, a.order_id) is not null;
insert into payable_refund (site_id, id, receipt_id, n, kind, payable_id, provider, amount, currency, reason, state, ref, number, problem, created_at, settled_at)
select f.site_id, f.id, r.id, 1, 'ORDER', f.order_id, f.provider, f.amount, f.currency, f.reason, f.state, f.ref, f.number, f.problem, f.created_at, f.settled_at
from refund f join payable_receipt r on r.site_id = f.site_id and r.id = case when f.reason = 'LATE' then f.attempt_id else f.invoice_id end;
insert into payable_dispute (site_id, id, receipt_id, ref, amount, currency, state, opened_at, closed_at)
select d.site_id, d.id, d.invoice_id, d.ref, d.amount, d.currency, d.state, d.opened_at, d.closed_at
from dispute d join payable_receipt r on r.site_id = d.site_id and r.id = d.invoice_id
on conflict do nothing;

/* Entries name their receipt; what was paid is said by its lines. */
alter table money_move drop constraint money_moves_about_one_paper;
update money_move e set receipt_id = f.attempt_id from refund f
where f.site_id = e.site_id and f.id = e.refund_id and f.reason = 'LATE' and e.receipt_id is null;
update money_move set receipt_id = substr(key, 6)::uuid where receipt_id is null and key like 'late:%';
update money_move set receipt_id = invoice_id where receipt_id is null;
alter table money_move drop column invoice_id;
alter table money_move drop column order_id;
alter table money_move alter column receipt_id set not null;
alter table payable_receipt alter column due_at set not null;

drop table refund;
drop table dispute;
alter table money_move rename to ledger_entry;
alter table payable_receipt rename to receipt;
alter table payable_line rename to receipt_line;
alter table payable_refund rename to refund;
alter table payable_dispute rename to dispute;
create index receipt_by_due_date on receipt (site_id, due_at desc, id);
create index refund_of_payable on refund (site_id, payable_id, created_at);

/* Work that waits goes on under its new name. */
update job set kind = 'payments.refund' where kind in ('orders.refund', 'orders.payable-refund');
update job set kind = 'payments.provider-event' where kind = 'orders.provider-event';
update job set kind = 'payments.check' where kind = 'orders.check';
update job set kind = 'payments.detach-card' where kind = 'orders.detach-card';
`
