/** Pictures that owners and members upload. SQL stays within PostgreSQL 15. */
export const up = `
/* Made anew from what was uploaded: nothing but the pixels is kept. */
create table picture (
  site_id uuid not null references site(id) on delete cascade,
  id uuid not null,
  /* The member whose picture it is; null for pictures of the business. No foreign key: members come later and leave on their own path. */
  member_id uuid,
  file_name text not null check (length(file_name) <= 255),
  width integer not null check (width between 1 and 3000),
  height integer not null check (height between 1 and 3000),
  webp bytea not null,
  created_at timestamptz not null,
  primary key (site_id, id)
);
create index picture_by_member on picture (site_id, member_id, created_at) where member_id is not null;

/* A picture in another size, kept because it will be asked for again. */
create table picture_rendition (
  site_id uuid not null references site(id) on delete cascade,
  picture_id uuid not null,
  shape text not null,
  webp bytea not null,
  primary key (site_id, picture_id, shape),
  foreign key (site_id, picture_id) references picture (site_id, id) on delete cascade
);
`
