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
  /* 1 Monday … 7 Sunday */
  weekday int not null check (weekday between 1 and 7),
  /* Minutes of the local day; an end past 1440 lies on the next day. */
  start_minute int not null check (start_minute between 0 and 1439),
  end_minute int not null,
  interval_weeks int not null default 1 check (interval_weeks between 1 and 52),
  starts_on date,
  until_on date,
  location_id uuid,
  primary key (site_id, id),
  foreign key (site_id, schedule_id) references hours_schedule (site_id, id) on delete cascade,
  constraint working_hours_end_after_they_start check (end_minute > start_minute and end_minute <= start_minute + 1440)
);
create index working_hours_by_schedule on working_hours (site_id, schedule_id);

create table resource_type (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 40),
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
  user_id uuid,
  connection jsonb,
  tags jsonb not null default '{}',
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, resource_id) references resource (site_id, id)
);
create unique index staff_member_owns_one_resource on staff_member (site_id, resource_id);
create index staff_member_by_name on staff_member (site_id, lower(name), id) where deleted_at is null;
`
