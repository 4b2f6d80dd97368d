/** Receipts of one person are listed in their account and cleared when they are erased: found without reading those of everybody. */
export const up = `
create index payable_receipt_of_member on payable_receipt (site_id, member_id, paid_at desc) where member_id is not null;
create index payable_receipt_of_contact on payable_receipt (site_id, contact_id) where contact_id is not null;
`
