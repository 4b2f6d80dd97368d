/** The paperwork of a booked time: who, what, how it is paid, who came. Places themselves belong to availability. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
export const up = `
create table booking (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST', 'DECLINED', 'CANCELED')),
  payment_status text not null default 'UNDEFINED' check (payment_status in ('UNDEFINED', 'NOT_PAID', 'PAID', 'PARTIALLY_PAID', 'REFUNDED', 'EXEMPT')),
  payment_option text not null default 'UNDEFINED' check (payment_option in ('UNDEFINED', 'OFFLINE', 'ONLINE', 'MEMBERSHIP', 'MEMBERSHIP_OFFLINE')),
  revision int not null default 1,
  service_id uuid not null,
  service_type text not null check (service_type in ('APPOINTMENT', 'CLASS', 'COURSE')),
  schedule_id uuid not null,
  /* The session of a class, or the calendar id of a confirmed appointment. */
  event_id text,
  title text not null default '',
  start_at timestamptz not null,
  end_at timestamptz not null,
  /* The zone the customer saw. */
  time_zone text not null,
  /* Staff or resource of an appointment, or the first of a class. */
  resource_id uuid,
  resource_ids uuid[] not null default '{}',
  /* Copies at booking time: resource name and mail, location text. */
  resource jsonb,
  location jsonb,
  participants int not null check (participants > 0),
  participants_choices jsonb,
  contact_id uuid,
  /* Lower-cased address, by which bookings are found. */
  email_key text,
  contact_details jsonb not null default '{}',
  additional_fields jsonb not null default '[]',
  external_user_id text,
  created_by_member_id uuid,
  created_by_visitor_id uuid,
  created_by_user_id uuid,
  created_by_app_id uuid,
  created_by_contact_id uuid,
  source jsonb not null default '{}',
  form_id uuid,
  form_submission_id uuid,
  deposit_selected boolean,
  extended_fields jsonb not null default '{}',
  double_booked boolean not null default false,
  /* Made in spite of a conflict: never checked again. */
  forced boolean not null default false,
  multi_service_booking jsonb,
  needs_approval boolean not null default false,
  buffer_minutes int not null default 0,
  /* Set while the status is CREATED; past it the place belongs to nobody. */
  hold_until timestamptz,
  policy jsonb not null,
  /* The price as it was told, in minor units. */
  price jsonb not null,
  plan_order_id uuid,
  language text,
  ip text,
  remind_at timestamptz,
  reminded_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint booking_ends_after_it_starts check (end_at > start_at)
);
create index booking_by_creation on booking (site_id, created_at desc, id);
create index booking_by_start on booking (site_id, start_at, id);
create index booking_by_session on booking (site_id, event_id) where event_id is not null;
create index booking_by_contact on booking (site_id, contact_id);
create index booking_by_member on booking (site_id, created_by_member_id);
create index booking_by_service on booking (site_id, service_id, start_at);
create index booking_holds on booking (site_id, hold_until) where status = 'CREATED' and hold_until is not null;
create index booking_requests on booking (site_id, start_at) where status = 'PENDING';
create index booking_reminders on booking (site_id, remind_at) where remind_at is not null;

/* One payment attempt of a hosted checkout; the row is written before the provider is called and settled after. */
create table booking_payment (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  amount text not null,
  currency text not null,
  kind text not null check (kind in ('ONLINE', 'MANUAL')),
  status text not null check (status in ('STARTED', 'SUCCEEDED', 'FAILED', 'REFUNDED')),
  provider_ref text,
  decline_code text,
  card jsonb,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade
);
/* A second click while the first charge is under way finds it instead of charging again. */
create unique index booking_payment_one_at_a_time on booking_payment (site_id, booking_id) where status in ('STARTED', 'SUCCEEDED') and kind = 'ONLINE';

/* The secret with which links without sign-in are sealed. */
create table booking_link_key (
  site_id uuid not null references site(id) on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  primary key (site_id)
);

create table attendance (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  event_id text not null,
  status text not null check (status in ('NOT_SET', 'ATTENDED', 'NOT_ATTENDED')),
  attendees int not null check (attendees >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade,
  constraint attendance_is_said_once_per_session unique (site_id, booking_id, event_id)
);
`
