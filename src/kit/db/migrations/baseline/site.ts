/** Sites and the machinery that every domain shares: events, letters, jobs, used idempotency keys, settings. */
export const up = `
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create table site (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  host text,
  time_zone text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  language text not null default 'en',
  /* 0 Sunday … 6 Saturday */
  week_starts_on int not null default 0 check (week_starts_on between 0 and 6),
  tagline text not null default '',
  accent text not null default '#3f6f5f',
  account_id uuid not null,
  created_at timestamptz not null,
  /* A copy of this site on which its owner rehearses: nobody signs in to it, the runner passes it by, nothing leaves it. */
  rehearsal_of uuid references site(id) on delete cascade
);
create index site_of_a_rehearsal on site (rehearsal_of) where rehearsal_of is not null;
create unique index site_host_belongs_to_one_site on site (host) where host is not null;

/* One row per site and setting; the schema of each value stands in the domain that owns it. */
create table site_setting (
  site_id uuid not null references site(id) on delete cascade,
  key text not null,
  value jsonb not null,
  primary key (site_id, key)
);

create table system_clock (
  id int primary key check (id = 1),
  business_offset_ms bigint not null default 0,
  frozen_at timestamptz,
  auth_offset_ms bigint not null default 0
);
insert into system_clock (id) values (1);

create table system_secret (name text primary key, value text not null, created_at timestamptz not null);

create table event (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  type text not null,
  entity_fqdn text not null,
  slug text not null,
  entity_id text not null,
  sequence bigint not null,
  payload jsonb not null,
  identity jsonb not null,
  /* The job on many things that it was part of, or nothing. */
  originated_from text not null default '',
  /* Somebody asked for their data to be erased. */
  anonymizing boolean not null default false,
  happened_at timestamptz not null,
  primary key (site_id, id)
);
create unique index event_sequence_per_entity on event (site_id, entity_id, sequence);
create index event_by_time on event (site_id, happened_at desc);

create table letter (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  recipient text not null,
  template text not null,
  variables jsonb not null,
  language text not null,
  once_key text,
  /* QUEUED, SENT, KEPT (no mail server is set up), UNWANTED (the reader does without this kind), FAILED */
  state text not null check (state in ('QUEUED', 'SENT', 'KEPT', 'UNWANTED', 'FAILED')),
  subject text,
  html text,
  body_text text,
  error text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (site_id, id)
);
create unique index letter_sent_once on letter (site_id, template, once_key) where once_key is not null;
create index letter_by_time on letter (site_id, created_at desc, id);
create index letter_by_recipient on letter (site_id, lower(recipient), created_at desc);

/* Work for the runner: deliveries, sweeps' follow-ups, calls to the outside. Claimed with a lease. */
create table job (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  kind text not null,
  key text not null,
  data jsonb not null,
  due_at timestamptz not null,
  /* WAITING, DONE, DEAD */
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'DEAD')),
  attempts int not null default 0,
  leased_until timestamptz,
  last_error text,
  /* What it is about: jobs about the same thing are done in order of time. */
  subject text,
  primary key (site_id, id)
);
create unique index job_exists_once on job (site_id, kind, key);
create index job_due on job (due_at, id) where state = 'WAITING';

create table idempotency_key (
  site_id uuid not null references site(id) on delete cascade,
  actor text not null,
  key text not null,
  /* the request that came first */
  claim_id uuid not null,
  operation text not null,
  body_hash text not null,
  reply jsonb,
  created_at timestamptz not null,
  primary key (site_id, actor, key)
);
`
