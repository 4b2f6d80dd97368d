/** What is left of a booking after its deposit may be paid online: one attempt at a time, but more than one payment. */
export const up = `
drop index booking_payment_one_at_a_time;
create unique index booking_payment_one_at_a_time on booking_payment (site_id, booking_id) where status = 'STARTED' and kind = 'ONLINE';
/* Begun when the booking was confirmed: it pays what was left then. Another payment of its checkout goes back. */
alter table booking_payment add column is_balance boolean not null default false;
`
