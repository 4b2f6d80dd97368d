/** Closing days and special hours are rows of their own: they replace the weekly rules of their schedule on their days and outlive a change of these. */
export const up = /* sql */ `
alter table working_hours drop constraint working_hours_recurrence_type_check;
alter table working_hours add constraint working_hours_recurrence_type_check check (recurrence_type in ('MASTER', 'NONE', 'EXCEPTION', 'SPECIAL'));
alter table working_hours add column spans jsonb not null default '[]';
comment on column working_hours.spans is 'SPECIAL: opening times on each of its days in minutes of the day, [{"start": 600, "end": 780}]; empty means closed.';
alter table working_hours add constraint working_hours_special_names_its_days check (
  recurrence_type <> 'SPECIAL' or (starts_on is not null and until_on is not null and until_on >= starts_on and until_on - starts_on < 366 and cancelled = (spans = '[]'::jsonb))
);
`
