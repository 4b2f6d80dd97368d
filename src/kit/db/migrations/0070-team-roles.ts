/** Roles of the team: ready-made ones by name, own ones as rows. */
export const up = /* sql */ `
create table team_role (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  permissions text[] not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create unique index team_role_name_is_unique on team_role (site_id, lower(name));
/* The name of a ready-made role or the id of an own one; null for permissions chosen one by one. */
alter table owner_site_role add column team_role text;
alter table owner_invitation add column team_role text;
`
