/**
 * What takes many statements runs on the node of its site in a cluster: one trip in place of one for each of them, so that locks are held for less time.
 * Each of these is one that a node takes: rows that are inserted unless they are there come as values, and a row, which can be none, is selected.
 * A booking of a class has two functions: `book_seats` takes the locks, which are the coordinator's, where all others take them; `store_seated_booking` does
 * the rest under them. `save_outbox` is what was one statement of several inserts, which a node carries out through files.
 */
export const up = /* sql */ `
create function store_seated_booking(
  p_site uuid, p_now timestamptz,
  p_new_contact uuid, p_email_key text, p_email text, p_first text, p_last text, p_phone text, p_member uuid,
  p_schedule uuid, p_session text, p_revision int, p_location text,
  p_booking text, p_event uuid, p_type text, p_fqdn text, p_slug text, p_payload text, p_identity text,
  p_booking_id uuid, p_capacity int, p_people int, p_hold timestamptz, p_forced boolean)
returns uuid language plpgsql as $$
declare
  contact uuid := upsert_guest_contact(p_site, p_new_contact, p_email_key, p_email, p_first, p_last, p_phone, p_member, p_now);
  made booking;
  subscription uuid;
  delivery uuid;
begin
  perform 1 from calendar_event e
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
  insert into booking select made.*;
  /* The first of its entity. */
  insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, happened_at)
    values (p_site, p_event, p_type, p_fqdn, p_slug, p_booking_id::text, 1, p_payload::jsonb, p_identity::jsonb, p_now);
  for subscription in select s.id from webhook_subscription s where s.site_id = p_site and s.is_active and p_type = any (s.types) loop
    delivery := gen_random_uuid();
    insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
      values (p_site, delivery, subscription, p_event, p_booking_id::text, 1, p_now, p_now);
    insert into job (site_id, id, kind, key, data, due_at, subject)
      values (p_site, gen_random_uuid(), 'webhook', delivery::text, jsonb_build_object('deliveryId', delivery), p_now, p_booking_id::text)
      on conflict do nothing;
  end loop;
  perform claim_seats_or_raise(p_site, p_session, p_capacity, p_booking_id, p_people, p_hold, p_now, p_forced);
  return contact;
end $$;
/* Read by what spreads a database (src/kit/db/cluster). */
comment on function store_seated_booking is 'runs on the node of p_site';

create or replace function book_seats(
  p_site uuid, p_now timestamptz,
  p_new_contact uuid, p_email_key text, p_email text, p_first text, p_last text, p_phone text, p_member uuid,
  p_schedule uuid, p_session text, p_revision int, p_location text,
  p_booking text, p_event uuid, p_type text, p_fqdn text, p_slug text, p_payload text, p_identity text,
  p_booking_id uuid, p_capacity int, p_people int, p_hold timestamptz, p_forced boolean)
returns uuid language plpgsql as $$
declare
  contact uuid;
begin
  /* In the order of those who book step by step: the guest, then the sessions of the schedule. */
  if p_email_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(p_site || ' ' || p_email_key, 20));
  end if;
  perform pg_advisory_xact_lock_shared(hashtextextended(format('sessions %s %s', p_site, p_schedule), 0));
  /* As a table: the value of an expression would be worked out here. */
  select stored into contact from store_seated_booking(p_site, p_now, p_new_contact, p_email_key, p_email, p_first, p_last, p_phone, p_member,
    p_schedule, p_session, p_revision, p_location, p_booking, p_event, p_type, p_fqdn, p_slug, p_payload, p_identity,
    p_booking_id, p_capacity, p_people, p_hold, p_forced) stored;
  return contact;
end $$;

/* Addresses as values: rows that a node selects and inserts despite others lie in a file meanwhile. */
create or replace function contact_keeps_emails() returns trigger language plpgsql as $$
declare
  one text;
begin
  if tg_op = 'UPDATE' then
    delete from contact_email k where k.site_id = new.site_id and k.contact_id = new.id and not k.email_key = any (new.email_keys);
  end if;
  foreach one in array new.email_keys loop
    insert into contact_email (site_id, email_key, contact_id) values (new.site_id, one, new.id) on conflict do nothing;
  end loop;
  return null;
end $$;

create function save_outbox(p_site uuid, p_now timestamptz, p_identity text, p_events text, p_emails text, p_jobs text) returns void language plpgsql as $$
declare
  one record;
  place bigint;
  is_heard boolean;
  subscription uuid;
  delivery uuid;
begin
  if p_events is not null then
    is_heard := exists (select 1 from webhook_subscription s where s.site_id = p_site and s.is_active);
    for one in
      select n.* from jsonb_to_recordset(p_events::jsonb)
        as n(id uuid, place int, type text, fqdn text, slug text, entity text, origin text, anonymizing boolean, announced boolean, payload jsonb)
      order by n.place
    loop
      select coalesce(max(e.sequence), 0) + 1 into place from event e where e.site_id = p_site and e.entity_id = one.entity;
      insert into event (site_id, id, type, entity_fqdn, slug, entity_id, sequence, payload, identity, originated_from, anonymizing, happened_at)
        values (p_site, one.id, one.type, one.fqdn, one.slug, one.entity, place, one.payload, p_identity::jsonb, one.origin, one.anonymizing, p_now);
      continue when not (is_heard and one.announced);
      for subscription in select s.id from webhook_subscription s where s.site_id = p_site and s.is_active and one.type = any (s.types) loop
        delivery := gen_random_uuid();
        insert into webhook_delivery (site_id, id, subscription_id, event_id, entity_id, sequence, due_at, created_at)
          values (p_site, delivery, subscription, one.id, one.entity, place, p_now, p_now);
        insert into job (site_id, id, kind, key, data, due_at, subject)
          values (p_site, gen_random_uuid(), 'webhook', delivery::text, jsonb_build_object('deliveryId', delivery), p_now, one.entity)
          on conflict do nothing;
      end loop;
    end loop;
  end if;
  if p_emails is not null then
    for one in
      select n.* from jsonb_to_recordset(p_emails::jsonb)
        as n(id uuid, "to" text, template text, variables jsonb, secrets text, language text, once text)
    loop
      insert into email (site_id, id, recipient, template, variables, secrets, language, unique_key, state, created_at)
        values (p_site, one.id, one."to", one.template, one.variables, one.secrets, one.language, one.once, 'QUEUED', p_now)
        on conflict do nothing;
      continue when not found;
      insert into job (site_id, id, kind, key, data, due_at)
        values (p_site, gen_random_uuid(), 'email', one.id::text, jsonb_build_object('emailId', one.id), p_now)
        on conflict do nothing;
    end loop;
  end if;
  if p_jobs is not null then
    for one in
      select n.* from jsonb_to_recordset(p_jobs::jsonb) as n(kind text, key text, data jsonb, due timestamptz, about text)
    loop
      insert into job (site_id, id, kind, key, data, due_at, subject) values (p_site, gen_random_uuid(), one.kind, one.key, one.data, one.due, one.about)
        on conflict do nothing;
    end loop;
  end if;
end $$;
comment on function save_outbox is 'runs on the node of p_site';
`
