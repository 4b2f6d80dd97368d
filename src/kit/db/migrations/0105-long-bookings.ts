/** The calendar finds what overlaps a week by the start of bookings; the few that last longer than two days, such as courses, stand in an index of their own. */
export const up = /* sql */ `
create index booking_long on booking (site_id, end_at) where end_at - start_at > interval '2 days';
`
