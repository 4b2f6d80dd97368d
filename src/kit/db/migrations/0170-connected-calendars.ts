/** Other calendars: connections, their busy times, secret feed addresses, and the bookings that are written into other calendars. */
export const up = /* sql */ `
create table calendar_connection (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  /* The person whose time the other calendar blocks. */
  resource_id uuid not null,
  schedule_id uuid not null,
  /* Of the list of kinds: several are spoken to in the same way. */
  provider_id uuid not null,
  provider text not null check (provider in ('ICAL', 'CALDAV', 'GOOGLE', 'MICROSOFT')),
  /* The dashboard user who connected it: alone sees the titles, with the staff member. */
  user_id uuid,
  label text not null check (length(label) between 1 and 100),
  account text not null default '',
  /* Address, user, password or tokens, sealed with the key of the server; null once disconnected. */
  sealed text,
  status text not null check (status in ('CONNECTED', 'SYNC_IN_PROGRESS', 'SYNCED', 'DISCONNECTED', 'ERROR')),
  /* Of the public contract. */
  error_reason text check (error_reason in ('TOKEN_REVOKED', 'EXTERNAL_CALENDAR_CREATION_FAILED', 'EXTERNAL_CALENDAR_DELETED')),
  /* Why the last attempt failed, for the dashboard. */
  problem text,
  imports boolean not null default true,
  /* Chosen calendars [{id, name}]; null: the primary one. */
  calendars jsonb,
  exports boolean not null default false,
  export_calendar text,
  /* Calendar → ETag, sync token or other mark of its last state. */
  marks jsonb not null default '{}'::jsonb,
  failures integer not null default 0 check (failures >= 0),
  synced_at timestamptz,
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, resource_id) references resource (site_id, id) on delete cascade,
  check ((sealed is null) = (status = 'DISCONNECTED'))
);
create index calendar_connection_of_resource on calendar_connection (site_id, resource_id, created_at);
create index calendar_connection_due on calendar_connection (site_id, due_at) where due_at is not null;
create index calendar_connection_broken on calendar_connection (site_id, resource_id) where status = 'ERROR';
create table external_event (
  site_id uuid not null,
  connection_id uuid not null,
  calendar_id text not null,
  position integer not null,
  resource_id uuid not null,
  during tstzrange not null check (not isempty(during)),
  all_day boolean not null,
  sealed_title text not null,
  primary key (site_id, connection_id, calendar_id, position),
  foreign key (site_id, connection_id) references calendar_connection (site_id, id) on delete cascade
);
create index external_event_by_time on external_event using gist (site_id, resource_id, during);
create table calendar_feed (
  site_id uuid not null references site (id) on delete cascade,
  kind text not null check (kind in ('STAFF', 'ROOM', 'LOCATION', 'SITE', 'MEMBER')),
  /* The resource, location, site or member whose bookings it lists. */
  subject_id uuid not null,
  /* SHA-256 of the secret in the address. */
  secret_hash text not null,
  created_at timestamptz not null,
  primary key (site_id, kind, subject_id)
);
create unique index calendar_feed_secret_is_unique on calendar_feed (site_id, secret_hash);
create table calendar_copy (
  site_id uuid not null,
  connection_id uuid not null,
  booking_id uuid not null,
  calendar_id text not null,
  /* The address or id of the event there. */
  ref text not null,
  /* The revision of the booking that was written. */
  revision integer not null,
  primary key (site_id, connection_id, booking_id),
  foreign key (site_id, connection_id) references calendar_connection (site_id, id) on delete cascade
);
`
