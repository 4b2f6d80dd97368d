/**
 * What a service has is counted in its index alone: the state of a booking and whether it is of a course stand in it. Before, up to two thousand bookings were
 * read to learn whether they are few, which takes a third of a second where they come from disk.
 */
export const up = /* sql */ `
  drop index booking_by_service_end;
  create index booking_by_service_end on booking (site_id, service_id, end_at) include (status, service_type);
`
