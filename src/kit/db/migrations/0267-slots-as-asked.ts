/** What a slot said about who gives it (any or a certain resource, by type), and whether it fills whole days. Source: guide bookings §3. */
export const up = /* sql */ `
alter table booking add column resource_selections jsonb, add column all_day boolean not null default false;
update booking b set all_day = true from calendar_event e
  where b.service_type = 'CLASS' and e.site_id = b.site_id and e.id = b.event_id and e.all_day;
`
