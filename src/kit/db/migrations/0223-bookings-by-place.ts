/** Bookings of one staff member, room or location are found without looking through all others, also where they are few among millions. */
export const up = /* sql */ `
create index booking_by_resource on booking (site_id, resource_id, start_at) where resource_id is not null;
create index booking_by_location on booking (site_id, (location ->> 'id'), start_at) where location ->> 'id' is not null;
`
