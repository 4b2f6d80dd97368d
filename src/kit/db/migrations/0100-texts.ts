/** Text messages to clients: who wants them, the words of the business, what was sent, and what people answered. */
export const up = /* sql */ `
create table text_recipient (
  site_id uuid not null references site (id) on delete cascade,
  /* E.164 */
  phone text not null check (phone ~ '^\\+[1-9][0-9]{6,14}$'),
  /* STOPPED: answered STOP; only an answer from the same number ends it. */
  state text not null check (state in ('ON', 'OFF', 'STOPPED')),
  source text not null check (source in ('BOOKING', 'ACCOUNT', 'REPLY', 'PROVIDER')),
  changed_at timestamptz not null,
  primary key (site_id, phone)
);
create table member_text_number (
  site_id uuid not null references site (id) on delete cascade,
  member_id uuid not null,
  phone text not null,
  primary key (site_id, member_id),
  foreign key (site_id, member_id) references member (site_id, id) on delete cascade
);
create table text_wording (
  site_id uuid not null references site (id) on delete cascade,
  template text not null,
  language text not null,
  body text not null,
  updated_at timestamptz not null,
  primary key (site_id, template, language)
);
create table outgoing_text (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  recipient text not null,
  /* The contact to whom it is addressed. */
  person_id uuid,
  template text not null,
  language text not null,
  body text not null,
  state text not null check (state in ('QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'SKIPPED')),
  /* What the provider bills; what we count until it says so. */
  segments integer not null check (segments >= 0),
  /* The answer of the provider, or the code of why it was skipped. */
  error text,
  provider_id text,
  /* The booking that it is about, and its start: a text that comes later is of no use. */
  subject_id uuid,
  starts_at timestamptz,
  unique_key text,
  created_at timestamptz not null,
  sent_at timestamptz,
  primary key (site_id, id)
);
create index outgoing_text_by_time on outgoing_text (site_id, created_at desc, id);
create index outgoing_text_by_state on outgoing_text (site_id, state, created_at desc, id);
create index outgoing_text_by_template on outgoing_text (site_id, template, created_at desc, id);
create unique index outgoing_text_once on outgoing_text (site_id, unique_key) where unique_key is not null;
create index outgoing_text_of_provider on outgoing_text (site_id, provider_id) where provider_id is not null;
create index outgoing_text_to_person on outgoing_text (site_id, person_id) where person_id is not null;
create index outgoing_text_to_number on outgoing_text (site_id, recipient, created_at desc);
create table incoming_text (
  site_id uuid not null references site (id) on delete cascade,
  /* The id of the provider: an answer that it reports twice counts once. */
  provider_id text not null,
  sender text not null,
  meaning text not null check (meaning in ('STOP', 'START', 'OTHER')),
  body text not null,
  received_at timestamptz not null,
  primary key (site_id, provider_id)
);
create index incoming_text_by_time on incoming_text (site_id, received_at desc, provider_id);
create index incoming_text_from_number on incoming_text (site_id, sender);
`
