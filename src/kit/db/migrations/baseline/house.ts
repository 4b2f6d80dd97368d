/** Webhooks: who wants to hear of what, the key that signs for a site, and every delivery with its end. */
export const up = `
create table webhook_key (
  site_id uuid not null references site(id) on delete cascade,
  kid uuid not null,
  private_key text not null,
  public_key text not null,
  created_at timestamptz not null,
  primary key (site_id)
);

create table webhook_subscription (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  name text not null default '' check (length(name) <= 100),
  url text not null check (length(url) between 8 and 2048),
  types text[] not null,
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id)
);

create table webhook_delivery (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  subscription_id uuid not null,
  event_id uuid not null,
  entity_id text not null,
  sequence bigint not null,
  /* WAITING, DONE, GIVEN_UP */
  state text not null default 'WAITING' check (state in ('WAITING', 'DONE', 'GIVEN_UP')),
  attempts int not null default 0,
  due_at timestamptz not null,
  leased_until timestamptz,
  last_status int,
  last_error text,
  created_at timestamptz not null,
  done_at timestamptz,
  primary key (site_id, id),
  foreign key (site_id, subscription_id) references webhook_subscription (site_id, id) on delete cascade,
  foreign key (site_id, event_id) references event (site_id, id) on delete cascade,
  constraint an_event_is_told_once_per_webhook unique (site_id, subscription_id, event_id)
);
/* The next one of an entity goes out only when the one before it has come to its end. */
create index webhook_delivery_in_order on webhook_delivery (site_id, subscription_id, entity_id, sequence) where state = 'WAITING';
create index webhook_delivery_by_time on webhook_delivery (site_id, subscription_id, created_at desc, id);
`
