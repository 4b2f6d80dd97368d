/**
 * Bookings of one service, staff member, room or location are found without looking through all others, also where they are few among millions. By
 * their end, which tells those that are over from those that are ahead.
 */
export const up = /* sql */ `
create index booking_by_service_end on booking (site_id, service_id, end_at);
create index booking_by_resource on booking (site_id, resource_id, end_at) where resource_id is not null;
create index booking_by_location on booking (site_id, (location ->> 'id'), end_at) where location ->> 'id' is not null;
`
