/** Under which addresses each site is reached: links are built from these, never from a request. */
export const up = `
create table site_address (
  site_id uuid not null references site(id) on delete cascade,
  /* As a browser sends it in Host: lower case, with a port unless that is the usual one. */
  host text not null check (host = lower(host) and host !~ '[/[:space:]]'),
  /* Scheme and host, without a slash at the end. */
  origin text not null check (origin ~ '^https?://[^/[:space:]]+$'),
  /* The one that links in emails lead to. */
  is_main boolean not null,
  created_at timestamptz not null,
  primary key (site_id, host)
);
/* A request names a host and nothing else, so a host leads to one site. */
create unique index address_belongs_to_one_site on site_address (host);
create unique index site_has_one_main_address on site_address (site_id) where is_main;

insert into site_address (site_id, host, origin, is_main, created_at)
select id, lower(host), 'https://' || lower(host), true, created_at from site where host is not null and lower(host) !~ '[/[:space:]]';
alter table site drop column host;
`
