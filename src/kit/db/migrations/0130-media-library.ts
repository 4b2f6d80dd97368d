/** The media library: what a picture shows, where its subject is, and crops that keep the picture they were cut from. */
export const up = /* sql */ `
alter table picture
  /* Language → text, for those who do not see it. */
  add column alt jsonb not null default '{}'::jsonb,
  /* Where the subject is: {"x": 0, "y": 0} to {"x": 100, "y": 100}, in percent. */
  add column focus jsonb,
  /* The picture that this one is a part of. */
  add column original_id uuid,
  /* The part: {"x", "y", "width", "height"} in pixels of the original. */
  add column region jsonb,
  add constraint picture_original_fkey foreign key (site_id, original_id) references picture (site_id, id) on delete set null (original_id),
  add constraint picture_region_check check (original_id is null or region is not null);
/* The library: pictures of the business, newest first. */
create index picture_library on picture (site_id, created_at desc, id desc) where member_id is null;
/* WebP or AVIF, by its shape. */
alter table picture_rendition rename column webp to bytes;
create index picture_crops on picture (site_id, original_id) where original_id is not null;
`
