/** A series keeps its past when the business moves to another time zone: which zone its occurrences before a local start were in. */
export const up = /* sql */ `
alter table calendar_event add column zones jsonb not null default '[]';
comment on column calendar_event.zones is 'Zones of a series before the last change of the zone of the business, oldest first: [{"before": "YYYY-MM-DDThh:mm", "timeZone": "Europe/Berlin"}].';
`
