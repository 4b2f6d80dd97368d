/** Work on many bookings, carried out one by one in the background: how far it has come, and which of them were refused. */
export const up = /* sql */ `
create table booking_job (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('CANCEL', 'CONFIRM', 'DECLINE', 'MARK_PAID')),
  status text not null check (status in ('RUNNING', 'FINISHED')),
  /* What was chosen for all of them: whether clients are emailed, and the flags of the change. */
  options jsonb not null,
  /* Who began it, and acts in it. */
  user_id uuid,
  app_id text,
  item_count int not null check (item_count > 0),
  done_count int not null default 0,
  refused_count int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  check (done_count + refused_count <= item_count)
);
create index booking_job_newest on booking_job (site_id, updated_at desc, id);
create table booking_job_item (
  site_id uuid not null,
  job_id uuid not null,
  place int not null,
  booking_id uuid not null,
  revision text,
  state text not null check (state in ('WAITING', 'DONE', 'REFUSED')),
  /* Why it was refused. */
  reason text,
  primary key (site_id, job_id, place),
  foreign key (site_id, job_id) references booking_job (site_id, id) on delete cascade
);
create index booking_job_item_waiting on booking_job_item (site_id, job_id, place) where state = 'WAITING';
create index member_job_newest on member_job (site_id, updated_at desc, id);
`
