/** Places, opening hours, the people and things whose time is booked. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
export const up = `
create table location (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 150),
  is_default boolean not null default false,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'INACTIVE')),
  address text not null default '',
  email text,
  phone text,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create unique index location_default_is_unique on location (site_id) where is_default;

/* A container of weekly hours: one of the business, one of each resource. */
create table hours_schedule (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  owner text not null check (owner in ('BUSINESS', 'RESOURCE')),
  primary key (site_id, id)
);
create unique index hours_schedule_of_business_is_unique on hours_schedule (site_id) where owner = 'BUSINESS';

create table working_hours (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  schedule_id uuid not null,
  /* NONE is one day only (starts_on = until_on); EXCEPTION stands for one day of a weekly rule. */
  recurrence_type text not null default 'MASTER' check (recurrence_type in ('MASTER', 'NONE', 'EXCEPTION')),
  master_id uuid,
  /* The day of the weekly rule that an exception stands for. */
  original_on date,
  cancelled boolean not null default false,
  title text not null default '',
  /* 1 Monday … 7 Sunday */
  weekday int not null check (weekday between 1 and 7),
  /* Minutes of the local day; an end past 1440 lies on the next day. */
  start_minute int not null check (start_minute between 0 and 1439),
  end_minute int not null,
  interval_weeks int not null default 1 check (interval_weeks between 1 and 52),
  starts_on date,
  until_on date,
  location_id uuid,
  revision int not null default 1,
  primary key (site_id, id),
  foreign key (site_id, schedule_id) references hours_schedule (site_id, id) on delete cascade,
  foreign key (site_id, master_id) references working_hours (site_id, id) on delete cascade,
  constraint working_hours_exception_names_its_day check ((recurrence_type = 'EXCEPTION') = (master_id is not null and original_on is not null)),
  constraint working_hours_end_after_they_start check (end_minute > start_minute and end_minute <= start_minute + 1440)
);
create index working_hours_by_schedule on working_hours (site_id, schedule_id);
create unique index working_hours_exception_is_unique on working_hours (site_id, master_id, original_on) where master_id is not null;

create table resource_type (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create unique index resource_type_name_is_unique on resource_type (site_id, lower(name));

create table resource (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  type_id uuid not null,
  name text not null check (length(name) between 1 and 40),
  /* Own events schedule; hours_id is the schedule the hours come from: own, the business one, or none (always free). */
  events_schedule_id uuid not null,
  hours_id uuid,
  location_options jsonb not null,
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, type_id) references resource_type (site_id, id) on delete cascade,
  foreign key (site_id, events_schedule_id) references hours_schedule (site_id, id)
);
create unique index resource_owns_one_events_schedule on resource (site_id, events_schedule_id);
create index resource_by_type on resource (site_id, type_id) where deleted_at is null;

create table staff_member (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  resource_id uuid not null,
  name text not null check (length(name) between 1 and 40),
  email text,
  phone text,
  description text,
  main_media jsonb,
  service_provider boolean not null default true,
  /* Used by the RANKING order of any-staff bookings. */
  rank int not null default 100,
  /* The dashboard user behind the staff member. */
  user_id uuid,
  connection_status text check (connection_status in ('CONNECTED', 'PENDING', 'DISCONNECTED')),
  /* When the status was set; an invitation that waits for more than 30 days has expired. */
  connection_at timestamptz,
  invited_email text,
  tags jsonb not null default '{}',
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, resource_id) references resource (site_id, id)
);
create index staff_member_in_order on staff_member (site_id, id) where deleted_at is null;
create index staff_member_trash on staff_member (site_id, deleted_at, id) where deleted_at is not null;
create unique index staff_member_is_one_user on staff_member (site_id, user_id) where user_id is not null and deleted_at is null;
create unique index staff_member_owns_one_resource on staff_member (site_id, resource_id);
create index staff_member_by_name on staff_member (site_id, lower(name), id) where deleted_at is null;

create table staff_settings (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  /* Whether customers see email and phone of staff. */
  contact_is_public boolean not null default false,
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id)
);
`
