/** A cluster plans no list that is looked through for each row of all sites: site by site. */
export const upWhenSpread = /* sql */ `
do $each$
declare
  one uuid;
begin
  for one in select distinct site_id from service where type <> 'APPOINTMENT' and staff_ids <> '{}' loop
    execute format($update$
      update service set staff_ids = array(
        select id from unnest(staff_ids) with ordinality as listed(id, place)
        where exists (select 1 from staff_member where staff_member.site_id = %1$L and staff_member.resource_id = listed.id)
        order by place)
      where site_id = %1$L and type <> 'APPOINTMENT' and staff_ids <> '{}'$update$, one);
  end loop;
end $each$;
`
