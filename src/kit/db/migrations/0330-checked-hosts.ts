/**
 * An address that the owner of a further site adds leads nowhere until it is proved that it comes to this server; several sites may wait for the same one.
 * Those that are stored already stay in use.
 */
export const up = `
alter table site_address add column state text not null default 'CHECKED';
/* Why the last check failed. */
alter table site_address add column problem text;
/* When it was last asked. */
alter table site_address add column checked_at timestamptz;
/* While a check goes on: what is asked for, what only this server answers, and until when it does. */
alter table site_address add column check_nonce text;
alter table site_address add column check_answer text;
alter table site_address add column check_ends_at timestamptz;
alter table site_address add constraint site_address_state_check check (state in ('WAITING', 'CHECKED', 'FAILED'));
alter table site_address add constraint site_address_problem_check check (problem in ('NOT_CALLED', 'UNREACHABLE', 'OTHER_SERVER', 'TAKEN'));
alter table site_address add constraint links_lead_to_checked_hosts check (not is_main or state = 'CHECKED');
alter table site_address add constraint only_failed_checks_have_a_problem check ((problem is not null) = (state = 'FAILED'));
alter table site_address add constraint a_check_is_whole check
  ((check_nonce is null) = (check_answer is null) and (check_nonce is null) = (check_ends_at is null));
create index site_address_by_nonce on site_address (check_nonce) where check_nonce is not null;
create unique index checked_host_belongs_to_one_site on site_address (host) where state = 'CHECKED';
drop index address_belongs_to_one_site;
`
