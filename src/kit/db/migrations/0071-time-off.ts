/** Time off that staff members ask for. */
export const up = /* sql */ `
create table time_off_request (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  staff_id uuid not null,
  /* The dashboard user who asked: gets the answer by email. */
  user_id uuid not null references owner_user (id) on delete cascade,
  starts_on date not null,
  /* Inclusive. */
  until_on date not null,
  reason text not null,
  state text not null check (state in ('PENDING', 'APPROVED', 'DECLINED', 'WITHDRAWN')),
  /* What the business answered. */
  note text not null default '',
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  primary key (site_id, id),
  foreign key (site_id, staff_id) references staff_member (site_id, id) on delete cascade,
  check (until_on >= starts_on)
);
create index time_off_request_of_staff on time_off_request (site_id, staff_id, until_on);
create index staff_member_invited on staff_member (site_id, invited_email) where connection_status = 'PENDING' and deleted_at is null;
create index time_off_request_pending on time_off_request (site_id, starts_on) where state = 'PENDING';
create index time_off_request_by_decision on time_off_request (site_id, decided_at desc) where decided_at is not null;
`
