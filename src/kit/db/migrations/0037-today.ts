/** Today counts reported members that nobody looked at, and who is checked in to a session: each index holds just these rows. */
export const up = /* sql */ `
create index member_report_open on member_report (site_id, reported_id) where not reviewed;
create index attendance_by_session on attendance (site_id, event_id) where status = 'ATTENDED';
`
