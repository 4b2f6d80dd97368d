/** Which columns of a list somebody of the team chose to see, in their order. */
export const up = /* sql */ `
create table list_columns (
  site_id uuid not null references site (id) on delete cascade,
  user_id uuid not null references owner_user (id) on delete cascade,
  screen text not null check (screen in ('bookings', 'members', 'payments', 'services')),
  /* Their names in the order in which they are shown. */
  columns jsonb not null,
  primary key (site_id, user_id, screen)
);
`
