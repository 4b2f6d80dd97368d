/** Changes of people at the dashboard that wait for half a minute, in which they can be undone; those that were refused when they were due are kept, to tell of it. */
export const up = /* sql */ `
create table held_change (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  user_id uuid not null references owner_user(id) on delete cascade,
  operation text not null,
  input jsonb,
  entity text not null check (entity in ('BOOKING', 'SESSION')),
  entity_id text not null,
  held_at timestamptz not null,
  due_at timestamptz not null,
  refused_at timestamptz,
  refusal_code text,
  refusal text,
  primary key (site_id, id),
  constraint held_change_waits_or_was_refused check ((refused_at is null) = (input is not null) and (refused_at is null) = (refusal_code is null) and (refused_at is null) = (refusal is null))
);
create unique index held_change_of_entity on held_change (site_id, entity, entity_id) where refused_at is null;
create index held_change_refused on held_change (site_id, user_id, refused_at desc, id) where refused_at is not null;
create index held_change_refused_by_time on held_change (site_id, refused_at) where refused_at is not null;
create index held_change_by_user on held_change (user_id);
`
