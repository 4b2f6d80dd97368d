/**
 * A new booking of a class in one statement: the contact of its guest, the lock on the sessions of its schedule, the row, its event with the deliveries of
 * webhooks, and its seats last, because all who book the session wait for their lock. What it decides is decided by the functions that it calls and by
 * the server, whose reading of the session it holds against the row under the lock: 40001 when that changed, AT001 when the seats do not suffice.
 * The server does not know yet who the guest is: the id of the new contact stands in both texts, and gives way to that of a known one.
 * In a cluster each statement of it goes to the node of the site, so that rows come as values.
 */
export const up = /* sql */ `
create function book_seats(
  p_site uuid, p_now timestamptz,
  p_new_contact uuid, p_email_key text, p_email text, p_first text, p_last text, p_phone text, p_member uuid,
  p_schedule uuid, p_session text, p_revision int, p_location text,
  p_booking text, p_event uuid, p_type text, p_fqdn text, p_slug text, p_payload text, p_identity text,
  p_booking_id uuid, p_capacity int, p_people int, p_hold timestamptz, p_forced boolean)
returns uuid language plpgsql as $$
declare
  contact uuid := upsert_guest_contact(p_site, p_new_contact, p_email_key, p_email, p_first, p_last, p_phone, p_member, p_now);
  made booking;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended(format('sessions %s %s', p_site, p_schedule), 0));
  perform from calendar_event e
    where e.site_id = p_site and e.id = p_session and e.revision = p_revision and e.location is not distinct from p_location::jsonb;
  if not found then
    raise exception using errcode = '40001', message = 'the session is not as it was read';
  end if;
  if contact <> p_new_contact then
    p_booking := replace(p_booking, p_new_contact::text, contact::text);
    p_payload := replace(p_payload, p_new_contact::text, contact::text);
  end if;
  made := jsonb_populate_record(null::booking, p_booking::jsonb);
  made.search := plain_text(made.search);
  insert into booking values (made.*);
  /* The first of its entity. */
  insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, happened_at)
    values (p_site, p_event, p_type, p_fqdn, p_slug, p_booking_id::text, 1, p_payload::jsonb, p_identity::jsonb, p_now);
  with subscribed as (
    insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
      select s.site_id, gen_random_uuid(), s.id, p_event, p_booking_id::text, 1, p_now, p_now
      from webhook_subscription s where s.site_id = p_site and s.is_active and p_type = any (s.types)
      returning id, entity_id)
    insert into job (site_id, id, kind, key, data, due_at, subject)
      select p_site, gen_random_uuid(), 'webhook', id::text, jsonb_build_object('deliveryId', id), p_now, entity_id from subscribed
      on conflict do nothing;
  perform claim_seats_or_raise(p_site, p_session, p_capacity, p_booking_id, p_people, p_hold, p_now, p_forced);
  return contact;
end $$;
`
