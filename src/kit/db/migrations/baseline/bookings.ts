/** The paperwork of a booked time: who, what, how it is paid, who came. Places themselves belong to availability. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
export const up = `
create table booking (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  status text not null check (status in ('CREATED', 'PENDING', 'CONFIRMED', 'WAITING_LIST', 'DECLINED', 'CANCELED')),
  payment_status text not null default 'UNDEFINED' check (payment_status in ('UNDEFINED', 'NOT_PAID', 'PAID', 'PARTIALLY_PAID', 'REFUNDED', 'EXEMPT', 'FAILED')),
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
  /* Name, address and phone without case, accents and signs: what an owner types to find a person. */
  search text not null default '',
  contact_details jsonb not null default '{}',
  additional_fields jsonb not null default '[]',
  external_user_id text,
  created_by_member_id uuid,
  created_by_visitor_id uuid,
  created_by_user_id uuid,
  created_by_app_id uuid,
  created_by_contact_id uuid,
  /* The app of the service. */
  app_id uuid,
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
  /* Copy of the service: several requests may wait for the same time. */
  allow_multiple_requests boolean not null default false,
  add_ons jsonb not null default '[]',
  allow_add_on_changes boolean not null default false,
  sms_reminder boolean not null default true,
  buffer_minutes int not null default 0,
  /* Set while the status is CREATED; past it the place belongs to nobody. */
  hold_until timestamptz,
  policy jsonb not null,
  /* The price as it was told, in minor units. */
  price jsonb not null,
  /* The plan order that pays, and the sessions it gave and did not get back. */
  plan_order_id uuid,
  credits int not null default 0 check (credits >= 0),
  /* The order of the checkout that this booking belongs to. */
  order_id uuid,
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
create index booking_by_schedule on booking (site_id, schedule_id, start_at);
create index booking_by_order on booking (site_id, order_id) where order_id is not null;
create index booking_by_plan on booking (site_id, plan_order_id, start_at) where plan_order_id is not null;
create index booking_by_set on booking (site_id, ((multi_service_booking ->> 'id'))) where multi_service_booking is not null;
create index booking_by_update on booking (site_id, updated_at, id);
create index booking_by_end on booking (site_id, end_at, id);
create index booking_by_status on booking (site_id, status, start_at);
create index booking_by_email on booking (site_id, email_key) where email_key is not null;
create index booking_by_visitor on booking (site_id, created_by_visitor_id, created_at) where created_by_visitor_id is not null;
create index booking_by_address on booking (site_id, ip, created_at) where status = 'CREATED';
create index booking_search_trigrams on booking using gin (search gin_trgm_ops);
create index booking_reminders on booking (site_id, remind_at) where remind_at is not null;

/* What was bought together in one checkout. Its items are the bookings that name it. */
create table booking_order (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  /* Counts from 1 per site. */
  number int not null,
  status text not null check (status in ('APPROVED', 'CANCELED')),
  currency text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint booking_order_number_is_given_once unique (site_id, number)
);
create table booking_order_counter (
  site_id uuid not null references site(id) on delete cascade,
  last int not null,
  primary key (site_id)
);

/* What one charge or one payment at the desk brought for one booking; bookings paid together share the charge.
   The rows are written before the provider is called and settled after. */
create table booking_payment (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  charge_id uuid not null,
  booking_id uuid not null,
  amount text not null,
  refunded text not null default '0',
  currency text not null,
  kind text not null check (kind in ('ONLINE', 'MANUAL', 'FEE')),
  status text not null check (status in ('STARTED', 'SUCCEEDED', 'FAILED', 'REFUNDED')),
  provider text,
  provider_ref text,
  decline_code text,
  card jsonb,
  /* Set while money waits to be sent back. */
  refund_due boolean not null default false,
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade
);
/* A second click while the first charge is under way finds it instead of charging again. */
create unique index booking_payment_one_at_a_time on booking_payment (site_id, booking_id) where status in ('STARTED', 'SUCCEEDED') and kind = 'ONLINE';
create index booking_payment_by_booking on booking_payment (site_id, booking_id);
create index booking_payment_by_charge on booking_payment (site_id, charge_id);
create index booking_payment_open on booking_payment (site_id, created_at) where status = 'STARTED';

