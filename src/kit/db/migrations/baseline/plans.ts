/** Tables of plans: what is sold, what it covers. */
export const up = `
create table plan (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  /* Place in the arranged order. */
  position int not null,
  name text not null check (length(name) between 1 and 50),
  slug text not null,
  description text not null default '',
  perks jsonb not null default '[]',
  /* As the owner typed it: model, price, trial, fees. */
  pricing jsonb not null,
  is_free boolean not null,
  is_visible boolean not null default true,
  archived_at timestamptz,
  is_primary boolean not null default false,
  has_orders boolean not null default false,
  max_purchases int not null default 0 check (max_purchases in (0, 1)),
  allow_future_start boolean not null default false,
  buyer_can_cancel boolean not null default false,
  terms text not null default '',
  form_id uuid,
  client_data jsonb not null default '{}',
  revision bigint not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, id),
  constraint archived_plans_are_hidden check (archived_at is null or (not is_visible and not is_primary))
);
create unique index plan_slug_is_unique on plan (site_id, slug);
create unique index one_primary_plan on plan (site_id) where is_primary;
create index plan_in_order on plan (site_id, position);

/* What an order of the plan grants for bookings; at most one per plan. */
create table plan_benefit (
  site_id uuid not null references site(id) on delete cascade,
  plan_id uuid not null,
  /* Per cycle; null means unlimited. */
  credits int check (credits between 1 and 9999),
  rollover boolean not null default false,
  rollover_cap int check (rollover_cap between 1 and 9999),
  primary key (site_id, plan_id),
  foreign key (site_id, plan_id) references plan (site_id, id) on delete cascade
);

create table plan_service (
  site_id uuid not null references site(id) on delete cascade,
  plan_id uuid not null,
  service_id uuid not null,
  primary key (site_id, plan_id, service_id),
  foreign key (site_id, plan_id) references plan (site_id, id) on delete cascade
);
create index plan_of_service on plan_service (site_id, service_id);
`
