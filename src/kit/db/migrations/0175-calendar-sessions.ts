/** What is written into other calendars: appointments, and sessions of classes and courses once each. Why a calendar cannot be read is kept as a code. */
export const up = /* sql */ `
alter table calendar_copy rename column booking_id to entry_id;
alter table calendar_copy alter column entry_id type text;
alter table calendar_copy rename column revision to state;
alter table calendar_copy alter column state type text;
alter table calendar_copy add column kind text not null default 'BOOKING' check (kind in ('BOOKING', 'SESSION'));
/* Entries that are over are left as they are. */
alter table calendar_copy add column ends_at timestamptz;
alter table calendar_connection add column problem_code text
  check (problem_code in ('UNAUTHORIZED', 'GONE', 'TOO_LARGE', 'TOO_MANY_REDIRECTS', 'ADDRESS_REFUSED', 'NOT_A_CALENDAR', 'NOT_CONFIGURED', 'UNREACHABLE'));
update calendar_connection set problem_code = case problem
    when 'The calendar no longer accepts the password or the consent. Connect it again.' then 'UNAUTHORIZED'
    when 'The calendar is no longer there.' then 'GONE'
    when 'The calendar is larger than 5 MB.' then 'TOO_LARGE'
    when 'The address redirects more than three times.' then 'TOO_MANY_REDIRECTS'
    when 'The address leads into a private network or is not https.' then 'ADDRESS_REFUSED'
    when 'The address does not answer with a calendar that can be read.' then 'NOT_A_CALENDAR'
    when 'The keys of this provider are missing or wrong on this server.' then 'NOT_CONFIGURED'
    else 'UNREACHABLE' end
  where problem is not null;
alter table calendar_connection drop column problem;
`
