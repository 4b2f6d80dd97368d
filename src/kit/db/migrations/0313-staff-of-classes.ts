/** Rooms of sessions stood among the staff of their class or course. */
export const up = /* sql */ `
update service set staff_ids = array(
  select id from unnest(staff_ids) with ordinality as listed(id, place)
  where exists (select 1 from staff_member where staff_member.site_id = service.site_id and staff_member.resource_id = listed.id)
  order by place)
where type <> 'APPOINTMENT' and staff_ids <> '{}';
`
