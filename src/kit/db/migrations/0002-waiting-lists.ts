/** How many wait is counted apart from whether newcomers are kept away, and a list knows the capacity it was last served with. SQL stays within PostgreSQL 15. */
export const up = `
/* waiting: entries without an offer that keep newcomers away; queued: all entries without an offer. */
alter table session_seat add column queued integer not null default 0;
alter table session_seat add constraint session_seat_queued_check check (queued >= 0);
update session_seat s set queued = (
  select count(*) from waitlist_entry e
  where e.site_id = s.site_id and e.session_id = s.session_id and e.status in ('WAITING', 'EXPIRED'));

/* The capacity of the session when places were last offered: more than that means that places came free. Null: never, so the next look offers what is free. */
alter table waitlist add column served_capacity integer;
`
