/**
 * Lists of members by how they use the business, at a million of them: the members of the found clients are counted in an index alone, and those who
 * booked often have one.
 */
export const up = `
drop index member_contact_has_one_live_member;
create unique index member_contact_has_one_live_member on member (site_id, contact_id) include (status) where status <> 'OFFLINE' and deleted_at is null;
create index client_by_bookings on client_activity (site_id, bookings, contact_id) where bookings > 0;
`
