/** People and rooms that a session or a blocked time names without taking their time (transparency of a resource). */
export const up = /* sql */ `
alter table calendar_event add column free_resource_ids uuid[] not null default '{}';
`
