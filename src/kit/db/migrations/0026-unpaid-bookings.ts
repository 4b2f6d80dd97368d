/** What is past and still to be paid is counted on every visit of Today: the index holds just these bookings. */
export const up = /* sql */ `
create index booking_to_be_paid on booking (site_id, end_at)
where status = 'CONFIRMED' and (payment_status in ('NOT_PAID', 'PARTIALLY_PAID') or payment_status = 'UNDEFINED' and payment_option = 'OFFLINE');
`
