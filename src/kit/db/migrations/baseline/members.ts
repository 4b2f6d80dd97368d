/** Contacts, members, their slugs and custom fields. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
/** The marks that a letter is decomposed into, as SQL spells them. */
const accents = Array.from({ length: 0x70 }, (_, at) => `\\${(0x300 + at).toString(16).padStart(4, '0')}`).join('')

export const up = `
/* Lower case and without accents, for searches. */
create function plain_text(value text) returns text language sql immutable parallel safe as $fn$
  select case when octet_length(value) = length(value) then lower(value) else translate(normalize(lower(value), NFD), U&'${accents}', '') end
$fn$;
/* Every two letters that stand side by side: an index on them finds any piece of a text from two letters on, where trigrams need three. */
create function letter_pairs(value text) returns text[] language sql immutable parallel safe as $fn$
  select string_to_array(regexp_replace(value, '(..)', '\\1|', 'g') || '|' || regexp_replace(substr(value, 2), '(..)', '\\1|', 'g'), '|')
$fn$;
/* The pairs that a text must have to hold the word. */
create function pairs_of_word(word text) returns text[] language sql immutable parallel safe as $fn$
  select coalesce(array_agg(pair), '{}') from unnest(letter_pairs(plain_text(word))) pair where length(pair) = 2 and pair !~ '[|]'
$fn$;

/* A person the business knows: shared by members, bookings and orders. */
create table contact (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  first_name text not null default '',
  last_name text not null default '',
  phones text[] not null default '{}',
  emails text[] not null default '{}',
  /* Lower-cased addresses under which this contact is found: its emails, and the login email of its member. */
  email_keys text[] not null default '{}',
  addresses jsonb not null default '[]',
  birthdate date,
  company text not null default '',
  job_title text not null default '',
  /* key of the custom field → value */
  custom_values jsonb not null default '{}',
  /* Made at a sign-up whose email is a contact already; merged into that one, or dropped, when the email is proven. */
  is_provisional boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
/* Not led by site_id: an inverted index takes no uuid without a further extension, and an address belongs to very few sites. */
/* Without a list of latecomers: every booking looks an address up, and would read through it. */
/* Namesakes stand side by side, so that those who are twice in the books are found. */
create index contact_by_name on contact (site_id, lower(last_name), lower(first_name)) where not is_provisional and (first_name <> '' or last_name <> '');
create index contact_by_time on contact (site_id, created_at desc, id);
create index contact_by_email on contact using gin (email_keys) with (fastupdate = off);
create index contact_first_name_trigrams on contact using gin (plain_text(first_name) gin_trgm_ops);
create index contact_last_name_trigrams on contact using gin (plain_text(last_name) gin_trgm_ops);

/* Spelled twice in the same way; the order stays. */
create function once_each(spelled text[]) returns text[] language sql immutable parallel safe as $fn$
  select coalesce(array_agg(item order by n), '{}') from (
    select distinct on (lower(regexp_replace(item, '\\s+', '', 'g'))) item, n from unnest(spelled) with ordinality as list(item, n)
    order by lower(regexp_replace(item, '\\s+', '', 'g')), n) first
$fn$;

create table member (
  site_id uuid not null references site(id) on delete cascade,
  /* Equals the id of the identity that signs in as this member. */
  id uuid not null,
  contact_id uuid not null,
  login_email text not null check (length(login_email) <= 254),
  login_email_verified boolean not null default false,
  status text not null check (status in ('PENDING', 'APPROVED', 'BLOCKED', 'OFFLINE')),
  privacy_status text not null check (privacy_status in ('PRIVATE', 'PUBLIC')),
  activity_status text not null default 'ACTIVE' check (activity_status in ('ACTIVE', 'MUTED')),
  /* The identity still waits for the proof of the email: hidden from others even when the owner approved. */
  awaits_email_proof boolean not null default false,
  /* Follows the dashboard users; only plain members can be blocked or deleted. */
  community_role text not null default 'MEMBER' check (community_role in ('MEMBER', 'OWNER', 'CONTRIBUTOR')),
  /* The dashboard user this member is. */
  user_id uuid,
  nickname text not null check (length(nickname) between 1 and 100),
  slug text not null check (length(slug) between 1 and 255),
  title text not null default '',
  /* Copies of the contact's names, absent where blank: lists are filtered and sorted by them without reading a million contacts. Kept by the two triggers below. */
  first_name text,
  last_name text,
  photo jsonb,
  cover jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  last_login_at timestamptz,
  deleted_at timestamptz,
  /* Personal data is erased; the row stays for orders and bookings that name it. */
  purged_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, contact_id) references contact (site_id, id)
);
/* A blocked member keeps the email, so that nobody signs up a second time with it; a disconnected or deleted one gives it back. */
create unique index member_login_email_is_unique on member (site_id, lower(login_email)) where status <> 'OFFLINE' and deleted_at is null;
create unique index member_contact_has_one_live_member on member (site_id, contact_id) where status <> 'OFFLINE' and deleted_at is null;
create unique index member_slug_is_unique on member (site_id, lower(slug)) where deleted_at is null;
create unique index member_user_has_one_live_member on member (site_id, user_id) where user_id is not null and deleted_at is null;
create index member_to_purge on member (site_id, deleted_at) where deleted_at is not null and purged_at is null;
/*
 * Every filter and sort of the list of members has an index that gives its first page; the list is live members, oldest
 * first. The indexes of the orders carry what members are mostly filtered by: a walk along them needs no rows.
 */
create index member_by_creation on member (site_id, created_at, id) include (status, privacy_status, activity_status, login_email_verified, community_role, awaits_email_proof) where deleted_at is null;
create index member_by_status on member (site_id, status, created_at, id) where deleted_at is null;
create index member_by_privacy on member (site_id, privacy_status, created_at, id) include (status) where deleted_at is null;
create index member_by_activity on member (site_id, activity_status, created_at, id) where deleted_at is null;
create index member_by_proof on member (site_id, login_email_verified, created_at, id) where deleted_at is null;
create index member_by_standing on member (site_id, community_role, created_at, id) where deleted_at is null;
create index member_by_update on member (site_id, updated_at, id) include (status, privacy_status, activity_status, login_email_verified, community_role, awaits_email_proof) where deleted_at is null;
create index member_by_login on member (site_id, last_login_at, id) include (status, privacy_status, activity_status, login_email_verified, community_role, awaits_email_proof) where deleted_at is null;
/* Texts twice: as they are for equality and ranges, folded for beginnings and for the order. */
create index member_by_nickname on member (site_id, (nickname collate "C"), created_at, id) where deleted_at is null;
create index member_by_first_name on member (site_id, (first_name collate "C"), created_at, id) where deleted_at is null;
create index member_by_last_name on member (site_id, (last_name collate "C"), created_at, id) where deleted_at is null;
create index member_by_slug on member (site_id, (slug collate "C")) where deleted_at is null;
create index member_in_order_of_nickname on member (site_id, (lower(nickname) collate "C"), id) include (nickname, status, privacy_status, activity_status, login_email_verified, community_role, awaits_email_proof) where deleted_at is null;
create index member_in_order_of_first_name on member (site_id, (lower(first_name) collate "C"), id) include (first_name, status, privacy_status, activity_status, login_email_verified, community_role, awaits_email_proof) where deleted_at is null;
create index member_in_order_of_last_name on member (site_id, (lower(last_name) collate "C"), id) include (last_name, status, privacy_status, activity_status, login_email_verified, community_role, awaits_email_proof) where deleted_at is null;
create index member_in_order_of_email on member (site_id, (lower(login_email) collate "C")) where deleted_at is null;
create index member_in_order_of_slug on member (site_id, (lower(slug) collate "C")) where deleted_at is null;
create index member_of_contact on member (site_id, contact_id);
/* Without these the planner takes every beginning for half a percent of all, and reads a million rows for one. */
create statistics member_email_folded on (lower(login_email)) from member;
create statistics member_slug_folded on (lower(slug)) from member;
create statistics member_nickname_folded on (lower(nickname)) from member;
create statistics member_first_name_folded on (lower(first_name)) from member;
create statistics member_last_name_folded on (lower(last_name)) from member;
/* What members are searched by, together: where all pairs of all words occur, the words themselves are looked for. */
create function member_texts(nickname text, first_name text, last_name text, login_email text, slug text, title text) returns text language sql immutable parallel safe as $fn$
  select nickname || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || login_email || ' ' || slug || ' ' || title
$fn$;
create index member_by_words on member using gin (letter_pairs(plain_text(member_texts(nickname, first_name, last_name, login_email, slug, title)))) where deleted_at is null;

create function member_takes_names() returns trigger language plpgsql as $fn$ begin
  select nullif(first_name, ''), nullif(last_name, '') into new.first_name, new.last_name from contact where site_id = new.site_id and id = new.contact_id;
  return new;
end $fn$;
create trigger member_takes_names before insert or update of contact_id on member for each row execute function member_takes_names();
create function contact_gives_names() returns trigger language plpgsql as $fn$ begin
  update member set first_name = nullif(new.first_name, ''), last_name = nullif(new.last_name, '') where site_id = new.site_id and contact_id = new.id and purged_at is null;
  return null;
end $fn$;
create trigger contact_gives_names after update of first_name, last_name on contact for each row
  when (old.first_name <> new.first_name or old.last_name <> new.last_name) execute function contact_gives_names();

/* Every slug in use, and every slug that was given up and still leads to its member (freed_at set). */
create table member_slug (
  site_id uuid not null references site(id) on delete cascade,
  slug_key text not null,
  member_id uuid not null,
  taken_at timestamptz not null,
  freed_at timestamptz,
  primary key (site_id, slug_key),
  foreign key (site_id, member_id) references member (site_id, id) on delete cascade deferrable initially deferred
);
create index member_slug_by_member on member_slug (site_id, member_id, taken_at);

create table member_custom_field (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  key text not null,
  name text not null check (length(name) between 1 and 150),
  field_type text not null check (field_type in ('TEXT', 'NUMBER', 'DATE', 'URL', 'SOCIAL')),
  social_type text,
  /* CONTACT and SYSTEM rows hold what the owner changed about a field that every site has. */
  field_origin text not null default 'CUSTOM' check (field_origin in ('CUSTOM', 'CONTACT', 'SYSTEM')),
  default_privacy text not null default 'PRIVATE' check (default_privacy in ('PUBLIC', 'PRIVATE')),
  is_hidden boolean not null default false,
  position int not null default 0,
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create unique index member_custom_field_key_is_unique on member_custom_field (site_id, key);
create unique index member_custom_field_name_is_unique on member_custom_field (site_id, lower(name));

/* For whom a custom field is; no row: for all members. An exclusion beats an application. */
create table member_custom_field_application (
  site_id uuid not null references site(id) on delete cascade,
  custom_field_id uuid not null,
  /* [{type: ROLE | BADGE | PRICING_PLAN | MEMBER, id}] */
  applications jsonb not null default '[]',
  exclusions jsonb not null default '[]',
  revision bigint not null default 1,
  primary key (site_id, custom_field_id),
  foreign key (site_id, custom_field_id) references member_custom_field (site_id, id) on delete cascade
);

/* Work on many members, begun by one call; its members are fixed when it begins. */
create table member_job (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('APPROVE', 'BLOCK', 'DELETE', 'IMPORT')),
  /* Options of the call that hold for every member. */
  options jsonb not null default '{}',
  status text not null check (status in ('INITIALIZED', 'PROCESSING', 'FINISHED', 'FAILED')),
  items_to_process int not null,
  items_succeeded int not null default 0,
  items_failed int not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);
create index member_job_by_creation on member_job (site_id, created_at);
create table member_job_item (
  site_id uuid not null references site(id) on delete cascade,
  job_id uuid not null,
  place int not null,
  member_id uuid,
  /* The row of an import. */
  data jsonb,
  state text not null default 'WAITING' check (state in ('WAITING', 'SUCCEEDED', 'FAILED')),
  error jsonb,
  primary key (site_id, job_id, place),
  foreign key (site_id, job_id) references member_job (site_id, id) on delete cascade
);
create index member_job_item_by_state on member_job_item (site_id, job_id, state, place);

/* One member does not want to meet another; one row per pair, whoever made it. */
create table member_block (
  site_id uuid not null references site(id) on delete cascade,
  blocker_id uuid not null,
  blocked_id uuid not null check (blocked_id <> blocker_id),
  created_at timestamptz not null,
  primary key (site_id, blocker_id, blocked_id),
  foreign key (site_id, blocker_id) references member (site_id, id) on delete cascade,
  foreign key (site_id, blocked_id) references member (site_id, id) on delete cascade
);
create unique index member_block_once_per_pair on member_block (site_id, least(blocker_id, blocked_id), greatest(blocker_id, blocked_id));
create index member_block_by_blocked on member_block (site_id, blocked_id);

/* Roles that the owner made; MEMBER, OWNER and CONTRIBUTOR exist everywhere and have no row. */
create table member_role_definition (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  role_key text not null check (role_key ~ '^[A-Z0-9_]{1,50}$'),
  title text not null check (length(title) between 1 and 100),
  blockable boolean not null default true,
  revision bigint not null default 1,
  created_at timestamptz not null,
  primary key (site_id, role_key)
);
/* A member has a role as long as one reason for it is left: the owner's hand, or a badge that brings it. */
create table member_role (
  site_id uuid not null references site(id) on delete cascade,
  member_id uuid not null,
  role_key text not null,
  /* The badge that brings the role; all zeros when it was given by hand. */
  via uuid not null default '00000000-0000-0000-0000-000000000000',
  assigned_at timestamptz not null,
  primary key (site_id, member_id, role_key, via),
  foreign key (site_id, member_id) references member (site_id, id) on delete cascade,
  foreign key (site_id, role_key) references member_role_definition (site_id, role_key) on delete cascade
);
create index member_role_by_key on member_role (site_id, role_key, member_id);
create index member_role_by_reason on member_role (site_id, via, member_id);

/*
 * The contact with this address, its blanks filled; or a new one. For guests who book or buy; a member who names the own
 * login email gets the own contact. What a guest typed never changes the record of a member. One at a time per address:
 * until commit nobody else looks up or makes a contact with it. The rule in words is mergeContacts.
 */
create function contact_of_guest(p_site uuid, p_new uuid, p_key text, p_email text, p_first text, p_last text, p_phone text, p_member uuid, p_now timestamptz) returns uuid language plpgsql as $fn$
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
    select c.*, m.id as member_id into known from contact c
      left join member m on m.site_id = c.site_id and m.contact_id = c.id and m.status <> 'OFFLINE' and m.deleted_at is null
      where c.site_id = p_site and c.email_keys @> array[p_key] and not c.is_provisional
      order by m.id is null, c.created_at limit 1;
    if found then
      if known.member_id is not null then return known.id; end if;
      all_emails := once_each(known.emails || p_email);
      all_emails := once_each(array(select e from unnest(all_emails) e where lower(regexp_replace(e, '\\s+', '', 'g')) = lower(regexp_replace(p_key, '\\s+', '', 'g'))) || all_emails);
      all_phones := once_each(known.phones || array_remove(array[p_phone], null));
      if (known.first_name = '' and p_first <> '') or (known.last_name = '' and p_last <> '') or all_emails <> known.emails or all_phones <> known.phones then
        update contact set first_name = coalesce(nullif(first_name, ''), p_first), last_name = coalesce(nullif(last_name, ''), p_last),
          emails = all_emails, phones = all_phones, email_keys = once_each(array(select lower(btrim(e)) from unnest(all_emails) e) || p_key), updated_at = p_now
        where site_id = p_site and id = known.id;
      end if;
      return known.id;
    end if;
  end if;
  insert into contact (site_id, id, first_name, last_name, phones, emails, email_keys, created_at, updated_at)
    values (p_site, p_new, p_first, p_last, array_remove(array[p_phone], null), array_remove(array[p_email], null), array_remove(array[p_key], null), p_now, p_now);
  return p_new;
end $fn$;
/* What the business writes down about a member, for itself alone. */
create table member_note (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  member_id uuid not null,
  text text not null check (length(text) between 1 and 4000),
  author_id uuid,
  created_at timestamptz not null,
  primary key (site_id, id),
  foreign key (site_id, member_id) references member (site_id, id) on delete cascade
);
create index member_note_of_member on member_note (site_id, member_id, created_at desc);
`
