/** Many bookings are checked in by the same work in the background as they are confirmed or cancelled. */
export const up = /* sql */ `
alter table booking_job drop constraint booking_job_kind_check;
alter table booking_job add constraint booking_job_kind_check check (kind in ('CANCEL', 'CONFIRM', 'DECLINE', 'MARK_PAID', 'CHECK_IN'));
`
