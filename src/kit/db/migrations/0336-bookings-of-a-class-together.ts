/**
 * New bookings of one class in one statement, however many: each with the contact of its guest, its row, its event with the deliveries of webhooks, and the
 * seats of all of them last, because all who book the session wait for their lock. Either all are stored or none. `p_bookings` is an array of
 *
 *     {"at", "newContactId", "emailKey", "email", "firstName", "lastName", "phone", "memberId", "id", "people", "holdUntil", "forced", "row",
 *      "event": {"id", "type", "fqdn", "slug", "payload", "identity"}}
 *
 * The server does not know yet who the guests are: the id of the new contact stands in the row and in the payload, and gives way to that of a known one.
 * Answers the ids of the contacts in the order of the bookings. Fails with 40001 when the session is not as it was read, with AT001 when the seats do not
 * suffice. In a cluster `book_class` takes the locks where all others take them, and the rest runs on the node of the site.
 *
 * `book_seats` and `store_seated_booking`, which did it for one booking, stay for servers of the former version that run beside this one.
 */
export const up = /* sql */ `
create function store_class_bookings(p_site uuid, p_session text, p_revision int, p_location text, p_capacity int, p_bookings jsonb)
returns uuid[] language plpgsql as $$
declare
  one record;
  contact uuid;
  contacts uuid[] := '{}';
  made booking;
  all_made booking[] := '{}';
  all_people int := 0;
  any_forced boolean := false;
  subscription record;
  delivery uuid;
begin
  perform 1 from calendar_event e
    where e.site_id = p_site and e.id = p_session and e.revision = p_revision and e.location is not distinct from p_location::jsonb;
  if not found then
    raise exception using errcode = '40001', message = 'the session is not as it was read';
  end if;
  for one in
    select b.* from jsonb_to_recordset(p_bookings)
      as b(at timestamptz, "newContactId" uuid, "emailKey" text, email text, "firstName" text, "lastName" text, phone text, "memberId" uuid, people int, forced boolean, "row" jsonb)
  loop
    contact := upsert_guest_contact(p_site, one."newContactId", one."emailKey", one.email, one."firstName", one."lastName", one.phone, one."memberId", one.at);
    if contact <> one."newContactId" then
      one."row" := replace(one."row"::text, one."newContactId"::text, contact::text)::jsonb;
    end if;
    made := jsonb_populate_record(null::booking, one."row");
    made.search := plain_text(made.search);
    contacts := contacts || contact;
    all_made := all_made || made;
    all_people := all_people + one.people;
    any_forced := any_forced or one.forced;
  end loop;
  insert into booking select b.* from unnest(all_made) b;
  /* The first of its entity. */
  insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, happened_at)
    select p_site, e.id, e.type, e.fqdn, e.slug, b.id, 1,
      case when contacts[b.place] = b.new_contact then e.payload else replace(e.payload::text, b.new_contact::text, contacts[b.place]::text)::jsonb end,
      e.identity, b.at
    from rows from (jsonb_to_recordset(p_bookings) as (at timestamptz, id text, "newContactId" uuid, event jsonb)) with ordinality
        as b(at, id, new_contact, event, place),
      jsonb_to_record(b.event) as e(id uuid, type text, fqdn text, slug text, payload jsonb, identity jsonb);
  for subscription in select s.id, s.types from webhook_subscription s where s.site_id = p_site and s.is_active loop
    for one in
      select b.at, b.id, b.event ->> 'id' as event_id from jsonb_to_recordset(p_bookings) as b(at timestamptz, id text, event jsonb)
      where b.event ->> 'type' = any (subscription.types)
    loop
      delivery := gen_random_uuid();
      insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
        values (p_site, delivery, subscription.id, one.event_id::uuid, one.id, 1, one.at, one.at);
      insert into job (site_id, id, kind, key, data, due_at, subject)
        values (p_site, gen_random_uuid(), 'webhook', delivery::text, jsonb_build_object('deliveryId', delivery), one.at, one.id)
        on conflict do nothing;
    end loop;
  end loop;
  /* The usual case of claim_seats_or_raise, for all at once. */
  if not any_forced then
    update session_seat set taken = taken + all_people
      where site_id = p_site and session_id = p_session and capacity = p_capacity and waiting = 0 and taken + all_people <= p_capacity;
    if found then
      insert into seat_use (site_id, session_id, booking_id, people, offer, hold_until)
        select p_site, p_session, b.id, b.people, false, b."holdUntil"
        from jsonb_to_recordset(p_bookings) as b(id uuid, people int, "holdUntil" timestamptz);
      return contacts;
    end if;
  end if;
  for one in
    select b.* from jsonb_to_recordset(p_bookings) as b(at timestamptz, id uuid, people int, "holdUntil" timestamptz, forced boolean)
  loop
    perform claim_seats_or_raise(p_site, p_session, p_capacity, one.id, one.people, one."holdUntil", one.at, one.forced);
  end loop;
  return contacts;
end $$;
/* Read by what spreads a database (src/kit/db/cluster). */
comment on function store_class_bookings is 'runs on the node of p_site';

create function book_class(p_site uuid, p_schedule uuid, p_session text, p_revision int, p_location text, p_capacity int, p_bookings text)
returns uuid[] language plpgsql as $$
declare
  bookings jsonb := p_bookings::jsonb;
  contacts uuid[];
begin
  /* In the order of those who book step by step: the guests, then the sessions of the schedule. */
  perform pg_advisory_xact_lock(hashtextextended(p_site || ' ' || guest.key, 20))
    from (select distinct b."emailKey" as key from jsonb_to_recordset(bookings) as b("emailKey" text) where b."emailKey" is not null order by 1) guest;
  perform pg_advisory_xact_lock_shared(hashtextextended(format('sessions %s %s', p_site, p_schedule), 0));
  /* As a table: the value of an expression would be worked out here. */
  select stored into contacts from store_class_bookings(p_site, p_session, p_revision, p_location, p_capacity, bookings) stored;
  return contacts;
end $$;
`
