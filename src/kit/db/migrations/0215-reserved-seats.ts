/** Sessions with people on the waitlist are few among all sessions: they are found without reading the others. */
export const up = /* sql */ `
create index session_seat_reserved on session_seat (site_id, session_id) where waiting > 0;
`
