/** Contacts, members, their slugs and custom fields. One script, run once in a transaction; SQL stays within PostgreSQL 15. */
export const up = `
/* Lower case and without accents, for searches: \u0300–\u036f are the marks that a letter is decomposed into. */
create function plain_text(value text) returns text language sql immutable parallel safe as $fn$
  select regexp_replace(normalize(lower(value), NFD), U&'[\\0300-\\036f]', '', 'g')
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
create index contact_by_email on contact using gin (email_keys);
create index contact_first_name_trigrams on contact using gin (plain_text(first_name) gin_trgm_ops);
create index contact_last_name_trigrams on contact using gin (plain_text(last_name) gin_trgm_ops);

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
  nickname text not null check (length(nickname) between 1 and 100),
  slug text not null check (length(slug) between 1 and 255),
  title text not null default '',
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
create index member_by_status on member (site_id, status, created_at, id) where deleted_at is null;
create index member_by_creation on member (site_id, created_at, id) where deleted_at is null;
create index member_by_privacy on member (site_id, privacy_status, status) where deleted_at is null;
create index member_nickname_trigrams on member using gin (plain_text(nickname) gin_trgm_ops);

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
`
