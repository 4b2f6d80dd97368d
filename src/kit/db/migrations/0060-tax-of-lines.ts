/**
 * Tax stands with each line of a receipt, and postings name their line, so that what was paid together counts under its own rate.
 * Lines of earlier receipts get their share of the one tax that was noted; earlier postings name no line and count under that tax.
 */
export const up = /* sql */ `
alter table receipt_line add column tax jsonb;
alter table ledger_entry add column n integer;

update receipt_line l set tax = (s.tax - 'parts') || jsonb_build_object('amount', (s.until - s.before)::text)
from (
  select line.site_id, line.receipt_id, line.n, r.tax,
    round(t.amount * sum(line.amount) over lines / r.amount, scale(t.amount)) as until,
    round(t.amount * (sum(line.amount) over lines - line.amount) / r.amount, scale(t.amount)) as before
  from receipt r
  cross join lateral (select (r.tax->>'amount')::numeric as amount) t
  join receipt_line line on line.site_id = r.site_id and line.receipt_id = r.id
  where r.tax is not null
  window lines as (partition by line.site_id, line.receipt_id order by line.n)) s
where l.site_id = s.site_id and l.receipt_id = s.receipt_id and l.n = s.n;
`
