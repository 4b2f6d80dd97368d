/** What a bank took back of a lost dispute beyond what was left of the payment stands as lost, no longer as held. Refunds on their way settle it later. */
export const up = /* sql */ `
insert into ledger_entry (site_id, id, from_account, to_account, amount, currency, receipt_id, at, key)
select d.site_id, gen_random_uuid(), 'disputed', 'lost', d.amount - d.refunded, d.currency, d.receipt_id, now(), 'dispute:' || d.id || ':lost'
from (
  select d.*, coalesce((select sum(f.amount) from refund f
    where f.site_id = d.site_id and f.receipt_id = d.receipt_id and f.ref = d.ref and f.reason = 'DISPUTE' and f.state = 'SUCCEEDED'), 0) as refunded
  from dispute d
  where d.state = 'LOST'
    and not exists (select from refund f where f.site_id = d.site_id and f.receipt_id = d.receipt_id and f.state = 'SENDING')) d
where d.amount > d.refunded;
`
