/**
 * A guest whose address no contact has is new: one look at a key says so, and nothing is read of contacts and members. All else is as before, under the
 * same lock on the address.
 */
export const up = /* sql */ `
create or replace function upsert_guest_contact(p_site uuid, p_new uuid, p_key text, p_email text, p_first text, p_last text, p_phone text, p_member uuid, p_now timestamptz) returns uuid
language plpgsql set enable_seqscan = off as $$
declare
  own uuid;
  known record;
  all_emails text[];
  all_phones text[];
begin
  if p_member is not null then
    select contact_id into own from member where site_id = p_site and id = p_member and deleted_at is null and lower(login_email) = p_key;
    if found then return own; end if;
  end if;
  if p_key is not null then
    perform pg_advisory_xact_lock(hashtextextended(p_site || ' ' || p_key, 20));
    perform from contact_email k where k.site_id = p_site and k.email_key = p_key limit 1;
    if found then
      select c.*, m.id as member_id into known from contact c
        left join member m on m.site_id = p_site and m.contact_id = c.id and m.status <> 'OFFLINE' and m.deleted_at is null
        where c.site_id = p_site and not c.is_provisional
          and c.id = any (array(select k.contact_id from contact_email k where k.site_id = p_site and k.email_key = p_key))
        order by m.id is null, c.created_at limit 1;
      if found then
        if known.member_id is not null then return known.id; end if;
        all_emails := distinct_texts(known.emails || p_email);
        all_emails := distinct_texts(array(select e from unnest(all_emails) e where lower(regexp_replace(e, '\\s+', '', 'g')) = lower(regexp_replace(p_key, '\\s+', '', 'g'))) || all_emails);
        all_phones := distinct_texts(known.phones || array_remove(array[p_phone], null));
        if (known.first_name = '' and p_first <> '') or (known.last_name = '' and p_last <> '') or all_emails <> known.emails or all_phones <> known.phones then
          update contact set first_name = coalesce(nullif(first_name, ''), p_first), last_name = coalesce(nullif(last_name, ''), p_last),
            emails = all_emails, phones = all_phones, email_keys = distinct_texts(array(select lower(btrim(e)) from unnest(all_emails) e) || p_key), updated_at = p_now
          where site_id = p_site and id = known.id;
        end if;
        return known.id;
      end if;
    end if;
  end if;
  insert into contact (site_id, id, first_name, last_name, phones, emails, email_keys, created_at, updated_at)
    values (p_site, p_new, p_first, p_last, array_remove(array[p_phone], null), array_remove(array[p_email], null), array_remove(array[p_key], null), p_now, p_now);
  return p_new;
end $$;
`
