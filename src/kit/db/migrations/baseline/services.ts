/** What is sold: services with their categories, booking policies and slugs. Plans keep which services they cover. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
export const up = `
create table service_category (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 500),
  sort_order int not null,
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  /* Services keep the dead category until somebody changes it. */
  deleted_at timestamptz,
  primary key (site_id, id)
);
create index service_category_in_order on service_category (site_id, sort_order, id) where deleted_at is null;

create table booking_policy (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  app_id uuid,
  created_by_app_id uuid,
  name text not null check (length(name) <= 400),
  is_default boolean not null default false,
  /* Every rule object of the policy, complete; the defaults are filled in before it is stored. */
  rules jsonb not null,
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create index booking_policy_by_creation on booking_policy (site_id, created_at, id);
create unique index booking_policy_default_is_unique on booking_policy (site_id) where is_default;

create table service (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  app_id uuid not null,
  created_by_app_id uuid,
  type text not null check (type in ('APPOINTMENT', 'CLASS', 'COURSE')),
  sort_order int not null default 0,
  name text not null check (length(name) between 1 and 400),
  description text,
  tag_line text,
  default_capacity int not null check (default_capacity between 1 and 1000),
  hidden boolean not null default false,
  /* No foreign key: a service keeps the dead category until somebody changes it. */
  category_id uuid,
  form_id uuid not null,
  policy_id uuid not null,
  schedule_id uuid not null,
  payment jsonb not null,
  online_booking jsonb not null,
  conferencing jsonb not null,
  locations jsonb not null,
  session_durations int[] not null default '{}',
  time_between_sessions int not null default 0 check (time_between_sessions between 0 and 720),
  duration_range jsonb,
  /* Of a course: kept by the calendar when its sessions change. */
  first_session_at timestamptz,
  last_session_ends_at timestamptz,
  /* Resource ids of an appointment's staff; of a class or course the staff of its sessions, kept by the calendar. */
  staff_ids uuid[] not null default '{}',
  service_resources jsonb not null default '[]',
  primary_resource_type uuid,
  media jsonb not null default '{}',
  seo_data jsonb,
  extended_fields jsonb not null default '{}',
  taxable_address jsonb,
  add_on_groups jsonb not null default '[]',
  main_slug text not null,
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, policy_id) references booking_policy (site_id, id),
  constraint service_appointment_has_one_place check (type <> 'APPOINTMENT' or default_capacity = 1)
);
create unique index service_owns_one_schedule on service (site_id, schedule_id);
create index service_by_creation on service (site_id, created_at, id) where deleted_at is null;
create index service_by_policy on service (site_id, policy_id) where deleted_at is null;
create index service_by_category on service (site_id, category_id) where deleted_at is null;

/* Every slug a live service ever had; deleting the service frees them. */
create table service_slug (
  site_id uuid not null references site(id) on delete cascade,
  name text not null check (length(name) between 1 and 500),
  service_id uuid not null,
  custom boolean not null default false,
  created_at timestamptz not null,
  constraint service_slug_belongs_to_one_service primary key (site_id, name),
  foreign key (site_id, service_id) references service (site_id, id) on delete cascade
);
create index service_slug_by_service on service_slug (site_id, service_id);

/* Choices that change the price of one service; its variants stand in order of the choices. */
create table service_options (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  service_id uuid not null,
  options jsonb not null,
  variants jsonb not null,
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, service_id) references service (site_id, id) on delete cascade,
  constraint service_has_one_set_of_options unique (site_id, service_id)
);
create index service_options_by_creation on service_options (site_id, created_at, id);

create table add_on (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 100),
  price numeric not null check (price >= 0),
  duration_minutes int check (duration_minutes between 1 and 1440),
  max_quantity int check (max_quantity between 1 and 9999),
  main_media jsonb,
  tax_group uuid,
  tags jsonb not null default '{}',
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint add_on_lasts_or_is_counted check ((duration_minutes is null) <> (max_quantity is null))
);
create index add_on_by_creation on add_on (site_id, created_at, id);

create table bookings_settings (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  cart_checkout boolean not null default false,
  multi_service_appointments boolean not null default true,
  based_on text not null default 'BUSINESS_TIME_ZONE' check (based_on in ('BUSINESS_TIME_ZONE', 'CUSTOMER_TIME_ZONE')),
  customer_can_change boolean not null default true,
  extended_fields jsonb not null default '{}',
  revision int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id)
);
`
