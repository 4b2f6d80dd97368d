/** Bookings copy name and address of their place. Those made before take what the place is called today. */
export const up = /* sql */ `
update booking b
set location = b.location
  || jsonb_build_object('name', p.name)
  || case when p.address = '' then '{}'::jsonb else jsonb_build_object('formattedAddress', p.address) end
from location p
where p.site_id = b.site_id
  and p.id::text = b.location ->> 'id'
  and b.location ->> 'name' is null;
`
