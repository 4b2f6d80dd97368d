/** Filters of lists that somebody of the team saved under a name, for themselves. */
export const up = /* sql */ `
create table saved_filter (
  site_id uuid not null references site (id) on delete cascade,
  user_id uuid not null references owner_user (id) on delete cascade,
  id uuid not null,
  screen text not null check (screen in ('bookings', 'members')),
  name text not null check (length(name) between 1 and 60),
  /* The search params of the screen, text by name. */
  search jsonb not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create unique index saved_filter_name_is_unique on saved_filter (site_id, user_id, screen, lower(name));
`
