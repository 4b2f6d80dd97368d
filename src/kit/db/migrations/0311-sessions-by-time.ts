/**
 * Sessions of a range are counted by the hour in their index alone: whether one is cancelled or blocked time is in it. As columns of the key,
 * not INCLUDE: equal keys are kept once, which makes the index an eighth of the size. Those of a person are found by the person, not among
 * everyone's; not partial, for PostgreSQL joins no two bitmaps that share a condition.
 */
export const up = /* sql */ `
drop index calendar_event_single_by_time;
create index calendar_event_single_by_time on calendar_event (site_id, start_at, end_at, status, type) where recurrence_type <> 'MASTER';
create index calendar_event_by_resource on calendar_event using gin (resource_ids);
`