/* A card on file for later fees; the provider's token, never its number. */
create table booking_card (
  site_id uuid not null references site(id) on delete cascade,
  booking_id uuid not null,
  token text not null,
  brand text not null,
  last4 text not null,
  created_at timestamptz not null,
  primary key (site_id, booking_id),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade
);

/* What a late cancellation or a no-show costs; one per booking. */
create table booking_fee (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  booking_id uuid not null,
  trigger text not null check (trigger in ('BOOKING_CANCELED', 'NOT_ATTENDED')),
  /* Minor units. */
  amount int8 not null check (amount > 0),
  currency text not null,
  status text not null check (status in ('NOT_YET_APPLIED_TO_ORDER', 'APPLIED_TO_ORDER', 'UNKNOWN_STATUS', 'WAIVED')),
  /* The additional fee of the order that holds it, and what it came to there. */
  additional_fee_id uuid,
  applied int8,
  collected int8 not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade,
  constraint booking_fee_is_one_per_booking unique (site_id, booking_id)
);
create index booking_fee_by_additional_fee on booking_fee (site_id, additional_fee_id) where additional_fee_id is not null;

/* What customers wrote into the form. */
create table form_submission (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  form_id uuid not null,
  booking_id uuid not null,
  values jsonb not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create index form_submission_by_booking on form_submission (site_id, booking_id);

/* A basket of bookings on its way to an order. */
create table booking_checkout (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('CHECKOUT', 'CART')),
  booking_ids uuid[] not null,
  member_id uuid,
  visitor_id uuid,
  order_id uuid,
  created_at timestamptz not null,
  primary key (site_id, id)
);

/* Who waits for a place in a full class, in order of registration. */
create table waitlist_entry (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  place int8 not null generated always as identity,
  booking_id uuid not null,
  session_id text not null,
  schedule_id uuid not null,
  contact_id uuid not null,
  people int not null check (people > 0),
  status text not null check (status in ('WAITING', 'SUGGESTING', 'EXPIRED', 'ENROLLED', 'LEFT')),
  /* The round in which it was offered a place last. */
  offered_round int not null default 0,
  offers int not null default 0,
  offer_until timestamptz,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, booking_id) references booking (site_id, id) on delete cascade,
  constraint waitlist_entry_has_one_booking unique (site_id, booking_id)
);
create unique index waitlist_holds_a_person_once on waitlist_entry (site_id, session_id, contact_id) where status in ('WAITING', 'SUGGESTING', 'EXPIRED');
create index waitlist_in_order on waitlist_entry (site_id, session_id, place) where status in ('WAITING', 'SUGGESTING', 'EXPIRED');
create index waitlist_offers on waitlist_entry (site_id, offer_until) where status = 'SUGGESTING';
/* The list of one session: the round of offers that runs, if any. */
create table waitlist (
  site_id uuid not null references site(id) on delete cascade,
  session_id text not null,
  round int not null default 0,
  running boolean not null default false,
  starts_at timestamptz not null,
  closed boolean not null default false,
  primary key (site_id, session_id)
);
create index waitlist_by_start on waitlist (site_id, starts_at) where not closed;

/* The secret with which links without sign-in are sealed. */
create table booking_link_key (
  site_id uuid not null references site(id) on delete cascade,
  secret text not null,
  created_at timestamptz not null,
  primary key (site_id)
);

/* How often a link was used, or an address tried wrong ones, in the window that runs. */
create table booking_link_use (
  site_id uuid not null references site(id) on delete cascade,
  key text not null,
  window_started_at timestamptz not null,
  uses int not null,
  primary key (site_id, key)
);
create index booking_link_use_by_age on booking_link_use (site_id, window_started_at);

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
