/**
 * What outlived its people ends: addresses and other calendars of deleted staff members and rooms, and the address that a staff member knew whose account was
 * taken away since.
 */
export const up = /* sql */ `
delete from external_event e using calendar_connection c, resource r
where c.site_id = e.site_id and c.id = e.connection_id and r.site_id = c.site_id and r.id = c.resource_id and r.deleted_at is not null;

update calendar_connection c
set status = 'DISCONNECTED', sealed = null, due_at = null, marks = '{}', problem_code = null, error_reason = null
from resource r
where r.site_id = c.site_id and r.id = c.resource_id and r.deleted_at is not null and c.sealed is not null;

delete from calendar_feed f using resource r
where r.site_id = f.site_id and r.id = f.subject_id and f.kind in ('STAFF', 'ROOM') and r.deleted_at is not null;

delete from calendar_feed f using staff_member s
where s.site_id = f.site_id and s.resource_id = f.subject_id and f.kind = 'STAFF' and s.connection_status = 'DISCONNECTED' and f.created_at <= s.connection_at;
`
