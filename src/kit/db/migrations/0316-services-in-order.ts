/**
 * Ten thousand services are read by name, in their order and by the people that give them: without these each such page sorts or looks through all of
 * them, wide as they are.
 */
export const up = /* sql */ `
  create index service_by_name on service (site_id, (lower(name) collate "C"), id) where deleted_at is null;
  create index service_in_order on service (site_id, sort_order, id) where deleted_at is null;
  create index service_by_people on service using gin (staff_ids);
`
