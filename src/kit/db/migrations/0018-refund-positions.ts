/** Refunds of a receipt know their order, also when two were written down at the same instant, and are found by the provider's name for them. */
export const up = `
alter table refund add column position integer;
update refund set position = numbered.position
from (select site_id, id, row_number() over (partition by site_id, receipt_id order by created_at, id) as position from refund) numbered
where refund.site_id = numbered.site_id and refund.id = numbered.id;
alter table refund alter column position set not null;
create unique index refund_position_is_unique on refund (site_id, receipt_id, position);
create index refund_of_provider on refund (site_id, provider, ref) where ref is not null;
`
