/** What is new for the team, and what each of them has read. SQL stays within PostgreSQL 15. */
export const up = /* sql */ `
/* The same list as in reports/store/notifications.ts. */
create index event_for_team on event (site_id, happened_at desc, id) where type in (
  'wix.bookings.v2.booking_created', 'wix.bookings.v2.booking_confirmed', 'wix.bookings.v2.booking_markedAsPending',
  'wix.bookings.v2.booking_canceled', 'wix.bookings.v2.booking_rescheduled', 'wix.pricing_plans.v2.order_purchased',
  'wix.members.v1.member_created');
create index declined_charge_by_time on payment_attempt (site_id, at desc, id) where state = 'DECLINED' and mode = 'off-session';
create index time_off_request_by_creation on time_off_request (site_id, created_at desc, id);

create table notification_reading (
  site_id uuid not null references site (id) on delete cascade,
  user_id uuid not null references owner_user (id) on delete cascade,
  /* Everything until then is read, but for what stands in notification_mark. */
  read_until timestamptz not null,
  primary key (site_id, user_id)
);
create table notification_mark (
  site_id uuid not null references site (id) on delete cascade,
  user_id uuid not null references owner_user (id) on delete cascade,
  key text not null check (length(key) between 1 and 120),
  is_read boolean not null,
  marked_at timestamptz not null,
  primary key (site_id, user_id, key)
);
`
