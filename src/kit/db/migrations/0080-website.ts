/** What an owner says on the site and how it looks: a draft, what visitors see, and the publications before it. */
export const up = /* sql */ `
create table website (
  site_id uuid primary key references site (id) on delete cascade,
  draft jsonb not null,
  published jsonb,
  revision integer not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  constraint published_has_its_time check ((published is null) = (published_at is null))
);
create table website_version (
  site_id uuid not null references site (id) on delete cascade,
  id uuid not null,
  website jsonb not null,
  published_at timestamptz not null,
  primary key (site_id, id)
);
create index website_version_by_time on website_version (site_id, published_at desc, id desc);
`
