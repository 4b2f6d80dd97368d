/** What people want to read from the business. */
export const up = `
create table letter_reader (
  site_id uuid not null references site(id) on delete cascade,
  /* The id of a member, or the lower-case address of somebody who is none. */
  reader text not null,
  /* What the link in the foot of a letter names; the link is good by its seal, which is kept nowhere. */
  link_id uuid not null,
  /* Kinds of letters that are left out. */
  refused text[] not null default '{}',
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (site_id, reader)
);
create unique index letter_reader_has_one_link on letter_reader (site_id, link_id);
`
